import { RE2JS } from 're2js';
import type { ElementObserver } from '../ooxml/markup.ts';
import type { AuthorNames } from '../ooxml/authors.ts';
import type { XmlPart } from '../package/officePackage.ts';
import type { Report } from '../report.ts';
import { attributeRanges, value, type ElementEnd, type XmlElement } from '../package/walk.ts';
import { xmlText } from '../text/escape.ts';
import type { CleanedKind } from '../types.ts';

/** Elements that are taken out with all they hold. */
const REMOVED: Readonly<Record<string, CleanedKind>> = Object.freeze({
  'text:tracked-changes': 'tracked_changes',
  'table:tracked-changes': 'tracked_changes',
  'text:change': 'tracked_changes',
  'text:change-start': 'tracked_changes',
  'text:change-end': 'tracked_changes',
  'office:event-listeners': 'script',
  'presentation:event-listener': 'script',
  'script:event-listener': 'script',
  'office:scripts': 'script',
  'office:dde-source': 'external_reference',
  'text:dde-connection-decls': 'external_reference',
  'text:section-source': 'external_reference',
  'table:table-source': 'external_reference',
  'table:cell-range-source': 'external_reference',
  'table:dde-links': 'external_reference',
  'form:connection-resource': 'external_reference',
  'office:binary-data': 'embedded_object',
  'meta:creator-initials': 'authors',
  'loext:sender-initials': 'authors',
});
/** Fields that show properties: programs would fill them anew from the properties, which are gone. Their text stays, as text. */
const PROPERTY_FIELDS =
  /^text:(?:user-defined|title|subject|keywords|description|initial-creator|creator|author-name|author-initials|sender-\w[\w-]*|printed-by|print-date|print-time|creation-date|creation-time|modification-date|modification-time|editing-cycles|editing-duration|file-name|template-name)$/;
/** Items of the settings with names of printers, data sources and editing sessions. */
const SETTINGS =
  /^(?:\w+URL|Printer(?:Name|Setup)|Rsid(?:Root)?|CurrentDatabase\w*|EmbeddedDatabaseName|ModifyPasswordInfo|ImagePreferredDPI)$/;
/** Fields that hold a day or a time beside the text that shows it (ODF 1.3 part 3, 7.3.2, 7.4.4, 7.4.5, 7.7.7). */
const DATED = /^text:(?:date|time|variable-set|variable-input|expression)$/;
const VALUES: ReadonlySet<string> = new Set(['date-value', 'time-value', 'date-adjust', 'time-adjust']);
/** Annotations for machines (RDFa in ODF 1.3 part 3, 4.2.1), which repeat the text in another form. */
const RDFA = 'http://www.w3.org/1999/xhtml';
const EXTERNAL = /^(?:[a-z][a-z0-9+.-]*:|\.\.\/|\/)/i;
/** Elements whose address leads to a person or a page, and is text. */
const LINKS: ReadonlySet<string> = new Set(['text:a', 'draw:a', 'form:button', 'form:image', 'text:script']);
/** Addresses on one machine: nobody else can follow them, and folders tell whose it is. */
const LOCAL = /^(?:file:|\\\\|[a-z]:[\\/])/i;
/** Another document in a formula (OpenFormula 5.8), by an engine whose time is linear: quotes that nothing closes may stand in front of it. */
const ELSEWHERE = RE2JS.compile("'(?:[^']|'')+'#");
const NOWHERE = "'document.ods'#";
const CELL = /^table:(?:covered-)?table-cell$/;
const ANNOTATIONS = /^(?:office|officeooo|loext):annotation$/;
const SOME_DAY = '1980-01-01T00:00:00';

