import type { ElementObserver } from '../ooxml/markup.ts';
import type { OoxmlScan } from '../ooxml/scanOoxml.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { attributeRange, attributeRanges, type XmlElement } from '../package/walk.ts';
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
  's:values': 'cache',
  's:securityDescriptor': 'authors',
  '?:alternateUrls': 'external_reference',
  'x15:dataModel': 'embedded_object',
  'x15:pivotTableData': 'cache',
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
  's:sharedItems': ['minValue', 'maxValue', 'minDate', 'maxDate'],
  's:rangePr': ['startDate', 'endDate'],
  's:protectedRange': ['securityDescriptor'],
  // Names of the modules of macros, which documents with macros are refused for.
  's:sheetPr': ['codeName'],
  's:workbookPr': ['codeName'],
  's:fileVersion': ['codeName'],
  's:table': ['tableType', 'connectionId'],
  's:tableColumn': ['queryTableFieldId'],
  'tc:person': ['providerId'],
});
/** Values of pivot caches beside texts: no text shows them, and the program makes them anew from the cells. They have to differ from each other. */
const ITEMS: Readonly<Record<string, (index: number) => string>> = Object.freeze({
  's:n': String,
  's:d': (index) => new Date(Date.UTC(1980, 0, 1 + index)).toISOString().slice(0, 19),
});
const ITEM_LISTS: ReadonlySet<string> = new Set(['s:sharedItems', 's:groupItems']);
const SOME_DAY = '1980-01-01T00:00:00.00';

/** Cleans the parts of a workbook: authors, paths, views of users, caches of other files. */
export function createWorkbookCleaner({ context }: OoxmlScan): (part: XmlPart) => ElementObserver {
  const { report } = context;
  const nameOf = createAuthorNames();
  return ({ source, edits }) => {
    const emptied = new WeakSet<XmlElement>();
    let items = 0;
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
    const cleanItem = (element: XmlElement): void => {
      if (!ITEM_LISTS.has(element.parent?.name ?? '')) return;
      const neutral = ITEMS[element.name];
      const range = neutral === undefined ? undefined : attributeRange(source, element, 'v');
      if (neutral === undefined || range === undefined) return;
      edits.replace(range.start, range.end, neutral(items));
      items += 1;
    };
    return {
      open(element) {
        cleanAttributes(element);
        cleanItem(element);
      },
      close(element, { end, contentEnd }) {
        const kind = REMOVED[element.name];
        if (kind !== undefined) {
          edits.remove(element.start, end);
          // An extension that holds nothing would be an error.
          if (element.parent?.name === 's:ext') emptied.add(element.parent);
          report.cleaned(kind);
        } else if (emptied.has(element)) edits.remove(element.start, end);
        else if (element.name === 's:author') {
          const author = source.slice(element.openEnd, contentEnd);
          edits.replace(element.openEnd, contentEnd, author === '' ? '' : xmlText(nameOf(author)));
          report.cleaned('authors');
        }
      },
    };
  };
}
