import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { tempDir } from './tempDir.ts';

const PROGRAM = 'soffice';

/** Libraries of the programs that LibreOffice consists of; packagers split them. */
const MODULES = Object.freeze({ writer: 'libswlo.so', calc: 'libsclo.so', impress: 'libsdlo.so' });

/** Whether a program of LibreOffice is installed: an independent reader of office files. */
export function hasOffice(module: keyof typeof MODULES): boolean {
  const dirs = (process.env['PATH'] ?? '').split(delimiter);
  const program = dirs.map((dir) => join(dir, PROGRAM)).find((file) => existsSync(file));
  return program !== undefined && existsSync(join(dirname(realpathSync(program)), MODULES[module]));
}

/** Has LibreOffice open a file and save it in another format; rejects when it cannot. It gets a profile of its own. */
export async function convertWithOffice(
  file: { name: string; bytes: Uint8Array },
  extension: 'pdf' | 'csv' | 'xlsx',
): Promise<Buffer> {
  const dir = tempDir();
  const out = join(dir, 'out');
  await mkdir(out);
  await writeFile(join(dir, file.name), file.bytes);
  const profile = `-env:UserInstallation=${pathToFileURL(join(dir, 'profile')).href}`;
  const args = [profile, '--headless', '--convert-to', extension, '--outdir', out, join(dir, file.name)];
  await promisify(execFile)(PROGRAM, args, { timeout: 100_000 });
  return readFile(join(out, file.name.replace(/\.[^.]+$/, `.${extension}`)));
}
