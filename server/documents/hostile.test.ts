import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as hostile from '../../test/fixtures/documents/hostileFiles.ts';

const child = fileURLToPath(new URL('../../test/fixtures/documents/readInChild.ts', import.meta.url));
const MEMORY_MEBIBYTES = 600;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deckname-hostile-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function readInChild(bytes: Uint8Array, name: string): Promise<{ outcome: string; peakMebibytes: number }> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const { stdout } = await promisify(execFile)(process.execPath, [child, path, name]);
  return JSON.parse(stdout) as { outcome: string; peakMebibytes: number };
}

describe('hostile files', () => {
  it.each<[string, string, () => Uint8Array, string]>([
    ['a zip bomb', 'a.docx', hostile.zipBomb, 'ZIP_RATIO_SUSPICIOUS'],
    ['a zip bomb that lies about its size', 'b.docx', hostile.lyingZipBomb, 'UNREADABLE_FILE'],
    ['an entity bomb', 'c.docx', hostile.entityBomb, 'UNREADABLE_FILE'],
    ['a picture that claims a thousand million pixels', 'd.png', hostile.hugePng, 'UNREADABLE_FILE'],
    ['a bitmap without pixels', 'e.bmp', hostile.emptyBmp, 'UNREADABLE_FILE'],
    ['a page tree that contains itself', 'f.pdf', hostile.cyclicPdf, 'UNREADABLE_FILE'],
    ['a form that draws itself', 'g.pdf', hostile.recursivePdf, 'UNREADABLE_FILE'],
    ['a page of 200 inches', 'h.pdf', hostile.giantPagePdf, 'read'],
    ['a page that inflates without end', 'i.pdf', hostile.inflatingPdf, 'UNREADABLE_FILE'],
  ])(
    '%s is answered within the memory limit',
    async (_what, name, make, outcome) => {
      const result = await readInChild(make(), name);
      expect(result.outcome).toBe(outcome);
      expect(result.peakMebibytes).toBeLessThan(MEMORY_MEBIBYTES);
    },
    120_000,
  );
});
