import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from './sources.ts';

/**
 * The user's data folder for the application: XDG Base Directory on Linux, `Application Support` on macOS, the
 * roaming application data on Windows.
 */
export function defaultDataDir(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const home = homedir();
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Deckname');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Deckname');
  const xdg = env['XDG_DATA_HOME'];
  // The specification says that a relative path is to be ignored.
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.local', 'share');
  return join(base, 'deckname');
}
