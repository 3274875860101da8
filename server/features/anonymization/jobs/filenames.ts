import { LIMITS } from '../../../contract/limits.ts';

/** Extensions that belong to a file's format, not to its name. */
const EXTENSION = /\.[A-Za-z0-9]{1,5}$/;

/** The last part of a name as a browser or a form sent it, without control characters; `fallback` when nothing is left. */
export function cleanFilename(name: string | undefined, fallback: string): string {
  const base = (name ?? '').split(/[/\\]/).at(-1)!;
  const clean = base
    .replace(/\p{C}+/gu, '')
    .trim()
    .slice(0, LIMITS.filenameCharacters)
    .toWellFormed();
  return clean === '' || /^\.+$/.test(clean) ? fallback : clean;
}

/** Name of an exported original: the name it came with, in the wanted format. */
export function originalFilename(filename: string, extension: string): string {
  return `${filename.replace(EXTENSION, '') || 'document'}.${extension}`;
}
