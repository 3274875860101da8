import { SHAPE, type Lexicon } from '../gazetteers/lexicon.ts';
import { ROLE } from '../gazetteers/vocabulary/roles.ts';
import type { Candidate, Likelihood, TextView } from '../recognizer.ts';
import { COVERED, coveredTokens, eachTokenRange } from './coverage.ts';
import { freedomOf, withoutGenitive, type Freedom } from './personWords.ts';
import { createSequenceIndex, type Sequence, type SequenceIndex } from './sequences.ts';

/** Priority band of propagated mentions, see Candidate. */
const PRIORITY = 30;
const CONFIDENCE_LOSS = 0.05;

interface KnownWord {
  readonly freedom: Freedom;
  readonly confidence: number;
  readonly category: string;
}

interface Known {
  /** Folded name words of persons and distinctive words of companies. */
  readonly words: Map<string, KnownWord>;
  readonly sequences: SequenceIndex;
  /** Acronyms of companies, as they are written. */
  readonly acronyms: Map<string, number>;
  readonly likelihood: Float32Array | undefined;
}

const FREEDOM_RANK: Readonly<Record<Freedom, number>> = Object.freeze({
  never: 0,
  likely: 1,
  'mid-sentence': 2,
  capital: 3,
  'any-case': 4,
});

/** From this probability on a capitalised word that is somebody's name in the document is taken for it however common it is. */
const LIKELY = 0.1;
/** The same for a common word in small letters: names are rarely written so, and the tagger has seen the name elsewhere. */
const LIKELY_SMALL = 0.4;
/** A common word below this probability is no name, although it is one elsewhere in the document. */
const UNLIKELY = 0.01;
/** Strength from which a word is common. */
const COMMON_MIN = 3;

/**
 * Mentions of names, companies and towns that the document names elsewhere: the surname or given name alone, in capitals, in
 * the genitive, broken at the end of a line; the company without its legal form. Looks every token up once.
 *
 * @param finds - sorted by start, not overlapping
 * @param likelihood - decides about words that are names here and ordinary words there
 */
export function propagate(
  view: TextView,
  lexicon: Lexicon,
  finds: readonly Candidate[],
  likelihood?: Likelihood,
): Candidate[] {
  const known = collect(view, lexicon, finds, likelihood?.(view));
  const covered = coveredTokens(lexicon, finds);
  const found: Candidate[] = [];
  const { tokens } = lexicon;
  const emit = (first: number, last: number, category: string, confidence: number): void => {
    found.push({
      start: tokens[first]!.start,
      end: tokens[last]!.end,
      category,
      confidence: Math.max(confidence - CONFIDENCE_LOSS, 0.5),
      sources: ['document:repeated'],
      priority: PRIORITY,
    });
  };
  let at = 0;
  while (at < tokens.length) {
    const isOpen = covered[at] !== COVERED.firmly && tokens[at]!.kind !== 'break';
    const length = isOpen ? matchAt(view, lexicon, known, covered, at, emit) : 0;
    at += Math.max(1, length);
  }
  return found;
}

type Emit = (first: number, last: number, category: string, confidence: number) => void;

/** Looks for a known value at token `at`. @returns how many tokens it covers; 0 for none */
function matchAt(view: TextView, lexicon: Lexicon, known: Known, covered: Uint8Array, at: number, emit: Emit): number {
  const { tokens } = lexicon;
  const { folded } = view;
  for (const sequence of known.sequences.startingWith(folded[at]!)) {
    if (covered[at] === COVERED.weakly && sequence.words.length < 2) continue;
    const last = matchSequence(view, lexicon, covered, sequence, at);
    if (last >= 0) {
      emit(at, last, sequence.category, sequence.confidence);
      return last - at + 1;
    }
  }
  if (tokens[at]!.kind !== 'word' || covered[at] !== COVERED.no) return 0;
  const acronym = known.acronyms.get(tokens[at]!.text);
  if (acronym !== undefined) {
    emit(at, at, 'organization', acronym);
    return 1;
  }
  const broken = brokenWord(view, lexicon, at);
  if (broken !== undefined && broken.length > 4) {
    const word = known.words.get(broken);
    if (word !== undefined && lexicon.shape[at] !== SHAPE.small) {
      emit(at, at + 3, word.category, word.confidence);
      return 4;
    }
  }
  const direct = known.words.get(folded[at]!);
  const stem = direct === undefined ? withoutGenitive(folded[at]!) : undefined;
  const word = direct ?? (stem === undefined ? undefined : known.words.get(stem));
  if (word === undefined || !isAllowed(lexicon, at, word.freedom, direct !== undefined, known.likelihood?.[at]))
    return 0;
  emit(at, at, word.category, word.confidence);
  return 1;
}

