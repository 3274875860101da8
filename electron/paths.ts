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
 * Paths of the parts. Packaged, code that runs in worker threads lies outside the archive (`app.asar.unpacked`), because threads and native add-ons
 * cannot be loaded from inside it.
 *
 * @param appPath - folder or archive of the app (`app.getAppPath()`)
 * @param resourcesPath - Electron's resources folder (`process.resourcesPath`)
 */
export function shellPaths(app: {
  readonly appPath: string;
  readonly resourcesPath: string;
  readonly isPackaged: boolean;
}): ShellPaths {
  const unpacked = app.isPackaged ? app.appPath.replace(/app\.asar$/, 'app.asar.unpacked') : app.appPath;
  const resourcesDir = app.isPackaged ? join(app.resourcesPath, 'resources') : join(app.appPath, 'resources');
  return {
    serverEntry: join(unpacked, 'dist', 'electron', 'server', 'main.js'),
    rendererDir: join(unpacked, 'dist', 'renderer'),
    resourcesDir,
    preload: join(app.appPath, 'dist', 'electron', 'preload.cjs'),
    promptDir: join(app.appPath, 'dist', 'electron', 'prompt'),
    icon: join(resourcesDir, 'icons', 'deckname.png'),
  };
}
