import {
  DIFAT_SECTOR,
  END_OF_CHAIN,
  ENTRY,
  ENTRY_BYTES,
  FAT_SECTOR,
  FREE,
  HEADER_BYTES,
  HEADER_FAT_SECTORS,
  MINI_CUTOFF_BYTES,
  MINI_SECTOR_BYTES,
  NO_ENTRY,
  SIGNATURE,
  STAMP,
} from './layout.ts';
import type { Storage } from './storage.ts';

const SECTOR_BYTES = 512;
const NUMBERS_PER_SECTOR = SECTOR_BYTES / 4;
const ROOT_NAME = 'Root Entry';

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly stamp: Uint8Array | null;
  readonly content: Uint8Array;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

/** Writes a compound file (MS-CFB, version 3) anew: nothing is in it but the given storages and streams. */
export function writeStorages(root: Storage): Uint8Array {
  const entries = listEntries(root);
  const miniFat: number[] = [];
  const miniParts: Uint8Array[] = [];
  for (const entry of entries) {
    if (entry.type !== ENTRY.stream || entry.size === 0 || entry.size >= MINI_CUTOFF_BYTES) continue;
    entry.start = allocate(miniFat, entry.size, MINI_SECTOR_BYTES);
    miniParts.push(padded(entry.content, MINI_SECTOR_BYTES));
  }
  const mini = Buffer.concat(miniParts);
  const miniTable = numbers(miniFat);

  const fat: number[] = [];
  const contents: Uint8Array[] = [];
  const place = (content: Uint8Array): number => {
    if (content.byteLength === 0) return END_OF_CHAIN;
    contents.push(padded(content, SECTOR_BYTES));
    return allocate(fat, content.byteLength, SECTOR_BYTES);
  };
  // The directory names where the others begin, so it is written when they have their places.
  const directory = Buffer.alloc(Math.ceil((entries.length * ENTRY_BYTES) / SECTOR_BYTES) * SECTOR_BYTES);
  const directoryStart = place(directory);
  const miniTableStart = place(miniTable);
  entries[0]!.start = place(mini);
  entries[0]!.size = mini.length;
  for (const entry of entries) {
    if (entry.type === ENTRY.stream && entry.size >= MINI_CUTOFF_BYTES) entry.start = place(entry.content);
  }
  contents[0] = writeDirectory(directory, entries);

  const dataSectors = fat.length;
  const { fatSectors, difatSectors } = tableSectors(dataSectors);
  for (let index = 0; index < fatSectors; index += 1) fat.push(FAT_SECTOR);
  for (let index = 0; index < difatSectors; index += 1) fat.push(DIFAT_SECTOR);
  const fatPlaces = Array.from({ length: fatSectors }, (_, index) => dataSectors + index);
  const difatStart = dataSectors + fatSectors;

  const header = Buffer.alloc(HEADER_BYTES);
  header.set(SIGNATURE);
  header.writeUInt16LE(0x3e, 0x18);
  header.writeUInt16LE(3, 0x1a);
  header.writeUInt16LE(0xfffe, 0x1c);
  header.writeUInt16LE(9, 0x1e);
  header.writeUInt16LE(6, 0x20);
  header.writeUInt32LE(fatSectors, 0x2c);
  header.writeUInt32LE(directoryStart, 0x30);
  header.writeUInt32LE(MINI_CUTOFF_BYTES, 0x38);
  header.writeUInt32LE(miniTableStart, 0x3c);
  header.writeUInt32LE(miniTable.length / SECTOR_BYTES, 0x40);
  header.writeUInt32LE(difatSectors === 0 ? END_OF_CHAIN : difatStart, 0x44);
  header.writeUInt32LE(difatSectors, 0x48);
  for (let index = 0; index < HEADER_FAT_SECTORS; index += 1) {
    header.writeUInt32LE(fatPlaces[index] ?? FREE, 0x4c + index * 4);
  }
  return Buffer.concat([
    ...[header, ...contents, numbers(fat)],
    writeDifat(fatPlaces.slice(HEADER_FAT_SECTORS), difatStart, difatSectors),
  ]);
}

/** Sectors of the allocation table, which has to hold itself too, and of the list of its sectors (MS-CFB 2.5). */
function tableSectors(dataSectors: number): { fatSectors: number; difatSectors: number } {
  let fatSectors = 0;
  let difatSectors = 0;
  for (;;) {
    const wanted = Math.ceil((dataSectors + fatSectors + difatSectors) / NUMBERS_PER_SECTOR);
    const listed = Math.ceil(Math.max(0, wanted - HEADER_FAT_SECTORS) / (NUMBERS_PER_SECTOR - 1));
    if (wanted === fatSectors && listed === difatSectors) return { fatSectors, difatSectors };
    fatSectors = wanted;
    difatSectors = listed;
  }
}

