import { z } from 'zod';
import { interfaceLanguage } from './common.ts';

/**
 * The bridge between the page and the desktop shell (`window.deckname`). The shell parses every argument with these schemas and answers only its own
 * window; without the shell (browser) the object is absent.
 */

/** Settings of the shell itself, kept outside the server's database because they are needed before it opens. */
export const desktopSettings = z.object({
  autostart: z.boolean().meta({ description: 'Start with the system; off by default.' }),
  closeToTray: z.boolean().meta({ description: 'Closing the window keeps the app in the tray.' }),
  checkForUpdates: z.boolean().meta({ description: 'Off by default: nothing is asked from the network unasked.' }),
});
/** A change of some settings. */
export const desktopSettingsChange = desktopSettings.partial();
export type DesktopSettings = z.output<typeof desktopSettings>;

/** What recognizes scans on this computer. */
export const recognition = z.object({
  engine: z
    .enum(['embedded', 'system'])
    .meta({ description: 'In use: the engine of the app, or an installed Tesseract.' }),
  installed: z
    .string()
    .nullable()
    .meta({ description: 'Name and version of the installed program; null where none can be used.' }),
});
export type Recognition = z.output<typeof recognition>;

/** A document that was opened with the app or dropped onto its icon. */
export const openedFile = z.object({ name: z.string(), bytes: z.instanceof(Uint8Array<ArrayBufferLike>) });
export type OpenedFile = z.output<typeof openedFile>;

/** Named methods of the bridge: argument and answer. */
export const DESKTOP_METHODS = Object.freeze({
  /** Asks where to save and writes the file there; `saved` is false when the person cancelled. */
  saveFile: {
    input: z.object({ name: z.string().min(1).max(255), bytes: z.instanceof(Uint8Array<ArrayBufferLike>) }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Opens an https or mailto address in the system's own program; every other scheme is refused. */
  openExternal: { input: z.object({ url: z.string().max(2048) }), output: z.object({ opened: z.boolean() }) },
  /** Shows the data folder in the system's file manager. */
  showDataFolder: { input: z.undefined(), output: z.undefined() },
  /** Files that were opened with the app since the last call. */
  takeOpenedFiles: { input: z.undefined(), output: z.array(openedFile) },
  getSettings: { input: z.undefined(), output: desktopSettings },
  setSettings: { input: desktopSettingsChange, output: desktopSettings },
  /** Looks for an installed program, which takes seconds where there is one. */
  getRecognition: { input: z.undefined(), output: recognition },
  /** Takes effect for the next document; the answer says what is in use then. */
  setRecognition: { input: recognition.pick({ engine: true }), output: recognition },
  /** Tells the shell in which language to show its menu. */
  setLanguage: { input: interfaceLanguage, output: z.undefined() },
});
export type DesktopMethod = keyof typeof DESKTOP_METHODS;
export const DESKTOP_METHOD_NAMES = Object.freeze(Object.keys(DESKTOP_METHODS)) as readonly DesktopMethod[];

/** What the shell tells the page: a route to go to (menu, tray, deep link), or that opened files wait. */
export const desktopEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('navigate'), route: z.string().regex(/^\/[a-z0-9/_-]*$/) }),
  z.object({ kind: z.literal('files') }),
  z.object({ kind: z.literal('palette') }),
  z.object({ kind: z.literal('lock') }),
]);
export type DesktopEvent = z.output<typeof desktopEvent>;

type Call<M extends DesktopMethod> =
  z.input<(typeof DESKTOP_METHODS)[M]['input']> extends infer I
    ? [I] extends [undefined]
      ? () => Promise<z.output<(typeof DESKTOP_METHODS)[M]['output']>>
      : (argument: I) => Promise<z.output<(typeof DESKTOP_METHODS)[M]['output']>>
    : never;

/** `window.deckname` as the page sees it. */
export type DesktopBridge = { readonly [M in DesktopMethod]: Call<M> } & {
  /** Registers the one listener for events of the shell; returns a function that removes it. */
  onEvent(listener: (event: DesktopEvent) => void): () => void;
};
