import type { PackagePart, Relation } from './writePackage.ts';

/** Stands as Application in the properties; a program that saves the document anew puts its own name there. */
export const APPLICATION = 'Deckname';
export const PROPERTIES_PART = 'docProps/app.xml';

/** Extended properties (ECMA-376 part 1, 15.2.12.3) of every package that is written here; no name of a person, no time. */
export const propertiesPart: PackagePart = Object.freeze({
  name: PROPERTIES_PART,
  contentType: 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
  xml: `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>${APPLICATION}</Application></Properties>`,
});

/** Relations of a package to its main part and its properties. */
export const packageRelations = (mainPart: string): readonly Relation[] => [
  { id: 'rId1', type: 'officeDocument/2006/relationships/officeDocument', target: mainPart },
  { id: 'rId2', type: 'officeDocument/2006/relationships/extended-properties', target: PROPERTIES_PART },
];
