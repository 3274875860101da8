import { AppError } from '../../../../core/errors.ts';
import type { Mapping, MappingBook, PlaceholderMac } from '../../../../core/placeholders/assign.ts';
import { findPlaceholders } from '../../../../core/placeholders/find.ts';
import { parsePlaceholder } from '../../../../core/placeholders/format.ts';
import { GUARD_CATEGORY, type MaskedText, maskText, type MaskSpan } from '../../../../core/placeholders/mask.ts';
import type { AnyJson } from '../../../../providers/types.ts';
import { isName, type MaskPlan } from './planSpans.ts';
import type { Replacements, Slot } from './slots.ts';

export interface MaskedSlots {
  /** What stands in the places of the slots now. */
  readonly replacements: Replacements;
  readonly mappings: readonly Mapping[];
  /** Hashes of values that stood in the body only as numbers. */
  readonly numbers: ReadonlySet<string>;
  /** Aliases of names of tools and properties, with the names. */
  readonly names: ReadonlyMap<string, string>;
}

/** No character of a placeholder, so that nothing is read as one across two pieces. */
const BETWEEN = '\u0001';

/** A stretch of a slot that is masked; placeholders of the account between two stretches of the model's own text stay. */
interface Piece {
  readonly slot: number;
  readonly start: number;
  readonly end: number;
}

/** Replaces the spans of a plan in one go, so that a value has one placeholder in the whole body. */
export async function maskSlots(
  plan: MaskPlan,
  options: { readonly book: MappingBook; readonly mac: PlaceholderMac },
): Promise<MaskedSlots> {
  const cut = plan.slots.map((slot) => (slot.speaker === 'model' && slot.kind === 'text' ? placeholdersIn(slot) : []));
  const hashes = new Set(cut.flatMap((found) => found.map(({ hash }) => hash)));
  const known = hashes.size === 0 ? new Map<string, string>() : await options.book.originals([...hashes]);

  const run = async (own: (hash: string) => boolean) => {
    const pieces = plan.slots.flatMap((slot, index) =>
      piecesOf(
        slot,
        index,
        cut[index]!.filter(({ hash }) => own(hash)),
      ),
    );
    return { pieces, masked: await maskPieces(plan, pieces, options) };
  };
  let result = await run(() => true);
  const assigned = new Set(result.masked.mappings.map(({ hash }) => hash));
  const isOwn = (hash: string) => known.has(hash) || assigned.has(hash);
  // What the model wrote may hold placeholders that nobody knows: they are text like any other.
  if ([...hashes].some((hash) => !isOwn(hash))) result = await run(isOwn);
  return write(plan, result.pieces, result.masked);
}

interface PlaceholderIn {
  readonly start: number;
  readonly end: number;
  readonly hash: string;
}

function placeholdersIn({ text }: Slot): PlaceholderIn[] {
  return findPlaceholders(text)
    .filter(({ exact }) => exact)
    .map(({ start, end, hashes }) => ({ start, end, hash: hashes[0]! }));
}

function piecesOf(slot: Slot, index: number, own: readonly PlaceholderIn[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of [...own, { start: slot.text.length, end: slot.text.length }]) {
    if (start > at) pieces.push({ slot: index, start: at, end: start });
    at = end;
  }
  return pieces;
}

