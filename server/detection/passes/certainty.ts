import type { Lexicon } from '../gazetteers/lexicon.ts';
import type { Candidate, TextView } from '../recognizer.ts';

/**
 * Confidence from which a find is believed although it stands where names are rare, by the kind of place. The finds in question rest on the look of a word, on a
 * list or on the tagger's opinion (see {@link restsOnLooks}); the numbers were chosen on texts no model was trained on.
 */
export const CERTAIN = Object.freeze({
  /** In the row of a price list. */
  goods: 0.97,
  /** Elsewhere in the text, a word that a price list in it names as goods. */
  goodsElsewhere: 0.97,
  /** In a line that a program has written. */
  logLine: 0.99,
  /** Behind a word that says that a product, a work or a project is named. */
  product: 0.97,
  /** The name of a thing that everybody knows. */
  knownThing: 0.995,
  /** The same for a company: makers are named as often as what they make, and may be somebody's employer. */
  knownMake: 0.8,
  /** Beside the word for a thing that has a make. */
  thing: 0.995,
  /** A sentence and a line by itself. */
  request: 0.75,
} as const);

/** Strength from which a word is an everyday one. */
export const EVERYDAY = 4;

const LOOKS =
  /^(?:tagger:context|names:(?:rare-word|rare-pair|surname|given|article|list)|places:town|organizations:sequence|document:repeated)$/;
const WORDS_OF_KINDS =
  /^(?:organizations:(?:keyword|ampersand)|names:(?:surname-given|coordinated|given-surname)|places:(?:residence|postcode))$/;

/** True when nothing but the look of a word, a list or a model's opinion speaks for a find; a title, a label or a full name says more. */
export function restsOnLooks({ sources }: Candidate): boolean {
  return sources.every((source) => LOOKS.test(source));
}

/** The same, where the words of goods are taken for trades and two of them for a full name: "Garden Shades", "Red Robin". */
export function restsOnLooksOrKinds({ sources }: Candidate): boolean {
  return sources.every((source) => LOOKS.test(source) || WORDS_OF_KINDS.test(source));
}

/** Strength from which a word is known as a name, and up to which it is hardly a word. */
const KNOWN = 3;
const HARDLY_WORD = 2;
/** Strength up to which a surname may be a word: "Bravo". */
const SURNAME_WORD = 5;

/**
 * True for a given name with a surname, or with a word that no list knows: "Anna Schmidt", "Yusuf Özkaraca", but not "Rustic Beam". No goods and no program bears such a
 * name, so that none is taken back for the place where it stands.
 */
export function isFullName(view: TextView, lexicon: Lexicon, { start, end }: Candidate): boolean {
  const { tokens, given, surname, common } = lexicon;
  let givens = 0;
  let names = 0;
  for (let at = view.tokenAt(start); at < tokens.length && tokens[at]!.start < end; at += 1) {
    if (tokens[at]!.kind !== 'word') continue;
    const isGiven = given[at]! >= KNOWN && common[at]! <= HARDLY_WORD;
    if (isGiven) givens += 1;
    if (isGiven || common[at] === 0 || (surname[at]! >= KNOWN && common[at]! <= SURNAME_WORD)) names += 1;
  }
  return givens > 0 && names > 1;
}
