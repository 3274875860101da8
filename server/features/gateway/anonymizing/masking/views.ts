import { findEncoded } from './decoding.ts';
import { findPacked } from './packed.ts';

/** A way to read a text. Offsets are UTF-16 code units. */
export interface TextReading {
  readonly text: string;
  /** The part of the source that a part of this reading stands for. */
  source(start: number, end: number): { readonly start: number; readonly end: number };
}

/** How often a text is decoded: "&amp;uuml;" and "%2543%25BC" are written twice. */
const MOST_ROUNDS = 3;
const IDENTITY = (start: number, end: number) => ({ start, end });

/** The text as it is. */
export function plainReading(text: string): TextReading {
  return { text, source: IDENTITY };
}

/** The text with everything decoded; undefined when that changes nothing. */
export function decodedReading(text: string): TextReading | undefined {
  let reading: Mapped | undefined;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const current: string = reading?.text ?? text;
    const encoded = findEncoded(current);
    if (encoded.length === 0) break;
    reading = replaced(current, encoded, reading);
  }
  return reading === undefined ? undefined : readingOf(reading);
}

/** Texts that are packed into the text (base64, hexadecimal); each stands as a whole for the characters that carry it. */
export function packedReadings(text: string): TextReading[] {
  return findPacked(text).map(({ start, end, says }) => {
    const inner = decodedReading(says);
    return { text: inner === undefined ? says : `${says}\n${inner.text}`, source: () => ({ start, end }) };
  });
}

/** A name with its words apart: "kundeAnna_mueller" as "kunde Anna mueller". */
export function nameReading(name: string): TextReading {
  const gaps = [...name.matchAll(/[_.\-/:]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu)].map((gap) => ({
    start: gap.index,
    end: gap.index + gap[0].length,
    says: ' ',
  }));
  return gaps.length === 0 ? plainReading(name) : readingOf(replaced(name, gaps, undefined));
}

/** A text and, for each of its code units, where in the source what it stands for begins and ends. */
export interface Mapped {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** The reading that a text with other parts gives. */
export function readingOf({ text, starts, ends }: Mapped): TextReading {
  return { text, source: (start, end) => ({ start: starts[start]!, end: ends[end - 1]! }) };
}

/** A text with parts replaced by what they say; `source` is the reading that the text itself comes from. */
export function replaced(
  text: string,
  parts: readonly { readonly start: number; readonly end: number; readonly says: string }[],
  source: Mapped | undefined,
): Mapped {
  const pieces: string[] = [];
  const length = parts.reduce((sum, { start, end, says }) => sum + says.length - (end - start), text.length);
  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  const startOf = (at: number) => source?.starts[at] ?? at;
  const endOf = (at: number) => source?.ends[at - 1] ?? at;
  let from = 0;
  let to = 0;
  const copy = (until: number) => {
    pieces.push(text.slice(from, until));
    for (; from < until; from += 1, to += 1) {
      starts[to] = startOf(from);
      ends[to] = endOf(from + 1);
    }
  };
  for (const { start, end, says } of parts) {
    copy(start);
    pieces.push(says);
    starts.fill(startOf(start), to, to + says.length);
    // An empty part has no end of its own.
    ends.fill(end > start ? endOf(end) : startOf(start), to, to + says.length);
    to += says.length;
    from = end;
  }
  copy(text.length);
  return { text: pieces.join(''), starts, ends };
}
