import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { burnStorages, readStoragesElsewhere } from '../../../test/fixtures/documents/compound/burnStorages.ts';
import { emptyStorage, readStorages, type Storage } from './storage.ts';
import { writeStorages } from './write.ts';

const filled = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, at) => (at * 7 + size) & 0xff);

/** What is in it, in no order. */
const listed = ({ streams, storages }: Storage): unknown => ({
  streams: [...streams].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]).sort(),
  storages: [...storages].map(([name, storage]) => [name, listed(storage)]).sort(),
});

function storageOf(sizes: Readonly<Record<string, number>>, inner: Readonly<Record<string, Storage>> = {}): Storage {
  const storage = emptyStorage();
  for (const [name, size] of Object.entries(sizes)) storage.streams.set(name, filled(size));
  for (const [name, each] of Object.entries(inner)) storage.storages.set(name, each);
  return storage;
}

const sample = (): Storage =>
  storageOf(
    { empty: 0, one: 1, mini: 4095, sector: 4096, large: 70_001, b: 64, a: 65 },
    { Inner: storageOf({ x: 513 }, { Deep: storageOf({ y: 5 }), Empty: emptyStorage() }) },
  );

describe('compound files', () => {
  it('are read as another program writes them, and written as another program reads them', () => {
    const storage = sample();
    expect(listed(readStorages(burnStorages(storage)))).toEqual(listed(storage));
    expect(listed(readStoragesElsewhere(writeStorages(storage)))).toEqual(listed(storage));
  });

  it('keep all they hold', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'B', 'c', '_', '1', 'ü'), minLength: 1, maxLength: 31 });
    const streams = fc.dictionary(name, fc.nat(6_000), { maxKeys: 12, noNullPrototype: true });
    fc.assert(
      fc.property(streams, streams, (outer, inner) => {
        const storage = storageOf(outer, { '#inner': storageOf(inner) });
        expect(listed(readStorages(writeStorages(storage)))).toEqual(listed(storage));
      }),
      { numRuns: 60 },
    );
  });

  // From 109 sectors of the allocation table on, these are listed in sectors of their own.
  it.each([109 * 128 * 512 + 70_000, 236 * 128 * 512])('hold %d bytes', (size) => {
    const storage = storageOf({ large: size, small: 10 });
    const bytes = writeStorages(storage);
    const read = readStorages(bytes);
    expect(Buffer.compare(read.streams.get('large')!, storage.streams.get('large')!)).toBe(0);
    const elsewhere = readStoragesElsewhere(bytes).streams;
    expect(Buffer.compare(elsewhere.get('large')!, storage.streams.get('large')!)).toBe(0);
    expect(Buffer.compare(elsewhere.get('small')!, storage.streams.get('small')!)).toBe(0);
  });

  it('end in a code when they are damaged', () => {
    const whole = writeStorages(sample());
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 9), fc.nat(255)), { maxLength: 10 }), (changes) => {
        const damaged = Buffer.from(whole);
        for (const [at, value] of changes) damaged[at + 8] = value;
        try {
          readStorages(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect(error).toMatchObject({ code: 'UNREADABLE_FILE' });
        }
      }),
      { numRuns: 500 },
    );
    for (const length of [0, 8, 511, 512, 1024, 5000]) {
      expect(() => readStorages(whole.subarray(0, length))).toThrow(AppError);
    }
  });

  it('do not lead in circles', () => {
    const refused = (change: (bytes: Buffer, directory: number) => void) => {
      const bytes = Buffer.from(writeStorages(sample()));
      change(bytes, 512 + bytes.readUInt32LE(0x30) * 512);
      expect(() => readStorages(bytes)).toThrow(expect.objectContaining({ code: 'UNREADABLE_FILE' }));
    };
    // A stream that follows itself, two entries with one content, neighbours and storages that lead back.
    const entryOf = (bytes: Buffer, directory: number, name: string): number => {
      for (let at = directory; ; at += 128) {
        if (bytes.subarray(at, at + name.length * 2).toString('utf16le') === name) return at;
      }
    };
    const fatAt = (bytes: Buffer) => 512 + bytes.readUInt32LE(0x4c) * 512;
    refused((bytes, at) => {
      const start = bytes.readUInt32LE(entryOf(bytes, at, 'large') + 116);
      bytes.writeUInt32LE(start, fatAt(bytes) + start * 4);
    });
    refused((bytes, at) => {
      const start = bytes.readUInt32LE(entryOf(bytes, at, 'large') + 116);
      bytes.writeUInt32LE(start, entryOf(bytes, at, 'sector') + 116);
    });
    refused((bytes, at) => bytes.writeUInt32LE(0, entryOf(bytes, at, 'Inner') + 76));
    refused((bytes, at) => bytes.writeUInt32LE(bytes.readUInt32LE(at + 76), entryOf(bytes, at, 'mini') + 68));
  });

  it('are not deep without end', () => {
    let storage = emptyStorage();
    for (let depth = 0; depth < 100; depth += 1) storage = storageOf({}, { inner: storage });
    expect(() => readStorages(writeStorages(storage))).toThrow(AppError);
  });
});
