import { findPlaceholders } from '../../core/placeholders/find.ts';

/** Part of a line in one style. */
export interface Span {
  readonly text: string;
  /** True for a placeholder, which is set apart from the words around it. */
  readonly placeholder: boolean;
}

const LINE = /([^\r\n\f]*)(\r\n|\r|\n|\f|$)/g;

/** A line of the text; `newPage` when a form feed ends it. */
export interface TextLine {
  readonly spans: readonly Span[];
  readonly newPage: boolean;
}

/** Lines of a text, one after the other, so that a long text is never held twice. */
export function* linesOf(text: string): Generator<TextLine> {
  for (const match of text.matchAll(LINE)) {
    const [, line = '', end = ''] = match;
    if (line === '' && end === '') return;
    yield { spans: spansOf(line), newPage: end === '\f' };
  }
}

/** Splits a line into placeholders and the text between them. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  const add = (end: number, placeholder: boolean) => {
    if (end > at) spans.push({ text: line.slice(at, end), placeholder });
    at = end;
  };
  for (const { start, end, exact } of line.includes('[[') ? findPlaceholders(line) : []) {
    if (!exact) continue;
    add(start, false);
    add(end, true);
  }
  add(line.length, false);
  return spans;
}
