import { createHashState, mixRange, resetHash } from '../../server/detection/gazetteers/hash.ts';
import {
  locate,
  MAX_VALUE,
  TABLE_HEADER_WORDS,
  TABLE_MAGIC,
  type Slots,
} from '../../server/detection/gazetteers/table.ts';

/** Cells per entry; 1.23 is where the random 3-uniform hypergraph of the keys can be peeled (Botelho et al., 2007). */
const CELLS_PER_ENTRY = 1.23;
const ATTEMPTS_MAX = 50;

/** Collects entries keyed by folded spelling; entries that fold alike are merged. */
export interface TableBuilder {
  readonly size: number;
  /** @param merge - how the value of an existing entry and a new one are joined */
  add(key: string, value: number, merge: (existing: number, added: number) => number): void;
  /** The file of the table, as StaticTable reads it. Deterministic: the same entries give the same bytes. */
  write(): Uint8Array;
}

interface Entry {
  readonly a: number;
  readonly b: number;
  value: number;
}

export function createTableBuilder(): TableBuilder {
  const entries = new Map<string, Entry>();
  const state = createHashState();
  return {
    get size() {
      return entries.size;
    },
    add(key, value, merge) {
      resetHash(state);
      mixRange(state, key, 0, key.length);
      const id = `${state.a}:${state.b}`;
      const existing = entries.get(id);
      if (existing === undefined) entries.set(id, { a: state.a, b: state.b, value });
      else existing.value = merge(existing.value, value);
    },
    write() {
      const sorted = [...entries.values()]
        .filter(({ value }) => value !== 0)
        .sort((left, right) => left.a - right.a || left.b - right.b);
      if (sorted.some(({ value }) => value > MAX_VALUE)) throw new RangeError('a value exceeds 16 bits');
      const segment = Math.ceil((sorted.length * CELLS_PER_ENTRY) / 3) + 11;
      for (let seed = 1; seed <= ATTEMPTS_MAX; seed += 1) {
        const order = peel(sorted, seed, segment);
        if (order !== undefined) return encode(sorted, order, seed, segment);
      }
      throw new Error('the table could not be built');
    },
  };
}

const newSlots = (): Slots => ({ first: 0, second: 0, third: 0, fingerprint: 0 });

/** Entries in peeling order with the cell each one owns; undefined when the graph has a core. */
function peel(entries: readonly Entry[], seed: number, segment: number): { entry: number; cell: number }[] | undefined {
  const cells = 3 * segment;
  const degree = new Uint32Array(cells);
  const mixed = new Uint32Array(cells);
  const slots = newSlots();
  const touch = (cell: number, entry: number, delta: 1 | -1): void => {
    degree[cell]! += delta;
    mixed[cell]! ^= entry;
  };
  entries.forEach((entry, index) => {
    locate(entry, seed, segment, slots);
    for (const cell of [slots.first, slots.second, slots.third]) touch(cell, index, 1);
  });
  const queue: number[] = [];
  for (let cell = 0; cell < cells; cell += 1) if (degree[cell] === 1) queue.push(cell);
  const order: { entry: number; cell: number }[] = [];
  for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
    if (degree[cell] !== 1) continue;
    const entry = mixed[cell]!;
    order.push({ entry, cell });
    locate(entries[entry]!, seed, segment, slots);
    for (const other of [slots.first, slots.second, slots.third]) {
      touch(other, entry, -1);
      if (degree[other] === 1) queue.push(other);
    }
  }
  return order.length === entries.length ? order : undefined;
}

function encode(
  entries: readonly Entry[],
  order: readonly { entry: number; cell: number }[],
  seed: number,
  segment: number,
): Uint8Array {
  const words = new Uint32Array(TABLE_HEADER_WORDS + 3 * segment);
  words.set([TABLE_MAGIC, seed, segment, entries.length]);
  const cells = words.subarray(TABLE_HEADER_WORDS);
  const slots = newSlots();
  for (const { entry, cell } of order.toReversed()) {
    const { value } = entries[entry]!;
    locate(entries[entry]!, seed, segment, slots);
    const wanted = ((slots.fingerprint << 16) | value) >>> 0;
    cells[cell] = 0;
    cells[cell] = (wanted ^ cells[slots.first]! ^ cells[slots.second]! ^ cells[slots.third]!) >>> 0;
  }
  return new Uint8Array(words.buffer);
}