function isAllowed(
  lexicon: Lexicon,
  at: number,
  freedom: Freedom,
  isDirect: boolean,
  likelihood: number | undefined,
): boolean {
  if (freedom === 'never') return false;
  const isSmall = lexicon.shape[at] === SHAPE.small;
  if (likelihood !== undefined) {
    if (likelihood >= (isSmall && lexicon.common[at]! > 1 ? LIKELY_SMALL : LIKELY)) return true;
    if (likelihood < UNLIKELY && lexicon.common[at]! >= COMMON_MIN) return false;
  }
  if (freedom === 'likely') return false;
  // A genitive of a name may be a word of its own ("Bert" and "Berts" are names, "Bank" and "Banks" are not).
  if (!isDirect && (isSmall || lexicon.common[at]! > 2)) return false;
  if (freedom === 'any-case') return !isSmall || lexicon.common[at]! <= 1;
  if (isSmall) return false;
  if (freedom === 'capital') return true;
  if (lexicon.opens[at] === 1 || lexicon.capsLine[at] === 1) return false;
  return lexicon.language !== 'de' || !followsDeterminer(lexicon, at);
}

/** German: after an article, a preposition with an article or an adjective a capitalised word is a noun. */
function followsDeterminer(lexicon: Lexicon, at: number): boolean {
  const before = lexicon.tokens[at - 1];
  if (before?.kind !== 'word') return before?.kind === 'number';
  return lexicon.has(at - 1, ROLE.never | ROLE.article | ROLE.placeCue) || /(?:e|er|en|em|es)$/.test(before.text);
}

/** "Mül-" / "ler" as one folded word; undefined when the token is not broken at the end of a line. */
function brokenWord({ folded }: TextView, { tokens, shape, isGlued }: Lexicon, at: number): string | undefined {
  const isBroken =
    tokens[at + 1]?.text === '-' &&
    isGlued(at + 1) &&
    tokens[at + 2]?.kind === 'break' &&
    tokens[at + 3]?.kind === 'word' &&
    shape[at + 3] === SHAPE.small;
  return isBroken ? folded[at]! + folded[at + 3]! : undefined;
}

/** The last token of the sequence that begins at `at`; marks and breaks between the words are passed over; -1 when it does not match. */
function matchSequence(
  { folded }: TextView,
  lexicon: Lexicon,
  covered: Uint8Array,
  { words }: Sequence,
  at: number,
): number {
  const { tokens, shape } = lexicon;
  if (shape[at] === SHAPE.small && words.length === 1 && lexicon.common[at]! > 0) return -1;
  let token = at;
  let last = at;
  for (let i = 1; i < words.length; i += 1) {
    token += 1;
    for (let skipped = 0; skipped < 2 && tokens[token] !== undefined && isFiller(tokens[token]!.text); skipped += 1)
      token += 1;
    if (tokens[token] === undefined || covered[token] === COVERED.firmly || folded[token] !== words[i]) return -1;
    last = token;
  }
  return last;
}

const FILLERS = new Set(['-', '.', ',', "'", '’', '\n', '\r\n', '"', '„', '“', '”', '«', '»']);

function isFiller(text: string): boolean {
  return FILLERS.has(text);
}

function collect(
  view: TextView,
  lexicon: Lexicon,
  finds: readonly Candidate[],
  likelihood: Float32Array | undefined,
): Known {
  const known: Known = { words: new Map(), sequences: createSequenceIndex(), acronyms: new Map(), likelihood };
  eachTokenRange(lexicon, finds, (find, first, last) => {
    if (find.category === 'person') collectPerson(view, lexicon, known, find, first, last);
    else if (find.category === 'organization') collectOrganization(view, lexicon, known, find, first, last);
    else if (find.category === 'location') collectPlace(view, lexicon, known, find.confidence, first, last);
    else if (find.category === 'address') collectTown(view, lexicon, known, find, first, last);
  });
  return known;
}

