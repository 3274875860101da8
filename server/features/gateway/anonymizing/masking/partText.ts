import { fixedReadings, isFixed } from './fixedTexts.ts';
import { hiddenReadings } from './hidden.ts';
import type { Slot } from './slots.ts';
import { decodedReading, nameReading, packedReadings, plainReading, type TextReading } from './views.ts';

/** A reading of a slot inside the text of a part. Offsets are UTF-16 code units of that text; `end` is exclusive. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly slot: Slot;
  /** Where `start` stands in the reading. */
  readonly offset: number;
  readonly reading: TextReading;
}

/** A part of the conversation as one text to look for values in, and where its pieces come from. */
export interface PartText {
  readonly text: string;
  /** In the order of the text, not overlapping. */
  readonly segments: readonly Segment[];
}

/**
 * Writes the slots of a part below each other, texts in data behind the names they have there ("city: Bonn"). What is encoded in
 * them follows in clear.
 */
export function partText(slots: readonly Slot[]): PartText {
  const segments: Segment[] = [];
  let text = '';
  /** A name whose line is open for its value. */
  let openName: string | null = null;
  const add = (slot: Slot, reading: TextReading, start = 0, end = reading.text.length) => {
    const at = text.length;
    text += reading.text.slice(start, end);
    segments.push({ start: at, end: text.length, slot, offset: start, reading });
  };
  const beginLine = (label: string) => {
    if (openName !== label || label === '') {
      if (text !== '' && !text.endsWith('\n')) text += '\n';
      if (label !== '') text += `${nameReading(label).text}: `;
    }
    openName = null;
  };

  for (const slot of slots) {
    if (slot.text === '' || slot.kind === 'identifier' || isFixed(slot)) continue;
    if (slot.kind === 'name' || slot.kind === 'key') {
      beginLine('');
      add(slot, nameReading(slot.text));
      text += ': ';
      openName = slot.text;
      continue;
    }
    beginLine(slot.kind === 'participant' ? 'name' : slot.label);
    add(slot, slot.kind === 'participant' ? nameReading(slot.text) : plainReading(slot.text));
  }
  for (const slot of slots) {
    if (!saysMoreThanItsWords(slot)) continue;
    beginLine('');
    add(slot, plainReading(slot.text));
    if (slot.kind !== 'identifier') continue;
    beginLine('');
    add(slot, nameReading(slot.text));
  }
  for (const slot of slots.filter(isFixed)) {
    for (const reading of fixedReadings(slot.text)) {
      beginLine('');
      add(slot, reading);
    }
  }
  for (const { before, behind } of cutTexts(slots)) {
    beginLine('');
    add(before, plainReading(before.text), Math.max(0, before.text.length - LONGEST_CUT));
    add(behind, plainReading(behind.text), 0, Math.min(behind.text.length, LONGEST_CUT));
  }
  for (const slot of slots) {
    if (slot.kind !== 'text' && slot.kind !== 'key') continue;
    for (const { reading, start, end } of hiddenLines(slot.text)) {
      beginLine(slot.label);
      add(slot, reading, start, end);
    }
  }
  return { text, segments };
}

/** An address, a number with its marks: what {@link nameReading} takes apart. */
const MARKED = /[@.:/]|\d-\d/;
/** Identifiers that providers and clients draw: letters and digits behind a word of their own, and UUIDs. */
const DRAWN =
  /^(?:(?:[a-z]{1,16}[_-])+(?=[A-Za-z]*\d)[A-Za-z0-9]+|(?=.*\d)(?=.*[a-z])[A-Za-z0-9]+|(?:[a-z]{1,16}[_-])*[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Whether a name is also looked at as it is written: addresses are keys of data, and clients may make identifiers of anything. */
function saysMoreThanItsWords({ kind, text }: Slot): boolean {
  if (kind === 'identifier') return text !== '' && !DRAWN.test(text);
  return (kind === 'name' || kind === 'key') && MARKED.test(text);
}

/** Code units on either side of a cut that are looked at together. */
const LONGEST_CUT = 100;

/**
 * Neighbouring texts, no single words, of which one ends inside of a word that goes on in the other: whoever reads them in a row sees it. A
 * capital begins another word.
 */
function cutTexts(slots: readonly Slot[]): { readonly before: Slot; readonly behind: Slot }[] {
  return slots.flatMap((behind, index) => {
    const before = slots[index - 1];
    const isCut =
      before !== undefined &&
      [before, behind].every(({ kind, label, text: piece }) => kind === 'text' && label === '' && /\s/.test(piece)) &&
      /[\p{L}\p{N}@._+-]$/u.test(before.text) &&
      /^[\p{Ll}\p{N}@._]/u.test(behind.text);
    return isCut ? [{ before, behind }] : [];
  });
}

interface HiddenLines {
  readonly reading: TextReading;
  readonly start: number;
  readonly end: number;
}

/** Lines that show only when a text is decoded, unpacked or read in another way, each with the one before and the one behind it. */
function hiddenLines(text: string): HiddenLines[] {
  const decoded = decodedReading(text);
  const readings = [...(decoded === undefined ? [] : [decoded]), ...hiddenReadings(text)];
  const shown = new Set(text.split('\n'));
  const found = packedReadings(text).map((reading) => ({ reading, start: 0, end: reading.text.length }));
  return [...found, ...readings.flatMap((reading) => linesBeyond(shown, reading))];
}

/** The lines of a reading that the text itself does not show. */
function linesBeyond(shown: ReadonlySet<string>, reading: TextReading): HiddenLines[] {
  const found: HiddenLines[] = [];
  const lines = reading.text.split('\n');
  const isWanted = lines.map((line) => !shown.has(line));
  let start = 0;
  /** Where the run of wanted lines began; -1 between runs. */
  let runStart = -1;
  for (const [index, line] of lines.entries()) {
    const end = start + line.length;
    const isNear = isWanted[index - 1] === true || isWanted[index] === true || isWanted[index + 1] === true;
    if (isNear && runStart === -1) runStart = start;
    if (runStart !== -1 && (!isNear || index === lines.length - 1)) {
      found.push({ reading, start: runStart, end: isNear ? end : start - 1 });
      runStart = -1;
    }
    start = end + 1;
  }
  return found;
}
