import { encodeText } from '../textCodec.ts';
import { forEachInTurns, mapInTurns } from '../turns.ts';
import { encodeBase32, formatPlaceholder, HASH_LENGTH } from './format.ts';
import { normalizeValue } from './normalize.ts';

/** Characters that linked forms share. */
const PREFIX_LENGTH = 6;
/** Characters that belong to one form alone, at most. */
const LONGEST_SUFFIX = HASH_LENGTH.longest - PREFIX_LENGTH;

/** One surface form that needs a placeholder. */
export interface Form {
  readonly category: string;
  /** Exactly as it stands in the text. */
  readonly text: string;
  /** Number of the person or company it names within its document; forms with the same number are linked. */
  readonly group?: number | undefined;
}

/** A form and its placeholder. */
export interface Mapping {
  readonly category: string;
  readonly original: string;
  readonly hash: string;
  readonly placeholder: string;
  /** true when the account did not have it before. */
  readonly isNew: boolean;
}

/** What an account already knows. */
export interface MappingBook {
  /** Hashes of the forms the account has a placeholder for, by {@link formKey}. */
  hashesOf(forms: readonly Form[]): Promise<ReadonlyMap<string, string>>;
  /** Originals behind hashes; hashes the account does not have are absent. */
  originals(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** HMAC under a key of the account that serves placeholders alone. */
export type PlaceholderMac = (value: Uint8Array) => Uint8Array;

/** Identity of a form: two forms with the same key have the same placeholder. */
export function formKey(form: Pick<Form, 'category' | 'text'>): string {
  return `${form.category}\0${form.text}`;
}

export interface Assigner {
  /** Placeholders of the forms by {@link formKey}; a form that was assigned before keeps what it got. */
  assign(forms: readonly Form[]): Promise<ReadonlyMap<string, Mapping>>;
}

/**
 * Gives forms their placeholders. A hash is six characters of the value (shared by linked forms and by spellings that
 * normalize alike) and two or more of the exact form, so every form comes back exactly. It depends on nothing but the
 * account's key, the forms and what the account already knows.
 */
export function createAssigner(options: { book: MappingBook; mac: PlaceholderMac }): Assigner {
  const { book, mac } = options;
  const assigned = new Map<string, Mapping>();
  const ownerOfHash = new Map<string, string>();
  /** The first `length` characters of a digest; five bits of it each. */
  const digest = (kind: 'value' | 'form', text: string, length: number) => {
    const bytes = mac(encodeText(`${kind}\0${text}`)).subarray(0, Math.ceil((length * 5) / 8));
    return encodeBase32(bytes).slice(0, length);
  };

  const record = (key: string, form: Form, hash: string, isNew: boolean) => {
    const placeholder = formatPlaceholder(form.category, hash);
    assigned.set(key, { category: form.category, original: form.text, hash, placeholder, isNew });
    ownerOfHash.set(hash, key);
  };

  /** The shortest beginning of `longest` that is a hash and belongs to no other form. */
  const freeHash = async (longest: string, takenAtNormalLength: boolean): Promise<string> => {
    for (let length = HASH_LENGTH.normal; length <= HASH_LENGTH.longest; length += 1) {
      const hash = longest.slice(0, length);
      const taken = length === HASH_LENGTH.normal ? takenAtNormalLength : (await book.originals([hash])).has(hash);
      if (!taken && !ownerOfHash.has(hash)) return hash;
    }
    // 130 bits of an HMAC-SHA-256 would have to be equal.
    throw new Error('no free hash for a form');
  };

  return {
    async assign(forms) {
      const fresh = await distinct(forms, assigned);
      if (fresh.size === 0) return assigned;
      const known = await book.hashesOf([...fresh.values()]);
      const prefixOf = await prefixes(fresh, known, (value) => digest('value', value, PREFIX_LENGTH));
      const missing: { readonly key: string; readonly form: Form; readonly longest: string }[] = [];
      await forEachInTurns(fresh, ([key, form]) => {
        const hash = known.get(key);
        if (hash !== undefined) record(key, form, hash, false);
        else missing.push({ key, form, longest: prefixOf(form) + digest('form', key, LONGEST_SUFFIX) });
      });
      const normalHash = (longest: string) => longest.slice(0, HASH_LENGTH.normal);
      const taken = await book.originals(await mapInTurns(missing, ({ longest }) => normalHash(longest)));
      await forEachInTurns(missing, async ({ key, form, longest }) => {
        record(key, form, await freeHash(longest, taken.has(normalHash(longest))), true);
      });
      return assigned;
    },
  };
}

/** The forms that `assigned` does not have, each once, by {@link formKey}; of equal ones the first, or the first with a group. */
async function distinct(
  forms: readonly Form[],
  assigned: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, Form>> {
  const byKey = new Map<string, Form>();
  await forEachInTurns(forms, (form) => {
    const key = formKey(form);
    if (assigned.has(key)) return;
    const first = byKey.get(key);
    if (first === undefined || (first.group === undefined && form.group !== undefined)) byKey.set(key, form);
  });
  return byKey;
}

/**
 * First characters of each form's hash. A group takes those of its longest form that the account already knows, else
 * those of the value its longest form stands for.
 */
async function prefixes(
  forms: ReadonlyMap<string, Form>,
  known: ReadonlyMap<string, string>,
  derive: (normalized: string) => string,
): Promise<(form: Form) => string> {
  const groups = new Map<number, Form[]>();
  await forEachInTurns(forms.values(), (form) => {
    if (form.group === undefined) return;
    const members = groups.get(form.group);
    if (members === undefined) groups.set(form.group, [form]);
    else members.push(form);
  });
  const ofGroup = new Map<number, string>();
  await forEachInTurns(groups, ([group, members]) => {
    const byLength = members.toSorted(longestFirst);
    const knownHash = byLength.map((form) => known.get(formKey(form))).find((hash) => hash !== undefined);
    const longest = byLength[0]!;
    ofGroup.set(group, knownHash?.slice(0, PREFIX_LENGTH) ?? derive(normalizeValue(longest.category, longest.text)));
  });
  return (form) =>
    form.group === undefined ? derive(normalizeValue(form.category, form.text)) : ofGroup.get(form.group)!;
}

/** Code-unit order as a tie-break, so that the outcome does not depend on the order in the text. */
function longestFirst(a: Form, b: Form): number {
  if (a.text.length !== b.text.length) return b.text.length - a.text.length;
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}
