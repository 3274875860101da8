import { diffArrays } from 'diff';
import type { Range } from './quotes.ts';

/** A stretch that two texts have in common. Positions are UTF-16 code units. */
export interface Block {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

/** Which parts of a text are still there in the text that replaced it. */
export interface Alignment {
  /** Where the texts agree from the start, and from the end; the two may overlap in the shorter text. */
  readonly commonStart: number;
  readonly commonEnd: number;
  readonly shift: number;
  /** Common stretches in the order of both texts; compares what lies between start and end when it is first asked for. */
  readonly blocks: () => readonly Block[];
}

/** Bounds of the comparison between the common start and the common end; beyond them only lines, then nothing, is compared. */
const BOUNDS = Object.freeze({ wordCharacters: 200_000, edits: 1_500, timeout: 150 });
const WORDS = /[\p{L}\p{N}\p{M}_]+|\r?\n|[^]/gu;
const LINES = /[^\n]*\n|[^\n]+/g;

/**
 * Aligns two states of a text: by their common start and end, between them by words, or by lines where that is too much work.
 * Takes time linear in the texts plus at most a fraction of a second.
 */
export function alignTexts(before: string, after: string): Alignment {
  const shorter = Math.min(before.length, after.length);
  const commonStart = startInCommon(before, after, shorter);
  const commonEnd = endInCommon(before, after, shorter);
  let blocks: readonly Block[] | undefined;
  return {
    commonStart,
    commonEnd,
    shift: after.length - before.length,
    blocks: () => (blocks ??= allBlocks(before, after, commonStart, Math.min(commonEnd, shorter - commonStart))),
  };
}

function allBlocks(before: string, after: string, start: number, end: number): readonly Block[] {
  const middle = blocksBetween(before.slice(start, before.length - end), after.slice(start, after.length - end));
  const blocks = [
    { before: 0, after: 0, length: start },
    ...middle.map((block) => ({ ...block, before: block.before + start, after: block.after + start })),
    { before: before.length - end, after: after.length - end, length: end },
  ];
  return blocks.filter(({ length }) => length > 0);
}

/** What has become of a range: where its first and last kept character are now, and how many were kept. */
export function follow({ blocks }: Alignment, { from, to }: Range): { range: Range; kept: number } | null {
  const parts = blocks().flatMap((block) => {
    const start = Math.max(from, block.before);
    const end = Math.min(to, block.before + block.length);
    const offset = block.after - block.before;
    return start < end ? [{ from: start + offset, to: end + offset }] : [];
  });
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    range: { from: first.from, to: last.to },
    kept: parts.reduce((sum, part) => sum + part.to - part.from, 0),
  };
}

function startInCommon(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length > 0 && length < most && isHighSurrogate(a.charCodeAt(length - 1)) ? length - 1 : length;
}

function endInCommon(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1;
  return length > 0 && length < most && isLowSurrogate(a.charCodeAt(a.length - length)) ? length - 1 : length;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

function blocksBetween(before: string, after: string): readonly Block[] {
  if (before === '' || after === '') return [];
  const byWords = before.length + after.length <= BOUNDS.wordCharacters ? blocksBy(WORDS, before, after) : null;
  return byWords ?? blocksBy(LINES, before, after) ?? [];
}

/** Common stretches of whole tokens; null when the texts differ too much for the bounds. */
function blocksBy(pattern: RegExp, before: string, after: string): readonly Block[] | null {
  const numbers = new Map<string, number>();
  // Numbers are compared faster than strings.
  const tokensOf = (text: string) =>
    (text.match(pattern) ?? []).map((token) => {
      const known = numbers.get(token);
      if (known !== undefined) return { number: known, length: token.length };
      numbers.set(token, numbers.size);
      return { number: numbers.size - 1, length: token.length };
    });
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const changes = diffArrays(
    old.map(({ number }) => number),
    now.map(({ number }) => number),
    { maxEditLength: BOUNDS.edits, timeout: BOUNDS.timeout },
  );
  if (changes === undefined) return null;
  const blocks: Block[] = [];
  let [oldToken, newToken, oldAt, newAt] = [0, 0, 0, 0];
  for (const { added, removed, count } of changes) {
    const length = added ? lengthOf(now, newToken, count) : lengthOf(old, oldToken, count);
    if (!added && !removed) blocks.push({ before: oldAt, after: newAt, length });
    if (!added) [oldToken, oldAt] = [oldToken + count, oldAt + length];
    if (!removed) [newToken, newAt] = [newToken + count, newAt + length];
  }
  return blocks;
}

function lengthOf(tokens: readonly { readonly length: number }[], from: number, count: number): number {
  let length = 0;
  for (let at = from; at < from + count; at += 1) length += tokens[at]!.length;
  return length;
}
