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
const ANY_CASE: ReadonlySet<string> = new Set(['email', 'url', 'ip', 'mac']);
/** Values that mean the same in capitals and with other spaces, dots, slashes and hyphens between their parts. */
const ANY_GROUPING: ReadonlySet<string> = new Set([
  ...['phone', 'iban', 'bic', 'creditcard', 'bankaccount', 'taxid', 'vatid', 'socialsecurity', 'healthid', 'passport'],
  ...['idcard', 'driverlicense', 'licenseplate', 'vin', 'companyregister', 'casenumber', 'reference', 'deviceid'],
]);
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
}

/** Code units that the index goes by. */
const KEY_LENGTH = 2;

export function createValueSearch(values: Iterable<SearchedValue>, options: ValueSearchOptions = {}): ValueSearch {
  const index = new Map<string, Needle[]>();
  /** First code units: most words of a text begin with none of them. */
  const firsts = new Set<number>();
  let hasGrouped = false;
  for (const value of values) {
    const needle = needleOf(value, options.ignoreCase ?? false);
    if (needle === undefined) continue;
    const key = fold(needle.form.slice(needle.lead, needle.lead + KEY_LENGTH));
    const same = index.get(key);
    if (same === undefined) index.set(key, [needle]);
    else same.push(needle);
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
        for (const needle of index.get(key) ?? []) {
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

function needleOf(value: SearchedValue, ignoreAllCase: boolean): Needle | undefined {
  const bare = value.text.replace(/[\s.\-/()]+/g, '');
  const ignoreGroups = ANY_GROUPING.has(value.category) && bare.length >= LEAST_GROUPED && /\d/.test(bare);
  const ignoreCase = ignoreAllCase || ignoreGroups || ANY_CASE.has(value.category);
  const cased = ignoreGroups ? bare : value.text;
  const form = ignoreCase ? fold(cased) : cased;
  const lead = form.search(WORD);
  return lead === -1 ? undefined : { value, form, lead, ignoreCase, ignoreGroups };
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
