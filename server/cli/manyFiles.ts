import { opendir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LIMITS } from '../contract/limits.ts';
import { isSystemFile, openArchive } from '../documents/package/archive.ts';
import { CommandError } from './commandError.ts';
import { readInput } from './commandFiles.ts';

/** A file of a folder or an archive. */
export interface InputFile {
  /** Inside the folder or archive, `/` between folders. */
  readonly path: string;
  /** Throws CommandError or AppError when it cannot be read. */
  readonly read: () => Promise<Uint8Array>;
}

/**
 * The files in a folder and all folders in it, by their paths. Links are not followed, files of operating systems are left out.
 * @param except - a folder that is left out: that of the results may lie in the input
 */
export async function filesInFolder(root: string, except: string): Promise<InputFile[]> {
  const files: InputFile[] = [];
  const waiting = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const folder = join(root, path);
    if (resolve(folder) === resolve(except)) continue;
    for await (const entry of await openFolder(folder)) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (isSystemFile(inner)) continue;
      if (entry.isDirectory()) waiting.push(inner);
      else if (entry.isFile()) files.push({ path: inner, read: () => readInput(join(root, inner)) });
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function openFolder(path: string): Promise<Awaited<ReturnType<typeof opendir>>> {
  try {
    return await opendir(path);
  } catch (cause) {
    throw new CommandError('input', `The folder ${path} cannot be read.`, { cause });
  }
}

/** The files in a ZIP; null for other files, documents that are packages included. Throws AppError UNREADABLE_FILE, PASSWORD_PROTECTED, … */
export async function filesInArchive(path: string): Promise<InputFile[] | null> {
  const archive = await openArchive(await readInput(path, LIMITS.batchBytes));
  if (archive === null) return null;
  return archive.names.map((name) => ({ path: name, read: () => archive.read(name, LIMITS.fileBytes) }));
}
