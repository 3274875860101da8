import { documentError } from '../../failures.ts';
import type { Storage } from '../../compound/storage.ts';
import { decoderOf, encodePage } from '../text/codePages.ts';

/** Types of properties (MS-OXCDATA 2.11.1) that have streams of their own. */
export const TYPE = Object.freeze({
  int: 0x0003,
  time: 0x0040,
  object: 0x000d,
  string8: 0x001e,
  string: 0x001f,
  binary: 0x0102,
});
const MULTIPLE = 0x1000;
/** From here on, properties have names (MS-OXMSG 2.2.3). */
export const FIRST_NAMED = 0x8000;

/** A property of a message, a recipient or an attachment. */
export interface Property {
  readonly id: number;
  readonly type: number;
}

/** The properties in a storage (MS-OXMSG 2.4). Changes are in the storage after `finish`. */
export interface Properties {
  readonly storage: Storage;
  /** Begins the stream of properties; holds the numbers of recipients and attachments in messages. */
  readonly header: Buffer;
  readonly codePage: number;
  all(): readonly Property[];
  find(id: number, ...types: readonly number[]): Property | undefined;
  /** The value of a 32-bit number; null when there is none. */
  int(id: number): number | null;
  /** The value of a time in milliseconds since 1970; null when there is none. */
  time(id: number): number | null;
  /** Changes a value of up to 32 bits that is there. */
  setInt(id: number, value: number): void;
  /** The values of a property that is text, one for most of them; null for other types. */
  texts(property: Property): readonly string[] | null;
  /** The number of values stays. */
  setTexts(property: Property, texts: readonly string[]): void;
  bytes(property: Property): Uint8Array | null;
  setBytes(property: Property, bytes: Uint8Array): void;
  /** The size of what a property holds in streams, in bytes; 0 for numbers and times. */
  size(property: Property): number;
  remove(property: Property): void;
  /** Takes streams out of the storage that belong to no property; gives their number. */
  removeOthers(): number;
  /** Gives named properties other numbers; those without one are removed. */
  renumber(numbers: ReadonlyMap<number, number>): void;
  finish(): void;
}

const PROPERTY_STREAM = '__properties_version1.0';
const SUBSTREAM = /^__substg1\.0_([0-9A-F]{4})([0-9A-F]{4})(?:-[0-9A-F]{8})?$/i;
const ENTRY_BYTES = 16;
/** Readable and writable (MS-OXMSG 2.4.2.1). */
const FLAGS = 6;

/** MS-DTYP 2.3.3: hundreds of nanoseconds since 1601. */
const TICKS_PER_MILLISECOND = 10_000n;
const FROM_1601_TO_1970 = 11_644_473_600_000;

