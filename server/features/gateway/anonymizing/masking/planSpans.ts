import { GUARD_CATEGORY, type MaskSpan } from '../../../../core/placeholders/mask.ts';
import type { PartFinds, PartSpan } from './detectParts.ts';
import { holdsJoined, isFixed, isPersonalInFixed, isSecretInFixed, joinedNamesOf, namesOf } from './fixedTexts.ts';
import { createHiddenSearch, hiddenReadings, type HiddenSearch } from './hidden.ts';
import type { PartText, Segment } from './partText.ts';
import type { Slot } from './slots.ts';
import { createValueSearch, isTelling, type SearchedValue, type ValueSearch } from './valueSearch.ts';
import { decodedReading, nameReading, packedReadings, plainReading, type TextReading } from './views.ts';

/** What the person decided, and what is known of values beside the finds. */
export interface Decisions {
  readonly shown: ReadonlySet<string>;
  readonly hidden: readonly SearchedValue[];
  readonly known: readonly SearchedValue[];
  /** Values that the account always masks: the detector finds them in texts, and they are looked for in texts that are fixed. */
  readonly always: readonly SearchedValue[];
}

/** What has to be replaced in each slot, and what must not be in anything that leaves. */
export interface MaskPlan {
  readonly slots: readonly Slot[];
  /** Spans by slot, sorted, not overlapping, not empty. */
  readonly spans: readonly (readonly MaskSpan[])[];
  /** Finds every value that is long enough to be told from others. */
  readonly search: ValueSearch;
  /** Finds them where letters are spaced out or written from their end. */
  readonly hidden: HiddenSearch;
  /** Names of tools and of the properties they take. */
  readonly toolNames: ReadonlySet<string>;
}

/** A find in a slot. */
interface Find {
  readonly start: number;
  readonly end: number;
  readonly category: string;
  readonly confidence: number;
  readonly entity: string | undefined;
}

/** A part of the conversation with what was found in it. */
export interface FoundPart {
  readonly part: PartText;
  readonly finds: PartFinds;
}

/**
 * Brings the finds of all parts together: what was found once is masked wherever it stands as a whole word, in every way of writing, under one
 * category; names of tools and properties that hold a value as a whole.
 */
