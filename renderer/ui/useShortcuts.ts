import { onBeforeUnmount, onMounted } from 'vue';
import { usePreferences } from '../stores/preferences.ts';
import { isTyping, matchesShortcut } from './keys.ts';

/** What a key does while a screen is shown. */
export interface ShortcutBinding {
  /** `Mod+K`, `?`, `Escape`, or two keys one after the other: `g a`. */
  readonly keys: string;
  readonly run: (event: KeyboardEvent) => unknown;
  /** Also while a text field has the focus; plain letters never do. */
  readonly whileTyping?: boolean;
}

/** The second key of a sequence has to follow within this time, in milliseconds. */
const SEQUENCE_MS = 1_200;

/** The key all sequences begin with. */
const SEQUENCE_START = 'g';

/** What lies over the page and keeps its keys to itself. Tooltips are such layers too, but have no keys. */
const LAYER = '[data-dismissable-layer]:not(:has([role=tooltip]))';

const isPlain = (keys: string): boolean => !keys.includes('+') && keys.split(' ').some((key) => key.length === 1);

/**
 * Listens to shortcuts while the component is mounted. Open dialogs, menus and lists keep their keys to themselves: letters while
 * they have the focus, Escape in any case. It closes them alone, and one that a shortcut had taken first would close nothing.
 */
export function useShortcuts(bindings: readonly ShortcutBinding[]): void {
  const preferences = usePreferences();
  let first = { key: '', at: 0 };

  function onKeydown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    const typing = isTyping(event);
    const inLayer = event.target instanceof Element && event.target.closest(LAYER) !== null;
    for (const binding of bindings) {
      if (isPlain(binding.keys) && (typing || !preferences.singleKeys)) continue;
      if (inLayer && isPlain(binding.keys)) continue;
      if (binding.keys === 'Escape' && document.querySelector(LAYER) !== null) continue;
      if (typing && !binding.whileTyping) continue;
      if (!isPressed(binding.keys, event)) continue;
      event.preventDefault();
      first = { key: '', at: 0 };
      binding.run(event);
      return;
    }
    first = { key: event.key.toLowerCase(), at: event.timeStamp };
  }
  function isPressed(keys: string, event: KeyboardEvent): boolean {
    const [start, second] = keys.split(' ');
    const following = event.timeStamp - first.at < SEQUENCE_MS;
    // After a G, a letter belongs to the sequence, whichever component listens to it alone.
    if (second === undefined) {
      return matchesShortcut(event, keys) && !(following && first.key === SEQUENCE_START && isPlain(keys));
    }
    return following && first.key === start && matchesShortcut(event, second);
  }

  onMounted(() => {
    window.addEventListener('keydown', onKeydown);
  });
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', onKeydown);
  });
}