interface Row {
  readonly flags: number;
  readonly value: Buffer;
}
interface Entry extends Property {
  /** null: it has streams but stands in no list; some programs read it all the same. */
  row: Row | null;
  /** Names of its streams. */
  streams: string[];
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
const streamName = ({ id, type }: Property): string => `__substg1.0_${hex(id, 4)}${hex(type, 4)}`;
const isText = ({ type }: Property): boolean =>
  (type & ~MULTIPLE) === TYPE.string || (type & ~MULTIPLE) === TYPE.string8;
const isMultiple = ({ type }: Property): boolean => (type & MULTIPLE) !== 0;

export const isMessageStorage = ({ streams }: Storage): boolean => streams.has(PROPERTY_STREAM);

/**
 * @param headerBytes - what stands before the list: 32 bytes in a message, 24 in one inside another, else 8
 * @param codePage - of the message around it
 * @throws AppError UNREADABLE_FILE
 */
export function openProperties(storage: Storage, headerBytes: number, codePage: number | null): Properties {
  const stream = storage.streams.get(PROPERTY_STREAM);
  if (stream === undefined || stream.byteLength < headerBytes) throw documentError('UNREADABLE_FILE');
  const list = Buffer.from(stream);
  const header = list.subarray(0, headerBytes);
  let entries = listEntries(storage, list.subarray(headerBytes));
  const entryOf = ({ id }: Property): Entry | undefined => entries.get(id);
  const int = (id: number): number | null => {
    const entry = entries.get(id);
    return entry?.type === TYPE.int && entry.row !== null ? entry.row.value.readInt32LE(0) : null;
  };
  // MS-OXCMSG 2.2.1.46.10 and 2.2.1.56.6: code pages of the strings, and of what comes from the internet.
  const page = int(0x3ffd) ?? int(0x3fde) ?? codePage ?? 1252;
  const decode = decoderOf(page);
  const decodeText = (bytes: Uint8Array, type: number): string => {
    if ((type & ~MULTIPLE) === TYPE.string)
      return Buffer.from(bytes)
        .toString('utf16le')
        .replace(/(?<!\0)\0+$/, '');
    return (decodeOrNull(decode, bytes) ?? Buffer.from(bytes).toString('latin1')).replace(/(?<!\0)\0+$/, '');
  };
  const change = (entry: Entry, changed: Partial<Entry> & Pick<Entry, 'row' | 'streams'>): void => {
    for (const name of entry.streams) storage.streams.delete(name);
    entries.set(entry.id, { ...entry, ...changed });
  };

  return {
    storage,
    header,
    codePage: page,
    all: () => [...entries.values()],
    find: (id, ...types) => {
      const entry = entries.get(id);
      return entry !== undefined && (types.length === 0 || types.includes(entry.type)) ? entry : undefined;
    },
    int,
    time(id) {
      const entry = entries.get(id);
      if (entry?.type !== TYPE.time || entry.row === null) return null;
      return Number(entry.row.value.readBigUInt64LE(0) / TICKS_PER_MILLISECOND) - FROM_1601_TO_1970;
    },
    setInt(id, value) {
      entries.get(id)?.row?.value.writeInt32LE(value, 0);
    },
    texts(property) {
      const entry = entryOf(property);
      if (entry === undefined || !isText(entry)) return null;
      const names = isMultiple(entry) ? entry.streams.filter((name) => name.includes('-')) : entry.streams.slice(0, 1);
      return names.map((name) => decodeText(storage.streams.get(name)!, entry.type));
    },
    setTexts(property, texts) {
      const entry = entryOf(property)!;
      const multiple = isMultiple(entry);
      // Text that the code page lacks makes the property one of UTF-16.
      const eight = texts.map((text) => encodePage(text, page));
      const isEight = (entry.type & ~MULTIPLE) === TYPE.string8 && !eight.includes(null);
      const type = (isEight ? TYPE.string8 : TYPE.string) | (multiple ? MULTIPLE : 0);
      const end = isEight ? 1 : 2;
      // MS-OXMSG 2.1.3 and 2.1.4: the end of a string is counted; only strings of a list carry it.
      const values = texts.map((text, index) => {
        const bytes = isEight ? Buffer.from(eight[index]!) : Buffer.from(text, 'utf16le');
        return multiple ? Buffer.concat([bytes, Buffer.alloc(end)]) : bytes;
      });
      const name = streamName({ id: entry.id, type });
      const row = { flags: entry.row?.flags ?? FLAGS, value: Buffer.alloc(8) };
      if (!multiple) {
        row.value.writeUInt32LE(values[0]!.length + end);
        change(entry, { type, row, streams: [name] });
        storage.streams.set(name, values[0]!);
        return;
      }
      row.value.writeUInt32LE(values.length * 4);
      const names = values.map((_, index) => `${name}-${hex(index, 8)}`);
      change(entry, { type, row, streams: [name, ...names] });
      const lengths = Buffer.alloc(values.length * 4);
      for (const [index, value] of values.entries()) {
        lengths.writeUInt32LE(value.length, index * 4);
        storage.streams.set(names[index]!, value);
      }
      storage.streams.set(name, lengths);
    },
    bytes(property) {
      const entry = entryOf(property);
      const name = entry?.type === TYPE.binary ? entry.streams[0] : undefined;
      return name === undefined ? null : storage.streams.get(name)!;
    },
    setBytes(property, bytes) {
      const entry = entryOf(property)!;
      const row = { flags: entry.row?.flags ?? FLAGS, value: Buffer.alloc(8) };
      row.value.writeUInt32LE(bytes.byteLength);
      change(entry, { row, streams: [streamName(entry)] });
      storage.streams.set(streamName(entry), bytes);
    },
    size: (property) =>
      (entryOf(property)?.streams ?? []).reduce((size, name) => size + storage.streams.get(name)!.byteLength, 0),
    remove(property) {
      for (const name of entryOf(property)?.streams ?? []) storage.streams.delete(name);
      entries.delete(property.id);
    },
    removeOthers() {
      const known = new Set([PROPERTY_STREAM, ...[...entries.values()].flatMap((entry) => entry.streams)]);
      const others = [...storage.streams.keys()].filter((name) => !known.has(name));
      for (const name of others) storage.streams.delete(name);
      return others.length;
    },
    renumber(numbers) {
      const renamed = new Map<number, Entry>();
      const contents = new Map<string, Uint8Array>();
      for (const entry of entries.values()) {
        const id = entry.id < FIRST_NAMED ? entry.id : numbers.get(entry.id);
        if (id === undefined || id === entry.id) {
          if (id === undefined) for (const name of entry.streams) storage.streams.delete(name);
          else renamed.set(id, entry);
          continue;
        }
        const streams = entry.streams.map((name) => {
          const other = streamName({ id, type: entry.type }) + (/-.+/.exec(name)?.[0] ?? '');
          contents.set(other, storage.streams.get(name)!);
          storage.streams.delete(name);
          return other;
        });
        renamed.set(id, { ...entry, id, streams });
      }
      for (const [name, bytes] of contents) storage.streams.set(name, bytes);
      entries = renamed;
    },
    finish() {
      const rows = [...entries.values()].flatMap(({ id, type, row }) => {
        if (row === null) return [];
        const bytes = Buffer.alloc(ENTRY_BYTES);
        bytes.writeUInt16LE(type, 0);
        bytes.writeUInt16LE(id, 2);
        bytes.writeUInt32LE(row.flags, 4);
        bytes.set(row.value, 8);
        return [bytes];
      });
      storage.streams.set(PROPERTY_STREAM, Buffer.concat([header, ...rows]));
    },
  };
}

function decodeOrNull(decode: (bytes: Uint8Array) => string, bytes: Uint8Array): string | null {
  try {
    return decode(bytes);
  } catch {
    return null;
  }
}

function listEntries({ streams }: Storage, list: Buffer): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  for (let at = 0; at + ENTRY_BYTES <= list.length; at += ENTRY_BYTES) {
    const [type, id] = [list.readUInt16LE(at), list.readUInt16LE(at + 2)];
    if (entries.has(id)) continue;
    entries.set(id, {
      id,
      type,
      streams: [],
      row: { flags: list.readUInt32LE(at + 4), value: list.subarray(at + 8, at + 16) },
    });
  }
  for (const name of [...streams.keys()].sort()) {
    const match = SUBSTREAM.exec(name);
    if (match === null) continue;
    const [id, type] = [Number.parseInt(match[1]!, 16), Number.parseInt(match[2]!, 16)];
    const known = entries.get(id);
    if (known === undefined) entries.set(id, { id, type, row: null, streams: [name] });
    // A second property of the same number and another type: programs see either of them.
    else if (known.type !== type && known.streams.length > 0) throw documentError('UNREADABLE_FILE');
    else entries.set(id, { ...known, type, streams: [...known.streams, name] });
  }
  return entries;
}
