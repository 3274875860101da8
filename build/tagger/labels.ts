import type { BuiltInCategory } from '../../server/contract/categories.ts';
import { TAGGER_CATEGORIES } from '../../server/detection/tagger/categories.ts';
import type { Piece } from './annotated.ts';

/** Class of tokens that teach nothing. */
export const IGNORED = 255;

const RENAMED: Readonly<Record<string, BuiltInCategory>> = Object.freeze({
  PASSWORD: 'secret',
  DATE_OF_BIRTH: 'birthdate',
});
/** Optional marks that are nothing personal; all other optional marks teach nothing. */
const NOTHING = new Set(['DATE', 'MONEY', 'JOB_TITLE', 'NATIONALITY']);

/** Category of the product for a label of the annotation; undefined for what it does not detect by itself. */
export function categoryOf(label: string): (typeof TAGGER_CATEGORIES)[number] | undefined {
  const name = RENAMED[label] ?? label.toLowerCase().replaceAll('_', '');
  return TAGGER_CATEGORIES.find((category) => category === name);
}

/** Class of the tokens of a piece: 0 nothing, {@link IGNORED}, or 1 + index in TAGGER_CATEGORIES. */
export function classOf({ label, required }: Piece): number {
  if (label === undefined) return 0;
  if (required !== true) return NOTHING.has(label) ? 0 : IGNORED;
  const category = categoryOf(label);
  return category === undefined ? IGNORED : TAGGER_CATEGORIES.indexOf(category) + 1;
}
