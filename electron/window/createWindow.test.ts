import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { createWindow, WEB_PREFERENCES } from './createWindow.ts';

const ORIGIN = 'http://127.0.0.1:41234';
type Decision = (granted: boolean) => void;

/** The part of Electron's window that the wiring touches, recording what was set. */
function fakeElectron() {
  const recorded = {
    options: undefined as BrowserWindowConstructorOptions | undefined,
    permission: undefined as ((c: unknown, p: string, d: Decision, x: { requestingUrl: string }) => void) | undefined,
    check: undefined as ((c: unknown, p: string, origin: string) => boolean) | undefined,
    device: undefined as (() => boolean) | undefined,
    before: undefined as ((d: { url: string }, p: (r: { cancel: boolean }) => void) => void) | undefined,
    headers: undefined as
      | ((
          d: { url: string; webContentsId: number; requestHeaders: Record<string, string> },
          p: (r: unknown) => void,
        ) => void)
      | undefined,
    open: undefined as ((d: { url: string }) => { action: string }) | undefined,
    opened: [] as string[],
    shown: 0,
  };
  const session = {
    setPermissionRequestHandler: (handler: typeof recorded.permission) => (recorded.permission = handler),
    setPermissionCheckHandler: (handler: typeof recorded.check) => (recorded.check = handler),
    setDevicePermissionHandler: (handler: typeof recorded.device) => (recorded.device = handler),
    webRequest: {
      onBeforeRequest: (handler: typeof recorded.before) => (recorded.before = handler),
      onBeforeSendHeaders: (handler: typeof recorded.headers) => (recorded.headers = handler),
    },
  };
  const contents = Object.assign(new EventEmitter(), {
    id: 7,
    session,
    setWindowOpenHandler: (handler: typeof recorded.open) => (recorded.open = handler),
  });
  const window = Object.assign(new EventEmitter(), { webContents: contents, show: () => recorded.shown++ });
  const create = (options: BrowserWindowConstructorOptions) => {
    recorded.options = options;
    return window as unknown as BrowserWindow;
  };
  createWindow({
    create,
    openExternal: (address) => recorded.opened.push(address),
    origin: ORIGIN,
    token: 'the-token',
    preload: '/app/preload.cjs',
    bounds: { width: 1000, height: 700 },
    backgroundColor: '#fff',
    icon: '/app/icon.png',
  });
  return { recorded, contents, window };
}

describe('the main window', () => {
  it('is sandboxed, isolated and without Node', () => {
    const { recorded } = fakeElectron();
    expect(recorded.options?.webPreferences).toMatchObject({
      ...WEB_PREFERENCES,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      preload: '/app/preload.cjs',
    });
  });

  it('denies permissions and devices', () => {
    const { recorded } = fakeElectron();
    const decisions: boolean[] = [];
    for (const permission of ['media', 'geolocation', 'clipboard-sanitized-write']) {
      recorded.permission?.(null, permission, (granted) => decisions.push(granted), { requestingUrl: `${ORIGIN}/` });
    }
    expect(decisions).toEqual([false, false, true]);
    expect(recorded.check?.(null, 'media', ORIGIN)).toBe(false);
    expect(recorded.device?.()).toBe(false);
  });

  it('opens no window; https goes to the system', () => {
    const { recorded } = fakeElectron();
    expect(recorded.open?.({ url: 'https://example.org/' })).toEqual({ action: 'deny' });
    expect(recorded.open?.({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' });
    expect(recorded.opened).toEqual(['https://example.org/']);
  });

  it('prevents foreign navigation, redirects and webviews', () => {
    const { contents } = fakeElectron();
    const prevented = (event: string, url: string) => {
      let wasPrevented = false;
      contents.emit(event, { url, preventDefault: () => (wasPrevented = true) });
      return wasPrevented;
    };
    expect(prevented('will-navigate', `${ORIGIN}/history`)).toBe(false);
    expect(prevented('will-navigate', 'https://example.org/')).toBe(true);
    expect(prevented('will-redirect', 'https://example.org/')).toBe(true);
    expect(prevented('will-attach-webview', '')).toBe(true);
  });

  it('loads nothing from other hosts and adds the token to own requests', () => {
    const { recorded } = fakeElectron();
    const isCancelled = (url: string) => {
      let cancelled = false;
      recorded.before?.({ url }, ({ cancel }) => (cancelled = cancel));
      return cancelled;
    };
    expect(isCancelled(`${ORIGIN}/assets/app.js`)).toBe(false);
    expect(isCancelled('blob:http://127.0.0.1:41234/x')).toBe(false);
    expect(isCancelled('https://example.org/pixel.gif')).toBe(true);
    let sent: unknown;
    recorded.headers?.(
      { url: `${ORIGIN}/api/health`, webContentsId: 7, requestHeaders: {} },
      (answer) => (sent = answer),
    );
    expect(sent).toEqual({ requestHeaders: { 'X-Deckname-Launch': 'the-token' } });
  });

  it('shows itself when the page is ready', () => {
    const { recorded, window } = fakeElectron();
    expect(recorded.shown).toBe(0);
    window.emit('ready-to-show');
    expect(recorded.shown).toBe(1);
  });
});
