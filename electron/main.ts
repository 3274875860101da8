/**
 * Start of the desktop app. This file holds the order of the start only: single instance, key, server process, window, menu, tray. What each part
 * decides stands beside it and is tested without Electron.
 */
import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron';
import Store from 'electron-store';
import { LIMITS } from '../server/contract/limits.ts';
import type { DesktopEvent } from '../server/contract/desktop.ts';
import { READABLE_ENDINGS } from '../server/contract/formats.ts';
import { EVENT_CHANNEL } from './bridge/channels.ts';
import { registerBridge } from './bridge/handlers.ts';
import { shellLabels, shellLanguage } from './menu/labels.ts';
import { menuTemplate } from './menu/menu.ts';
import { shellPaths } from './paths.ts';
import { askPassphrase } from './prompt/askPassphrase.ts';
import { createSupervisor, type Supervisor } from './server/supervisor.ts';
import { KeyUnavailableError, openMasterKey } from './settings/masterKey.ts';
import { createSettings } from './settings/settings.ts';
import { hidesOnClose, trayTemplate } from './tray/tray.ts';
import { checkForUpdate } from './updates/updates.ts';
import { usableBounds } from './window/bounds.ts';
import { createWindow } from './window/createWindow.ts';
import { deepLinkRoute, externalAddress } from './window/navigation.ts';
import { createOpenedFiles, documentArguments, linkArgument } from './window/openedFiles.ts';

const BACKGROUND = { light: '#f7f7f5', dark: '#15181b' } as const;

app.enableSandbox();
if (!app.requestSingleInstanceLock()) app.exit(0);
app.setAsDefaultProtocolClient('deckname');

const paths = shellPaths(app.getAppPath());
const settings = createSettings(new Store({ name: 'shell', clearInvalidConfig: false }));
const openedFiles = createOpenedFiles(
  { sizeBytes: async (path) => (await stat(path)).size, read: (path) => readFile(path) },
  LIMITS.fileBytes,
);
const token = randomBytes(32).toString('base64url');
let main: { readonly window: BrowserWindow; readonly origin: string } | null = null;
let isQuitting = false;

const labels = () => shellLabels(shellLanguage(settings.read().language, app.getPreferredSystemLanguages()));
const tell = (event: DesktopEvent) => main?.window.webContents.send(EVENT_CHANNEL, event);

function showWindow(): void {
  if (main === null) return;
  if (main.window.isMinimized()) main.window.restore();
  main.window.show();
  main.window.focus();
}

function openArguments(argv: readonly string[]): void {
  const route = deepLinkRoute(linkArgument(argv) ?? '');
  if (route !== null) tell({ kind: 'navigate', route });
  if (openedFiles.add(documentArguments(argv))) tell({ kind: 'files' });
  showWindow();
}

function openExternal(url: string): boolean {
  const address = externalAddress(url);
  if (address !== null) void shell.openExternal(address);
  return address !== null;
}

async function chooseFiles(): Promise<void> {
  const { filePaths } = await dialog.showOpenDialog({
    properties: ['openFile', 'multiSelections'],
    filters: [
      {
        name: labels().documents,
        extensions: [...READABLE_ENDINGS],
      },
    ],
  });
  if (openedFiles.add(filePaths)) tell({ kind: 'files' });
}

function fail(message: string): void {
  dialog.showErrorBox(labels().startFailed, message);
  isQuitting = true;
  app.quit();
}

function buildMenus(): void {
  const actions = {
    navigate: (route: string) => {
      showWindow();
      tell({ kind: 'navigate', route });
    },
    openFiles: () => void chooseFiles(),
    openPalette: () => tell({ kind: 'palette' }),
    lock: () => tell({ kind: 'lock' }),
    showDataFolder: () => void shell.openPath(app.getPath('userData')),
  };
  const system = { isMac: process.platform === 'darwin', isPackaged: app.isPackaged };
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(labels(), actions, system)));
}

function buildTray(): Tray {
  const tray = new Tray(paths.icon);
  tray.setToolTip('Deckname');
  const actions = { show: showWindow, lock: () => tell({ kind: 'lock' }), quit: () => app.quit() };
  tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(labels(), actions)));
  tray.on('click', showWindow);
  return tray;
}

