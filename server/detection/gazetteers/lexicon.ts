import type { Language } from '../../contract/common.ts';
import type { TextView, Token } from '../recognizer.ts';
import { namesValue, PLACE, wordsValue } from './format.ts';
import type { Gazetteers } from './index.ts';
import { rolesOf, type Roles } from './vocabulary/index.ts';

/** How a token is written. */
export const SHAPE = Object.freeze({
  other: 0,
  /** Starts with a small letter. */
  small: 1,
  /** One capital, then small letters: Anna. */
  capitalised: 2,
  /** Two or more letters, all capitals: ANNA. */
  upper: 3,
  /** A single capital letter: A. */
  letter: 4,
  /** Capitals inside: McDonald, DeLuca. */
  inner: 5,
} as const);

/**
 * What the word lists know about every token of a text, as arrays in token order. Computed once per text and shared by the
 * recognizers of names, organizations and places and by the document pass.
 */
export interface Lexicon {
  readonly text: string;
  readonly language: Language;
  readonly tokens: readonly Token[];
  /** Values of SHAPE. */
  readonly shape: Uint8Array;
  /** Strength as given name, 0 to 7; capitalised words, and small ones that no word list knows, else 0. */
  readonly given: Uint8Array;
  /** Strength as surname, 0 to 7; as for given names. */
  readonly surname: Uint8Array;
  /** Strength as a common word of the text's language, 0 to 7; words only, else 0. */
  readonly common: Uint8Array;
  /** Bits of ROLE in the text's language. */
  readonly roles: Uint32Array;
  /** 1 where a sentence, line or quotation begins, so that a capital says little. */
  readonly opens: Uint8Array;
  /** 1 where all words of the line with two or more letters are in capitals. */
  readonly capsLine: Uint8Array;
  /** True when the token is written with a capital and has at least two letters. */
  readonly isCapital: (index: number) => boolean;
  /** True when the role bit is set. */
  readonly has: (index: number, role: number) => boolean;
  /** True when the word alone is the name of a larger town. */
  readonly isTown: (index: number) => boolean;
  /** True when nothing stands between the token and the one before. */
  readonly isGlued: (index: number) => boolean;
  /** True when exactly one space, or two, stands before the token. */
  readonly isSpaced: (index: number) => boolean;
}

/** Gives the lexicon of a text; the same object for the same view. */
export type LexiconSource = (view: TextView) => Lexicon;

/** Creates the shared analysis; results live as long as their view. */
export function createLexiconSource(gazetteers: Gazetteers): LexiconSource {
  const known = new WeakMap<TextView, Lexicon>();
  const roles = new Map<Language, Roles>();
  return (view) => {
    let lexicon = known.get(view);
    if (lexicon === undefined) {
      let words = roles.get(view.language);
      if (words === undefined) roles.set(view.language, (words = rolesOf(view.language)));
      known.set(view, (lexicon = analyse(view, gazetteers, words)));
    }
    return lexicon;
  };
}

function analyse(view: TextView, gazetteers: Gazetteers, words: Roles): Lexicon {
  const { text, tokens, folded, language } = view;
  const count = tokens.length;
  const shape = new Uint8Array(count);
  const given = new Uint8Array(count);
  const surname = new Uint8Array(count);
  const common = new Uint8Array(count);
  const roles = new Uint32Array(count);
  const opens = new Uint8Array(count);
  const capsLine = new Uint8Array(count);
  let opening = true;
  let lineStart = 0;
  let uppers = 0;
  let others = 0;
  const closeLine = (end: number): void => {
    if (uppers >= 2 && others === 0) capsLine.fill(1, lineStart, end);
    lineStart = end;
    uppers = 0;
    others = 0;
  };
  for (let i = 0; i < count; i += 1) {
    const token = tokens[i]!;
    if (token.kind === 'word') {
      const form = shapeOf(token.text);
      shape[i] = form;
      roles[i] = words.get(folded[i]!) ?? 0;
      common[i] = wordsValue.strength(gazetteers.words.getRange(text, token.start, token.end), language);
      if (form === SHAPE.small ? common[i]! <= 1 && token.end - token.start > 2 : form !== SHAPE.letter) {
        const value = gazetteers.names.getRange(text, token.start, token.end);
        given[i] = namesValue.given(value);
        surname[i] = namesValue.surname(value);
      }
      opens[i] = opening ? 1 : 0;
      opening = false;
      if (form === SHAPE.upper) uppers += 1;
      else if (token.end - token.start > 1) others += 1;
    } else if (token.kind === 'break') {
      opening = true;
      closeLine(i);
    } else if (token.kind === 'mark') {
      if (OPENERS.has(token.text) && !isAbbreviation(tokens, i)) opening = true;
    } else {
      opens[i] = opening ? 1 : 0;
      opening = false;
    }
  }
  closeLine(count);
  return {
    text,
    language,
    tokens,
    shape,
    given,
    surname,
    common,
    roles,
    opens,
    capsLine,
    isCapital(index) {
      const form = shape[index];
      return form === SHAPE.capitalised || form === SHAPE.upper || form === SHAPE.inner;
    },
    has: (index, role) => (roles[index]! & role) !== 0,
    isTown(index) {
      const { start, end } = tokens[index]!;
      const bits = gazetteers.places.getRange(text, start, end);
      return (bits & PLACE.whole) !== 0 && (bits & (PLACE.large | PLACE.world)) !== 0;
    },
    isGlued: (index) => index > 0 && index < count && tokens[index - 1]!.end === tokens[index]!.start,
    isSpaced(index) {
      if (index <= 0 || index >= count || tokens[index]!.kind === 'break' || tokens[index - 1]!.kind === 'break')
        return false;
      const gap = tokens[index]!.start - tokens[index - 1]!.end;
      return gap === 1 || gap === 2;
    },
  };
}

/** Marks after which a capital is spelling, not a sign of a name. */
const OPENERS = new Set([
  '.',
  '!',
  '?',
  '…',
  ':',
  '•',
  '*',
  '#',
  '>',
  '„',
  '“',
  '”',
  '"',
  '«',
  '»',
  '¿',
  '¡',
  '‹',
  '›',
  '‚',
  '‘',
]);

/** A full stop after one or two letters ("z.B.", "Dr.") ends no sentence. */
function isAbbreviation(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  return (
    tokens[index]!.text === '.' &&
    before?.kind === 'word' &&
    before.end === tokens[index]!.start &&
    before.text.length <= 2
  );
}

function isUpper(character: string): boolean {
  return character !== character.toLowerCase();
}

function shapeOf(word: string): number {
  if (!isUpper(word.charAt(0))) return SHAPE.small;
  if (word.length === 1) return SHAPE.letter;
  let uppers = 0;
  let smalls = 0;
  for (let i = 1; i < word.length; i += 1) {
    const code = word.charCodeAt(i);
    if (code >= 97 && code <= 122) smalls += 1;
    else if (code >= 65 && code <= 90) uppers += 1;
    else if (isUpper(word.charAt(i))) uppers += 1;
    else smalls += 1;
  }
  return uppers === 0 ? SHAPE.capitalised : smalls === 0 ? SHAPE.upper : SHAPE.inner;
}
