import type { XmlPart } from '../package/officePackage.ts';
import type { Report } from '../report.ts';
import { attributeRanges, type XmlElement } from '../package/walk.ts';
import { xmlAttribute } from '../text/escape.ts';
import type { AuthorNames } from './authors.ts';
import type { ElementObserver } from './markup.ts';

/** Names of a theme and its parts, which firms give to their own (ECMA-376 part 1, 20.1.6). Nothing refers to them. */
const THEME_NAMES: ReadonlySet<string> = new Set([
  ...['a:theme', 'a:clrScheme', 'a:fontScheme', 'a:fmtScheme', 'a:custClr', '?:themeFamily'],
]);
const OWN_THEMES = /^(?:Office(?: ?\d{4}(?: ?- ?\d{4})?)?(?:[ -](?:Theme|Design|2007 - 2010))?|Larissa|)$/;
const THEME = 'Theme';

/** Who takes part in comments (MS-PPTX 2.6.4.2; the reactions of Word's comments): attributes with names and accounts. */
const PEOPLE: Readonly<Record<string, readonly string[]>> = Object.freeze({
  presenceInfo: ['userId'],
  user: ['userId', 'userName'],
});
const PROVIDERS: ReadonlySet<string> = new Set(['providerId', 'userProvider']);

/** Cleans what documents, workbooks and presentations have in common: names of themes, people behind comments, what maps fetched. */
export function cleanShared({ source, edits }: XmlPart, report: Report, nameOf: AuthorNames): ElementObserver {
  const cleanPeople = (element: XmlElement, names: readonly string[]): void => {
    for (const { local, value, start, end } of attributeRanges(source, element)) {
      if (names.includes(local)) {
        edits.replace(start, end, xmlAttribute(nameOf(value)));
        report.cleaned('authors');
      } else if (PROVIDERS.has(local)) edits.replace(start, end, 'None');
    }
  };
  return {
    open(element) {
      const { name, tag } = element;
      if (THEME_NAMES.has(name)) {
        for (const { local, value, start, end } of attributeRanges(source, element)) {
          if (local !== 'name' || OWN_THEMES.test(value)) continue;
          edits.replace(start, end, THEME);
          report.cleaned('properties');
        }
      }
      const people = tag.prefix === '' ? undefined : PEOPLE[tag.local];
      if (people !== undefined) cleanPeople(element, people);
    },
    close(element, { end }) {
      if (element.name !== 'cx:geoCache') return;
      edits.remove(element.start, end);
      report.cleaned('cache');
    },
  };
}