/** Cleans a part of OpenDocument: changes are accepted, authors of comments get numbers, links to other files go. */
export function cleanOdf(part: XmlPart, report: Report, nameOf: AuthorNames): ElementObserver {
  const { source, edits } = part;
  const cleanAttributes = (element: XmlElement): void => {
    if (LINKS.has(element.name) ? LOCAL.test(value(element, 'href') ?? '') : isExternal(element)) {
      for (const { local, start, end } of attributeRanges(source, element)) {
        if (local === 'href') edits.replace(start, end, '');
      }
      report.cleaned('external_reference');
    }
    if (isNoted(element)) {
      for (const { local, outerStart, outerEnd } of attributeRanges(source, element)) {
        const isRdfa = Object.values(element.tag.attributes).some(
          ({ uri, local: name }) => uri === RDFA && name === local,
        );
        if (isRdfa) edits.remove(outerStart, outerEnd);
      }
      report.cleaned('custom_xml');
    }
    if (refersElsewhere(element)) {
      for (const { local, value: formula, start, end, outerStart, outerEnd } of attributeRanges(source, element)) {
        if (!ELSEWHERE.matcher(formula).find()) continue;
        // The value of the cell stays.
        if (local === 'formula' && CELL.test(element.name)) edits.remove(outerStart, outerEnd);
        else edits.replace(start, end, xmlText(ELSEWHERE.matcher(formula).replaceAll(NOWHERE)));
        report.cleaned('external_reference');
      }
    }
    if (element.name === 'table:source-service') {
      for (const { local, outerStart, outerEnd } of attributeRanges(source, element)) {
        if (local === 'user-name' || local === 'password') edits.remove(outerStart, outerEnd);
      }
    }
    if (DATED.test(element.name) && !isFrozen(element)) {
      for (const { local, outerStart, outerEnd } of attributeRanges(source, element)) {
        if (VALUES.has(local)) edits.remove(outerStart, outerEnd);
      }
    }
    if (hasRevisionIds(element)) {
      for (const { local, outerStart, outerEnd } of attributeRanges(source, element)) {
        if (local === 'rsid' || local === 'paragraph-rsid') edits.remove(outerStart, outerEnd);
      }
    }
  };
  const cleanAnnotation = (element: XmlElement, { contentEnd }: ElementEnd): void => {
    if (element.name === 'dc:creator') {
      edits.replace(element.openEnd, contentEnd, xmlText(nameOf(source.slice(element.openEnd, contentEnd))));
      report.cleaned('authors');
    } else if (element.name === 'dc:date') edits.replace(element.openEnd, contentEnd, SOME_DAY);
    else if (element.name === 'meta:date-string') edits.replace(element.openEnd, contentEnd, '');
  };
  return {
    open: cleanAttributes,
    close(element, end) {
      const kind = REMOVED[element.name];
      const setting = element.name === 'config:config-item' && SETTINGS.test(value(element, 'name') ?? '');
      if (kind !== undefined || setting) {
        edits.remove(element.start, end.end);
        report.cleaned(kind ?? 'properties');
      } else if ((PROPERTY_FIELDS.test(element.name) && element.parent?.name !== 'office:meta') || isFrozen(element)) {
        edits.remove(element.start, element.openEnd);
        if (end.end > element.openEnd) edits.remove(end.contentEnd, end.end);
      } else if (ANNOTATIONS.test(element.parent?.name ?? '') && end.contentEnd > element.openEnd) {
        cleanAnnotation(element, end);
      }
    },
  };
}

const isExternal = (element: XmlElement): boolean => EXTERNAL.test(value(element, 'href') ?? '');

const isNoted = ({ tag }: XmlElement): boolean => Object.values(tag.attributes).some(({ uri }) => uri === RDFA);

function refersElsewhere({ tag }: XmlElement): boolean {
  for (const key in tag.attributes) if (tag.attributes[key]!.value.includes("'#")) return true;
  return false;
}

/** Whether a field shows a certain day or time: without that value a program would fill it with another one, so its text stays as text. */
function isFrozen(element: XmlElement): boolean {
  if (!DATED.test(element.name)) return false;
  const isClock = element.name === 'text:date' || element.name === 'text:time';
  if (isClock) return value(element, 'fixed') === 'true';
  return value(element, 'date-value') !== undefined || value(element, 'time-value') !== undefined;
}

function hasRevisionIds({ tag }: XmlElement): boolean {
  for (const key in tag.attributes) if (key.endsWith('rsid')) return true;
  return false;
}
