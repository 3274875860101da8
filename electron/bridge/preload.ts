import { contextBridge, ipcRenderer } from 'electron';
import { DESKTOP_METHOD_NAMES, type DesktopEvent } from '../../server/contract/desktop.ts';
import { EVENT_CHANNEL, methodChannel } from './channels.ts';

/** Only named methods cross the bridge; the page never gets ipcRenderer itself. */
const methods = Object.fromEntries(
  DESKTOP_METHOD_NAMES.map((method) => [
    method,
    (argument?: unknown) => ipcRenderer.invoke(methodChannel(method), argument),
  ]),
);

contextBridge.exposeInMainWorld('deckname', {
  ...methods,
  onEvent(listener: (event: DesktopEvent) => void) {
    const forward = (_: unknown, event: DesktopEvent) => listener(event);
    ipcRenderer.on(EVENT_CHANNEL, forward);
    return () => ipcRenderer.removeListener(EVENT_CHANNEL, forward);
  },
});
