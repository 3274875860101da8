import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { describe, expect, it } from 'vitest';
import { DESKTOP_METHOD_NAMES } from '../../server/contract/desktop.ts';
import { methodChannel } from './channels.ts';
import { isTrustedSender, registerBridge, type BridgeHandlers } from './handlers.ts';

const OWN = { webContentsId: 7, origin: 'http://127.0.0.1:41234' };
const sender = { webContentsId: 7, frameUrl: 'http://127.0.0.1:41234/history', isMainFrame: true };

describe('the sender of a call', () => {
  it('must be the main frame of the own window on the own origin', () => {
    expect(isTrustedSender(sender, OWN)).toBe(true);
    expect(isTrustedSender({ ...sender, webContentsId: 8 }, OWN)).toBe(false);
    expect(isTrustedSender({ ...sender, isMainFrame: false }, OWN)).toBe(false);
    expect(isTrustedSender({ ...sender, frameUrl: 'http://127.0.0.1:1/' }, OWN)).toBe(false);
    expect(isTrustedSender({ ...sender, frameUrl: null }, OWN)).toBe(false);
  });
});

describe('the bridge', () => {
  function boot(overrides: Partial<BridgeHandlers> = {}) {
    const channels = new Map<string, (event: IpcMainInvokeEvent, argument: unknown) => Promise<unknown>>();
    const ipc = { handle: (channel: string, handler: never) => channels.set(channel, handler) } as unknown as IpcMain;
    const desktop = { autostart: false, closeToTray: false, checkForUpdates: false };
    const handlers: BridgeHandlers = {
      saveFile: () => ({ saved: true }),
      openExternal: () => ({ opened: true }),
      showDataFolder: () => undefined,
      takeOpenedFiles: () => [],
      getSettings: () => desktop,
      setSettings: () => desktop,
      getRecognition: () => ({ engine: 'embedded', installed: null }),
      setRecognition: ({ engine }) => ({ engine, installed: 'tesseract 5.3.0' }),
      setLanguage: () => undefined,
      ...overrides,
    };
    registerBridge(ipc, handlers, () => OWN);
    const event = (id: number) =>
      ({ sender: { id }, senderFrame: { url: `${OWN.origin}/`, parent: null } }) as unknown as IpcMainInvokeEvent;
    return {
      channels,
      call: (method: string, argument: unknown, id = 7) => channels.get(methodChannel(method))!(event(id), argument),
    };
  }

  it('registers every method and no other', () => {
    expect([...boot().channels.keys()].sort()).toEqual(DESKTOP_METHOD_NAMES.map(methodChannel).sort());
  });

  it('parses arguments and answers', async () => {
    const { call } = boot();
    await expect(call('saveFile', { name: 'a.txt', bytes: new Uint8Array([1]) })).resolves.toEqual({ saved: true });
    await expect(call('setLanguage', 'fr')).resolves.toBeUndefined();
    await expect(call('setRecognition', { engine: 'system' })).resolves.toMatchObject({ engine: 'system' });
    await expect(call('setRecognition', { engine: '/tmp/tesseract' })).rejects.toThrow('wrong shape');
  });

  it('refuses wrong shapes without repeating them, and other senders', async () => {
    const { call } = boot();
    await expect(call('saveFile', { name: 'CANARY-NAME', bytes: 'CANARY' })).rejects.toThrow(
      /^The argument has the wrong shape\.$/,
    );
    await expect(call('setLanguage', 'xx')).rejects.toThrow('wrong shape');
    await expect(call('getSettings', undefined, 8)).rejects.toThrow('not allowed');
  });
});