/** Masks the pieces as one text. */
async function maskPieces(
  plan: MaskPlan,
  pieces: readonly Piece[],
  options: { readonly book: MappingBook; readonly mac: PlaceholderMac },
): Promise<MaskedText & { readonly starts: readonly number[] }> {
  const starts: number[] = [];
  let length = 0;
  for (const { start, end } of pieces) {
    starts.push(length);
    length += end - start + BETWEEN.length;
  }
  const text = pieces.map(({ slot, start, end }) => plan.slots[slot]!.text.slice(start, end) + BETWEEN).join('');
  /** How many spans of a slot end before its next piece. */
  const passed = new Map<number, number>();
  const spans = pieces.flatMap((piece, index) => {
    const all = plan.spans[piece.slot]!;
    let first = passed.get(piece.slot) ?? 0;
    while (first < all.length && all[first]!.end <= piece.start) first += 1;
    passed.set(piece.slot, first);
    return spansIn(all, first, piece, starts[index]!);
  });
  const masked = await maskText(text, spans, options);
  if (keepsApart(masked, pieces, starts)) return { ...masked, starts };
  // Text that defeats every attempt to mask it in parts is masked piece by piece as a whole.
  const whole = pieces.map(({ start, end }, index) => ({
    start: starts[index]!,
    end: starts[index]! + end - start,
    category: GUARD_CATEGORY,
  }));
  const wholly = await maskText(text, whole, options);
  if (!keepsApart(wholly, pieces, starts))
    throw new AppError('anonymization_failed', 'The request could not be masked.');
  return { ...wholly, starts };
}

/** The spans of a slot, from the one numbered `first` on, inside one of its pieces, moved to where the piece stands. */
function spansIn(spans: readonly MaskSpan[], first: number, { start, end }: Piece, at: number): MaskSpan[] {
  const moved: MaskSpan[] = [];
  for (let index = first; index < spans.length && spans[index]!.start < end; index += 1) {
    const span = spans[index]!;
    const from = Math.max(span.start, start);
    moved.push({ ...span, start: at + from - start, end: at + Math.min(span.end, end) - start });
  }
  return moved;
}

/** No masked part reaches over the end of its piece. */
function keepsApart({ parts }: MaskedText, pieces: readonly Piece[], starts: readonly number[]): boolean {
  let index = 0;
  return parts.every(({ start, end }) => {
    while (index + 1 < starts.length && starts[index + 1]! <= start) index += 1;
    const piece = pieces[index]!;
    return end <= starts[index]! + piece.end - piece.start;
  });
}

function write(
  plan: MaskPlan,
  pieces: readonly Piece[],
  { parts, mappings, starts }: MaskedText & { readonly starts: readonly number[] },
): MaskedSlots {
  const replacements: AnyJson[] = plan.slots.map(({ kind, text }) => (kind === 'number' ? Number(text) : text));
  const names = new Map<string, string>();
  const asNumber = new Set<string>();
  const asText = new Set<string>();
  let part = 0;
  /** Per slot, its text so far and how far the source has been read. */
  const written = new Map<number, { text: string; at: number }>();
  for (const [index, piece] of pieces.entries()) {
    const slot = plan.slots[piece.slot]!;
    const base = starts[index]! - piece.start;
    const state = written.get(piece.slot) ?? { text: '', at: 0 };
    written.set(piece.slot, state);
    for (; part < parts.length && parts[part]!.start < base + piece.end; part += 1) {
      const { start, end, mapping } = parts[part]!;
      state.text +=
        slot.text.slice(state.at, start - base) + standIn(mapping, isHeldTogether(slot, plan.toolNames) ? names : null);
      state.at = end - base;
      (slot.kind === 'number' ? asNumber : asText).add(mapping.hash);
    }
  }
  for (const [index, { text, at }] of written) {
    if (at > 0) replacements[index] = text + plan.slots[index]!.text.slice(at);
  }
  const numbers = new Set([...asNumber].filter((hash) => !asText.has(hash)));
  return { replacements, mappings, numbers, names };
}

function isHeldTogether(slot: Slot, toolNames: ReadonlySet<string>): boolean {
  return slot.kind === 'participant' || slot.kind === 'identifier' || isName(slot, toolNames);
}

/** The placeholder, or the alias that a name can be: letters, digits and an underscore. */
function standIn({ placeholder, original }: Mapping, names: Map<string, string> | null): string {
  if (names === null) return placeholder;
  const { category, hash } = parsePlaceholder(placeholder)!;
  const alias = `${category}_${hash}`;
  names.set(alias, original);
  return alias;
}
