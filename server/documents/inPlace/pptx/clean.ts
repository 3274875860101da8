import type { AuthorNames } from '../ooxml/authors.ts';
import type { ElementObserver } from '../ooxml/markup.ts';
import type { XmlPart } from '../package/officePackage.ts';
import type { Report } from '../report.ts';
import { attributeRanges, type XmlElement } from '../package/walk.ts';
import { xmlAttribute } from '../text/escape.ts';

/** Attributes that name people (ECMA-376 part 1, 19.4; MS-PPTX 2.6): they get numbers. */
const AUTHORS: Readonly<Record<string, readonly string[]>> = Object.freeze({
  'p:cmAuthor': ['name'],
  'p188:author': ['name', 'userId'],
});
/** Attributes that are emptied or go. */
const EMPTIED: Readonly<Record<string, readonly string[]>> = Object.freeze({
  'p:cmAuthor': ['initials'],
  'p188:author': ['initials', 'providerId'],
});
const TIMES: Readonly<Record<string, readonly string[]>> = Object.freeze({
  'p:cm': ['dt'],
  'p188:cm': ['created', 'startDate', 'dueDate'],
  'p188:reply': ['created'],
});
const SOME_DAY = '1980-01-01T00:00:00.000';

/** The name a layout had in the template it comes from; optional (ECMA-376 part 1, 19.3.1.39). */
const MATCHING = 'matchingName';

/** Cleans a part of a presentation: authors of comments get numbers, times go. */
export function cleanSlides({ source, edits }: XmlPart, report: Report, nameOf: AuthorNames): ElementObserver {
  return {
    open(element: XmlElement) {
      const { name } = element;
      if (AUTHORS[name] === undefined && TIMES[name] === undefined && name !== 'p:sldLayout') return;
      for (const { local, value, start, end, outerStart, outerEnd } of attributeRanges(source, element)) {
        if (local === MATCHING) edits.remove(outerStart, outerEnd);
        if (AUTHORS[name]?.includes(local) === true) {
          edits.replace(start, end, xmlAttribute(nameOf(value)));
          report.cleaned('authors');
        } else if (EMPTIED[name]?.includes(local) === true)
          edits.replace(start, end, local === 'initials' ? 'A' : 'None');
        else if (TIMES[name]?.includes(local) === true) edits.replace(start, end, SOME_DAY);
      }
    },
    close: () => undefined,
  };
}
