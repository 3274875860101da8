import { z } from 'zod';
import {
  desktopSettings,
  recognition,
  type desktopSettingsChange,
  type DesktopSettings,
} from '../../server/contract/desktop.ts';
import { interfaceLanguage } from '../../server/contract/common.ts';
import { storedKey } from './masterKey.ts';

const bounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
});

/** Everything the shell keeps in its settings file. Each part falls back to its default when the file was damaged or edited. */
export const shellState = z.object({
  desktop: desktopSettings.catch({ autostart: false, closeToTray: false, checkForUpdates: false }),
  // What was chosen; the embedded engine stands in while the installed program cannot be used.
  recognition: recognition.shape.engine.catch('embedded'),
  bounds: bounds.nullable().catch(null),
  language: interfaceLanguage.nullable().catch(null),
  // No fallback: a damaged key must stop the start instead of being replaced by a new one.
  masterKey: storedKey.nullable(),
});
export type ShellState = z.output<typeof shellState>;

export const DEFAULT_SHELL_STATE: ShellState = Object.freeze({
  desktop: { autostart: false, closeToTray: false, checkForUpdates: false },
  recognition: 'embedded',
  bounds: null,
  language: null,
  masterKey: null,
});

/** The part of electron-store that is used. */
export interface SettingsFile {
  readonly store: unknown;
  set(values: Partial<ShellState>): void;
}

/** Typed access to the settings file; what is read is parsed. */
export function createSettings(file: SettingsFile) {
  const read = (): ShellState => shellState.parse({ ...DEFAULT_SHELL_STATE, ...(file.store as object) });
  return {
    read,
    update(values: Partial<ShellState>): ShellState {
      file.set(values);
      return read();
    },
    /** Changes the named settings; absent and undefined ones stay as they are. */
    updateDesktop(values: z.output<typeof desktopSettingsChange>): DesktopSettings {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      const desktop = desktopSettings.parse({ ...read().desktop, ...given });
      file.set({ desktop });
      return desktop;
    },
  };
}
export type ShellSettings = ReturnType<typeof createSettings>;
