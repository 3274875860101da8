import type { XmlPart } from '../package/officePackage.ts';
import type { Report } from '../report.ts';
import { attributeRanges, type ElementEnd, type XmlElement } from '../package/walk.ts';
import type { ElementObserver } from '../ooxml/markup.ts';
import type { CleanedKind } from '../types.ts';
import type { AuthorNames } from '../ooxml/authors.ts';
import { xmlAttribute } from '../text/escape.ts';
import { joinParagraphs } from './joinParagraphs.ts';

/** Elements that are taken out with all they hold. */
const REMOVED: Readonly<Record<string, CleanedKind>> = Object.freeze({
  'w:del': 'tracked_changes',
  'w:moveFrom': 'tracked_changes',
  'w:rPrChange': 'tracked_changes',
  'w:pPrChange': 'tracked_changes',
  'w:sectPrChange': 'tracked_changes',
  'w:tblPrChange': 'tracked_changes',
  'w:tblPrExChange': 'tracked_changes',
  'w:tblGridChange': 'tracked_changes',
  'w:tcPrChange': 'tracked_changes',
  'w:trPrChange': 'tracked_changes',
  'w:numberingChange': 'tracked_changes',
  'w:cellIns': 'tracked_changes',
  'w:cellDel': 'tracked_changes',
  'w:cellMerge': 'tracked_changes',
  'w:moveFromRangeStart': 'tracked_changes',
  'w:moveFromRangeEnd': 'tracked_changes',
  'w:moveToRangeStart': 'tracked_changes',
  'w:moveToRangeEnd': 'tracked_changes',
  'w:customXmlInsRangeStart': 'tracked_changes',
  'w:customXmlInsRangeEnd': 'tracked_changes',
  'w:customXmlDelRangeStart': 'tracked_changes',
  'w:customXmlDelRangeEnd': 'tracked_changes',
  'w:customXmlMoveFromRangeStart': 'tracked_changes',
  'w:customXmlMoveFromRangeEnd': 'tracked_changes',
  'w:customXmlMoveToRangeStart': 'tracked_changes',
  'w:customXmlMoveToRangeEnd': 'tracked_changes',
  'w14:conflictIns': 'tracked_changes',
  'w14:conflictDel': 'tracked_changes',
  'w:smartTagPr': 'custom_xml',
  'w:customXmlPr': 'custom_xml',
  'w:dataBinding': 'custom_xml',
  'w15:dataBinding': 'custom_xml',
  'w:fldData': 'hidden_content',
  'w:docVars': 'properties',
  'w:captions': 'properties',
  'w:mailMerge': 'external_reference',
  'w:attachedTemplate': 'external_reference',
  'w:attachedSchema': 'external_reference',
  'w:saveThroughXslt': 'external_reference',
  'w:smartTagType': 'custom_xml',
  '?:schemaLibrary': 'custom_xml',
  'w:rsids': 'history',
  'w14:docId': 'history',
  'w15:docId': 'history',
  'w:binData': 'embedded_object',
});
/** Containers whose content was inserted: the content stays. */
const UNWRAPPED: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo']);
/** In the properties of a run, a row or a list, w:ins and w:del are marks without content. */
const MARKED: ReadonlySet<string> = new Set(['w:rPr', 'w:trPr', 'w:numPr', 'm:ctrlPr']);
const REVISION_ID = 'rsid';
/** What was chosen in a content control, in another form than it is shown (ECMA-376 part 1, 17.5.2.7, 17.5.2.5, 17.5.2.15). */
const CHOSEN: Readonly<Record<string, string>> = Object.freeze({
  'w:date': 'fullDate',
  'w:comboBox': 'lastValue',
  'w:dropDownList': 'lastValue',
});

/** Cleans a part of WordprocessingML: changes are accepted, authors get numbers, links to data of others go. */
export function cleanWord(part: XmlPart, report: Report, nameOf: AuthorNames): ElementObserver {
  const { source, edits } = part;
  const paragraphs = joinParagraphs(part);
  const deletedRows = new WeakSet<XmlElement>();
  /** Rows that stay, by table. */
  const rows = new WeakMap<XmlElement, number>();

  const countRow = ({ parent }: XmlElement, more: number): void => {
    if (parent !== null) rows.set(parent, (rows.get(parent) ?? 0) + more);
  };
  const mark = (element: XmlElement): void => {
    const owner = element.parent;
    if (element.name === 'w:del' && owner?.name === 'w:rPr' && owner.parent?.name === 'w:pPr') {
      paragraphs.markDeleted(owner.parent.parent);
    }
    if (element.name === 'w:del' && owner?.name === 'w:trPr' && owner.parent !== null) deletedRows.add(owner.parent);
  };
  const cleanAttributes = (element: XmlElement): void => {
    if (!hasPersonalAttribute(element)) return;
    for (const { local, value: text, start, end, outerStart, outerEnd } of attributeRanges(source, element)) {
      if (local.startsWith(REVISION_ID)) edits.remove(outerStart, outerEnd);
      else if (CHOSEN[element.name] === local) {
        edits.remove(outerStart, outerEnd);
        report.cleaned('form_value');
      } else if (element.name === 'w:comment') {
        if (local === 'author') {
          edits.replace(start, end, xmlAttribute(nameOf(text)));
          report.cleaned('authors');
        } else if (local === 'initials' || local === 'date') edits.remove(outerStart, outerEnd);
      } else if (local === 'ed' || local === 'dateUtc') {
        edits.remove(outerStart, outerEnd);
        report.cleaned('authors');
      }
    }
  };
  const unwrap = (element: XmlElement, { contentEnd, end }: ElementEnd): void => {
    edits.remove(element.start, element.openEnd);
    if (end > element.openEnd) edits.remove(contentEnd, end);
    report.cleaned('tracked_changes');
  };

  return {
    open(element) {
      cleanAttributes(element);
      paragraphs.open(element);
      if (REMOVED[element.name] !== undefined) mark(element);
    },
    close(element, elementEnd) {
      const kind = REMOVED[element.name];
      if (kind !== undefined) {
        edits.remove(element.start, elementEnd.end);
        report.cleaned(kind);
      } else if (UNWRAPPED.has(element.name)) {
        if (MARKED.has(element.parent?.name ?? '')) {
          edits.remove(element.start, elementEnd.end);
          report.cleaned('tracked_changes');
        } else unwrap(element, elementEnd);
      } else if (deletedRows.has(element) || (element.name === 'w:tbl' && rows.get(element) === 0)) {
        // A table without rows would be an error.
        edits.remove(element.start, elementEnd.end);
        countRow(element, 0);
      } else if (element.name === 'w:tr') {
        countRow(element, 1);
      }
      paragraphs.close(element, elementEnd);
    },
  };
}

function hasPersonalAttribute({ name, tag }: XmlElement): boolean {
  if (name === 'w:comment' || name === 'w:permStart' || name === 'w16cex:commentExtensible') return true;
  if (CHOSEN[name] !== undefined) return true;
  for (const key in tag.attributes) if (key.includes(`:${REVISION_ID}`)) return true;
  return false;
}
