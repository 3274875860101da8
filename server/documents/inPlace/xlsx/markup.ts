import { OOXML_PREFIXES } from '../ooxml/namespaces.ts';
import type { ElementObserver } from '../ooxml/markup.ts';
import { attributeNode, contentNode, type StoredForm } from '../package/nodes.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { attributeRange, walk, type ElementEnd, type XmlElement } from '../package/walk.ts';
import { PARAGRAPH_END, visiblePieces, type Piece, type TextNode } from '../text/pieces.ts';
import { IDENTIFIER_FORM } from '../text/placeholders.ts';
import type { CellReader } from './cells.ts';
import type { Formulas } from '../text/formulas.ts';
import { STRING_FORM } from './characters.ts';
import { headerPieces } from './headerText.ts';
import { createStringReader, runNode, type StringReader } from './strings.ts';

/** Attributes with text of people in workbooks (ECMA-376 part 1, 18). */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = Object.freeze({
  's:dataValidation': ['prompt', 'promptTitle', 'error', 'errorTitle'],
  'x14:dataValidation': ['prompt', 'promptTitle', 'error', 'errorTitle'],
  's:hyperlink': ['display', 'tooltip'],
  's:cfRule': ['text'],
  's:filter': ['val', 'stringValue1', 'stringValue2', 'name', 'description'],
  'x14:filter': ['val'],
  's:customFilter': ['val'],
  'x14:customFilter': ['val'],
  's:sortCondition': ['customList'],
  's:commentPr': ['altText'],
  's:table': ['comment'],
  'x14:table': ['altText', 'altTextSummary'],
  's:tableColumn': ['totalsRowLabel'],
  's:definedName': ['comment', 'description', 'help', 'statusBar', 'customMenu'],
  's:scenario': ['name', 'comment'],
  's:inputCells': ['val'],
  's:protectedRange': ['name'],
  's:cacheField': ['name', 'caption'],
  's:s': ['v', 'c'],
  's:pivotTableDefinition': [
    ...['name', 'dataCaption', 'grandTotalCaption', 'errorCaption', 'missingCaption'],
    ...['rowHeaderCaption', 'colHeaderCaption', 'tag'],
  ],
  'x14:pivotTableDefinition': ['altText', 'altTextSummary'],
  's:pageField': ['name', 'cap'],
  's:pageItem': ['name'],
  's:member': ['name'],
  's:mp': ['name'],
  's:calculatedItem': ['formula'],
  's:pivotField': ['name', 'subtotalCaption'],
  's:dataField': ['name'],
  's:item': ['n'],
  's:sheetName': ['val'],
  's:cacheHierarchy': ['uniqueName', 'caption', 'defaultMemberUniqueName', 'displayFolder'],
  's:measureGroup': ['name', 'caption'],
  's:dimension': ['name', 'uniqueName', 'caption'],
  's:kpi': ['uniqueName', 'caption', 'displayFolder'],
  's:groupMember': ['uniqueName'],
  's:group': ['name', 'uniqueName', 'caption'],
  's:set': ['setDefinition'],
  's:query': ['mdx'],
  's:dataRef': ['name'],
  's:ddeLink': ['ddeTopic'],
  's:ddeItem': ['name'],
  's:oleItem': ['name'],
  's:xmlCellPr': ['uniqueName'],
  'x14:slicer': ['name', 'caption'],
  'x14:slicerCacheDefinition': ['name', 'sourceName'],
  'x14:level': ['uniqueName', 'sourceCaption'],
  'x14:i': ['n', 'c'],
  'x14:p': ['n'],
  'x14:selection': ['n'],
  'x15:timeline': ['name', 'caption'],
  'x15:timelineCacheDefinition': ['name', 'sourceName'],
  '?:hyperlink': ['url'],
  's:webPublishItem': ['title'],
});
/** Elements whose content is a formula. */
const FORMULAS: ReadonlySet<string> = new Set([
  's:formula',
  's:formula1',
  's:formula2',
  's:definedName',
  's:calculatedColumnFormula',
  's:totalsRowFormula',
  's:oldFormula',
  'xm:f',
]);
/** Attributes that hold a formula or a reference. */
const REFERENCES: Readonly<Record<string, string>> = Object.freeze({
  's:hyperlink': 'location',
  's:cacheField': 'formula',
});
const HEADERS = /^s:(?:odd|even|first)(?:Header|Footer)$/;
const TEXTS: ReadonlySet<string> = new Set(['tc:text']);

/** Text around the cells: comments, headers, validations, filters, pivot tables. One line for each. */
export function readSheetMarkup(
  part: XmlPart,
  formulas: Formulas,
  cells: CellReader | null,
  observer: ElementObserver | null,
): readonly Piece[] {
  const lines: Piece[] = [];
  let content = '';
  let string: StringReader | null = null;
  let inCells = false;
  const add = (node: TextNode | null): void => {
    if (node !== null && node.text.trim() !== '') lines.push(...visiblePieces(node), PARAGRAPH_END);
  };

  const openOther = (element: XmlElement): void => {
    for (const attribute of attributesOf(element)) add(attributeNode(part, element, attribute, formOf(element)));
    const reference = REFERENCES[element.name];
    const range = reference === undefined ? undefined : attributeRange(part.source, element, reference);
    if (range !== undefined) formulas.add(part, range.value, range.start, range.end, true);
    if (element.name === 's:text' || element.name === 's:si') string = createStringReader(part.source);
    else string?.open(element);
  };
  const closeOther = (element: XmlElement, end: ElementEnd, text: string): void => {
    if ((element.name === 's:text' || element.name === 's:si') && string !== null) {
      for (const run of string.runs) lines.push(...visiblePieces(runNode(part, run)));
      lines.push(PARAGRAPH_END);
      string = null;
    } else if (FORMULAS.has(element.name)) {
      if (text !== '') formulas.add(part, text, element.openEnd, end.contentEnd);
    } else if (HEADERS.test(element.name)) {
      lines.push(...headerPieces(contentNode(part, text, element.openEnd, end.contentEnd, STRING_FORM)), PARAGRAPH_END);
    } else if (TEXTS.has(element.name)) {
      if (text !== '') add(contentNode(part, text, element.openEnd, end.contentEnd, STRING_FORM));
    } else string?.close(element, end);
  };

  walk(part.source, OOXML_PREFIXES, {
    open(element) {
      content = '';
      observer?.open(element);
      if (element.name === 's:sheetData') inCells = true;
      if (inCells) cells?.open(element);
      else openOther(element);
    },
    text(text) {
      if (inCells) cells?.text(text);
      else {
        content += text;
        string?.text(text);
      }
    },
    close(element, end) {
      observer?.close(element, end);
      const text = content;
      content = '';
      if (element.name === 's:sheetData') inCells = false;
      else if (inCells) cells?.close(element, end);
      else closeOther(element, end, text);
    },
  });
  return lines;
}

/** Names in another workbook stand in the link to it; those of this one are read with its sheets. */
const NAMES_ELSEWHERE = Object.freeze(['name', 'refersTo']);

function attributesOf(element: XmlElement): readonly string[] {
  const isElsewhere = element.name === 's:definedName' && element.parent?.parent?.name === 's:externalBook';
  return isElsewhere ? NAMES_ELSEWHERE : (ATTRIBUTES[element.name] ?? []);
}

/** Items of a pivot cache can be any text; the names of scenarios and ranges are no identifiers either. */
const formOf = (element: XmlElement): StoredForm =>
  element.name === 's:protectedRange' ? IDENTIFIER_FORM : STRING_FORM;
