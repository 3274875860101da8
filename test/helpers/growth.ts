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

function filled(piece: string): (length: number) => string {
  return (length) => piece.repeat(Math.ceil(length / piece.length));
}

/** Most that twice the input may cost (rights 3). */
export const MOST_GROWTH = 2.6;
/** Shorter times are noise of the machine: what grows with the square is far above them at the sizes that are measured. */
const LEAST_MS = 60;
const ATTEMPTS = 8;

/** Work on a text whose processor time is measured. */
export type Measured = (text: string) => unknown;

/** What a size and twice that size cost, in milliseconds of processor time of the whole process. */
export interface Growth {
  readonly onceMs: number;
  readonly twiceMs: number;
}

/**
 * Measures how the cost of `work` grows. Noise only ever adds, so the best of several attempts counts for each size; as soon as it shows that the growth is
 * allowed, no more are made.
 */
export async function growthOf(work: Measured, shape: (length: number) => string, length: number): Promise<Growth> {
  const texts = [shape(length), shape(2 * length)] as const;
  let growth: Growth = { onceMs: Infinity, twiceMs: Infinity };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const onceMs = Math.min(growth.onceMs, await processorMs(work, texts[0]));
    const twiceMs = Math.min(growth.twiceMs, await processorMs(work, texts[1]));
    growth = { onceMs, twiceMs };
    if (isAllowed(growth)) break;
  }
  return growth;
}

export function isAllowed({ onceMs, twiceMs }: Growth): boolean {
  return twiceMs <= MOST_GROWTH * Math.max(onceMs, LEAST_MS);
}

/** The shapes for which `work` grows more than is allowed, with their times; empty when all is well. */
export async function tooFast(
  work: Measured,
  length: number,
  shapes: Readonly<Record<string, (length: number) => string>> = HOSTILE_SHAPES,
): Promise<string[]> {
  const found: string[] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const growth = await growthOf(work, shape, length);
    if (!isAllowed(growth))
      found.push(`${name}: ${growth.onceMs.toFixed(0)} ms, twice ${growth.twiceMs.toFixed(0)} ms`);
  }
  return found;
}

async function processorMs(work: Measured, text: string): Promise<number> {
  const before = process.cpuUsage();
  await work(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
