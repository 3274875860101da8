import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../server/contract/common.ts';
import { desktopEvent } from '../../server/contract/desktop.ts';
import { hidesOnClose, trayTemplate } from '../tray/tray.ts';
import { checkForUpdate, updateBlocker } from '../updates/updates.ts';
import { shellPaths } from '../paths.ts';
import { shellLabels, shellLanguage } from './labels.ts';
import { menuTemplate } from './menu.ts';

const flatten = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])]);

function boot(isPackaged: boolean, isMac = false) {
  const routes: string[] = [];
  const none = () => undefined;
  const actions = {
    navigate: (route: string) => routes.push(route),
    openFiles: none,
    openPalette: none,
    lock: none,
    showDataFolder: none,
  };
  return { routes, items: flatten(menuTemplate(shellLabels('de'), actions, { isMac, isPackaged })) };
}

describe('the menu', () => {
  it('leads to routes the page accepts', () => {
    const { routes, items } = boot(true);
    for (const item of items) (item.click as (() => void) | undefined)?.();
    expect(routes).toEqual(expect.arrayContaining(['/anonymize', '/history', '/restore', '/settings']));
    for (const route of routes) expect(desktopEvent.safeParse({ kind: 'navigate', route }).success).toBe(true);
  });

  it('has developer tools only outside of packages', () => {
    const roles = (isPackaged: boolean) => boot(isPackaged).items.map(({ role }) => role);
    expect(roles(true)).not.toContain('toggleDevTools');
    expect(roles(false)).toContain('toggleDevTools');
  });

  it('has an application menu with settings and quit on macOS', () => {
    const labels = boot(true, true).items.map(({ label }) => label);
    expect(labels[0]).toBe('Deckname');
    expect(labels).toContain(shellLabels('de').quit);
  });

  it('speaks five languages, each word in each', () => {
    const keys = Object.keys(shellLabels('de')).sort();
    for (const language of LANGUAGES) {
      expect(Object.keys(shellLabels(language)).sort()).toEqual(keys);
      expect(Object.values(shellLabels(language)).every((text) => text.length > 0)).toBe(true);
    }
    expect(shellLanguage(null, ['pt-BR', 'fr-CA'])).toBe('fr');
    expect(shellLanguage('it', ['fr'])).toBe('it');
    expect(shellLanguage(null, ['toString', 'ja'])).toBe('en');
  });
});

describe('tray, updates and paths', () => {
  it('hides instead of closing only when chosen and not quitting', () => {
    expect(hidesOnClose({ closeToTray: true }, false)).toBe(true);
    expect(hidesOnClose({ closeToTray: true }, true)).toBe(false);
    expect(hidesOnClose({ closeToTray: false }, false)).toBe(false);
    let quit = 0;
    const none = () => undefined;
    const items = trayTemplate(shellLabels('en'), { show: none, lock: none, quit: () => quit++ });
    (items.at(-1)?.click as (() => void) | undefined)?.();
    expect(quit).toBe(1);
  });

  it('asks for updates only when switched on, and downloads nothing', async () => {
    expect(updateBlocker({ isEnabled: false, isPackaged: true })).toBe('disabled');
    expect(updateBlocker({ isEnabled: true, isPackaged: false })).toBe('unpackaged');
    let loaded = 0;
    let notified = 0;
    const updater = {
      autoDownload: true,
      autoInstallOnAppQuit: true,
      allowDowngrade: true,
      checkForUpdates: () => Promise.resolve({ isUpdateAvailable: true }),
    };
    const load = () => {
      loaded++;
      return Promise.resolve(updater);
    };
    await checkForUpdate(load, { isEnabled: false, isPackaged: true }, () => notified++);
    expect([loaded, notified]).toEqual([0, 0]);
    await checkForUpdate(load, { isEnabled: true, isPackaged: true }, () => notified++);
    expect([loaded, notified]).toEqual([1, 1]);
    expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false });
  });

  it('finds every part in the archive, or in the folder of the sources', () => {
    const packaged = shellPaths('/opt/d/app.asar');
    for (const path of Object.values(packaged)) expect(path).toMatch(/^\/opt\/d\/app\.asar\//);
    expect(shellPaths('/src').resourcesDir).toBe('/src/resources');
  });
});
