import { documentError } from '../failures.ts';

/** An OLE compound file (MS-CFB): the container of Office 97 documents. */
export interface CompoundFile {
  /** Names of all streams and storages, wherever they lie. */
  readonly names: readonly string[];
  /** Content of the first stream of this name; null when there is none. Throws AppError UNREADABLE_FILE. */
  read(name: string): Buffer | null;
}

/** MS-CFB 2.1: the last sector of a chain, and the largest number of a sector. */
const END_OF_CHAIN = 0xfffffffe;
const LAST_SECTOR = 0xfffffffa;
const HEADER_BYTES = 512;
const HEADER_FAT_SECTORS = 109;
const ENTRY_BYTES = 128;
const MINI_SECTOR_BYTES = 64;
const STREAM = 2;
const ROOT = 5;

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

/** Opens a compound file in memory. Throws AppError UNREADABLE_FILE. */
export function openCompound(bytes: Uint8Array): CompoundFile {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged = (): Error => documentError('UNREADABLE_FILE');
  if (file.length < HEADER_BYTES) throw damaged();
  // MS-CFB 2.2: version 3 has sectors of 512 bytes, version 4 of 4,096.
  const shift = file.readUInt16LE(0x1e);
  if (shift !== 9 && shift !== 12) throw damaged();
  const sectorBytes = 1 << shift;
  const sectors = Math.ceil(file.length / sectorBytes);
  const miniCutoff = file.readUInt32LE(0x38);

  const sector = (number: number): Buffer => {
    const from = (number + 1) * sectorBytes;
    if (number > LAST_SECTOR || from >= file.length) throw damaged();
    return file.subarray(from, from + sectorBytes);
  };
  const numberAt = (table: Buffer, at: number): number => {
    if (at + 4 > table.length) throw damaged();
    return table.readUInt32LE(at);
  };
  /** Sectors in the order of a chain; more of them than the file has can only be a circle. */
  const chain = (start: number, next: (number: number) => number): number[] => {
    const numbers: number[] = [];
    for (let number = start; number !== END_OF_CHAIN; number = next(number)) {
      if (numbers.length > sectors * (sectorBytes / MINI_SECTOR_BYTES)) throw damaged();
      numbers.push(number);
    }
    return numbers;
  };

  const fatSectors = listFatSectors(file, sector, numberAt, sectors);
  const perSector = sectorBytes / 4;
  const nextSector = (number: number): number => {
    const fat = fatSectors[Math.floor(number / perSector)];
    if (fat === undefined) throw damaged();
    return numberAt(sector(fat), (number % perSector) * 4);
  };
  const stream = (start: number): Buffer => Buffer.concat(chain(start, nextSector).map(sector));

  const entries = parseEntries(stream(file.readUInt32LE(0x30)));
  const root = entries.find(({ type }) => type === ROOT);
  if (root === undefined) throw damaged();

  const miniStream = (start: number): Buffer => {
    const container = stream(root.start);
    const miniFat = stream(file.readUInt32LE(0x3c));
    const parts = chain(start, (number) => numberAt(miniFat, number * 4)).map((number) =>
      container.subarray(number * MINI_SECTOR_BYTES, (number + 1) * MINI_SECTOR_BYTES),
    );
    return Buffer.concat(parts);
  };
  return {
    names: entries.map(({ name }) => name),
    read(name) {
      const entry = entries.find((candidate) => candidate.type === STREAM && candidate.name === name);
      if (entry === undefined) return null;
      if (entry.size === 0) return Buffer.alloc(0);
      const whole = entry.size < miniCutoff ? miniStream(entry.start) : stream(entry.start);
      return whole.subarray(0, entry.size);
    },
  };
}

/** MS-CFB 2.5: the first 109 sectors of the allocation table stand in the header, the others in a chain of their own. */
function listFatSectors(
  file: Buffer,
  sector: (number: number) => Buffer,
  numberAt: (table: Buffer, at: number) => number,
  sectors: number,
): number[] {
  const numbers: number[] = [];
  const take = (table: Buffer, from: number, count: number): void => {
    for (let index = 0; index < count; index += 1) {
      const number = numberAt(table, from + index * 4);
      if (number <= LAST_SECTOR) numbers.push(number);
    }
  };
  take(file, 0x4c, HEADER_FAT_SECTORS);
  let steps = 0;
  for (let next = file.readUInt32LE(0x44); next <= LAST_SECTOR; steps += 1) {
    if (steps > sectors) throw documentError('UNREADABLE_FILE');
    const table = sector(next);
    take(table, 0, table.length / 4 - 1);
    next = numberAt(table, table.length - 4);
  }
  return numbers;
}

/** MS-CFB 2.6: directory entries; unused ones have the type 0. */
function parseEntries(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const type = directory[at + 66]!;
    if (type === 0) continue;
    const nameBytes = Math.min(64, Math.max(2, directory.readUInt16LE(at + 64))) - 2;
    entries.push({
      name: directory.subarray(at, at + nameBytes).toString('utf16le'),
      type,
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}
