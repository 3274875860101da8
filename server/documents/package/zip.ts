import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { documentError } from '../failures.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';

const STORED = 0;
const DEFLATED = 8;

/** A zip package whose directory was checked; parts are inflated one at a time and never beyond a cap. */
export interface ZipPackage {
  /** Names of all entries, `/` between folders. */
  readonly names: ReadonlySet<string>;
  /** Declared inflated size of an entry in bytes; null when the package has none of that name. */
  sizeOf(name: string): number | null;
  /**
   * Inflates one entry, or returns null when the package has none of that name. Throws AppError ZIP_RATIO_SUSPICIOUS when it holds more
   * than `maxBytes`, UNREADABLE_FILE when its data are damaged or are not of the declared size.
   */
  read(name: string, maxBytes: number): Promise<Buffer | null>;
}

/**
 * Opens a zip file (APPNOTE.TXT 6.3.10) in memory and checks its directory before anything is inflated: number of entries, declared sizes,
 * ratio, encryption, names that climb out of the package, entries that share their bytes, repeated names (two readers would see two
 * documents). Throws AppError UNREADABLE_FILE, PASSWORD_PROTECTED or ZIP_RATIO_SUSPICIOUS.
 */
export async function openZip(bytes: Uint8Array): Promise<ZipPackage> {
  const buffer = endingWithItsRecord(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries = new Map<string, Entry>();
  const zip = await unreadableUnless(fromBufferPromise(buffer, { strictFileNames: true }));
  if (zip.entryCount > DOCUMENT_LIMITS.zipEntries) throw documentError('ZIP_RATIO_SUSPICIOUS');
  let packedBytes = 0;
  let inflatedBytes = 0;
  for (const entry of await unreadableUnless(listEntries(zip))) {
    checkEntry(entry);
    if (entries.has(entry.fileName)) throw documentError('UNREADABLE_FILE');
    entries.set(entry.fileName, entry);
    packedBytes += entry.compressedSize;
    inflatedBytes += entry.uncompressedSize;
  }
  // Entries that overlap in the file let a small file inflate without end although every single ratio looks harmless.
  if (packedBytes > bytes.byteLength || inflatedBytes > DOCUMENT_LIMITS.zipTotalBytes) {
    throw documentError('ZIP_RATIO_SUSPICIOUS');
  }
  return {
    names: new Set(entries.keys()),
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? null,
    async read(name, maxBytes) {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      // Some programs call an empty entry packed, though packed nothing has two bytes: there is nothing to inflate.
      if (entry.compressedSize === 0 && entry.uncompressedSize === 0) return Buffer.alloc(0);
      if (entry.uncompressedSize > maxBytes) throw documentError('ZIP_RATIO_SUSPICIOUS');
      return await inflate(zip, entry, maxBytes);
    },
  };
}

/** The record that ends a zip file (APPNOTE.TXT 4.3.16): its size without the comment, and where the comment's length stands. */
const END_RECORD = Object.freeze({ signature: Buffer.from('PK\u0005\u0006'), bytes: 22, commentLength: 20 });
const MOST_COMMENT_BYTES = 0xffff;

/** The file without what follows its last record, when that is not the comment the record announces: mail gateways and broken downloads add or lose bytes there. */
function endingWithItsRecord(zip: Buffer): Buffer {
  const start = zip.lastIndexOf(END_RECORD.signature);
  const end = start + END_RECORD.bytes;
  if (start < 0 || end > zip.length || zip.length - end > MOST_COMMENT_BYTES) return zip;
  if (zip.readUInt16LE(start + END_RECORD.commentLength) === zip.length - end) return zip;
  return Buffer.concat([zip.subarray(0, start + END_RECORD.commentLength), Buffer.alloc(2)]);
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

function checkEntry(entry: Entry): void {
  if (entry.isEncrypted()) throw documentError('PASSWORD_PROTECTED');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw documentError('UNREADABLE_FILE');
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  if (entry.uncompressedSize > DOCUMENT_LIMITS.zipRatioFromBytes && ratio > DOCUMENT_LIMITS.zipRatio) {
    throw documentError('ZIP_RATIO_SUSPICIOUS');
  }
}

/** Declared sizes may lie: the stream is cut at `maxBytes` of real data. */
async function inflate(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = await unreadableUnless(zip.openReadStreamPromise(entry));
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw documentError('UNREADABLE_FILE', error);
  } finally {
    stream.destroy();
  }
  if (size > maxBytes) throw documentError('ZIP_RATIO_SUSPICIOUS');
  return Buffer.concat(chunks, size);
}

async function unreadableUnless<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw documentError('UNREADABLE_FILE', error);
  }
}
