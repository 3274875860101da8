import { CHAT_SHORTCUTS } from '../chat/shortcuts.ts';
import { REVIEW_SHORTCUTS } from '../review/shortcuts.ts';
import { WORKSPACE_SHORTCUTS } from '../workspace/shortcuts.ts';
import type { MessageKey } from '../../i18n/index.ts';
import type { Shortcut } from '../../shared/shortcut.ts';

/** The overview by place. Shown only; the places listen themselves. */
export const SHORTCUT_GROUPS: readonly { readonly title: MessageKey; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'frame.shortcuts.everywhere',
    shortcuts: [
      { keys: 'Mod+K', label: 'frame.shortcuts.palette' },
      { keys: 'Mod+,', label: 'frame.shortcuts.settings' },
      { keys: '?', label: 'frame.shortcuts.overview' },
      { keys: 'g a', label: 'frame.areas.anonymize' },
      { keys: 'g h', label: 'frame.areas.history' },
      { keys: 'g r', label: 'frame.areas.restore' },
      { keys: 'g w', label: 'frame.areas.workspace' },
      { keys: 'g c', label: 'frame.areas.chat' },
      { keys: 'g s', label: 'frame.areas.settings' },
    ],
  },
  {
    title: 'review.keys.title',
    shortcuts: [
      ...REVIEW_SHORTCUTS.flatMap((shortcut) =>
        'label' in shortcut ? [{ keys: shortcut.keys, label: shortcut.label }] : [],
      ),
      { keys: 'Enter', label: 'review.keys.mask' },
    ],
  },
  { title: 'workspace.keys.title', shortcuts: WORKSPACE_SHORTCUTS },
  { title: 'chat.keys.title', shortcuts: CHAT_SHORTCUTS },
];
