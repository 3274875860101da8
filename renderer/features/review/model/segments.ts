import type { Entity } from '../../../../server/contract/jobs.ts';
import type { Block } from './blocks.ts';
import type { TextRange } from './search.ts';

/** A piece of a row that is drawn in one style. Offsets are UTF-16 code units of the original text. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** What is shown: the original characters, or a placeholder. */
  readonly text: string;
  readonly find: Entity | null;
  /** True where the piece continues a find that began in an earlier piece. */
  readonly continued: boolean;
  /** Index of the search hit the piece belongs to, -1 for none. */
  readonly hit: number;
}

/** Search hits of a row together with the index of the first of them among all hits. */
export interface RowHits {
  readonly ranges: readonly TextRange[];
  readonly firstIndex: number;
}

export const NO_HITS: RowHits = Object.freeze({ ranges: [], firstIndex: 0 });

/** Accepted finds never overlap; among rejected ones the shortest is the most specific. */
function findAt(finds: readonly Entity[], offset: number): Entity | null {
  let best: Entity | null = null;
  for (const find of finds) {
    if (find.start > offset || find.end <= offset) continue;
    if (find.accepted) return find;
    if (!best || find.end - find.start < best.end - best.start) best = find;
  }
  return best;
}

/** Cuts a row where finds and search hits begin and end; the pieces give the row's text back when joined. */
export function originalSegments(
  text: string,
  block: Block,
  finds: readonly Entity[],
  hits: RowHits = NO_HITS,
): Segment[] {
  const cuts = new Set([block.start, block.textEnd]);
  const addCut = (offset: number) => {
    if (offset > block.start && offset < block.textEnd) cuts.add(offset);
  };
  for (const range of [...finds, ...hits.ranges]) {
    addCut(range.start);
    addCut(range.end);
  }
  const offsets = [...cuts].sort((a, b) => a - b);

  const segments: Segment[] = [];
  for (let i = 0; i + 1 < offsets.length; i++) {
    const start = offsets[i]!;
    const end = offsets[i + 1]!;
    const find = findAt(finds, start);
    const hit = hits.ranges.findIndex((range) => range.start <= start && range.end > start);
    segments.push({
      start,
      end,
      text: text.slice(start, end),
      find,
      continued: find !== null && find.start < start,
      hit: hit < 0 ? -1 : hits.firstIndex + hit,
    });
  }
  return segments;
}

/** Shown for a value that is accepted but whose placeholder the server has yet to name. */
export const provisionalPlaceholder = (find: Entity) => find.placeholder ?? `[[${find.category}-…]]`;

/**
 * The same row as it reads after anonymization. An accepted find stands as its placeholder in the row where it begins and
 * leaves nothing in the rows it continues into.
 */
export function anonymizedSegments(
  text: string,
  block: Block,
  finds: readonly Entity[],
  hits: RowHits = NO_HITS,
): Segment[] {
  const segments: Segment[] = [];
  for (const segment of originalSegments(text, block, finds, hits)) {
    const { find } = segment;
    if (!find?.accepted) segments.push(segment);
    else if (!segment.continued) {
      segments.push({ ...segment, end: Math.min(find.end, block.textEnd), text: provisionalPlaceholder(find) });
    }
  }
  return segments;
}

/** True when an accepted find covers the line break before the row, so that the row continues the line above. */
export const continuesLine = (block: Block, finds: readonly Entity[]) =>
  finds.some((find) => find.accepted && find.start < block.start && find.end >= block.start);

/** The whole text with every accepted find replaced. `finds` sorted by start. */
export function anonymizedText(text: string, finds: readonly Entity[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const find of finds) {
    if (!find.accepted) continue;
    parts.push(text.slice(position, find.start), provisionalPlaceholder(find));
    position = find.end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}
