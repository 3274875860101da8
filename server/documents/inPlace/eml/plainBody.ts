import { createEdits } from '../text/edits.ts';
import { createSourceText, spliceSource, type SourceText } from '../source/sourceText.ts';
import type { TextReplacement } from '../types.ts';
import { filesIn } from './filesInText.ts';

/** The text of a part and how it is written back with replacements. */
export interface BodyText {
  readonly text: string;
  rewrite(replacements: readonly TextReplacement[]): string | Promise<string>;
}

export interface Flow {
  /** RFC 3676: lines that end with a space go on in the next one. */
  readonly flowed: boolean;
  /** The space is none of the text's. */
  readonly delSp: boolean;
  /** RFC 5545, 3.1; RFC 6350, 3.2: a line that begins with a space goes on where the last one ended. */
  readonly folded: boolean;
}

/**
 * Plain text of a mail: line breaks are one character, and lines that were only broken to be sent are joined.
 * @param removed - called for each file in the text, which is taken out; null: files stay
 */
export function plainBody(source: string, flow: Flow, removed: (() => void) | null): BodyText {
  const placed = flow.folded ? readFolded(source) : readLines(source, { ...flow, delSp: flow.flowed && flow.delSp });
  return {
    text: placed.text,
    rewrite(replacements) {
      const edits = createEdits();
      spliceSource(placed, replacements, edits);
      for (const { start, end } of removed === null ? [] : filesIn(source)) {
        edits.remove(start, end);
        removed?.();
      }
      return edits.apply(source);
    },
  };
}

const FOLD = /(?:\r\n|\r|\n)[ \t]/g;

/** Calendars and cards: what is folded reads in one piece. */
function readFolded(source: string): SourceText {
  const text = createSourceText();
  text.part({ kind: 'body' });
  let at = 0;
  const add = (end: number): void => {
    if (end > at) text.unit({ text: source.slice(at, end), start: at, end }, (value) => value.replace(/[\r\n]+/g, ' '));
  };
  for (const { 0: fold, index } of source.matchAll(FOLD)) {
    add(index);
    at = index + fold.length;
  }
  add(source.length);
  return text.finish();
}

const LINE = /([^\r\n]*)(\r\n|\r|\n|$)/y;
/** RFC 3676, 4.5 and 4.4: how deep a line is quoted, and a space that only protects what follows. */
const PREFIX = /^>*/;

function readLines(source: string, { flowed, delSp }: Omit<Flow, 'folded'>): SourceText {
  const text = createSourceText();
  const lineBreak = source.includes('\r\n') ? '\r\n' : '\n';
  const write = (value: string) => value.replaceAll(/\r\n|\r|\n/g, lineBreak);
  text.part({ kind: 'body' });
  let joins: { from: number; quote: string } | null = null;
  for (let at = 0; at < source.length;) {
    LINE.lastIndex = at;
    const [all, line = '', end = ''] = LINE.exec(source)!;
    const quote = flowed ? PREFIX.exec(line)![0] : '';
    const isJoined = joins !== null && joins.quote === quote;
    if (joins !== null) {
      // What separates two lines of one paragraph is written as a break with its quote signs, and reads as one space at most.
      const space = delSp ? '' : ' ';
      const stuffed = line[quote.length] === ' ' ? 1 : 0;
      const begin = at + quote.length + stuffed;
      if (isJoined) {
        if (space !== '') text.unit({ text: ' ', start: joins.from, end: begin }, write);
      } else {
        text.unit({ text: ' ', start: joins.from, end: joins.from + 1 }, write);
        text.unit({ text: '\n', start: joins.from + 1, end: at }, write);
      }
    }
    const from: number = isJoined ? quote.length + (line[quote.length] === ' ' ? 1 : 0) : 0;
    // RFC 3676, 4.3: the separator of a signature is a line of its own.
    const isSoft: boolean =
      flowed && line.endsWith(' ') && end !== '' && line.slice(quote.length).trim() !== '--' && line.length > from;
    const body = isSoft ? line.slice(from, -1) : line.slice(from);
    if (body !== '') text.unit({ text: body, start: at + from, end: at + from + body.length }, write);
    joins = isSoft ? { from: at + line.length - 1, quote } : null;
    if (!isSoft && end !== '') text.unit({ text: '\n', start: at + line.length, end: at + all.length }, write);
    at += all.length;
  }
  return text.finish();
}
