import type { ElementObserver } from '../ooxml/markup.ts';
import type { OoxmlScan } from '../ooxml/scanOoxml.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { attributeRanges, type XmlElement } from '../package/walk.ts';
import { createAuthorNames } from '../ooxml/authors.ts';
import { xmlAttribute, xmlText } from '../text/escape.ts';
import type { CleanedKind } from '../types.ts';

const REMOVED: Readonly<Record<string, CleanedKind>> = Object.freeze({
  's:fileSharing': 'authors',
  's:customWorkbookViews': 'authors',
  's:customSheetViews': 'authors',
  's:webPublishItems': 'external_reference',
  's:webPublishObjects': 'external_reference',
  's:sheetDataSet': 'cache',
  's:phoneticPr': 'hidden_content',
  's:rPh': 'hidden_content',
  's:smartTags': 'custom_xml',
  's:smartTagPr': 'custom_xml',
  '?:absPath': 'properties',
  '?:revisionPtr': 'history',
  's:controls': 'embedded_object',
});
/** Attributes with names of people, by element; they get numbers. */
const AUTHORS: Readonly<Record<string, readonly string[]>> = Object.freeze({
  'tc:person': ['displayName', 'userId'],
  's:scenario': ['user'],
  's:pivotCacheDefinition': ['refreshedBy'],
  's:userInfo': ['name'],
});
/** Attributes that go: times, links to data outside. */
const DROPPED: Readonly<Record<string, readonly string[]>> = Object.freeze({
  's:pivotCacheDefinition': ['refreshedDate', 'refreshedDateIso', 'saveData', 'refreshOnLoad'],
  's:table': ['tableType', 'connectionId'],
  's:tableColumn': ['queryTableFieldId'],
  'tc:person': ['providerId'],
});
const SOME_DAY = '1980-01-01T00:00:00.00';

/** Cleans the parts of a workbook: authors, paths, views of users, caches of other files. */
export function createWorkbookCleaner({ context }: OoxmlScan): (part: XmlPart) => ElementObserver {
  const { report } = context;
  const nameOf = createAuthorNames();
  return ({ source, edits }) => {
    const cleanAttributes = (element: XmlElement): void => {
      const authors = AUTHORS[element.name];
      const dropped = DROPPED[element.name];
      if (authors === undefined && dropped === undefined && element.name !== 'tc:threadedComment') return;
      for (const { local, value, start, end, outerStart, outerEnd } of attributeRanges(source, element)) {
        if (authors?.includes(local)) {
          edits.replace(start, end, xmlAttribute(nameOf(value)));
          report.cleaned('authors');
        } else if (dropped?.includes(local)) edits.remove(outerStart, outerEnd);
        else if (local === 'dT') edits.replace(start, end, SOME_DAY);
      }
      if (element.name === 's:pivotCacheDefinition') {
        // The records go; the program makes them anew from the cells.
        const at = element.start + 1 + element.tag.name.length;
        edits.replace(at, at, ' saveData="0" refreshOnLoad="1"');
      }
    };
    return {
      open: cleanAttributes,
      close(element, { end, contentEnd }) {
        const kind = REMOVED[element.name];
        if (kind !== undefined) {
          edits.remove(element.start, end);
          report.cleaned(kind);
        } else if (element.name === 's:author') {
          const author = source.slice(element.openEnd, contentEnd);
          edits.replace(element.openEnd, contentEnd, author === '' ? '' : xmlText(nameOf(author)));
          report.cleaned('authors');
        }
      },
    };
  };
}
