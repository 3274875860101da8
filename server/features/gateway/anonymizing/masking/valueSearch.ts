import { categoriesThat } from '../../../../contract/categoryTable.ts';
/** A value that is looked for. */
export interface SearchedValue {
  readonly text: string;
  readonly category: string;
}

/** Where a value stands. Offsets are UTF-16 code units; `end` is exclusive. */
export interface ValueFind {
  readonly start: number;
  readonly end: number;
  readonly value: SearchedValue;
}

/** Whole-word search for many values at once, in time linear to the text. */
export interface ValueSearch {
  find(text: string): ValueFind[];
  has(text: string): boolean;
}

export interface ValueSearchOptions {
  /** Compares all values without regard to case, not only those whose case means nothing. */
  readonly ignoreCase?: boolean;
}

/** Values that mean the same in capitals. */
const ANY_CASE = categoriesThat(({ hasFreeCase }) => hasFreeCase === true);
/** Values that mean the same in capitals and with other spaces, dots, slashes and hyphens between their parts. */
const ANY_GROUPING = categoriesThat(
  ({ hasFreeCase, hasFreeSeparators }) => hasFreeSeparators === true && hasFreeCase !== true,
);
/** Shorter values with other groupings would be found in dates and counts. */
const LEAST_GROUPED = 6;

const WORD = /[\p{L}\p{M}\p{N}]/u;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const SEPARATOR = /[\s.\-/()]/;
/** Separators between two parts, at most. */
const MOST_SEPARATORS = 3;

/**
 * Whether a value is long enough that finding it elsewhere means something: two letters, or three characters. An initial or the number of a
 * house is masked where it was found.
 */
export function isTelling(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const signs = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters >= 2 || signs >= 3;
}

interface Needle {
  readonly value: SearchedValue;
  /** As it is compared. */
  readonly form: string;
  /** Code units of `form` before its first word character. */
  readonly lead: number;
  readonly ignoreCase: boolean;
  readonly ignoreGroups: boolean;
  /** Place among the values. */
  readonly order: number;
}

/** Code units that the index goes by. */
const KEY_LENGTH = 2;
/** Code units by which the values of one key are told apart at once; what is longer is compared further by itself. */
const MOST_COMPARED = 256;
/** Letters and digits of values that are compared with other groupings, at most. */
const MOST_GROUPED = 64;

/** Values by what a text has to hold in their place. However many there are, a place is looked up once for each of their lengths. */
interface Forms {
  /** Code units before the first word character, and code units in all that are compared. */
  readonly lead: number;
  readonly length: number;
  readonly ignoreCase: boolean;
  readonly ignoreGroups: boolean;
  readonly byForm: Map<string, Needle[]>;
}

export function createValueSearch(values: Iterable<SearchedValue>, options: ValueSearchOptions = {}): ValueSearch {
  const index = new Map<string, Map<string, Forms>>();
  /** First code units: most words of a text begin with none of them. */
  const firsts = new Set<number>();
  let hasGrouped = false;
  let count = 0;
  for (const value of values) {
    const needle = needleOf(value, count, options.ignoreCase ?? false);
    if (needle === undefined) continue;
    count += 1;
    const key = fold(needle.form.slice(needle.lead, needle.lead + KEY_LENGTH));
    const same = index.get(key) ?? new Map<string, Forms>();
    index.set(key, same);
    addTo(same, needle);
    firsts.add(key.charCodeAt(0));
    hasGrouped ||= needle.ignoreGroups;
  }

  const keysAt = (folded: string, at: number): string[] => {
    const key = folded.slice(at, at + KEY_LENGTH);
    const keys = [key, folded.charAt(at)];
    const grouped = hasGrouped ? groupedKey(folded, at) : key;
    return grouped === key ? keys : [...keys, grouped];
  };
  const search = (text: string, isFirstEnough: boolean): ValueFind[] => {
    const found: ValueFind[] = [];
    if (index.size === 0) return found;
    const folded = fold(text);
    const words = new RegExp(WORDS);
    for (let word = words.exec(text); word !== null; word = words.exec(text)) {
      const at = word.index;
      if (!firsts.has(folded.charCodeAt(at))) continue;
      for (const key of keysAt(folded, at)) {
        for (const needle of needlesAt(index.get(key), text, folded, at)) {
          const find = matchAt(needle, text, folded, at);
          if (find === undefined) continue;
          found.push({ ...find, value: needle.value });
          if (isFirstEnough) return found;
        }
      }
    }
    return found;
  };
  return {
    find: (text) => search(text, false),
    has: (text) => search(text, true).length > 0,
  };
}

