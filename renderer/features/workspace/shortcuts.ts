import type { Shortcut } from '../../shared/shortcut.ts';

/** Keys of a list of files, for the overview; useBrowser.ts listens to them. */
export const WORKSPACE_SHORTCUTS: readonly Shortcut[] = Object.freeze([
  { keys: 'Mod+F', label: 'workspace.keys.search' },
  { keys: 'Enter', label: 'workspace.keys.open' },
  { keys: 'Backspace', label: 'workspace.keys.up' },
  { keys: 'F2', label: 'workspace.keys.rename' },
  { keys: 'Mod+A', label: 'workspace.keys.all' },
  { keys: 'Shift+Down', label: 'workspace.keys.extend' },
  { keys: 'Shift+F10', label: 'workspace.keys.menu' },
  { keys: 'Mod+X', label: 'workspace.keys.cut' },
  { keys: 'Mod+C', label: 'workspace.keys.copy' },
  { keys: 'Mod+V', label: 'workspace.keys.paste' },
  { keys: 'Delete', label: 'workspace.keys.trash' },
]);
