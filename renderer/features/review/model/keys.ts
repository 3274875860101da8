/** What a key does in the review. */
export type ReviewCommand =
  | 'next'
  | 'previous'
  | 'accept'
  | 'reject'
  | 'acceptAll'
  | 'rejectAll'
  | 'categorize'
  | 'search'
  | 'undo'
  | 'redo'
  | 'copy'
  | 'help'
  | 'close';

/** The part of a KeyboardEvent that decides. */
export interface KeyStroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const PLAIN: Readonly<Record<string, ReviewCommand>> = Object.freeze({
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  a: 'accept',
  r: 'reject',
  c: 'categorize',
  '/': 'search',
  '?': 'help',
  escape: 'close',
});
const SHIFTED: Readonly<Record<string, ReviewCommand>> = Object.freeze({
  a: 'acceptAll',
  r: 'rejectAll',
  '/': 'search',
  '?': 'help',
});
const WITH_CONTROL: Readonly<Record<string, ReviewCommand>> = Object.freeze({ z: 'undo', y: 'redo', f: 'search' });
const WITH_CONTROL_AND_SHIFT: Readonly<Record<string, ReviewCommand>> = Object.freeze({ z: 'redo', c: 'copy' });

/** Command (macOS) counts as Control. Null for a key that means nothing here. */
export function commandFor(stroke: KeyStroke): ReviewCommand | null {
  if (stroke.altKey) return null;
  const control = stroke.ctrlKey || stroke.metaKey;
  const table = control ? (stroke.shiftKey ? WITH_CONTROL_AND_SHIFT : WITH_CONTROL) : stroke.shiftKey ? SHIFTED : PLAIN;
  return table[stroke.key.toLowerCase()] ?? null;
}

/** The table the help dialog shows: command and the keys that call it, as they are printed on a keyboard. */
export const SHORTCUTS: readonly (readonly [ReviewCommand, readonly (readonly string[])[]])[] = Object.freeze([
  ['next', [['J'], ['↓']]],
  ['previous', [['K'], ['↑']]],
  ['accept', [['A']]],
  ['reject', [['R']]],
  ['acceptAll', [['⇧', 'A']]],
  ['rejectAll', [['⇧', 'R']]],
  ['categorize', [['C']]],
  ['search', [['/'], ['Ctrl', 'F']]],
  ['undo', [['Ctrl', 'Z']]],
  ['redo', [['Ctrl', '⇧', 'Z']]],
  ['copy', [['Ctrl', '⇧', 'C']]],
  ['help', [['?']]],
]);
