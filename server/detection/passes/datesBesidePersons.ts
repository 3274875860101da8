import type { Candidate, DocumentPass } from '../recognizer.ts';
import { dateEndAt } from '../recognizers/shared/dates.ts';

const DATE_BEHIND = /(?:,[ ]|[ ]\(|[ ]?\|[ ]?|;[ ]?|[ ]{2,12}|\t)(?=\d)/y;
/** "Otto Wehmeyer (1934–2025)": the years of a life. */
const LIFE_BEHIND = /,?[ ]\(?\*?[ ]?(?<birth>(?:1[89]|20)\d\d)[ ]?[–—-][ ]?[†+]?[ ]?(?<death>(?:19|20)\d\d)(?!\d)/dy;
/** Shorter spans of years behind a name are terms of office, studies and employments. */
const LIFE_YEARS_MIN = 30;
/** Dates behind a name in the last years are dates of letters and hearings, not of birth. */
const YOUNGEST_YEARS = 12;
const YEAR = /(?:19|20)\d{2}/;
const SHORT_YEAR = /(?<![\p{N}])\p{N}{2}$/u;
/** The head of a curriculum vitae: "17.05.1992, Oruro", "22.11.1996 in Thiès, Senegal", "Oruro, 17.05.1992", the date alone. */
const BIRTH_LINE =
  /(?:^|\n)[ \t]*(?:\p{Lu}[\p{L}' -]{2,30},[ ])?(?=\d{1,2}[ .]|\d{1,2}[/-])(?<date>[^\n,]{6,24}?)(?=(?:[ ]in[ ]|,[ ])\p{Lu}[^\n\d]{1,40}(?:\r?\n|$)|[ \t]*(?:\r?\n|$))/dgu;

/** Latest year written in a text, as a lower bound of when it was written; undefined when there is none. */
function latestYear(text: string): number | undefined {
  let latest: number | undefined;
  for (const [year] of text.matchAll(/(?<!\d)(?:19|20)\d{2}(?!\d)/g)) {
    const value = Number(year);
    if (value < 2100 && value > (latest ?? 0)) latest = value;
  }
  return latest;
}

/** True for a date of a year long enough before the text was written; two figures mean the last such year. */
function isEarly(date: string, written: number): boolean {
  const full = YEAR.exec(date)?.[0];
  const short = Number(SHORT_YEAR.exec(date)?.[0] ?? NaN);
  const century = written - (written % 100);
  const year = full === undefined ? (short > written % 100 ? century - 100 : century) + short : Number(full);
  return year <= written - YOUNGEST_YEARS;
}

const birthdate = (start: number, end: number): Candidate => ({
  ...{ start, end, category: 'birthdate', priority: 56, confidence: 0.75, sources: ['beside:person'] },
});

/** Finds dates of birth and the years of a life right behind a name, where no word says what they are. */
export function createDatesBesidePersonsPass(): DocumentPass {
  return (view, winners, { categories }) => {
    if (categories['birthdate'] !== true) return winners;
    const { text } = view;
    const written = latestYear(text);
    if (written === undefined) return winners;
    const found: Candidate[] = [];
    for (const { indices } of text.matchAll(BIRTH_LINE)) {
      const [start, stop] = indices!.groups!['date']!;
      if (dateEndAt(text, start, false) === stop && isEarly(text.slice(start, stop), written))
        found.push(birthdate(start, stop));
    }
    for (const { end, category } of winners) {
      if (category !== 'person') continue;
      LIFE_BEHIND.lastIndex = end;
      const life = LIFE_BEHIND.exec(text);
      if (life !== null && Number(life.groups!['death']) - Number(life.groups!['birth']) >= LIFE_YEARS_MIN) {
        for (const [from, to] of [life.indices!.groups!['birth']!, life.indices!.groups!['death']!])
          found.push(birthdate(from, to));
        continue;
      }
      DATE_BEHIND.lastIndex = end;
      const gap = DATE_BEHIND.exec(text)?.[0].length;
      if (gap === undefined) continue;
      const dateEnd = dateEndAt(text, end + gap, false);
      if (dateEnd > 0 && isEarly(text.slice(end + gap, dateEnd), written)) found.push(birthdate(end + gap, dateEnd));
    }
    return found.length === 0 ? winners : [...winners, ...found];
  };
}
