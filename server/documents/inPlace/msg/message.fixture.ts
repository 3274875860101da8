import { burnStorages } from '../../compound/burnStorages.fixture.ts';
import { emptyStorage, type Storage } from '../../compound/storage.ts';
import { encodePage } from '../text/codePages.ts';

/** A value of a property: text in UTF-16, text of a code page, a list of texts, bytes, a number, a time. */
export type Value =
  | string
  | { readonly eight: string; readonly page?: number }
  | readonly string[]
  | Uint8Array
  | number
  | bigint
  | boolean;

/** A message, with properties by their identifiers. */
export interface Message {
  readonly properties: Readonly<Record<number, Value>>;
  readonly recipients?: readonly Readonly<Record<number, Value>>[];
  readonly attachments?: readonly (Readonly<Record<number, Value>> & {
    readonly message?: Message;
    readonly ole?: Storage;
  })[];
  /** Sets and long identifiers of the named properties, from 0x8000 on, or their names. */
  readonly names?: readonly { readonly set: string; readonly name: number | string }[];
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

interface Stored {
  readonly type: number;
  readonly streams: Readonly<Record<string, Uint8Array>>;
  readonly value: Buffer;
}

function stored(value: Value): Stored {
  const eightBytes = (write: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.alloc(8);
    write(bytes);
    return bytes;
  };
  const sized = (type: number, bytes: Uint8Array, end: number): Stored => ({
    type,
    streams: { '': bytes },
    value: eightBytes((field) => field.writeUInt32LE(bytes.length + end)),
  });
  if (typeof value === 'string') return sized(0x001f, Buffer.from(value, 'utf16le'), 2);
  if (typeof value === 'number')
    return { type: 3, streams: {}, value: eightBytes((field) => field.writeInt32LE(value)) };
  if (typeof value === 'boolean') {
    return { type: 0x000b, streams: {}, value: eightBytes((field) => field.writeUInt8(Number(value))) };
  }
  if (typeof value === 'bigint') {
    return { type: 0x0040, streams: {}, value: eightBytes((field) => field.writeBigUInt64LE(value)) };
  }
  if (value instanceof Uint8Array) return sized(0x0102, value, 0);
  if ('eight' in value) return sized(0x001e, encodePage(value.eight, value.page ?? 1252)!, 1);
  const texts = value.map((text) => Buffer.from(`${text}\0`, 'utf16le'));
  const lengths = Buffer.concat(
    texts.map(({ length }) => eightBytes((field) => field.writeUInt32LE(length)).subarray(0, 4)),
  );
  return {
    type: 0x101f,
    streams: { '': lengths, ...Object.fromEntries(texts.map((text, index) => [`-${hex(index, 8)}`, text])) },
    value: eightBytes((field) => field.writeUInt32LE(lengths.length)),
  };
}

function fill(storage: Storage, header: Buffer, properties: Readonly<Record<number, Value>>): void {
  const rows: Buffer[] = [];
  for (const [key, each] of Object.entries(properties)) {
    if (!/^\d+$/.test(key)) continue;
    const { type, streams, value } = stored(each);
    const id = Number(key);
    for (const [suffix, bytes] of Object.entries(streams)) {
      storage.streams.set(`__substg1.0_${hex(id, 4)}${hex(type, 4)}${suffix}`, bytes);
    }
    const row = Buffer.alloc(16);
    row.writeUInt16LE(type, 0);
    row.writeUInt16LE(id, 2);
    row.writeUInt32LE(6, 4);
    row.set(value, 8);
    rows.push(row);
  }
  storage.streams.set('__properties_version1.0', Buffer.concat([header, ...rows]));
}

function messageStorage({ properties, recipients = [], attachments = [] }: Message, headerBytes: number): Storage {
  const storage = emptyStorage();
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(recipients.length, 16);
  header.writeUInt32LE(attachments.length, 20);
  fill(storage, header, properties);
  for (const [index, each] of recipients.entries()) {
    const inner = emptyStorage();
    fill(inner, Buffer.alloc(8), each);
    storage.storages.set(`__recip_version1.0_#${hex(index, 8)}`, inner);
  }
  for (const [index, each] of attachments.entries()) {
    const inner = emptyStorage();
    fill(inner, Buffer.alloc(8), each);
    const content = each.message === undefined ? each.ole : messageStorage(each.message, 24);
    if (content !== undefined) inner.storages.set('__substg1.0_3701000D', content);
    storage.storages.set(`__attach_version1.0_#${hex(index, 8)}`, inner);
  }
  return storage;
}

function namesStorage(names: NonNullable<Message['names']>): Storage {
  const storage = emptyStorage();
  const sets = [...new Set(names.map(({ set }) => set))];
  const texts: Buffer[] = [];
  const entries = names.map(({ set, name }, index) => {
    const entry = Buffer.alloc(8);
    entry.writeUInt32LE(typeof name === 'number' ? name : Buffer.concat(texts).length, 0);
    entry.writeUInt16LE(((sets.indexOf(set) + 3) << 1) | Number(typeof name === 'string'), 4);
    entry.writeUInt16LE(index, 6);
    if (typeof name === 'string') {
      const text = Buffer.from(name, 'utf16le');
      const length = Buffer.alloc(4);
      length.writeUInt32LE(text.length);
      texts.push(length, text, Buffer.alloc((4 - (text.length % 4)) % 4));
    }
    return entry;
  });
  const guid = (set: string): Buffer => {
    const bytes = Buffer.from(set.replaceAll('-', ''), 'hex');
    for (const [from, to] of [
      [0, 4],
      [4, 6],
      [6, 8],
    ] as const)
      bytes.subarray(from, to).reverse();
    return bytes;
  };
  storage.streams.set('__substg1.0_00020102', Buffer.concat(sets.map(guid)));
  storage.streams.set('__substg1.0_00030102', Buffer.concat(entries));
  storage.streams.set('__substg1.0_00040102', Buffer.concat(texts));
  return storage;
}

/** A message file (MS-OXMSG) in a compound file that another program writes. */
export function messageFile(message: Message): Uint8Array {
  const root = messageStorage(message, 32);
  root.storages.set('__nameid_version1.0', namesStorage(message.names ?? []));
  return burnStorages(root);
}
