/** Texts that make careless patterns and loops slow, each of about `length` UTF-16 code units. */
export const HOSTILE_SHAPES: Readonly<Record<string, (length: number) => string>> = Object.freeze({
  'data addresses': filled('data:'),
  'parameters of data addresses': (length) => `data:a/b${';c=d'.repeat(length / 4)}`,
  'one long word': filled('a'),
  'one long word of digits': filled('1'),
  'words of one digit': filled('1 '),
  'nested brackets': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'beginnings of placeholders': filled('[[person-'),
  'combining characters': (length) => `e${'\u0301'.repeat(length)}`,
  'letters with marks': filled('e\u0301'),
  'one long address': (length) => `https://example.com/${'a/'.repeat(length / 2)}`,
  'beginnings of addresses': filled('http://a.'),
  'one long mail address': (length) => `${'a.'.repeat(length / 2)}@example.com`,
  'signs of mail addresses': filled('a@'),
  spaces: filled(' '),
  'line breaks': filled('\n'),
  backslashes: filled('\\'),
  quotes: filled('"'),
  underscores: filled('_'),
  ampersands: filled('&#'),
  'percent signs': filled('%4'),
  'hexadecimal digits': filled('4a6f'),
  'letters of base64': filled('SGFsbG8g'),
  'invisible characters': filled('a\u200b'),
  'look-alike letters': filled('а'),
  'angle brackets': filled('<!--'),
  'names that differ': (length) => {
    const parts: string[] = [];
    for (let at = 0, size = 0; size < length; at += 1) {
      const part = `Frau Anna K${at.toString(26).replace(/\d/g, 'o')}er, `;
      parts.push(part);
      size += part.length;
    }
    return parts.join('');
  },
  'mail addresses that differ': (length) =>
    Array.from({ length: length / 16 }, (_, at) => `u${at}@a.example`).join(' '),
});

/** One of each kind, for what is measured in every run of the tests; the soak tests take all. */
export const FEW_HOSTILE_SHAPES = Object.freeze(
  Object.fromEntries(
    [
      ...['data addresses', 'one long word', 'words of one digit', 'nested brackets', 'combining characters'],
      ...['one long mail address', 'spaces', 'backslashes', 'quotes', 'ampersands', 'angle brackets'],
    ].map((name) => [name, HOSTILE_SHAPES[name]!]),
  ),
);

function filled(piece: string): (length: number) => string {
  return (length) => piece.repeat(Math.ceil(length / piece.length));
}

/** Most that twice the input may cost (rights 3). */
export const MOST_GROWTH = 2.6;
/** Shorter times are noise of the machine: what grows with the square is far above them at the sizes that are measured. */
const LEAST_MS = 60;
const ATTEMPTS = 8;
/** No more attempts are made when they have taken so long together: what is that slow is far above all noise. */
const MOST_MS = 10_000;
/** How often a shape must look too fast, the others in between, before it is called so: other programs can slow a machine down for seconds. */
const ROUNDS = 3;
/** So many are enough to fail, and a test that runs into its time limit goes on beside its next attempt. */
const MOST_FOUND = 3;

/** Options of tests that measure: a busy machine is slow, and now and then so uneven that no measurement holds. */
export const ON_ANY_MACHINE = Object.freeze({ timeout: 600_000, retry: 2 });

/** Work on a text whose processor time is measured. */
export type Measured = (text: string) => unknown;

/** Milliseconds of processor time that a size and twice that size cost. */
export interface Cost {
  readonly onceMs: number;
  readonly twiceMs: number;
}

/** What several attempts cost, each of which measured both sizes one after the other. */
export type Growth = readonly Cost[];

/** Measures how the processor time of the whole process grows for `work`, until an attempt shows that the growth is allowed. */
export async function growthOf(work: Measured, shape: (length: number) => string, length: number): Promise<Growth> {
  const texts = [shape(length), shape(2 * length)] as const;
  const growth: Cost[] = [];
  let spentMs = 0;
  do {
    const cost = { onceMs: await processorMs(work, texts[0]), twiceMs: await processorMs(work, texts[1]) };
    growth.push(cost);
    spentMs += cost.onceMs + cost.twiceMs;
  } while (!isAllowed(growth) && growth.length < ATTEMPTS && spentMs < MOST_MS);
  return growth;
}

/**
 * Noise only ever adds, so the best of all attempts counts for each size. On a machine that grows slower meanwhile that is not enough: half of the attempts
 * are, which measured both sizes at about the same time.
 */
export function isAllowed(growth: Growth): boolean {
  const fitting = growth.filter(fits).length;
  return fits(bestOf(growth)) || (growth.length >= ATTEMPTS / 2 && fitting >= growth.length / 2);
}

/** The shapes for which `work` grows more than is allowed, with their times; empty when all is well. */
export async function tooFast(
  work: Measured,
  length: number,
  shapes: Readonly<Record<string, (length: number) => string>> = HOSTILE_SHAPES,
): Promise<string[]> {
  let suspects = Object.keys(shapes);
  let times: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const found: string[] = [];
    times = [];
    for (const name of suspects) {
      const growth = await growthOf(work, shapes[name]!, length);
      if (isAllowed(growth)) continue;
      const { onceMs, twiceMs } = bestOf(growth);
      found.push(name);
      times.push(`${name}: ${onceMs.toFixed(0)} ms, twice ${twiceMs.toFixed(0)} ms`);
      if (found.length === MOST_FOUND) break;
    }
    suspects = found;
  }
  return times;
}

const fits = ({ onceMs, twiceMs }: Cost): boolean => twiceMs <= MOST_GROWTH * Math.max(onceMs, LEAST_MS);

function bestOf(growth: Growth): Cost {
  return {
    onceMs: Math.min(...growth.map(({ onceMs }) => onceMs)),
    twiceMs: Math.min(...growth.map(({ twiceMs }) => twiceMs)),
  };
}

async function processorMs(work: Measured, text: string): Promise<number> {
  const before = process.cpuUsage();
  await work(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
