import type { MessageKey } from '../../i18n/index.ts';

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
  | 'draw'
  | 'export'
  | 'close';

/** The keys of the review. The overview of shortcuts shows those with a label. */
export const REVIEW_SHORTCUTS = Object.freeze([
  { keys: 'J', command: 'next', label: 'review.keys.next' },
  { keys: 'K', command: 'previous', label: 'review.keys.previous' },
  { keys: 'A', command: 'accept', label: 'review.keys.accept' },
  { keys: 'R', command: 'reject', label: 'review.keys.reject' },
  { keys: 'Shift+A', command: 'acceptAll', label: 'review.keys.acceptAll' },
  { keys: 'Shift+R', command: 'rejectAll', label: 'review.keys.rejectAll' },
  { keys: 'C', command: 'categorize', label: 'review.keys.categorize' },
  { keys: '/', command: 'search', label: 'review.keys.search' },
  { keys: 'Mod+F', command: 'search', whileTyping: true },
  { keys: 'Mod+Z', command: 'undo', label: 'review.keys.undo' },
  { keys: 'Mod+Shift+Z', command: 'redo', label: 'review.keys.redo' },
  { keys: 'Mod+Y', command: 'redo' },
  { keys: 'Mod+Shift+C', command: 'copy', label: 'review.keys.copy' },
  { keys: 'D', command: 'draw', label: 'review.keys.draw' },
  { keys: 'E', command: 'export', label: 'review.keys.export' },
  { keys: 'Escape', command: 'close', whileTyping: true },
] as const satisfies readonly {
  readonly keys: string;
  readonly command: ReviewCommand;
  readonly label?: MessageKey;
  readonly whileTyping?: boolean;
}[]);
