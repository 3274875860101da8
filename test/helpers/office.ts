import { execFile, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { keptTempDir } from './tempDir.ts';

const PROGRAM = 'soffice';

/** Libraries of the programs that LibreOffice consists of; packagers split them. */
const MODULES = Object.freeze({ writer: 'libswlo.so', calc: 'libsclo.so', impress: 'libsdlo.so' });
export type OfficeModule = keyof typeof MODULES;

/** Whether a program of LibreOffice is installed: an independent reader of office files. */
export function hasOffice(module: OfficeModule): boolean {
  const dirs = (process.env['PATH'] ?? '').split(delimiter);
  const program = dirs.map((dir) => join(dir, PROGRAM)).find((file) => existsSync(file));
  return program !== undefined && existsSync(join(dirname(realpathSync(program)), MODULES[module]));
}

/** Whether a font is installed; LibreOffice takes another one where it is not. */
export function hasFont(family: string): boolean {
  const { status, stdout } = spawnSync('fc-list', [`:family=${family}`, 'family']);
  return status === 0 && stdout.length > 0;
}

export interface OfficeFile {
  /** With its extension. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Has LibreOffice open a file and save it in another format; rejects when it cannot. It gets a profile of its own.
 * @param to - extension of the format, with the filter after a colon where it is not the usual one
 */
export async function convertWithOffice(file: OfficeFile, to: string): Promise<Buffer> {
  return (await convertAllWithOffice([file], to))[0]!;
}

/** The same for many files of different names in one start of LibreOffice, which takes longer than most files do. */
export async function convertAllWithOffice(files: readonly OfficeFile[], to: string): Promise<Buffer[]> {
  const folder = keptTempDir();
  try {
    const out = join(folder.path, 'out');
    await mkdir(out);
    const paths = files.map(({ name }) => join(folder.path, name));
    for (const [index, { bytes }] of files.entries()) await writeFile(paths[index]!, bytes);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder.path, 'profile')).href}`;
    const args = [profile, '--headless', '--convert-to', to, '--outdir', out, ...paths];
    await promisify(execFile)(PROGRAM, args, { timeout: 100_000 });
    const extension = to.replace(/:.*$/, '');
    return await Promise.all(files.map(({ name }) => readFile(join(out, name.replace(/\.[^.]+$/, `.${extension}`)))));
  } finally {
    folder.remove();
  }
}