export function planSpans(slots: readonly Slot[], parts: readonly FoundPart[], decisions: Decisions): MaskPlan {
  const { shown, hidden, always } = decisions;
  const bySlot = new Map<Slot, Find[]>();
  const values = decisions.known
    .filter(({ text }) => !shown.has(text))
    .map((value): SearchedValue & { readonly confidence: number } => ({ ...value, confidence: 1 }));
  const groups = createGroups();
  for (const { part, finds } of parts) {
    for (const { slot, find, text } of findsInSlots(part, finds.spans)) {
      const source = slot.text.slice(find.start, find.end);
      if (shown.has(source) || shown.has(text)) continue;
      if (isFixed(slot) && !isPersonalInFixed(slot.kind, find.category, text)) continue;
      const found = bySlot.get(slot);
      if (found === undefined) bySlot.set(slot, [find]);
      else found.push(find);
      const { category, confidence } = find;
      for (const form of new Set([source, text])) values.push({ text: form, category, confidence });
      if (find.entity !== undefined) groups.join(find.entity, `\0${source}`);
    }
    for (const { text, entity } of finds.links) groups.join(entity, `\0${text}`);
  }
  linkNames(values, (a, b) => groups.join(a, b));
  const known = oneCategoryEach([...hidden.map((value) => ({ ...value, confidence: 2 })), ...values]);
  const asked = new Set(hidden.map(({ text }) => text));
  const telling = [...known.values()].filter(({ text }) => asked.has(text) || isTelling(text));
  const search = createValueSearch(telling);
  const hiddenSearch = createHiddenSearch(telling);
  const inNames = createValueSearch([...telling, ...telling.flatMap(inWords)], { ignoreCase: true });
  // Made once, and only for bodies with something fixed: there may be thousands of addresses and of values.
  let fixedSearch: ValueSearch | undefined;
  let joinedNames: readonly string[] | undefined;
  const holdsKnown = (slot: Slot) => {
    if (slot.kind === 'address' && holdsJoined(slot.text, (joinedNames ??= joinedNamesOf(known.values())))) return true;
    fixedSearch ??= createValueSearch(
      [...telling, ...always].flatMap((value) => [value, ...inWords(value), ...namesOf(value)]),
      { ignoreCase: true },
    );
    const inFixed = fixedSearch;
    return readingsOf(slot).some(({ text }) =>
      inFixed.find(text).some(({ value }) => isSecretInFixed(slot.kind, value)),
    );
  };

  // Names that tools take are the same in their definitions and in their arguments.
  const toolNames = new Set(slots.filter(({ kind }) => kind === 'name').map(({ text }) => text));
  const spans = slots.map((slot): MaskSpan[] => {
    const { text } = slot;
    if (text === '') return [];
    if (slot.kind === 'participant') return [{ start: 0, end: text.length, category: 'person' }];
    if (isFixed(slot)) {
      const holds = !shown.has(text) && (bySlot.has(slot) || holdsKnown(slot));
      return holds ? [{ start: 0, end: text.length, category: GUARD_CATEGORY }] : [];
    }
    const isHeldTogether = isName(slot, toolNames) || slot.kind === 'identifier';
    const found = [
      ...(bySlot.get(slot) ?? []),
      ...readingsOf(slot).flatMap((reading) => occurrences(reading, isHeldTogether ? inNames : search)),
      ...(slot.kind === 'number' ? [] : hiddenFinds(text, hiddenSearch)),
    ].filter(({ start, end }) => !isShown(text, start, end, shown));
    if (found.length === 0) return [];
    if (isHeldTogether) return [{ start: 0, end: text.length, category: 'custom' }];
    if (slot.kind === 'number') {
      return [{ start: 0, end: text.length, category: known.get(text)?.category ?? found[0]!.category }];
    }
    return merged(found).map((find): MaskSpan => {
      const source = text.slice(find.start, find.end);
      const category = known.get(source)?.category ?? find.category;
      return { start: find.start, end: find.end, category, entity: groups.numberOf(`\0${source}`) };
    });
  });
  return { slots, spans, search, hidden: hiddenSearch, toolNames };
}

/** Whether a slot holds a name that is replaced as a whole. */
export function isName({ kind, text }: Slot, toolNames: ReadonlySet<string>): boolean {
  return kind === 'name' || (kind === 'key' && toolNames.has(text));
}

/** A value as a name can say it, where only letters, digits and underscores are allowed: words, as {@link nameReading} gives them. */
function inWords({ text, category }: SearchedValue): SearchedValue[] {
  const words = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  return words === text ? [] : [{ text: words, category }];
}

/** All ways to read what a slot says. */
export function readingsOf({ kind, text }: Pick<Slot, 'kind' | 'text'>): TextReading[] {
  if (kind === 'number') return [plainReading(text)];
  const words = kind === 'text' ? [] : [nameReading(text)];
  const decoded = decodedReading(text);
  return [
    plainReading(text),
    ...words,
    ...(decoded === undefined ? [] : [decoded]),
    ...packedReadings(text),
    ...hiddenReadings(text),
  ];
}

/** The finds of a part where they stand in its slots, without the white space around them. */
function* findsInSlots(
  { segments }: PartText,
  spans: readonly PartSpan[],
): Generator<{ slot: Slot; find: Find; text: string }> {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  // A part may hold many spans and segments: both are in order, so each is passed once. Spans may overlap each other a little.
  let first = 0;
  for (const segment of segments) {
    while (first < sorted.length && sorted[first]!.end <= segment.start) first += 1;
    for (let at = first; at < sorted.length && sorted[at]!.start < segment.end; at += 1) {
      const span = sorted[at]!;
      let start = Math.max(span.start, segment.start) - segment.start + segment.offset;
      let end = Math.min(span.end, segment.end) - segment.start + segment.offset;
      const { text } = segment.reading;
      while (start < end && /\s/.test(text.charAt(start))) start += 1;
      while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
      const piece = text.slice(start, end);
      if (!/[\p{L}\p{N}]/u.test(piece)) continue;
      if (OF_WORDS.has(segment.slot.kind) && !isFindInName(piece, span, segment)) continue;
      const { category, confidence, entity } = span;
      yield {
        slot: segment.slot,
        find: { ...segment.reading.source(start, end), category, confidence, entity },
        text: piece,
      };
    }
  }
}

