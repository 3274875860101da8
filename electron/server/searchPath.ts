import { posix, win32 } from 'node:path';

/** Where people's installers and package managers put programs; an app started from the desktop often has none of it on its path. */
const USUAL: Partial<Record<NodeJS.Platform, readonly string[]>> = Object.freeze({
  darwin: ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin'],
  win32: ['C:\\Program Files\\Tesseract-OCR'],
});

/** The folders in which the desktop app looks for an installed program: those of the system's path and the usual ones, as one PATH. */
export function searchPath(path: string | undefined, platform: NodeJS.Platform): string {
  const { delimiter } = platform === 'win32' ? win32 : posix;
  return [...(path ? [path] : []), ...(USUAL[platform] ?? [])].join(delimiter);
}
