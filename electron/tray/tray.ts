import type { MenuItemConstructorOptions } from 'electron';
import type { ShellLabels } from '../menu/labels.ts';

/** The menu of the tray icon. */
export function trayTemplate(
  labels: ShellLabels,
  actions: { readonly show: () => void; readonly lock: () => void; readonly quit: () => void },
): MenuItemConstructorOptions[] {
  return [
    { label: labels.show, click: actions.show },
    { label: labels.lock, click: actions.lock },
    { type: 'separator' },
    { label: labels.quit, click: actions.quit },
  ];
}

/** Whether closing the window only hides it: the person chose so, and the app is not being quit. */
export function hidesOnClose(settings: { readonly closeToTray: boolean }, isQuitting: boolean): boolean {
  return settings.closeToTray && !isQuitting;
}
