import type { ElementObserver } from '../ooxml/markup.ts';
import type { AuthorNames } from '../ooxml/authors.ts';
import type { XmlPart } from '../package/officePackage.ts';
import type { Report } from '../package/scan.ts';
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
  /^(?:Printer(?:Name|Setup)|Rsid(?:Root)?|CurrentDatabase\w*|EmbeddedDatabaseName|ModifyPasswordInfo|ImagePreferredDPI)$/;
const EXTERNAL = /^(?:[a-z][a-z0-9+.-]*:|\.\.\/|\/)/i;
/** Elements whose address leads to a person or a page, and is text. */
const LINKS: ReadonlySet<string> = new Set(['text:a', 'draw:a', 'form:button', 'form:image', 'text:script']);
const ANNOTATIONS = /^(?:office|officeooo|loext):annotation$/;
const SOME_DAY = '1980-01-01T00:00:00';

/** Cleans a part of OpenDocument: changes are accepted, authors of comments get numbers, links to other files go. */
export function cleanOdf(part: XmlPart, report: Report, nameOf: AuthorNames): ElementObserver {
  const { source, edits } = part;
  const cleanAttributes = (element: XmlElement): void => {
    if (!LINKS.has(element.name) && isExternal(element)) {
      for (const { local, start, end } of attributeRanges(source, element)) {
        if (local === 'href') edits.replace(start, end, '');
      }
      report.cleaned('external_reference');
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
      } else if (PROPERTY_FIELDS.test(element.name) && element.parent?.name !== 'office:meta') {
        edits.remove(element.start, element.openEnd);
        if (end.end > element.openEnd) edits.remove(end.contentEnd, end.end);
      } else if (ANNOTATIONS.test(element.parent?.name ?? '') && end.contentEnd > element.openEnd) {
        cleanAnnotation(element, end);
      }
    },
  };
}

const isExternal = (element: XmlElement): boolean => EXTERNAL.test(value(element, 'href') ?? '');

function hasRevisionIds({ tag }: XmlElement): boolean {
  for (const key in tag.attributes) if (key.endsWith('rsid')) return true;
  return false;
}
