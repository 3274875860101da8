import type { Storage } from '../../compound/storage.ts';
import { FIRST_NAMED } from './properties.ts';

/** Sets of named properties (MS-OXPROPS 1.3.2), without the end that most of them share. */
const SETS = Object.freeze({
  appointment: '00062002-0000-0000-c000-000000000046',
  task: '00062003-0000-0000-c000-000000000046',
  address: '00062004-0000-0000-c000-000000000046',
  common: '00062008-0000-0000-c000-000000000046',
  log: '0006200a-0000-0000-c000-000000000046',
  meeting: '6ed8da90-450b-101b-98da-00aa003f1305',
});
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Named properties that hold text: places, participants, owners, addresses, companies. Numbers are long identifiers. */
const TEXTS: Readonly<Record<string, ReadonlySet<number>>> = Object.freeze({
  [SETS.appointment]: new Set([0x8208, 0x8232, 0x8238, 0x823b, 0x823c]),
  [SETS.task]: new Set([0x811f, 0x8121, 0x8122, 0x8125]),
  [SETS.address]: new Set(
    [0x8005, ...range(0x801a, 0x801c), 0x802b, ...range(0x8045, 0x804a), 0x8062].concat(
      [0x8080, 0x8090, 0x80a0].flatMap((first) => range(first, first + 4)),
    ),
  ),
  [SETS.common]: new Set([0x8539, 0x853a, 0x8586]),
  [SETS.log]: new Set([0x8700, 0x8712]),
  [SETS.meeting]: new Set([0x0002]),
});

interface Name {
  readonly set: string;
  /** null: its name is a text. */
  readonly long: number | null;
}

/** The names of properties (MS-OXMSG 2.2.3); messages in the message share them. */
export interface PropertyNames {
  /** What is done with a named property: text that is read, a value that tells nothing of people, or one that goes. */
  policy(id: number, isText: boolean): 'text' | 'value' | 'remove';
  /** Keeps the names of these properties alone; gives their new numbers. */
  reduce(ids: Iterable<number>): ReadonlyMap<number, number>;
}

export const NAMES_STORAGE = '__nameid_version1.0';
const STREAMS = Object.freeze({
  sets: '__substg1.0_00020102',
  entries: '__substg1.0_00030102',
  texts: '__substg1.0_00040102',
});
const ENTRY_BYTES = 8;
const SET_BYTES = 16;
/** The first two sets are known by their numbers, 1 and 2; the others stand in a stream. */
const FIRST_SET = 3;
const HASHES = Object.freeze({ first: 0x1000, count: 0x1f });

export function openNames(root: Storage): PropertyNames {
  const storage = root.storages.get(NAMES_STORAGE);
  const names = storage === undefined ? [] : readNames(storage);
  return {
    policy(id, isText) {
      const name = names[id - FIRST_NAMED];
      if (name === undefined || name.long === null) return 'remove';
      if (isText) return TEXTS[name.set]?.has(name.long) === true ? 'text' : 'remove';
      // Dates of a contact are its birthday and the like.
      return TEXTS[name.set] === undefined || name.set === SETS.address ? 'remove' : 'value';
    },
    reduce(ids) {
      const kept = [...new Set(ids)].sort((a, b) => a - b);
      if (storage !== undefined) {
        storage.streams.clear();
        storage.storages.clear();
        writeNames(
          storage,
          kept.map((id) => names[id - FIRST_NAMED]!),
        );
      }
      return new Map(kept.map((id, index) => [id, FIRST_NAMED + index]));
    },
  };
}

function readNames({ streams }: Storage): Name[] {
  const sets = Buffer.from(streams.get(STREAMS.sets) ?? []);
  const entries = Buffer.from(streams.get(STREAMS.entries) ?? []);
  const names: Name[] = [];
  for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) {
    const kind = entries.readUInt16LE(at + 4);
    const from = ((kind >> 1) - FIRST_SET) * SET_BYTES;
    const isKnown = from >= 0 && from + SET_BYTES <= sets.length;
    names.push({
      set: isKnown ? readSet(sets.subarray(from, from + SET_BYTES)) : '',
      long: (kind & 1) === 1 ? null : entries.readUInt32LE(at),
    });
  }
  return names;
}

function writeNames({ streams }: Storage, names: readonly Name[]): void {
  const sets = [...new Set(names.map(({ set }) => set))];
  const hashed = new Map<string, Buffer[]>();
  const entries = names.map(({ set, long }, index) => {
    const kind = (sets.indexOf(set) + FIRST_SET) << 1;
    const entry = Buffer.alloc(ENTRY_BYTES);
    entry.writeUInt32LE(long!, 0);
    entry.writeUInt16LE(kind, 4);
    entry.writeUInt16LE(index, 6);
    // MS-OXMSG 2.2.3.2.2: each entry stands a second time in one of 31 streams.
    const number = HASHES.first + (((long! ^ kind) >>> 0) % HASHES.count);
    const name = `__substg1.0_${number.toString(16).toUpperCase()}0102`;
    hashed.set(name, [...(hashed.get(name) ?? []), entry]);
    return entry;
  });
  streams.set(STREAMS.sets, Buffer.concat(sets.map(writeSet)));
  streams.set(STREAMS.entries, Buffer.concat(entries));
  streams.set(STREAMS.texts, Buffer.alloc(0));
  for (const [name, list] of hashed) streams.set(name, Buffer.concat(list));
}

/** A GUID as MS-DTYP 2.3.4 stores it: its first three parts with the last byte first. */
function readSet(bytes: Buffer): string {
  const copy = Buffer.from(bytes);
  copy.subarray(0, 4).reverse();
  copy.subarray(4, 6).reverse();
  copy.subarray(6, 8).reverse();
  return copy.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function writeSet(set: string): Buffer {
  const bytes = Buffer.from(set.replaceAll('-', ''), 'hex');
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes;
}
