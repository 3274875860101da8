import type { BrowserWindow, BrowserWindowConstructorOptions, Session } from 'electron';
import { externalAddress, isOwnAddress } from './navigation.ts';
import { isPermitted } from './permissions.ts';
import { withLaunchHeader } from './launchHeader.ts';
import { MINIMUM_SIZE, type Bounds } from './bounds.ts';

/** What a window is made of; Electron itself is passed in so that the wiring is tested without its binary. */
export interface WindowOptions {
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly openExternal: (address: string) => void;
  readonly origin: string;
  readonly token: string;
  readonly preload: string;
  readonly bounds: Partial<Bounds> & { width: number; height: number };
  readonly backgroundColor: string;
  readonly icon: string;
}

/** Every preference stated, so that a new default of Electron changes nothing unseen. */
export const WEB_PREFERENCES = Object.freeze({
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  disableBlinkFeatures: 'Auxclick',
  // The system's spell checker fetches dictionaries from the network.
  spellcheck: false,
  enableWebSQL: false,
  // In memory: the browser keeps neither cache nor cookies on disk.
  partition: 'deckname',
} as const);

/** Denies by default: permissions, devices, new windows, webviews, foreign navigation, and adds the launch token to own requests. */
export function guardSession(
  session: Session,
  options: Pick<WindowOptions, 'origin' | 'token'>,
  webContentsId: number,
): void {
  const { origin, token } = options;
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(isPermitted(permission, details.requestingUrl, origin));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isPermitted(permission, requestingOrigin, origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeSendHeaders((details, proceed) => {
    const facts = { url: details.url, webContentsId: details.webContentsId, headers: details.requestHeaders };
    proceed({ requestHeaders: withLaunchHeader(facts, { origin, webContentsId, token }) });
  });
  // Nothing but the own server is ever loaded, whatever the page or an injected script asks for.
  session.webRequest.onBeforeRequest((details, proceed) => {
    const isInternal = /^(?:data|blob|devtools):/.test(details.url);
    proceed({ cancel: !isInternal && !isOwnAddress(details.url, origin) });
  });
}

/** Creates the main window with its navigation and permission policy. */
export function createWindow(options: WindowOptions): BrowserWindow {
  const window = options.create({
    ...options.bounds,
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    show: false,
    backgroundColor: options.backgroundColor,
    icon: options.icon,
    title: 'Deckname',
    webPreferences: { ...WEB_PREFERENCES, preload: options.preload },
  });
  const contents = window.webContents;
  guardSession(contents.session, options, contents.id);
  contents.setWindowOpenHandler(({ url }) => {
    const address = externalAddress(url);
    if (address !== null) options.openExternal(address);
    return { action: 'deny' };
  });
  const keepOrigin = (event: { readonly url: string; preventDefault(): void }) => {
    if (!isOwnAddress(event.url, options.origin)) event.preventDefault();
  };
  contents.on('will-navigate', keepOrigin);
  contents.on('will-redirect', keepOrigin);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  window.once('ready-to-show', () => window.show());
  return window;
}
