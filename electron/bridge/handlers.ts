import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import { DESKTOP_METHOD_NAMES, DESKTOP_METHODS, type DesktopMethod } from '../../server/contract/desktop.ts';
import { methodChannel } from './channels.ts';

type MaybePromise<T> = T | Promise<T>;

/** One function per method of the bridge, with parsed arguments. */
export type BridgeHandlers = {
  readonly [M in DesktopMethod]: (
    argument: z.output<(typeof DESKTOP_METHODS)[M]['input']>,
  ) => MaybePromise<z.output<(typeof DESKTOP_METHODS)[M]['output']>>;
};

/** Facts about the sender of a call. */
export interface Sender {
  readonly webContentsId: number;
  /** Address of the frame that called; null when it is gone. */
  readonly frameUrl: string | null;
  readonly isMainFrame: boolean;
}

/** Only the main frame of the own window, still on the own origin, may call. */
export function isTrustedSender(
  sender: Sender,
  own: { readonly webContentsId: number; readonly origin: string },
): boolean {
  if (sender.webContentsId !== own.webContentsId || !sender.isMainFrame || sender.frameUrl === null) return false;
  return URL.canParse(sender.frameUrl) && new URL(sender.frameUrl).origin === own.origin;
}

function senderOf(event: IpcMainInvokeEvent): Sender {
  const frame = event.senderFrame;
  return {
    webContentsId: event.sender.id,
    frameUrl: frame?.url ?? null,
    isMainFrame: frame !== null && frame.parent === null,
  };
}

/**
 * Registers the methods of the bridge. A call from elsewhere, or with an argument that does not parse, is refused with a constant message: what it
 * carried is not repeated.
 */
export function registerBridge(
  ipc: Pick<IpcMain, 'handle'>,
  handlers: BridgeHandlers,
  own: () => { readonly webContentsId: number; readonly origin: string } | null,
): void {
  const register = (method: DesktopMethod) => {
    ipc.handle(methodChannel(method), async (event, argument: unknown) => {
      const trusted = own();
      if (trusted === null || !isTrustedSender(senderOf(event), trusted)) throw new Error('The caller is not allowed.');
      const { input, output } = DESKTOP_METHODS[method];
      const parsed = input.safeParse(argument);
      if (!parsed.success) throw new Error('The argument has the wrong shape.');
      const handle = handlers[method] as (value: unknown) => unknown;
      return output.parse(await handle(parsed.data));
    });
  };
  for (const method of DESKTOP_METHOD_NAMES) register(method);
}
