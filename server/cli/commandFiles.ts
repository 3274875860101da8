import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { LIMITS } from '../contract/limits.ts';
import { hasErrno } from '../core/files/errno.ts';
import { writeDurably } from '../core/files/durable.ts';
import { CommandError } from './commandError.ts';

/** Free names that are tried before giving up. */
const MOST_NAMES = 1000;

/** Reads a file that a person named, of `mostBytes` at most. */
export async function readInput(path: string, mostBytes: number = LIMITS.fileBytes): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > mostBytes) throw new CommandError('input', `The file ${path} is too large.`);
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const reason = hasErrno(cause, 'ENOENT') ? 'does not exist' : 'cannot be read';
    throw new CommandError('input', `The file ${path} ${reason}.`, { cause });
  }
}

/** A file to be written beside others of the same command. */
export interface OutputFile {
  /** Added to the common name, for example `.mapping.json`. */
  readonly suffix: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes files that belong together under one name that is free for all of them: `name.ext`, `name (2).ext`, … Every file is complete
 * when its name appears, nothing is overwritten, and when one cannot be written none is left. Only the owner can read them.
 * @returns the paths in the order of `files`
 */
export async function writeTogether(dir: string, filename: string, files: readonly OutputFile[]): Promise<string[]> {
  try {
    await mkdir(dir, { recursive: true });
    const extension = extname(filename);
    const stem = basename(filename, extension);
    for (let number = 1; number <= MOST_NAMES; number += 1) {
      const name = number === 1 ? filename : `${stem} (${number})${extension}`;
      const written = await writeAll(files.map(({ suffix, bytes }) => ({ path: join(dir, name + suffix), bytes })));
      if (written !== undefined) return written;
    }
  } catch (cause) {
    throw new CommandError('output', `The folder ${dir} cannot be written to.`, { cause });
  }
  throw new CommandError('output', `There is no free name in the folder ${dir}.`);
}

/** Undefined when one of the names is taken. */
async function writeAll(files: readonly { path: string; bytes: Uint8Array }[]): Promise<string[] | undefined> {
  const written: string[] = [];
  try {
    for (const { path, bytes } of files) {
      await publish(path, bytes);
      written.push(path);
    }
    return written;
  } catch (error) {
    for (const path of written) await rm(path, { force: true });
    if (hasErrno(error, 'EEXIST')) return undefined;
    throw error;
  }
}

/** link(2) fails when the name exists, which rename(2) does not. */
async function publish(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeDurably(temporary, [bytes]);
    await link(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A folder of results that a later run may go on with. Paths are inside it, `/` between folders. */
export interface ResultFolder {
  has(path: string): Promise<boolean>;
  /** null: there is no such file. Throws CommandError when it cannot be read. */
  read(path: string): Promise<Uint8Array | null>;
  /** Writes a file or takes its place; it is complete when its name appears, and only the owner can read it. Throws CommandError. */
  replace(path: string, bytes: Uint8Array): Promise<void>;
}

export function createResultFolder(dir: string): ResultFolder {
  const failed = (cause: unknown) => new CommandError('output', `The folder ${dir} cannot be written to.`, { cause });
  return {
    async has(path) {
      try {
        await stat(join(dir, path));
        return true;
      } catch {
        return false;
      }
    },
    async read(path) {
      try {
        return await readFile(join(dir, path));
      } catch (cause) {
        if (hasErrno(cause, 'ENOENT')) return null;
        throw failed(cause);
      }
    },
    async replace(path, bytes) {
      const file = join(dir, path);
      const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`;
      try {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await writeDurably(temporary, [bytes]);
        await rename(temporary, file);
      } catch (cause) {
        await rm(temporary, { force: true });
        throw failed(cause);
      }
    },
  };
}
