import type { CleanedKind, TextPlace } from '../types.ts';

/** What happens with a part when a document is anonymized, and what text it has. */
export type PartPolicy =
  /** XML with text of people. */
  | { readonly do: 'text'; readonly kind: TextPlace['part']['kind'] }
  /** Read by the format itself. */
  | { readonly do: 'own' }
  /** No text of people beside what is looked for in all bytes: themes, fonts. */
  | { readonly do: 'keep' }
  /** Its words are recognized and covered. */
  | { readonly do: 'picture' }
  /** A drawing beside its copy in pixels, which is shown in its place: read where it holds text, taken out with all references to it. */
  | { readonly do: 'drawing'; readonly kind: TextPlace['part']['kind'] }
  /** Taken out with all references to it. */
  | { readonly do: 'remove'; readonly kind: CleanedKind }
  /** Cannot be looked into: made empty, so that the rest of the document holds together. */
  | { readonly do: 'empty'; readonly kind: CleanedKind }
  /** A package of its own, or an object of another program. */
  | { readonly do: 'embedded' };

const text = (kind: TextPlace['part']['kind']): PartPolicy => ({ do: 'text', kind });
const remove = (kind: CleanedKind): PartPolicy => ({ do: 'remove', kind });
const OWN: PartPolicy = { do: 'own' };
const KEEP: PartPolicy = { do: 'keep' };
/** SVG, whose letters may be outlines and which may hold pictures; JPEG XR, the source of an effect, which nothing here decodes. */
const DRAWING: PartPolicy = { do: 'drawing', kind: 'property' };
const EMPTY: PartPolicy = { do: 'empty', kind: 'embedded_object' };

/** By the last segment of the relationship's type (ECMA-376 part 1, 11 to 15; MS-DOCX, MS-XLSX, MS-PPTX 2.2). */
const POLICIES: Readonly<Record<string, PartPolicy>> = Object.freeze({
  officeDocument: OWN,
  'core-properties': OWN,
  'extended-properties': OWN,
  'custom-properties': remove('properties'),
  thumbnail: remove('thumbnail'),
  customXml: remove('custom_xml'),
  customXmlProps: remove('custom_xml'),
  customProperty: remove('properties'),
  customData: remove('custom_xml'),
  customDataProps: remove('custom_xml'),
  printerSettings: remove('properties'),
  printersettings: remove('properties'),
  origin: remove('authors'),
  signature: remove('authors'),
  certificate: remove('authors'),
  people: remove('authors'),
  person: remove('authors'),
  classificationlabels: remove('properties'),
  documenttasks: remove('authors'),
  vbaProject: remove('macro'),
  vbaProjectSignature: remove('macro'),
  vbaProjectSignatureAgile: remove('macro'),
  vbaProjectSignatureV3: remove('macro'),
  wordVbaData: remove('macro'),
  keyMapCustomizations: remove('macro'),
  attachedToolbars: remove('macro'),
  extensibility: remove('macro'),
  userCustomization: remove('macro'),
  xlMacrosheet: remove('macro'),
  xlIntlMacrosheet: remove('macro'),
  webextension: remove('script'),
  webextensiontaskpanes: remove('script'),
  recipientData: remove('external_reference'),
  mailMergeSource: remove('external_reference'),
  mailMergeHeaderSource: remove('external_reference'),
  attachedTemplate: remove('external_reference'),
  aFChunk: remove('embedded_object'),
  control: remove('embedded_object'),
  activeXControlBinary: remove('embedded_object'),
  video: EMPTY,
  audio: EMPTY,
  media: EMPTY,
  oleObject: { do: 'embedded' },
  package: { do: 'embedded' },
  legacyDiagramText: EMPTY,
  image: { do: 'picture' },
  hdphoto: DRAWING,
  font: KEEP,
  theme: KEEP,
  themeOverride: KEEP,
  fontTable: KEEP,
  webSettings: text('property'),
  tableStyles: text('property'),
  viewProps: KEEP,
  presProps: text('property'),
  chartStyle: KEEP,
  chartColorStyle: KEEP,
  diagramLayout: KEEP,
  diagramColors: KEEP,
  diagramQuickStyle: KEEP,
  stylesWithEffects: text('body'),
  styles: text('body'),
  numbering: text('body'),
  settings: text('body'),
  header: text('header'),
  footer: text('footer'),
  footnotes: text('footnote'),
  endnotes: text('footnote'),
  comments: text('comment'),
  commentsExtended: KEEP,
  commentsIds: KEEP,
  commentsExtensible: KEEP,
  glossaryDocument: text('body'),
  diagramData: text('body'),
  diagramDrawing: text('body'),
  chart: text('chart'),
  chartEx: text('chart'),
  chartUserShapes: text('chart'),
  drawing: text('textbox'),
  vmlDrawing: text('textbox'),
  ink: DRAWING,
  tags: text('property'),
  slide: text('slide'),
  slideLayout: text('slide'),
  slideMaster: text('slide'),
  notesSlide: text('notes'),
  notesMaster: text('notes'),
  handoutMaster: text('notes'),
  commentAuthors: KEEP,
  authors: KEEP,
});

/** Parts of relationship types that nobody has described here: XML is read as text, anything else cannot be looked into. */
export function policyOf(type: string, name: string): PartPolicy {
  if (isSvg(name)) return DRAWING;
  const known = POLICIES[type];
  if (known !== undefined) return known;
  return /\.(?:xml|vml)$/i.test(name) ? text('property') : remove('embedded_object');
}

export const isSvg = (name: string): boolean => /\.svg$/i.test(name);

/** Where the text of parts stands in the document's text. */
const ORDER: readonly (TextPlace['part']['kind'] | 'own')[] = [
  'own',
  'body',
  'slide',
  'textbox',
  'header',
  'footer',
  'footnote',
  'notes',
  'comment',
  'chart',
  'property',
];

export const readingRank = (policy: PartPolicy): number =>
  ORDER.indexOf(policy.do === 'text' || policy.do === 'drawing' ? policy.kind : 'own');
