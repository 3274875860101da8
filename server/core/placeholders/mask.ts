import { forEachInTurns, mapInTurns, nextTurn } from '../turns.ts';
import { applyReplacements, createOffsetMap, type AppliedText } from './apply.ts';
import { createAssigner, formKey, type Mapping, type MappingBook, type PlaceholderMac } from './assign.ts';
import { findPlaceholdersInTurns, type FoundPlaceholder } from './find.ts';
import { mentionedHashesInTurns, resolvePlaceholder, restoreInTurns } from './restore.ts';

/** Category of text that is masked only because it is, or would be taken for, a placeholder. */
export const GUARD_CATEGORY = 'custom';

/** Rounds of masking offending text before the text is masked as a whole. One is the rule, two are rare. */
const MOST_ROUNDS = 6;

/** Of shorter texts, in UTF-16 code units, no step holds the thread for long. */
const SHORT_TEXT = 50_000;

/** A part of a text to be masked. Offsets are UTF-16 code units, `end` exclusive. */
export interface MaskSpan {
  readonly start: number;
  readonly end: number;
  readonly category: string;
  readonly entity?: number | undefined;
}

/** A part that is replaced in the result. */
export interface MaskedPart {
  readonly start: number;
  readonly end: number;
  readonly mapping: Mapping;
  /** true for text that is masked so that the result restores exactly; false for a span of the caller. */
  readonly guard: boolean;
}

export interface MaskedText {
  readonly text: string;
  /** In the order of the text, never overlapping. A span that a guard swallowed is not among them. */
  readonly parts: readonly MaskedPart[];
  /** Every mapping the text uses, each once. */
  readonly mappings: readonly Mapping[];
}

export interface MaskOptions {
  readonly book: MappingBook;
  readonly mac: PlaceholderMac;
}

type Region = MaskSpan & { readonly guard: boolean };

/**
 * Replaces spans by placeholders so that restoring the result gives the text back exactly, whatever the text contains.
 * Text that would be read as a placeholder of this account is masked as well. So is every exact placeholder, and every altered one that is
 * likely to be one, also when the account does not know it: it would come to know it again when a value whose job was deleted is masked anew.
 * The result has been restored and compared before it is returned.
 * @param spans - sorted by start, not overlapping, not empty
 */
export async function maskText(text: string, spans: readonly MaskSpan[], options: MaskOptions): Promise<MaskedText> {
  const assigner = createAssigner(options);
  const originals = createOriginals(options.book);
  const pause = async () => {
    if (text.length > SHORT_TEXT) await nextTurn();
  };

  const attempt = async (regions: readonly Region[]) => {
    const assigned = await assigner.assign(await mapInTurns(regions, (region) => formOf(text, region)));
    const parts = await mapInTurns(regions, (region) => {
      const mapping = assigned.get(formKey(formOf(text, region)))!;
      originals.add(mapping);
      return { start: region.start, end: region.end, mapping, guard: region.guard };
    });
    const applied = applyReplacements(
      text,
      await mapInTurns(parts, ({ start, end, mapping }) => ({ start, end, placeholder: mapping.placeholder })),
    );
    await pause();
    const found = await findPlaceholdersInTurns(applied.text);
    await pause();
    await originals.load(await mentionedHashesInTurns(found));
    return { parts, applied, found };
  };

  let regions: readonly Region[] = spans.map((span) => ({ ...span, guard: false }));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { parts, applied, found } = await attempt(regions);
    const offending = await offendingRanges(applied, found, originals.known);
    if (offending.length === 0) {
      await pause();
      const restored = await restoreInTurns(applied.text, originals.known, found, Infinity);
      await pause();
      if (restored?.text === text && keepsPlaceholders(applied)) return await result(applied, parts);
      break;
    }
    regions = mergeGuards(regions, offending);
  }
  const whole = await attempt([{ start: 0, end: text.length, category: GUARD_CATEGORY, guard: true }]);
  return await result(whole.applied, whole.parts);
}

function formOf(text: string, region: MaskSpan) {
  return { category: region.category, text: text.slice(region.start, region.end), group: region.entity };
}

/** The originals known so far, asked for once each. */
function createOriginals(book: MappingBook) {
  const known = new Map<string, string>();
  const asked = new Set<string>();
  return {
    known: known as ReadonlyMap<string, string>,
    add(mapping: Mapping) {
      known.set(mapping.hash, mapping.original);
      asked.add(mapping.hash);
    },
    async load(hashes: readonly string[]) {
      const fresh = hashes.filter((hash) => !asked.has(hash));
      for (const hash of fresh) asked.add(hash);
      if (fresh.length === 0) return;
      for (const [hash, original] of await book.originals(fresh)) known.set(hash, original);
    },
  };
}

/** Parts of the original that would not come back as they are. */
async function offendingRanges(
  applied: AppliedText,
  found: readonly FoundPlaceholder[],
  originals: ReadonlyMap<string, string>,
): Promise<{ start: number; end: number }[]> {
  const offsets = createOffsetMap(applied.placements);
  const own = new Map(applied.placements.map((placement) => [placement.maskedStart, placement]));
  const ranges: { start: number; end: number }[] = [];
  await forEachInTurns(found, (hit) => {
    const isOwn = hit.exact && own.get(hit.start)?.maskedEnd === hit.end;
    if (!isOwn && (hit.likely || resolvePlaceholder(hit, originals) !== undefined)) {
      ranges.push(offsets.originalRange(hit.start, hit.end));
    }
  });
  return ranges;
}

/** Adds guards to the regions; whatever a guard touches becomes part of it. */
function mergeGuards(regions: readonly Region[], ranges: readonly { start: number; end: number }[]): Region[] {
  const guards = ranges.map((range): Region => ({ ...range, category: GUARD_CATEGORY, guard: true }));
  const all = [...regions, ...guards].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Region[] = [];
  for (const region of all) {
    const last = merged.at(-1);
    if (last === undefined || region.start >= last.end) merged.push(region);
    else {
      const end = Math.max(last.end, region.end);
      merged[merged.length - 1] = { start: last.start, end, category: GUARD_CATEGORY, guard: true };
    }
  }
  return merged;
}

/** Every masked part shows its placeholder and nothing else. */
function keepsPlaceholders(applied: AppliedText): boolean {
  return applied.placements.every(
    ({ maskedStart, maskedEnd, placeholder }) => applied.text.slice(maskedStart, maskedEnd) === placeholder,
  );
}

async function result(applied: AppliedText, parts: readonly MaskedPart[]): Promise<MaskedText> {
  const mappings = new Map<string, Mapping>();
  await forEachInTurns(parts, ({ mapping }) => {
    mappings.set(mapping.hash, mapping);
  });
  return { text: applied.text, parts, mappings: [...mappings.values()] };
}
