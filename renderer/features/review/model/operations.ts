import type { Entity, EntityOperationInput } from '../../../../server/contract/jobs.ts';

/**
 * What the server will make of review operations, worked out ahead of its answer so that the screen follows a key at once.
 * The server's answer replaces the prediction (see session.ts).
 */

/** Confidence of a find that a person marked. */
const BY_HAND = Object.freeze({ confidence: 1, sources: Object.freeze(['manual']) });

/** Gives a find that the server does not know yet a provisional id; the same place always gets the same. */
export type NewId = (start: number, end: number) => string;

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** First index whose find starts at or behind `offset`. */
function lowerBound(finds: readonly Entity[], offset: number): number {
  let low = 0;
  let high = finds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (finds[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The server's order: by start, then the longer one first. */
export const byPosition = (a: Entity, b: Entity) => a.start - b.start || b.end - a.end;

/** False only where letters or digits stand on both sides. */
function isBoundary(text: string, offset: number): boolean {
  const before = offset > 1 && /[\uDC00-\uDFFF]/.test(text[offset - 1]!) ? offset - 2 : offset - 1;
  const characterAt = (at: number) => (at < 0 || at >= text.length ? '' : String.fromCodePoint(text.codePointAt(at)!));
  return !(WORD_CHARACTER.test(characterAt(before)) && WORD_CHARACTER.test(characterAt(offset)));
}

/** Start offsets of `value` where it stands as whole words. */
export function wholeWordOccurrences(text: string, value: string): number[] {
  const starts: number[] = [];
  if (value === '') return starts;
  for (let at = text.indexOf(value); at >= 0;) {
    const fits = isBoundary(text, at) && isBoundary(text, at + value.length);
    if (fits) starts.push(at);
    at = text.indexOf(value, at + (fits ? value.length : 1));
  }
  return starts;
}

/** A growing copy of the finds on which operations act one after another. */
class Draft {
  readonly #text: string;
  readonly #finds: Entity[];
  readonly #newId: NewId;
  readonly #placeholders = new Map<string, string>();
  readonly #longest: number;
  #added: Entity[] = [];

  constructor(text: string, finds: readonly Entity[], newId: NewId) {
    this.#text = text;
    this.#finds = [...finds];
    this.#newId = newId;
    let longest = 0;
    for (const find of finds) {
      longest = Math.max(longest, find.end - find.start);
      if (find.placeholder !== null) this.#placeholders.set(`${find.category}\0${find.text}`, find.placeholder);
    }
    this.#longest = longest;
  }

  get result(): Entity[] {
    return this.#added.length === 0 ? this.#finds : [...this.#finds, ...this.#added].sort(byPosition);
  }

  apply(operation: EntityOperationInput): void {
    if (operation.op === 'add') {
      this.#add(operation.start, operation.end, operation.category, operation.all_occurrences === true);
      return;
    }
    const targets = this.#targets(operation.id, operation.all_occurrences === true);
    if (operation.op === 'remove') {
      const gone = new Set(targets);
      const kept = this.#finds.filter((_, index) => !gone.has(index));
      this.#finds.splice(0, this.#finds.length, ...kept);
      return;
    }
    for (const index of targets) {
      if (operation.op === 'accept') this.#accept(index);
      else if (operation.op === 'categorize') this.#categorize(index, operation.category);
      else this.#finds[index] = { ...this.#finds[index]!, accepted: false, placeholder: null };
    }
  }

  #targets(id: string, all: boolean): number[] {
    this.#settle();
    const index = this.#finds.findIndex((find) => find.id === id);
    if (index < 0) return [];
    if (!all) return [index];
    const { text } = this.#finds[index]!;
    return this.#finds.flatMap((find, position) => (find.text === text ? [position] : []));
  }

  #settle(): void {
    if (this.#added.length === 0) return;
    this.#finds.push(...this.#added);
    this.#finds.sort(byPosition);
    this.#added = [];
  }

  #placeholder(category: string, text: string): string | null {
    return this.#placeholders.get(`${category}\0${text}`) ?? null;
  }

  #accept(index: number): void {
    const find = this.#finds[index]!;
    this.#rejectOverlapping(find);
    this.#finds[index] = { ...find, accepted: true, placeholder: this.#placeholder(find.category, find.text) };
  }

  #categorize(index: number, category: string): void {
    const find = this.#finds[index]!;
    const placeholder = find.accepted ? this.#placeholder(category, find.text) : null;
    this.#finds[index] = { ...find, category, placeholder };
  }

  #rejectOverlapping(range: { readonly start: number; readonly end: number }): void {
    for (let i = lowerBound(this.#finds, range.start - this.#longest); i < this.#finds.length; i++) {
      const other = this.#finds[i]!;
      if (other.start >= range.end) break;
      if (other.accepted && other.end > range.start) this.#finds[i] = { ...other, accepted: false, placeholder: null };
    }
  }

  #overlapsAccepted(start: number, end: number): boolean {
    for (let i = lowerBound(this.#finds, start - this.#longest); i < this.#finds.length; i++) {
      const other = this.#finds[i]!;
      if (other.start >= end) break;
      if (other.accepted && other.end > start) return true;
    }
    return false;
  }

  #add(start: number, end: number, category: string, all: boolean): void {
    const text = this.#text.slice(start, end);
    this.#settle();
    this.#addOne(start, end, category, text);
    if (!all) return;
    for (const other of wholeWordOccurrences(this.#text, text)) {
      const otherEnd = other + text.length;
      if (otherEnd > start && other < end) continue;
      if (!this.#overlapsAccepted(other, otherEnd)) this.#addOne(other, otherEnd, category, text);
    }
  }

  #addOne(start: number, end: number, category: string, text: string): void {
    this.#rejectOverlapping({ start, end });
    const placeholder = this.#placeholder(category, text);
    for (let i = lowerBound(this.#finds, start); i < this.#finds.length && this.#finds[i]!.start === start; i++) {
      const same = this.#finds[i]!;
      if (same.end !== end) continue;
      this.#finds[i] = { ...same, category, accepted: true, placeholder };
      return;
    }
    const { confidence, sources } = BY_HAND;
    this.#added.push({
      id: this.#newId(start, end),
      start,
      end,
      text,
      category,
      confidence,
      sources: [...sources],
      accepted: true,
      placeholder,
    });
  }
}

/**
 * The finds after `operations`, sorted by position. Finds that stay the same keep their identity (`===`).
 */
export function predict(
  text: string,
  finds: readonly Entity[],
  operations: readonly EntityOperationInput[],
  newId: NewId,
): Entity[] {
  const draft = new Draft(text, finds, newId);
  for (const operation of operations) draft.apply(operation);
  return draft.result;
}
