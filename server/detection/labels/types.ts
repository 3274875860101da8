import type { Language } from '../../contract/common.ts';
import type { ShapeName } from '../recognizers/labelled/shapes.ts';

/** Label words of one kind of value: "IBAN", "geboren am", "customer no.". */
export interface LabelGroup {
  readonly category: string;
  /** How the value beside such a label looks; `none` for words that only support finds of the category nearby. */
  readonly shape: ShapeName;
  /**
   * True for words that also stand in running text ("Rechnung", "account"): only a value of unmistakable code shape, or a word
   * for "number" between label and value, makes a find.
   */
  readonly weak?: boolean;
  /** False for words too common to speak for a value that stands near them without belonging to them. */
  readonly isContext?: false;
  /**
   * Labels by language, in any case and with or without diacritics and dots ("Kd.-Nr." also matches "KD NR"). Braces list
   * alternatives: `{Kunden,Vertrags}nummer`. Labels of every language apply to every text, because documents mix them.
   */
  readonly labels: Readonly<Partial<Record<Language | 'any', readonly string[]>>>;
}

/** A label found in a text. */
export interface LabelMatch {
  readonly start: number;
  readonly end: number;
  /** Index of the first token after the label. */
  readonly nextToken: number;
  readonly groups: readonly LabelGroup[];
}
