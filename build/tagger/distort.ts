import type { Piece } from './annotated.ts';
import type { Random } from './random.ts';

/** One way in which a text arrives spoilt; keeps the marks. */
type Distortion = (pieces: readonly Piece[], random: Random) => readonly Piece[];

const mapText =
  (change: (text: string, random: Random, isMark: boolean) => string): Distortion =>
  (pieces, random) =>
    pieces.map((piece) => ({ ...piece, text: change(piece.text, random, piece.label !== undefined) }));

const lowerCase = mapText((text) => text.toLowerCase());
const upperCase = mapText((text) => text.toUpperCase());
const withoutAccents = mapText((text) => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC'));
const joinLines = mapText((text) => text.replace(/\n+/g, ' '));
const withoutMarks = mapText((text, _, isMark) => (isMark ? text : text.replace(/[.,;!?](?=\s|$)/g, '')));
/** Empty lines between lines, as programs leave them when they convert texts. */
const blankLines = mapText((text, random) => text.replace(/\n/g, () => (random.chance(0.3) ? '\n\n' : '\n')));

const LOOK_ALIKE: Readonly<Record<string, string>> = Object.freeze({
  l: '1',
  I: 'l',
  i: 'l',
  O: '0',
  o: '0',
  e: 'c',
  c: 'e',
  m: 'rn',
  u: 'ii',
  ü: 'u',
  ö: 'o',
  ä: 'a',
  ß: 'B',
  B: '8',
  S: '5',
  n: 'ri',
  h: 'b',
  a: 'o',
  t: 'f',
  g: 'q',
  é: 'e',
  ó: 'o',
});
const scanned: Distortion = (pieces, random) => {
  const rate = 0.005 + random.next() * 0.02;
  return mapText((text) =>
    Array.from(text, (character) => {
      if (!random.chance(rate)) return character;
      if (character === ' ') return random.chance(0.5) ? '' : '  ';
      if (random.chance(0.15)) return `${character} `;
      return LOOK_ALIKE[character] ?? character;
    }).join(''),
  )(pieces, random);
};

const typos = mapText((text, random) =>
  text.replace(/\p{Ll}{2}/gu, (pair) => {
    if (!random.chance(0.012)) return pair;
    return random.chance(0.5) ? pair[1]! + pair[0]! : pair[0]!;
  }),
);

/** Lines cut at a width, long words hyphenated now and then; texts with columns keep their lines. */
const wrapped: Distortion = (pieces, random) => {
  if (pieces.some(({ text }) => /\t| {3}|\|/.test(text))) return pieces;
  const width = 35 + random.below(50);
  const hyphenates = random.chance(0.5);
  let column = 0;
  return pieces.map((piece) => ({
    ...piece,
    text: piece.text.replace(/\n|[^\S\n]|[^\s]+/gu, (part) => {
      if (part === '\n') {
        column = 0;
        return part;
      }
      if (/^\s$/.test(part)) {
        if (column < width) {
          column += 1;
          return part;
        }
        column = 0;
        return '\n';
      }
      column += part.length;
      if (!hyphenates || column < width + 4 || !/^\p{L}{7,}[.,]?$/u.test(part) || !random.chance(0.4)) return part;
      const cut = 3 + random.below(part.length - 5);
      column = part.length - cut;
      return `${part.slice(0, cut)}-\n${part.slice(cut)}`;
    }),
  }));
};

/** Takes away the label before a value ("Tel.: "), or moves it to the line before. */
const withoutLabels: Distortion = (pieces, random) => {
  const moves = random.chance(0.5);
  return pieces.map((piece, index) => {
    if (piece.label !== undefined || pieces[index + 1]?.label === undefined || !random.chance(0.5)) return piece;
    const match = /(^|\n)([^\n:|]{2,30}:)[ \t]*$/.exec(piece.text);
    if (match === null) return piece;
    const head = piece.text.slice(0, match.index) + match[1]!;
    return { ...piece, text: moves ? `${head}${match[2]!}\n` : head };
  });
};

const DISTORTIONS: readonly (readonly [number, Distortion])[] = Object.freeze([
  [0.08, withoutLabels],
  [0.04, joinLines],
  [0.12, wrapped],
  [0.04, blankLines],
  [0.04, withoutMarks],
  [0.05, typos],
  [0.04, withoutAccents],
  [0.06, scanned],
  [0.08, lowerCase],
  [0.035, upperCase],
]);

/** Spoils a text at random; most texts stay as they are. */
export function distort(pieces: readonly Piece[], random: Random): readonly Piece[] {
  return DISTORTIONS.reduce(
    (result, [share, spoil]) => (random.chance(share) ? spoil(result, random) : result),
    pieces,
  );
}
