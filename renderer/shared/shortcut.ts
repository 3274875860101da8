import type { MessageKey } from '../i18n/index.ts';

/** A line of the shortcut overview. */
export interface Shortcut {
  readonly keys: string;
  readonly label: MessageKey;
}