/** Slots whose words are often plain ones. */
const OF_WORDS: ReadonlySet<Slot['kind']> = new Set(['name', 'key', 'identifier']);

/** A name is a find by itself only, and not as the plain word that says what its value is ("street"). */
function isFindInName(piece: string, span: PartSpan, segment: Segment): boolean {
  return span.end <= segment.end && !/^[a-z]+$/.test(piece);
}

function occurrences(reading: TextReading, search: ValueSearch): Find[] {
  return search.find(reading.text).map(({ start, end, value }) => ({
    ...reading.source(start, end),
    category: value.category,
    confidence: 0,
    entity: undefined,
  }));
}

function hiddenFinds(text: string, search: HiddenSearch): Find[] {
  return search.find(text).map(({ start, end, value }) => ({
    ...{ start, end, category: value.category },
    confidence: 0,
    entity: undefined,
  }));
}

/** Whether a find lies inside a value that the person shows. */
function isShown(text: string, start: number, end: number, shown: ReadonlySet<string>): boolean {
  for (const value of shown) {
    if (value === '') continue;
    const from = Math.max(0, end - value.length);
    for (let at = text.indexOf(value, from); at !== -1 && at <= start; at = text.indexOf(value, at + 1)) {
      if (at + value.length >= end) return true;
    }
  }
  return false;
}

/** Finds that touch each other become one, of the longest one's category. */
function merged(finds: readonly Find[]): Find[] {
  const out: (Find & { readonly length: number })[] = [];
  for (const find of finds.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = out.at(-1);
    const length = find.end - find.start;
    if (last === undefined || find.start >= last.end) out.push({ ...find, length });
    else if (find.end > last.end) {
      const leading = length > last.length ? { ...find, length } : last;
      out[out.length - 1] = { ...leading, start: last.start, end: find.end };
    }
  }
  return out;
}

/** Values by their text: of several categories the one that is surest. */
function oneCategoryEach(
  values: readonly (SearchedValue & { readonly confidence: number })[],
): Map<string, SearchedValue & { readonly confidence: number }> {
  const known = new Map<string, SearchedValue & { readonly confidence: number }>();
  for (const value of values) {
    const old = known.get(value.text);
    if (old === undefined || value.confidence > old.confidence) known.set(value.text, value);
  }
  return known;
}

/** One word alone names the same person as the only full name of the conversation that holds it. */
function linkNames(values: readonly SearchedValue[], join: (a: string, b: string) => void): void {
  const people = new Set(values.filter(({ category }) => category === 'person').map(({ text }) => text));
  const fullNames = new Map<string, Set<string>>();
  for (const text of people) {
    const words = text.match(/\p{L}[\p{L}\p{M}'’-]+/gu) ?? [];
    for (const word of words.length > 1 ? words : []) {
      const last = words.at(-1)!;
      fullNames.set(word, (fullNames.get(word) ?? new Set()).add(last));
    }
  }
  const holding = new Map<string, string[]>();
  for (const text of people) {
    for (const word of new Set(text.split(/\s+/))) {
      const texts = holding.get(word);
      if (texts === undefined) holding.set(word, [text]);
      else texts.push(text);
    }
  }
  for (const word of people) {
    if (fullNames.get(word)?.size !== 1) continue;
    for (const text of holding.get(word) ?? []) if (text !== word) join(`\0${word}`, `\0${text}`);
  }
}

/** Texts and entities that belong together, numbered. */
function createGroups() {
  const parents = new Map<string, string>();
  const numbers = new Map<string, number>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    if (root !== key) parents.set(key, root);
    return root;
  };
  return {
    join(a: string, b: string) {
      const rootA = rootOf(a);
      const rootB = rootOf(b);
      if (rootA !== rootB) parents.set(rootA, rootB);
      numbers.set(rootB, numbers.get(rootB) ?? numbers.size + 1);
    },
    numberOf(key: string): number | undefined {
      return numbers.get(rootOf(key));
    },
  };
}
