import { gzipSync, gunzipSync } from 'node:zlib';

/** Formats of drawings made of records (MS-EMF, MS-WMF), plain or packed with gzip. */
const METAFILES = ['emf', 'wmf', 'emz', 'wmz'] as const;
export type Metafile = (typeof METAFILES)[number];

export const isMetafile = (kind: string): kind is Metafile => (METAFILES as readonly string[]).includes(kind);

const UNPACKED_BYTES = 64 * 1024 * 1024;
const DEFAULT_SIDE = 1_000;

/** A metafile that shows a grey box as large as the one given; its records are not kept. Of one that cannot be read the size is any. */
export function neutralMetafile(bytes: Uint8Array, kind: Metafile): Uint8Array {
  const isPacked = kind === 'emz' || kind === 'wmz';
  const source = Buffer.from(isPacked ? unpacked(bytes) : bytes);
  const plain = kind === 'emf' || kind === 'emz' ? neutralEmf(source) : neutralWmf(source);
  return isPacked ? gzipSync(plain) : plain;
}

function unpacked(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES });
  } catch {
    return new Uint8Array();
  }
}

/** MS-EMF 2.3.4.2, 2.3.11, 2.3.5.34, 2.3.4.1. */
const EMF = Object.freeze({ signature: 0x464d4520, version: 0x10000, headerBytes: 88 });
const EMR = Object.freeze({ header: 1, eof: 14, selectObject: 37, rectangle: 43 });
const STOCK = Object.freeze({ lightGreyBrush: 0x80000001, nullPen: 0x80000008 });

function neutralEmf(source: Buffer): Uint8Array {
  const isReadable = source.length >= EMF.headerBytes && source.readUInt32LE(40) === EMF.signature;
  const side = DEFAULT_SIDE;
  const bounds = isReadable ? ints(source, 8, 4) : [0, 0, side, side];
  const frame = isReadable ? ints(source, 24, 4) : [0, 0, side * 10, side * 10];
  const device = isReadable ? ints(source, 72, 4) : [side, side, 100, 100];
  const records = [
    record(EMR.selectObject, [STOCK.lightGreyBrush]),
    record(EMR.selectObject, [STOCK.nullPen]),
    record(EMR.rectangle, bounds),
    record(EMR.eof, [0, 16, 20]),
  ];
  const bytes = EMF.headerBytes + records.reduce((sum, { length }) => sum + length, 0);
  const header = record(EMR.header, [
    ...bounds,
    ...frame,
    ...[EMF.signature, EMF.version, bytes, records.length + 1],
    // One handle, no description, no palette.
    ...[1, 0, 0, 0],
    ...device,
  ]);
  return new Uint8Array(Buffer.concat([header, ...records]));
}

const ints = (source: Buffer, from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => source.readInt32LE(from + 4 * index));

/** A record of EMF: type, size, values of 32 bits. */
function record(type: number, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 + 4 * values.length);
  [type, bytes.length, ...values].forEach((value, index) => bytes.writeInt32LE(value | 0, 4 * index));
  return bytes;
}

/** MS-WMF 2.3.2.3, 2.3.2.2 and 2.3. */
const PLACEABLE = Object.freeze({ key: 0x9ac6cdd7, bytes: 22 });
const META = Object.freeze({
  ...{ setWindowOrg: 0x020b, setWindowExt: 0x020c, createPen: 0x02fa, createBrush: 0x02fc },
  ...{ selectObject: 0x012d, rectangle: 0x041b, eof: 0 },
});
const NULL_PEN = 5;
const LIGHT_GREY = 0xc0c0;

function neutralWmf(source: Buffer): Uint8Array {
  const isPlaceable = source.length >= PLACEABLE.bytes && source.readUInt32LE(0) === PLACEABLE.key;
  const [left, top, right, bottom] = (
    isPlaceable ? [6, 8, 10, 12].map((at) => source.readInt16LE(at)) : [0, 0, DEFAULT_SIDE, DEFAULT_SIDE]
  ) as [number, number, number, number];
  const placeable = Buffer.alloc(PLACEABLE.bytes);
  placeable.writeUInt32LE(PLACEABLE.key, 0);
  [left, top, right, bottom].forEach((value, index) => placeable.writeInt16LE(value, 6 + 2 * index));
  placeable.writeUInt16LE(isPlaceable ? source.readUInt16LE(14) : DEFAULT_SIDE, 14);
  let checksum = 0;
  for (let at = 0; at < 20; at += 2) checksum ^= placeable.readUInt16LE(at);
  placeable.writeUInt16LE(checksum, 20);
  const records = [
    metaRecord(META.setWindowOrg, [top, left]),
    metaRecord(META.setWindowExt, [bottom - top, right - left]),
    metaRecord(META.createPen, [NULL_PEN, 0, 0, 0, 0]),
    metaRecord(META.createBrush, [0, LIGHT_GREY, 0xc0, 0]),
    metaRecord(META.selectObject, [0]),
    metaRecord(META.selectObject, [1]),
    metaRecord(META.rectangle, [bottom, right, top, left]),
    metaRecord(META.eof, []),
  ];
  const largest = Math.max(...records.map(({ length }) => length)) / 2;
  const words = 9 + records.reduce((sum, { length }) => sum + length, 0) / 2;
  // In memory, header of nine words, version 3, two objects.
  const header = words16([1, 9, 0x300, words & 0xffff, words >>> 16, 2, largest, 0, 0]);
  return new Uint8Array(Buffer.concat([placeable, header, ...records]));
}

/** A record of WMF: size in words of 16 bits, function, values. */
const metaRecord = (type: number, values: readonly number[]): Buffer =>
  words16([3 + values.length, 0, type, ...values]);

function words16(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, index) => bytes.writeUInt16LE(value & 0xffff, 2 * index));
  return bytes;
}