function registerMethods(supervisor: Supervisor): void {
  registerBridge(
    ipcMain,
    {
      async saveFile({ name, bytes }) {
        const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: name });
        if (canceled || filePath === '') return { saved: false };
        await writeFile(filePath, bytes);
        return { saved: true };
      },
      openExternal: ({ url }) => ({ opened: openExternal(url) }),
      async showDataFolder() {
        await shell.openPath(app.getPath('userData'));
      },
      takeOpenedFiles: () => openedFiles.take(),
      getSettings: () => settings.read().desktop,
      setSettings(values) {
        const desktop = settings.updateDesktop(values);
        app.setLoginItemSettings({ openAtLogin: desktop.autostart });
        return desktop;
      },
      getRecognition: () => supervisor.recognition(null),
      async setRecognition({ engine }) {
        const state = await supervisor.recognition(engine);
        settings.update({ recognition: state.engine });
        return state;
      },
      setLanguage(language) {
        settings.update({ language });
        buildMenus();
      },
    },
    () => (main === null ? null : { webContentsId: main.window.webContents.id, origin: main.origin }),
  );
}

function openWindow(origin: string): void {
  if (main !== null) {
    // The server was started again after a crash, on another port: the policies belong to the old origin.
    main.window.removeAllListeners('close');
    main.window.destroy();
  }
  const window = createWindow({
    create: (options) => new BrowserWindow(options),
    openExternal: (address) => void openExternal(address),
    origin,
    token,
    preload: paths.preload,
    bounds: usableBounds(
      settings.read().bounds,
      screen.getAllDisplays().map(({ workArea }) => workArea),
    ),
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    icon: paths.icon,
  });
  window.on('close', (event) => {
    settings.update({ bounds: window.getNormalBounds() });
    if (!hidesOnClose(settings.read().desktop, isQuitting)) return;
    event.preventDefault();
    window.hide();
  });
  main = { window, origin };
  void window.loadURL(`${origin}/`);
}

async function start(): Promise<void> {
  // Nothing of the default session may be used: the window and the prompt have partitions of their own.
  session.defaultSession.webRequest.onBeforeRequest((details, proceed) =>
    proceed({ cancel: !details.url.startsWith('devtools:') }),
  );
  const masterKey = await openMasterKey({
    keyring: safeStorage,
    platform: process.platform,
    load: () => settings.read().masterKey,
    save: (key) => settings.update({ masterKey: key }),
    askPassphrase: (reason) => askPassphrase(paths.promptDir, labels(), reason),
  });
  if (masterKey === null) {
    app.quit();
    return;
  }
  const supervisor = createSupervisor({
    fork: () => utilityProcess.fork(paths.serverEntry, [], { serviceName: 'Deckname server', stdio: 'ignore' }),
    command: {
      kind: 'start',
      version: app.getVersion(),
      dataDir: app.getPath('userData'),
      rendererDir: paths.rendererDir,
      resourcesDir: paths.resourcesDir,
      masterKey,
      desktopToken: token,
      workers: availableParallelism(),
    },
    now: Date.now,
    onReady: (origin) => {
      openWindow(origin);
      // A server that ends meanwhile is asked again when it is ready again.
      if (settings.read().recognition === 'system') supervisor.recognition('system').catch(() => undefined);
    },
    onFailed: fail,
  });
  app.on('before-quit', () => (isQuitting = true));
  app.on('will-quit', (event) => {
    event.preventDefault();
    void supervisor.stop().then(() => app.exit(0));
  });
  registerMethods(supervisor);
  buildMenus();
  const tray = buildTray();
  app.on('quit', () => tray.destroy());
  supervisor.start();
  openedFiles.add(documentArguments(process.argv));
  await checkForUpdate(
    async () => (await import('electron-updater')).default.autoUpdater,
    { isEnabled: settings.read().desktop.checkForUpdates, isPackaged: app.isPackaged },
    () => new Notification({ title: 'Deckname', body: labels().updateAvailable }).show(),
  );
}

app.on('second-instance', (_event, argv) => openArguments(argv));
app.on('activate', showWindow);
app.on('open-file', (event, path) => {
  event.preventDefault();
  openArguments(['', path]);
});
app.on('open-url', (event, url) => {
  event.preventDefault();
  openArguments(['', url]);
});
app.on('window-all-closed', () => app.quit());
app
  .whenReady()
  .then(start)
  .catch((error: unknown) =>
    fail(error instanceof KeyUnavailableError ? labels().keyUnavailable : labels().startFailed),
  );
