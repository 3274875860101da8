import type { MenuItemConstructorOptions } from 'electron';
import type { ShellLabels } from './labels.ts';

/** What menu entries do. */
export interface MenuActions {
  readonly navigate: (route: string) => void;
  readonly openFiles: () => void;
  readonly openPalette: () => void;
  readonly lock: () => void;
  readonly showDataFolder: () => void;
}

/** The application menu. Reload and developer tools are left out of packaged builds: they would show document text to whoever stands nearby. */
export function menuTemplate(
  labels: ShellLabels,
  actions: MenuActions,
  system: { readonly isMac: boolean; readonly isPackaged: boolean },
): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const go = (label: string, route: string, accelerator: string): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => actions.navigate(route),
  });
  const settings = go(labels.settings, '/settings', 'CmdOrCtrl+,');
  const lock: MenuItemConstructorOptions = {
    label: labels.lock,
    accelerator: 'CmdOrCtrl+Shift+L',
    click: actions.lock,
  };
  const quit: MenuItemConstructorOptions = { label: labels.quit, role: 'quit' };
  const appMenu: MenuItemConstructorOptions[] = system.isMac
    ? [
        {
          label: 'Deckname',
          submenu: [
            { role: 'about' },
            separator,
            settings,
            separator,
            lock,
            { role: 'hide' },
            { role: 'hideOthers' },
            separator,
            quit,
          ],
        },
      ]
    : [];
  return [
    ...appMenu,
    {
      label: labels.file,
      submenu: [
        { label: labels.openFiles, accelerator: 'CmdOrCtrl+O', click: actions.openFiles },
        { label: labels.dataFolder, click: actions.showDataFolder },
        ...(system.isMac ? [] : [separator, settings, lock, separator, quit]),
      ],
    },
    {
      label: labels.edit,
      submenu: (['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'] as const).map((role) => ({ role })),
    },
    {
      label: labels.go,
      submenu: [
        go(labels.anonymize, '/anonymize', 'CmdOrCtrl+1'),
        go(labels.history, '/history', 'CmdOrCtrl+2'),
        go(labels.restore, '/restore', 'CmdOrCtrl+3'),
        separator,
        { label: labels.palette, accelerator: 'CmdOrCtrl+K', click: actions.openPalette },
      ],
    },
    {
      label: labels.view,
      submenu: [
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'resetZoom' },
        separator,
        { role: 'togglefullscreen' },
        ...(system.isPackaged ? [] : [{ role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
      ],
    },
    { label: labels.window, role: 'windowMenu' },
  ];
}
