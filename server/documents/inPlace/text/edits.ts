/** A stretch of a part's XML and what comes in its place. UTF-16 offsets, `end` exclusive. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly xml: string;
}

/** Changes to the XML of one part, collected while it is read and applied at once. */
export interface Edits {
  replace(start: number, end: number, xml: string): void;
  remove(start: number, end: number): void;
  isEmpty(): boolean;
  /** Whether something from `start` to `end` is replaced so far. */
  changes(start: number, end: number): boolean;
  /** The changed XML; `source` itself when there was nothing to change. */
  apply(source: string): string;
}

/** Edits may be added in any order. What lies inside a stretch that another edit replaces goes with it. */
export function createEdits(): Edits {
  const edits: Edit[] = [];
  return {
    replace: (start, end, xml) => void edits.push({ start, end, xml }),
    remove: (start, end) => void edits.push({ start, end, xml: '' }),
    isEmpty: () => edits.length === 0,
    changes: (start, end) => edits.some((edit) => edit.start < end && edit.end > start),
    apply(source) {
      if (edits.length === 0) return source;
      // Insertions come before what is replaced at the same place.
      const isInsertion = ({ start, end }: Edit): number => Number(start === end);
      edits.sort((a, b) => a.start - b.start || isInsertion(b) - isInsertion(a) || b.end - a.end);
      const parts: string[] = [];
      let at = 0;
      for (const { start, end, xml } of edits) {
        if (start < at) {
          if (end <= at) continue;
          throw new RangeError('edits overlap');
        }
        parts.push(source.slice(at, start), xml);
        at = end;
      }
      parts.push(source.slice(at));
      return parts.join('');
    },
  };
}
