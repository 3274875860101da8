import type { Candidate } from '../recognizer.ts';

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
  /** A word that is certainly everyday, on a line of its own that looks like a heading. */
  heading: 0.97,
  /** Behind a word that says that a product, a work or a project is named. */
  product: 0.97,
} as const);

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
