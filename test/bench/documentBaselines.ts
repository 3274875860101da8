import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inLanes } from '../../server/core/lanes.ts';
import { convertWithOffice, hasOffice, type OfficeModule } from '../helpers/office.ts';
import { milliseconds, tell } from './measure.ts';

const run = promisify(execFile);
const LIMIT_MS = 120_000;

/** Runs work with a file of these bytes; null where a program is missing or does not come to an end. */
async function withFile(bytes: Uint8Array, work: (path: string, folder: string) => Promise<number>) {
  const folder = await mkdtemp(join(tmpdir(), 'deckname-bench-baseline-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    return await work(path, folder);
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds in which poppler's `pdftotext` reads a PDF file. */
export function pdftotextSeconds(pdf: Uint8Array): Promise<number | null> {
  tell('pdftotext');
  return withFile(pdf, async (path) => {
    const read = () => run('pdftotext', ['-layout', path, '-'], { timeout: LIMIT_MS, maxBuffer: 2 ** 28 });
    return Math.min(await milliseconds(read), await milliseconds(read)) / 1000;
  });
}

/** Seconds in which LibreOffice starts, opens a file and saves it in its own format. */
export async function officeSeconds(name: string, bytes: Uint8Array, module: OfficeModule): Promise<number | null> {
  if (!hasOffice(module)) return null;
  tell(`LibreOffice: ${name}`);
  try {
    return (await milliseconds(() => convertWithOffice({ name, bytes }, name.replace(/^.*\./, '')))) / 1000;
  } catch {
    return null;
  }
}

/** Seconds for one page with the system's tesseract, as many processes at a time as there are processors, each with one thread. */
export function tesseractSecondsPerPage(scan: Uint8Array): Promise<number | null> {
  tell('tesseract of the system');
  return withFile(scan, async (path, folder) => {
    await run('pdfimages', ['-j', path, join(folder, 'page')], { timeout: LIMIT_MS });
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.jpg'));
    const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
    const read = (page: string) =>
      run('tesseract', [join(folder, page), '-', '-l', 'deu'], { env, timeout: LIMIT_MS, maxBuffer: 2 ** 24 });
    return (await milliseconds(() => inLanes(pages, availableParallelism(), read))) / 1000 / pages.length;
  });
}
