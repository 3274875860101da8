import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTaggerModel } from './model.ts';

const shipped = join(import.meta.dirname, '../../../resources/tagger');
const bytes = readFileSync(join(shipped, 'tagger.bin'));
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tagger-'));
  copyFileSync(join(shipped, 'kernel.wasm'), join(folder, 'kernel.wasm'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Loads a changed copy of the model that ships. */
function loadChanged(change: (copy: Buffer) => Uint8Array): unknown {
  writeFileSync(join(folder, 'tagger.bin'), change(Buffer.from(bytes)));
  return loadTaggerModel(folder);
}

describe('the file of the model', () => {
  it('is read as it ships, within thirty megabytes', () => {
    expect(() => loadTaggerModel(shipped)).not.toThrow();
    expect(bytes.byteLength).toBeLessThanOrEqual(30_000_000);
  });

  it.each<[string, (copy: Buffer) => Uint8Array]>([
    ['is empty', () => new Uint8Array()],
    ['is cut off', (copy) => copy.subarray(0, copy.length - 1)],
    ['is cut off in its header', (copy) => copy.subarray(0, 40)],
    ['goes on behind its end', (copy) => Buffer.concat([copy, Buffer.alloc(16)])],
    ['is another file', (copy) => copy.fill('x', 0, 4)],
    ['is of another format', (copy) => (copy.writeUInt32LE(2, 4), copy)],
    ['has a header that is no JSON', (copy) => copy.fill('{', 16, 24)],
    ['has a header of another size', (copy) => (copy.writeUInt32LE(copy.readUInt32LE(8) + 16, 8), copy)],
    [
      'is of another version of the product',
      (copy) => Buffer.from(copy.toString('latin1').replace('"version": "', '"version": "x'), 'latin1'),
    ],
    ['holds weights that are no numbers', (copy) => (copy.writeFloatLE(NaN, 16 + copy.readUInt32LE(8) + 400), copy)],
  ])('is refused when it %s', (_, change) => {
    expect(() => loadChanged(change)).toThrow(/damaged or of another version/);
  });

  it('is refused when it is missing', () => {
    expect(() => loadTaggerModel(folder)).toThrow(/ENOENT/);
  });

  it('is refused with a kernel that is no module', () => {
    writeFileSync(join(folder, 'tagger.bin'), bytes);
    writeFileSync(join(folder, 'kernel.wasm'), 'not a module');
    expect(() => loadTaggerModel(folder)).toThrow();
  });
});
