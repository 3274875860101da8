import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openZip } from './zip.ts';

const CENTRAL_ENTRY = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
const FLAGS = 8;
const METHOD = 10;
const DEFLATED = 8;
const UNCOMPRESSED_SIZE = 24;

/** Changes a field of the first entry of the central directory. */
function patched(bytes: Uint8Array, change: (view: DataView, entry: number) => void): Uint8Array {
  const copy = bytes.slice();
  change(new DataView(copy.buffer), Buffer.from(copy.buffer).indexOf(CENTRAL_ENTRY));
  return copy;
}

/** Announces a comment of other length. */
function patchedEnd(bytes: Uint8Array, commentBytes: number): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint16(copy.length - 2, commentBytes, true);
  return copy;
}

describe('openZip', () => {
  const zip = zipSync({ 'a.xml': new TextEncoder().encode('x'.repeat(5_000)) });

  it('inflates an entry and knows the names', async () => {
    const opened = await openZip(zip);
    expect([...opened.names]).toEqual(['a.xml']);
    expect((await opened.read('a.xml', 10_000))?.length).toBe(5_000);
    expect(await opened.read('b.xml', 10_000)).toBeNull();
  });

  it('takes an empty entry for empty that is called packed', async () => {
    const empty = zipSync({ 'a.xml': new Uint8Array() }, { level: 0 });
    const opened = await openZip(patched(empty, (view, entry) => view.setUint16(entry + METHOD, DEFLATED, true)));
    expect((await opened.read('a.xml', 10_000))?.length).toBe(0);
  });

  it('does not inflate beyond the cap', async () => {
    const opened = await openZip(zip);
    await expect(opened.read('a.xml', 4_999)).rejects.toMatchObject({ code: 'ZIP_RATIO_SUSPICIOUS' });
  });

  it('refuses an entry that holds more than it declares', async () => {
    const lying = patched(zip, (view, entry) => view.setUint32(entry + UNCOMPRESSED_SIZE, 10, true));
    await expect((await openZip(lying)).read('a.xml', 10_000)).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });

  it.each([
    ['bytes after its end', Buffer.concat([zip, Buffer.from('\r\n\0')])],
    ['a comment that was cut off', patchedEnd(zip, 7)],
  ])('opens a file with %s', async (_what, bytes) => {
    expect((await (await openZip(bytes)).read('a.xml', 10_000))?.length).toBe(5_000);
  });

  it('tells encrypted entries', async () => {
    const locked = patched(zip, (view, entry) => view.setUint16(entry + FLAGS, 1, true));
    await expect(openZip(locked)).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
  });

  it('refuses entries that share their bytes', async () => {
    const two = zipSync({ 'a.xml': new Uint8Array(2_000).map((_, index) => (index * 7_919) % 251) }, { level: 0 });
    const overlapping = patched(two, (view, entry) => {
      view.setUint32(entry + 20, two.length + 1, true);
      view.setUint32(entry + UNCOMPRESSED_SIZE, two.length + 1, true);
    });
    await expect(openZip(overlapping)).rejects.toMatchObject({ code: 'ZIP_RATIO_SUSPICIOUS' });
  });
});
