import type { SourceText } from '../../inPlace/source/sourceText.ts';
import type { Stretch } from '../office/tags.ts';

/** Tells which of the text stands at a place of the source it was read from. */
export interface SourceReader {
  /** Stretches of the text whose characters begin between two offsets of the source; asked for in the order of the source. */
  between(start: number, end: number): readonly Stretch[];
}

export function createSourceReader({ segments }: SourceText): SourceReader {
  const sorted = [...segments].sort((a, b) => a.source.start - b.source.start);
  let next = 0;
  return {
    between(start, end) {
      while (next < sorted.length && sorted[next]!.source.start < start) next += 1;
      const found: Stretch[] = [];
      for (; next < sorted.length && sorted[next]!.source.start < end; next += 1) found.push(sorted[next]!);
      return found.map((segment) => ({ start: segment.start, end: segment.end }));
    },
  };
}