function addTo(same: Map<string, Forms>, needle: Needle): void {
  const { form, lead, ignoreCase, ignoreGroups } = needle;
  const length = Math.min(form.length, MOST_COMPARED);
  const kind = `${lead} ${length} ${ignoreCase} ${ignoreGroups}`;
  const forms = same.get(kind) ?? { lead, length, ignoreCase, ignoreGroups, byForm: new Map<string, Needle[]>() };
  same.set(kind, forms);
  const compared = form.slice(0, length);
  const needles = forms.byForm.get(compared);
  if (needles === undefined) forms.byForm.set(compared, [needle]);
  else needles.push(needle);
}

/** The values of a key that may stand at a place, in the order in which they were given. */
function needlesAt(same: Map<string, Forms> | undefined, text: string, folded: string, at: number): readonly Needle[] {
  if (same === undefined) return [];
  const needles: Needle[] = [];
  let ungrouped: string | undefined;
  for (const { lead, length, ignoreCase, ignoreGroups, byForm } of same.values()) {
    const haystack = ignoreCase ? folded : text;
    if (at < lead) continue;
    if (ignoreGroups) ungrouped ??= withoutSeparators(folded, at);
    const compared = ignoreGroups
      ? folded.slice(at - lead, at) + ungrouped!.slice(0, length - lead)
      : haystack.slice(at - lead, at - lead + length);
    const here = byForm.get(compared);
    if (here !== undefined) needles.push(...here);
  }
  return needles.length < 2 ? needles : needles.sort((a, b) => a.order - b.order);
}

/** The text from a place on without the separators that a grouped value may have there, as far as it is compared. */
function withoutSeparators(folded: string, at: number): string {
  let out = '';
  for (let end = at; out.length < MOST_GROUPED && end < folded.length; end += 1) {
    for (let passed = 0; end > at && passed < MOST_SEPARATORS && SEPARATOR.test(folded.charAt(end)); passed += 1)
      end += 1;
    out += folded.charAt(end);
  }
  return out;
}

/** Key of a grouped value whose second unit stands behind a separator. */
function groupedKey(folded: string, at: number): string {
  let second = at + 1;
  while (second <= at + MOST_SEPARATORS && SEPARATOR.test(folded.charAt(second))) second += 1;
  return folded.charAt(at) + folded.charAt(second);
}

/** Lower case, unit by unit, so that offsets stay. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at).toLowerCase();
    return unit.length === 1 ? unit : text.charAt(at);
  }).join('');
}

function needleOf(value: SearchedValue, order: number, ignoreAllCase: boolean): Needle | undefined {
  const bare = value.text.replace(/[\s.\-/()]+/g, '');
  const isNumber = ANY_GROUPING.has(value.category) && bare.length >= LEAST_GROUPED && /\d/.test(bare);
  // Nobody groups longer ones anew, and comparing them unit by unit at every word of a text of digits would take minutes.
  const ignoreGroups = isNumber && bare.length <= MOST_GROUPED;
  const ignoreCase = ignoreAllCase || isNumber || ANY_CASE.has(value.category);
  const cased = ignoreGroups ? bare : value.text;
  const form = ignoreCase ? fold(cased) : cased;
  const lead = form.search(WORD);
  return lead === -1 ? undefined : { value, form, lead, ignoreCase, ignoreGroups, order };
}

function matchAt(needle: Needle, text: string, folded: string, at: number): { start: number; end: number } | undefined {
  const { form, lead } = needle;
  const haystack = needle.ignoreCase ? folded : text;
  if (!needle.ignoreGroups) {
    const start = at - lead;
    const end = start + form.length;
    if (start < 0 || !haystack.startsWith(form, start)) return undefined;
    return isWholeWord(text, start, end) ? { start, end } : undefined;
  }
  let start = at;
  for (let back = lead - 1; back >= 0; back -= 1) {
    start -= 1;
    if (haystack.charAt(start) !== form.charAt(back)) return undefined;
  }
  let end = at;
  for (let unit = lead; unit < form.length; unit += 1) {
    for (let passed = 0; unit > lead && passed < MOST_SEPARATORS && SEPARATOR.test(haystack.charAt(end)); passed += 1) {
      end += 1;
    }
    if (haystack.charAt(end) !== form.charAt(unit)) return undefined;
    end += 1;
  }
  return isWholeWord(text, start, end) ? { start, end } : undefined;
}

/** No letter or digit goes on before or behind, where the value itself begins or ends with one. */
function isWholeWord(text: string, start: number, end: number): boolean {
  const before = start === 0 ? '' : lastCharacter(text, start);
  const behind = end >= text.length ? '' : String.fromCodePoint(text.codePointAt(end)!);
  const first = String.fromCodePoint(text.codePointAt(start)!);
  const last = lastCharacter(text, end);
  return !(WORD.test(before) && WORD.test(first)) && !(WORD.test(behind) && WORD.test(last));
}

function lastCharacter(text: string, end: number): string {
  const unit = text.charCodeAt(end - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && end > 1;
  return isLow ? text.slice(end - 2, end) : text.charAt(end - 1);
}
