import type { Shortcut } from '../../shared/shortcut.ts';

/** Keys of the chat, for the overview; the screens listen themselves. */
export const CHAT_SHORTCUTS: readonly Shortcut[] = Object.freeze([
  { keys: 'Mod+Shift+O', label: 'chat.keys.new' },
  { keys: 'Mod+B', label: 'chat.keys.rail' },
  { keys: 'Mod+F', label: 'chat.keys.search' },
  { keys: 'Mod+.', label: 'chat.keys.seen' },
  { keys: 'Shift+Escape', label: 'chat.keys.focus' },
  { keys: 'Enter', label: 'chat.keys.send' },
  { keys: 'Shift+Enter', label: 'chat.keys.line' },
  { keys: 'Escape', label: 'chat.keys.stop' },
  { keys: 'Mod+E', label: 'chat.keys.mask' },
  { keys: '/', label: 'chat.keys.prompts' },
  { keys: 'Up', label: 'chat.keys.editLast' },
  { keys: 'Mod+Shift+C', label: 'chat.keys.copyLast' },
  { keys: 'F2', label: 'chat.keys.rename' },
  { keys: 'Delete', label: 'chat.keys.delete' },
]);
