import { BUILT_IN_CATEGORIES, categoriesThat } from '../../../../contract/categoryTable.ts';
import { AppError } from '../../../../core/errors.ts';
import { MODEL_WORDS } from '../../models/modelNames.ts';
import type { Slot } from './slots.ts';
import type { SearchedValue } from './valueSearch.ts';
import { decodedReading, nameReading, type TextReading } from './views.ts';

export function isFixed({ kind }: Pick<Slot, 'kind'>): boolean {
  return kind === 'address' || kind === 'model';
}

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_CATEGORIES);
/** What an address is made of. */
const OF_ADDRESSES = categoriesThat(({ inAddresses }) => inAddresses === 'part');
/** Numbers of persons that may be guessed in an address; those of things are as often its own. */
const PERSONAL_NUMBERS = categoriesThat(({ inAddresses }) => inAddresses === 'personal');
const LEAST_DIGITS = 7;

/** Readings in which values can be found that the syntax of an address hides: its parts one by one, and its words. */
export function fixedReadings(text: string): TextReading[] {
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const decoded = decodedReading(bare)?.text ?? bare;
  const parts = decoded.replace(/[/?&=#:;]+/g, ' ');
  // Numbers and keys would come apart among the words and look like others.
  const named = parts.replace(/[^\s_.-]+/g, (word) => (/\d/.test(word) ? ' ' : word));
  // A name in one part is seen better on a line of its own, one that goes over several parts better in one line.
  const lines = named.replace(/[\s.]+/g, '\n');
  const words = [...new Set([named, lines])].map((text) => nameReading(text).text).join('\n');
  return [...new Set([parts, words])].map((reading) => ({
    text: reading,
    source: () => ({ start: 0, end: text.length }),
  }));
}

/**
 * Whether what the detector found in a fixed text is personal there: it sees no sentence, and guesses. Names of firms and keys belong to an
 * address; what the account has rules of its own for is never guessed.
 */
export function isPersonalInFixed(kind: Slot['kind'], category: string, text: string): boolean {
  if (!BUILT_IN.has(category)) return true;
  if (category === 'email') return text.includes('@');
  if (category === 'person') {
    const words = wordsOf(text);
    // One word alone is as often the name of a firm.
    return words.length > 1 && words.every((word) => word.length > 2 && !MODEL_WORDS.has(word));
  }
  return kind === 'address' && PERSONAL_NUMBERS.has(category) && (text.match(/\d/g)?.length ?? 0) >= LEAST_DIGITS;
}

/** Whether a value that the conversation holds must not stand in a fixed text. */
export function isSecretInFixed(kind: Slot['kind'], { text, category }: SearchedValue): boolean {
  if (kind === 'address' && OF_ADDRESSES.has(category)) return false;
  const words = wordsOf(text);
  return words.length === 0 || words.some((word) => !MODEL_WORDS.has(word));
}

/** Letters of a name that says something by itself. */
const LEAST_NAME = 4;

/** The words of a person's name: a surname alone is enough to tell who is meant. */
export function namesOf({ text, category }: SearchedValue): SearchedValue[] {
  if (category !== 'person') return [];
  return (text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [])
    .filter((word) => word.length >= LEAST_NAME)
    .map((word) => ({ text: word, category }));
}

/** Least letters of a name that is looked for inside of longer words. */
const LEAST_JOINED = 5;

/** Names of persons without what stands between their words, as domains and paths have them. */
export function joinedNamesOf(values: Iterable<SearchedValue>): string[] {
  const names = new Set<string>();
  for (const { text, category } of values) {
    const name = category === 'person' ? joinedLetters(text) : '';
    if (name.length >= LEAST_JOINED && !MODEL_WORDS.has(name)) names.add(name);
  }
  return [...names];
}

/** Whether an address holds one of {@link joinedNamesOf}. */
export function holdsJoined(address: string, names: readonly string[]): boolean {
  const joined = joinedLetters(address);
  return names.some((name) => joined.includes(name));
}

/**
 * Refuses a request of which a fixed text holds a value.
 * @throws AppError invalid_request
 */
export function refuseFixed({
  slots,
  spans,
}: {
  slots: readonly Slot[];
  spans: readonly (readonly unknown[])[];
}): void {
  const index = slots.findIndex((slot, at) => isFixed(slot) && spans[at]!.length > 0);
  if (index === -1) return;
  const { kind, label } = slots[index]!;
  const what = kind === 'model' ? 'The name of the model' : 'An address that the provider would call';
  throw new AppError('invalid_request', `${what} holds personal data, so nothing was sent.`, {
    fields: { param: label },
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
}

function joinedLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
