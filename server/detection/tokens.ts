import { CharacterClass, classAt, fold, sizeAt } from './characters.ts';
import type { Token } from './recognizer.ts';

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

/**
 * Splits a text into words, numbers, mixtures of both, single other characters and line breaks; spaces are left out. A
 * combining mark or joiner belongs to the character before it, CR LF is one break, a surrogate pair is never cut. Linear.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const length = text.length;
  let at = 0;
  while (at < length) {
    const kind = classAt(text, at);
    const start = at;
    if (kind === CharacterClass.space) {
      at += 1;
    } else if (kind === CharacterClass.lineBreak) {
      at += text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED ? 2 : 1;
      tokens.push({ start, end: at, text: text.slice(start, at), kind: 'break' });
    } else if (kind === CharacterClass.letter || kind === CharacterClass.digit) {
      let letters = kind === CharacterClass.letter;
      let digits = !letters;
      at += sizeAt(text, at);
      for (; at < length; at += sizeAt(text, at)) {
        const next = classAt(text, at);
        if (next === CharacterClass.letter) letters = true;
        else if (next === CharacterClass.digit) digits = true;
        else if (next !== CharacterClass.extend) break;
      }
      const tokenKind = letters ? (digits ? 'mixed' : 'word') : 'number';
      tokens.push({ start, end: at, text: text.slice(start, at), kind: tokenKind });
    } else {
      at += sizeAt(text, at);
      while (at < length && classAt(text, at) === CharacterClass.extend) at += sizeAt(text, at);
      tokens.push({ start, end: at, text: text.slice(start, at), kind: 'mark' });
    }
  }
  return tokens;
}

/** The text of every token for comparing with word lists: see {@link fold}. */
export function foldTokens(tokens: readonly Token[]): string[] {
  return tokens.map(({ kind, text }) => (kind === 'word' || kind === 'mixed' ? fold(text) : text));
}
