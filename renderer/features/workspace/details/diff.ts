import type { z } from 'zod';
import type { diffLine } from '../../../../server/contract/workspace/versions.ts';

export type DiffLine = z.output<typeof diffLine>;

/** Lines that belong together; `folded` ones are equal and not shown at first. */
export interface DiffPart {
  readonly folded: boolean;
  readonly lines: readonly DiffLine[];
}

/** Equal lines kept on each side of a change. */
const CONTEXT = 3;
/** Fewer equal lines than this are not worth a fold. */
const LEAST_FOLDED = 4;

/** The lines of a comparison with long equal stretches folded. */
export function folded(lines: readonly DiffLine[]): DiffPart[] {
  const parts: DiffPart[] = [];
  let at = 0;
  while (at < lines.length) {
    const isEqual = lines[at]!.op === 'equal';
    let end = at;
    while (end < lines.length && (lines[end]!.op === 'equal') === isEqual) end += 1;
    const from = at === 0 ? 0 : at + CONTEXT;
    const to = end === lines.length ? end : end - CONTEXT;
    if (isEqual && to - from >= LEAST_FOLDED) {
      parts.push({ folded: false, lines: lines.slice(at, from) });
      parts.push({ folded: true, lines: lines.slice(from, to) });
      parts.push({ folded: false, lines: lines.slice(to, end) });
    } else {
      parts.push({ folded: false, lines: lines.slice(at, end) });
    }
    at = end;
  }
  return parts.filter((part) => part.lines.length > 0);
}
