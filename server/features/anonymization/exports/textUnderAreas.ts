import type { AreaBody, PageWord } from '../../../contract/documentView.ts';
import { applyReplacements, type Replacement } from '../../../core/placeholders/apply.ts';

/** Stands for words that somebody covered; it does not tell how many there were. */
export const COVERED = '█████';
/** Share of the height of a word that an area covers by chance, because the line above was covered. */
const GRAZED = 0.2;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The words of a page that an area covers, wholly or in part. */
export function wordsUnder(areas: readonly AreaBody[], words: readonly PageWord[]): PageWord[] {
  return words.filter((word) =>
    areas.some((area) => {
      const across = shared(area.x, area.width, word.x, word.width);
      const down = shared(area.y, area.height, word.y, word.height);
      const isUpright = word.direction === 1 || word.direction === 3;
      const [along, thickness, over] = isUpright ? [down, word.width, across] : [across, word.height, down];
      return along > 0 && over > GRAZED * thickness;
    }),
  );
}

const shared = (start: number, length: number, otherStart: number, otherLength: number): number =>
  Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);

/**
 * The text of a job with its placeholders, and without what areas cover.
 * @param placeholders - sorted, not overlapping; they stay where an area covers them too
 * @param covered - words under areas, in any order. Offsets are UTF-16 code units of the original.
 */
export function textWithout(original: string, placeholders: readonly Replacement[], covered: readonly Range[]): string {
  const all: Replacement[] = [...placeholders];
  let from = 0;
  let next = 0;
  for (const range of joined(original, covered)) {
    from = range.start;
    while (next < placeholders.length && placeholders[next]!.end <= range.start) next += 1;
    for (let index = next; from < range.end; index += 1) {
      const other = placeholders[index];
      const end = other === undefined ? range.end : Math.min(other.start, range.end);
      if (/\S/.test(original.slice(from, end))) all.push({ start: from, end, placeholder: COVERED });
      from = other === undefined ? range.end : Math.max(from, other.end);
    }
  }
  return applyReplacements(
    original,
    all.sort((a, b) => a.start - b.start),
  ).text;
}

/** Words with nothing but spaces between them as one. */
function joined(text: string, ranges: readonly Range[]): Range[] {
  const whole: Range[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = whole.at(-1);
    if (last !== undefined && (start <= last.end || text.slice(last.end, start).trim() === '')) {
      whole[whole.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    } else whole.push({ start, end });
  }
  return whole;
}
