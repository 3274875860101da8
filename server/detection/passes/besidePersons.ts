import type { Candidate, DocumentPass } from '../recognizer.ts';
import { dateEndAt } from '../recognizers/shared/dates.ts';

/** "Ilse Kammerer (74)", "Kai-Uwe Sommer, 47, …", "(7 J.)", "(81 ans)". */
const AGE_BEHIND =
  /(?:[ ]\((?<inside>\d{1,3})(?<unit>[ ]?(?:J\.|Jahre|a\.|ans|años|anni|yrs?\.?|years))?\)|,[ ](?<plain>\d{1,3})(?:[ ]J\.)?(?=[,;.)]|[ ]?$|\n))/dmy;
const DATE_BEHIND = /(?:,[ ]|[ ]\(|[ ]?\|[ ]?|;[ ]?|[ ]{2,12}|\t)(?=\d)/y;
const LARGEST_AGE = 110;
/** Dates behind a name in the last years are dates of letters and hearings, not of birth. */
const YOUNGEST_YEARS = 12;
const YEAR = /(?:19|20)\d{2}/;

/** Latest year written in a text, as a lower bound of when it was written; undefined when there is none. */
function latestYear(text: string): number | undefined {
  let latest: number | undefined;
  for (const [year] of text.matchAll(/(?<!\d)(?:19|20)\d{2}(?!\d)/g)) {
    const value = Number(year);
    if (value < 2100 && value > (latest ?? 0)) latest = value;
  }
  return latest;
}

/** Finds ages and dates of birth that stand right behind a name, where no other word says what they are. */
export function createBesidePersonsPass(): DocumentPass {
  return (view, winners, { categories }) => {
    if (categories['age'] !== true && categories['birthdate'] !== true) return winners;
    const { text } = view;
    const written = latestYear(text);
    const found: Candidate[] = [];
    for (const { end, category } of winners) {
      if (category !== 'person') continue;
      AGE_BEHIND.lastIndex = end;
      const age = AGE_BEHIND.exec(text)?.indices?.groups;
      const [start, stop] = age?.['inside'] ?? age?.['plain'] ?? [0, 0];
      if (stop > start && Number(text.slice(start, stop)) <= LARGEST_AGE) {
        const full = age?.['unit']?.[1] ?? stop;
        found.push({ start, end: full, category: 'age', priority: 45, confidence: 0.7, sources: ['beside:person'] });
        continue;
      }
      DATE_BEHIND.lastIndex = end;
      const gap = DATE_BEHIND.exec(text)?.[0].length;
      if (gap === undefined || written === undefined) continue;
      const dateEnd = dateEndAt(text, end + gap, false);
      const year = Number(YEAR.exec(text.slice(end + gap, Math.max(end + gap, dateEnd)))?.[0] ?? NaN);
      if (dateEnd > 0 && year <= written - YOUNGEST_YEARS) {
        const date = { start: end + gap, end: dateEnd, category: 'birthdate' };
        found.push({ ...date, priority: 56, confidence: 0.75, sources: ['beside:person'] });
      }
    }
    return found.length === 0 ? winners : [...winners, ...found];
  };
}
