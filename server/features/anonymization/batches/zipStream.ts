import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { nextTurn } from '../../../core/turns.ts';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** false for what is compressed already. */
  readonly compress: boolean;
}

const SLICE_BYTES = 256 * 1024;

/** Writes a ZIP (APPNOTE.TXT 6.3.10) as it is taken: one entry in memory at a time, and everybody else has a turn between slices. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    written.push(chunk);
  });
  for await (const { name, bytes, compress } of entries) {
    const entry = compress ? new ZipDeflate(name) : new ZipPassThrough(name);
    zip.add(entry);
    for (let from = 0, isLast = false; !isLast; from += SLICE_BYTES) {
      isLast = from + SLICE_BYTES >= bytes.byteLength;
      entry.push(bytes.subarray(from, from + SLICE_BYTES), isLast);
      yield* written.splice(0);
      await nextTurn();
    }
  }
  zip.end();
  yield* written.splice(0);
}