function remember(words: Map<string, KnownWord>, word: string, entry: KnownWord): void {
  const existing = words.get(word);
  if (existing === undefined || FREEDOM_RANK[entry.freedom] > FREEDOM_RANK[existing.freedom]) words.set(word, entry);
}

function collectPerson(
  view: TextView,
  lexicon: Lexicon,
  known: Known,
  find: Candidate,
  first: number,
  last: number,
): void {
  for (let i = first; i <= last; i += 1) {
    if (lexicon.tokens[i]!.kind !== 'word') continue;
    const entry = { freedom: freedomOf(lexicon, i, find.confidence), confidence: find.confidence, category: 'person' };
    if (entry.freedom === 'never') continue;
    remember(known.words, view.folded[i]!, entry);
    const stem = i === last && lexicon.surname[i] === 0 ? withoutGenitive(view.folded[i]!) : undefined;
    if (stem !== undefined) remember(known.words, stem, { ...entry, freedom: 'capital' });
  }
  const broken = first === last ? undefined : brokenWord(view, lexicon, first);
  if (broken !== undefined)
    remember(known.words, broken, { freedom: 'capital', confidence: find.confidence, category: 'person' });
}

/** Words of a company's name in order, without marks. */
function wordsOf({ folded }: TextView, { tokens }: Lexicon, first: number, last: number): string[] {
  const words: string[] = [];
  for (let i = first; i <= last; i += 1) {
    if (tokens[i]!.kind !== 'break' && !isFiller(tokens[i]!.text)) words.push(folded[i]!);
  }
  return words;
}

const LONG_WORDS_MAX = 12;

function collectOrganization(
  view: TextView,
  lexicon: Lexicon,
  known: Known,
  find: Candidate,
  first: number,
  last: number,
): void {
  const words = wordsOf(view, lexicon, first, last);
  if (words.length === 0 || words.length > LONG_WORDS_MAX) return;
  const { confidence, category } = find;
  if (first === last && lexicon.shape[first] === SHAPE.upper && find.sources.includes('document:short-name'))
    known.acronyms.set(lexicon.tokens[first]!.text, confidence);
  const add = (part: readonly string[]): void => known.sequences.add({ words: part, category, confidence });
  if (words.length >= 2) add(words);
  // The beginning of the name stands for the whole: "Kronberg & Töchter" for "Kronberg & Töchter Hausverwaltungs GmbH".
  for (let length = words.length - 1; length >= 2; length -= 1) {
    const end = words[length - 1]!;
    if (/^[\p{L}\p{N}]/u.test(end) && end.length > 2) add(words.slice(0, length));
  }
  for (let i = first; i <= last; i += 1) {
    const isDistinctive =
      lexicon.isCapital(i) && lexicon.common[i] === 0 && lexicon.roles[i] === 0 && lexicon.tokens[i]!.text.length >= 4;
    if (isDistinctive)
      remember(known.words, view.folded[i]!, { freedom: 'capital', confidence: confidence - 0.1, category });
  }
}

function collectPlace(
  view: TextView,
  lexicon: Lexicon,
  known: Known,
  confidence: number,
  first: number,
  last: number,
): void {
  const start = lexicon.tokens[first]!.kind === 'word' ? first : first + 1;
  const words = wordsOf(view, lexicon, start, last).filter((word) => !/^\d/.test(word));
  if (words.length === 0 || words.length > 5) return;
  const isCommon = words.length === 1 && (lexicon.common[last]! > 4 || words[0]!.length < 4);
  if (!isCommon) known.sequences.add({ words, category: 'location', confidence });
}

/** The town inside a one-line address: the words after the postal code. */
function collectTown(
  view: TextView,
  lexicon: Lexicon,
  known: Known,
  find: Candidate,
  first: number,
  last: number,
): void {
  for (let i = last; i > first; i -= 1) {
    const { kind, text } = lexicon.tokens[i]!;
    if (kind === 'number' && text.length >= 4) {
      let end = i + 1;
      while (end <= last && (lexicon.tokens[end]!.kind === 'word' || lexicon.tokens[end]!.text === '-')) end += 1;
      if (end > i + 1 && lexicon.isCapital(i + 1)) collectPlace(view, lexicon, known, find.confidence, i + 1, end - 1);
      return;
    }
  }
}
