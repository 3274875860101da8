import { categoriesThat } from '../../../../contract/categoryTable.ts';
import type { Language } from '../../../../contract/common.ts';
import type { DetectionOptions, DetectionTerm } from '../../../../detection/types.ts';
import type { FindSpans } from './finder.ts';
import { digestOf, type CachedSpans } from './spanCache.ts';

/** Finds in one part, with the texts that name the same person or company, numbered over the whole conversation. */
export interface PartFinds {
  readonly spans: readonly PartSpan[];
  /** Names of other parts whose variants are among the finds. */
  readonly links: readonly { readonly category: string; readonly text: string; readonly entity: string }[];
}

export interface PartSpan {
  readonly start: number;
  readonly end: number;
  readonly category: string;
  readonly confidence: number;
  /** Mentions of one person or company share it; undefined for values without variants. */
  readonly entity: string | undefined;
}

export interface PartDetection {
  readonly find: FindSpans;
  readonly options: DetectionOptions;
  /** Everything that finds depend on beside the text: account, settings, detectors of the installation. */
  readonly scope: string;
}

/** Shorter texts do not tell their language well: they take that of the longest part. */
const LEAST_FOR_LANGUAGE = 400;
/** Categories whose values come again in other forms: the surname alone, the company without its legal form. */
const WITH_VARIANTS = categoriesThat(({ hasVariants }) => hasVariants === true);
/** Names of other parts that one part is looked through for. */
const MOST_NAMES = 200;
const WORDS = /\p{L}[\p{L}\p{M}]*/gu;
const LEAST_WORD = 3;

/**
 * Finds values in the parts of a conversation. Each part is looked through by itself once; then again for the forms in which the names that
 * others parts hold may come in it, where it has their words outside of its own finds.
 */
export async function detectParts(texts: readonly string[], detection: PartDetection): Promise<PartFinds[]> {
  const alone = await detectAlone(texts, detection);
  const names = indexOfNames(namesIn(texts, alone));
  return Promise.all(
    texts.map(async (text, index) => {
      const own = alone[index]!;
      const base = own.spans.map((span) => toPartSpan(span, `${index}`));
      const list = listOf(missingNames(text, own, names));
      if (list.names.length === 0) return { spans: base, links: [] };
      const more = await detectWithNames(text, own.language, list, detection);
      const named = more.map((span) => toPartSpan(span, `${index}+`));
      return {
        spans: [
          ...base,
          ...named.filter(({ end }) => end > 0).map((span) => ({ ...span, start: Math.max(0, span.start) })),
        ],
        links: named.flatMap(({ start, category, entity }) => {
          const name = list.at.get(start);
          return name === undefined || entity === undefined ? [] : [{ category, text: name, entity }];
        }),
      };
    }),
  );
}

function toPartSpan(
  { start, end, category, confidence, entity }: CachedSpans['spans'][number],
  prefix: string,
): PartSpan {
  return { start, end, category, confidence, entity: entity === undefined ? undefined : `${prefix}/${entity}` };
}

async function detectAlone(texts: readonly string[], detection: PartDetection): Promise<CachedSpans[]> {
  const longest = texts.reduce((best, text, index) => (text.length > texts[best]!.length ? index : best), 0);
  if (texts.length === 0) return [];
  const { language } = detection.options;
  const first = detectOne(texts[longest]!, language, [], detection);
  const all = texts.map(async (text, index) => {
    if (index === longest) return first;
    const told = language ?? (text.length < LEAST_FOR_LANGUAGE ? (await first).language : undefined);
    return detectOne(text, told, [], detection);
  });
  return Promise.all(all);
}

function detectOne(
  text: string,
  language: Language | undefined,
  names: readonly Name[],
  { find, options, scope }: PartDetection,
): Promise<CachedSpans> {
  const key = digestOf(scope, language ?? '', text, ...names.flatMap(({ category, text: name }) => [category, name]));
  return find(key, text, { ...options, language, terms: [...options.terms, ...names.map(termOf)] });
}