function writeDifat(places: readonly number[], start: number, sectors: number): Buffer {
  const difat = Buffer.alloc(sectors * SECTOR_BYTES, 0xff);
  const perSector = NUMBERS_PER_SECTOR - 1;
  for (const [index, number] of places.entries()) {
    difat.writeUInt32LE(number, Math.floor(index / perSector) * SECTOR_BYTES + (index % perSector) * 4);
  }
  for (let index = 0; index < sectors; index += 1) {
    difat.writeUInt32LE(index + 1 < sectors ? start + index + 1 : END_OF_CHAIN, (index + 1) * SECTOR_BYTES - 4);
  }
  return difat;
}

/** Appends a chain for so many bytes; gives its first number. */
function allocate(table: number[], bytes: number, unit: number): number {
  const first = table.length;
  const count = Math.ceil(bytes / unit);
  for (let index = 1; index < count; index += 1) table.push(first + index);
  table.push(END_OF_CHAIN);
  return first;
}

function padded(content: Uint8Array, unit: number): Uint8Array {
  const rest = content.byteLength % unit;
  return rest === 0 ? content : Buffer.concat([content, Buffer.alloc(unit - rest)]);
}

function numbers(list: readonly number[]): Buffer {
  const table = Buffer.alloc(Math.ceil(list.length / NUMBERS_PER_SECTOR) * SECTOR_BYTES, 0xff);
  for (const [index, number] of list.entries()) table.writeUInt32LE(number, index * 4);
  return table;
}

/** All entries, the root first. */
function listEntries(root: Storage): Entry[] {
  const entries: Entry[] = [];
  const add = (name: string, type: number, stamp: Uint8Array | null, content: Uint8Array): Entry => {
    const links = { left: NO_ENTRY, right: NO_ENTRY, child: NO_ENTRY };
    // MS-CFB 2.6.1: storages have neither a place nor a size.
    const start = type === ENTRY.storage ? 0 : END_OF_CHAIN;
    const entry: Entry = { name, type, stamp, content, ...links, start, size: content.byteLength };
    entries.push(entry);
    return entry;
  };
  const nothing = new Uint8Array();
  function fill(entry: Entry, storage: Storage): void {
    const from = entries.length;
    for (const [name, content] of storage.streams) add(name, ENTRY.stream, null, content);
    const inner = [...storage.storages].map(([name, each]) => {
      return { entry: add(name, ENTRY.storage, each.stamp, nothing), storage: each };
    });
    const children = Array.from({ length: entries.length - from }, (_, index) => from + index);
    children.sort((a, b) => compareNames(entries[a]!.name, entries[b]!.name));
    entry.child = balance(entries, children);
    for (const each of inner) fill(each.entry, each.storage);
  }
  fill(add(ROOT_NAME, ENTRY.root, root.stamp, nothing), root);
  return entries;
}

/** MS-CFB 2.6.4: shorter names come first, then the order of their upper-case characters counts. */
function compareNames(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  const [first, second] = [one.toUpperCase(), other.toUpperCase()];
  return first < second ? -1 : Number(first > second);
}

/** A tree of sorted entries in which every node is black, which MS-CFB 2.6.4 permits; gives the number of its root. */
function balance(entries: readonly Entry[], sorted: readonly number[], from = 0, to = sorted.length): number {
  if (from >= to) return NO_ENTRY;
  const middle = (from + to) >> 1;
  const entry = entries[sorted[middle]!]!;
  entry.left = balance(entries, sorted, from, middle);
  entry.right = balance(entries, sorted, middle + 1, to);
  return sorted[middle]!;
}

const BLACK = 1;

function writeDirectory(directory: Buffer, entries: readonly Entry[]): Buffer {
  for (let at = 0; at < directory.length; at += ENTRY_BYTES) {
    const entry = entries[at / ENTRY_BYTES];
    for (const [offset, link] of [
      [68, entry?.left],
      [72, entry?.right],
      [76, entry?.child],
    ] as const) {
      directory.writeUInt32LE(link ?? NO_ENTRY, at + offset);
    }
    if (entry === undefined) continue;
    directory.write(entry.name, at, 62, 'utf16le');
    directory.writeUInt16LE((entry.name.length + 1) * 2, at + 64);
    directory[at + 66] = entry.type;
    directory[at + 67] = BLACK;
    if (entry.stamp !== null) directory.set(entry.stamp, at + STAMP.at);
    directory.writeUInt32LE(entry.start, at + 116);
    directory.writeUInt32LE(entry.size, at + 120);
  }
  return directory;
}
