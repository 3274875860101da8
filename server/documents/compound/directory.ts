import { documentError } from '../failures.ts';
import {
  END_OF_CHAIN,
  ENTRY,
  ENTRY_BYTES,
  HEADER_BYTES,
  HEADER_FAT_SECTORS,
  LAST_SECTOR,
  MINI_SECTOR_BYTES,
  SIGNATURE,
  STAMP,
} from './layout.ts';

/** An entry of the directory (MS-CFB 2.6.1). Neighbours are numbers of entries. */
export interface DirectoryEntry {
  readonly name: string;
  /** One of `ENTRY`. */
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly stamp: Uint8Array;
  readonly start: number;
  readonly size: number;
}

/** A compound file whose directory was read. */
export interface CompoundDirectory {
  /** By their numbers; unused ones too. */
  readonly entries: readonly DirectoryEntry[];
  /** The content of a stream; to be called once for an entry. Throws AppError UNREADABLE_FILE. */
  content(entry: DirectoryEntry): Buffer;
}

/** More streams than any program writes. */
const MOST_ENTRIES = 200_000;

/**
 * Reads the allocation tables and the directory of a compound file (MS-CFB). No sector may belong to two streams, so chains in circles end, and all
 * that is read together is never more than the file. Throws AppError UNREADABLE_FILE.
 */
export function openDirectory(bytes: Uint8Array): CompoundDirectory {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < HEADER_BYTES || !SIGNATURE.every((byte, at) => file[at] === byte)) throw damaged();
  const shift = file.readUInt16LE(0x1e);
  if (shift !== 9 && shift !== 12) throw damaged();
  const sectorBytes = 1 << shift;
  const sectors = Math.max(0, Math.ceil(file.length / sectorBytes) - 1);
  const miniCutoff = file.readUInt32LE(0x38);
  const sector = (number: number): Buffer => {
    if (number >= sectors) throw damaged();
    return file.subarray((number + 1) * sectorBytes, (number + 2) * sectorBytes);
  };

  const next = readAllocation(file, sector, sectorBytes, sectors);
  const used = new Uint8Array(sectors);
  const whole = (start: number): Buffer => Buffer.concat(chain(start, Infinity, next, used).map(sector));
  const part = (start: number, size: number): Buffer => {
    const numbers = chain(start, Math.ceil(size / sectorBytes), next, used);
    return exactly(Buffer.concat(numbers.map(sector)), size);
  };

  const entries = parseEntries(whole(file.readUInt32LE(0x30)));
  const root = entries.find(({ type }) => type === ENTRY.root);
  if (root === undefined) throw damaged();
  let mini: MiniStream | null = null;
  return {
    entries,
    content({ start, size }) {
      if (size === 0) return Buffer.alloc(0);
      if (size >= miniCutoff) return part(start, size);
      mini ??= openMiniStream(whole(root.start), whole(file.readUInt32LE(0x3c)));
      return mini(start, size);
    },
  };
}

const damaged = (): Error => documentError('UNREADABLE_FILE');

/** Numbers of the sectors of a chain, `most` of them. Throws when one of them is used already, or does not exist. */
function chain(start: number, most: number, next: Uint32Array, used: Uint8Array): number[] {
  const numbers: number[] = [];
  for (let number = start; number !== END_OF_CHAIN && numbers.length < most; number = next[number]!) {
    if (number >= used.length || number >= next.length || used[number] === 1) throw damaged();
    used[number] = 1;
    numbers.push(number);
  }
  return numbers;
}

function exactly(content: Buffer, size: number): Buffer {
  if (content.length < size) throw damaged();
  return content.subarray(0, size);
}

/** MS-CFB 2.3 and 2.5: which sector follows on which; the table's own sectors are named in the header and in a chain of sectors. */
function readAllocation(
  file: Buffer,
  sector: (number: number) => Buffer,
  sectorBytes: number,
  sectors: number,
): Uint32Array {
  const perSector = sectorBytes / 4;
  const most = Math.ceil(sectors / perSector);
  const tables: number[] = [];
  const take = (list: Buffer, from: number, count: number): void => {
    for (let index = 0; index < count && tables.length < most; index += 1) {
      const number = numberAt(list, from + index * 4);
      if (number <= LAST_SECTOR) tables.push(number);
    }
  };
  take(file, 0x4c, HEADER_FAT_SECTORS);
  let steps = 0;
  for (let number = file.readUInt32LE(0x44); number <= LAST_SECTOR && tables.length < most; steps += 1) {
    if (steps > most) throw damaged();
    const list = sector(number);
    take(list, 0, perSector - 1);
    number = numberAt(list, sectorBytes - 4);
  }
  const next = new Uint32Array(tables.length * perSector).fill(END_OF_CHAIN);
  for (const [index, number] of tables.entries()) {
    const table = sector(number);
    for (let at = 0; at + 4 <= table.length; at += 4) next[index * perSector + at / 4] = table.readUInt32LE(at);
  }
  return next;
}

function numberAt(table: Buffer, at: number): number {
  if (at + 4 > table.length) throw damaged();
  return table.readUInt32LE(at);
}

type MiniStream = (start: number, size: number) => Buffer;

/** MS-CFB 2.4: small streams share one stream and have a table of their own. */
function openMiniStream(container: Buffer, table: Buffer): MiniStream {
  const next = new Uint32Array(Math.floor(table.length / 4));
  for (let index = 0; index < next.length; index += 1) next[index] = table.readUInt32LE(index * 4);
  const used = new Uint8Array(Math.ceil(container.length / MINI_SECTOR_BYTES));
  return (start, size) => {
    const numbers = chain(start, Math.ceil(size / MINI_SECTOR_BYTES), next, used);
    const parts = numbers.map((number) =>
      container.subarray(number * MINI_SECTOR_BYTES, (number + 1) * MINI_SECTOR_BYTES),
    );
    return exactly(Buffer.concat(parts), size);
  };
}

function parseEntries(directory: Buffer): DirectoryEntry[] {
  if (directory.length > MOST_ENTRIES * ENTRY_BYTES) throw damaged();
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameBytes = Math.min(64, Math.max(2, directory.readUInt16LE(at + 64))) - 2;
    entries.push({
      name: directory.subarray(at, at + nameBytes).toString('utf16le'),
      type: directory[at + 66]!,
      left: directory.readUInt32LE(at + 68),
      right: directory.readUInt32LE(at + 72),
      child: directory.readUInt32LE(at + 76),
      stamp: directory.subarray(at + STAMP.at, at + STAMP.at + STAMP.bytes),
      start: directory.readUInt32LE(at + 116),
      // MS-CFB 2.6.1: the upper half is no part of it in version 3, and no file we take needs it.
      size: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}