/** A name that a part of the conversation holds. */
interface Name {
  readonly text: string;
  readonly category: string;
  /** Its words, as they are compared. */
  readonly words: readonly string[];
}

/** A name as a rule that finds it: in this way the detector's passes over the document know it. */
function termOf({ text, category }: Name, index: number): DetectionTerm {
  return {
    id: `conversation-${index}`,
    kind: 'mask',
    value: text,
    category,
    caseSensitive: true,
    wholeWord: true,
    enabled: true,
  };
}

function namesIn(texts: readonly string[], finds: readonly CachedSpans[]): Name[] {
  const names = new Map<string, Name>();
  for (const [index, { spans }] of finds.entries()) {
    for (const { start, end, category } of spans) {
      if (!WITH_VARIANTS.has(category)) continue;
      const text = texts[index]!.slice(start, end);
      const words = [...wordsOf(text)];
      if (words.length > 0) names.set(`${category}\0${text}`, { text, category, words });
    }
  }
  return [...names.values()];
}

function* wordsOf(text: string): Generator<string> {
  for (const [word] of text.matchAll(WORDS)) if (word.length >= LEAST_WORD) yield word.toLowerCase();
}

/** Names of other parts whose words stand in this one outside of its finds. */
function missingNames(text: string, own: CachedSpans, names: NameIndex): Name[] {
  if (names.size === 0) return [];
  const free = new Set<string>();
  let at = 0;
  for (const { start, end } of [...own.spans, { start: text.length, end: text.length }]) {
    for (const word of wordsOf(text.slice(at, start))) {
      free.add(word);
      // Genitives.
      if (word.endsWith('s')) free.add(word.slice(0, -1));
    }
    at = Math.max(at, end);
  }
  const held = new Set(own.spans.map(({ start, end, category }) => `${category}\0${text.slice(start, end)}`));
  // So many of a word's names hold those that are taken, whichever of them stand here already.
  const most = MOST_NAMES + held.size;
  const places = new Set([...free].flatMap((word) => names.get(word)?.slice(0, most) ?? []));
  return [...places]
    .filter(({ name }) => !held.has(`${name.category}\0${name.text}`))
    .sort((a, b) => a.order - b.order)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

/** Names by each of their words, with their place among all: a conversation may have thousands of parts and of names. */
type NameIndex = ReadonlyMap<string, readonly { readonly name: Name; readonly order: number }[]>;

function indexOfNames(names: readonly Name[]): NameIndex {
  const index = new Map<string, { readonly name: Name; readonly order: number }[]>();
  for (const [order, name] of names.entries()) {
    const entry = { name, order };
    for (const word of new Set(name.words)) {
      const same = index.get(word);
      if (same === undefined) index.set(word, [entry]);
      else same.push(entry);
    }
  }
  return index;
}

/** Names below each other, to stand before a part. */
interface NameList {
  readonly text: string;
  readonly names: readonly Name[];
  /** The names by their offsets from the end of the list. */
  readonly at: ReadonlyMap<number, string>;
}

function listOf(names: readonly Name[]): NameList {
  const text = names.map((name) => `${name.text}\n`).join('') + '\n';
  const at = new Map<number, string>();
  let start = -text.length;
  for (const name of names) {
    at.set(start, name.text);
    start += name.text.length + 1;
  }
  return { text, names, at };
}

/** Looks through a part behind a list of names. Offsets are those of the part; the names before it have negative ones. */
async function detectWithNames(
  text: string,
  language: Language,
  list: NameList,
  detection: PartDetection,
): Promise<CachedSpans['spans']> {
  const { spans } = await detectOne(list.text + text, language, list.names, detection);
  return spans.map((span) => ({ ...span, start: span.start - list.text.length, end: span.end - list.text.length }));
}
