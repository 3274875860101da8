import { join } from 'node:path';

/** Where the parts of the app lie. */
export interface ShellPaths {
  readonly serverEntry: string;
  readonly rendererDir: string;
  readonly resourcesDir: string;
  readonly preload: string;
  readonly promptDir: string;
  readonly icon: string;
}

/**
 * Paths of the parts. Packaged, all of them lie inside the archive whose digest Electron checks; the libraries that the system itself loads lie beside it
 * and are found by Electron.
 *
 * @param appPath - folder or archive of the app (`app.getAppPath()`)
 */
export function shellPaths(appPath: string): ShellPaths {
  const resourcesDir = join(appPath, 'resources');
  return {
    serverEntry: join(appPath, 'dist', 'electron', 'server', 'main.js'),
    rendererDir: join(appPath, 'dist', 'renderer'),
    resourcesDir,
    preload: join(appPath, 'dist', 'electron', 'preload.cjs'),
    promptDir: join(appPath, 'dist', 'electron', 'prompt'),
    icon: join(resourcesDir, 'icons', 'deckname.png'),
  };
}
