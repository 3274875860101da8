import { diffArrays } from 'diff';
import type { z } from 'zod';
import type { diffLine } from '../../../contract/workspace/versions.ts';

export type DiffLine = z.output<typeof diffLine>;

/** Bounds of the search for the smallest difference; texts that differ more are shown as one block removed and one added. */
const BOUNDS = Object.freeze({ maxEditLength: 1_500, timeout: 250 });

/** Lines of a text without their ends; what follows the last line end is a line only when it is not empty. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** All lines of both texts in order, with what became of each. Takes a bounded time. */
export function compareLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const numbers = new Map<string, number>();
  // Numbers are compared faster than strings.
  const numbered = (lines: readonly string[]) =>
    lines.map((line) => {
      const known = numbers.get(line) ?? numbers.size;
      numbers.set(line, known);
      return known;
    });
  const [old, now] = [numbered(before), numbered(after)];
  const start = commonLength(old, now, (list, at) => list[at]);
  const rest = Math.min(old.length, now.length) - start;
  const end = Math.min(
    rest,
    commonLength(old, now, (list, at) => list[list.length - 1 - at]),
  );
  const [oldMiddle, newMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const changes = diffArrays(oldMiddle, newMiddle, BOUNDS) ?? [
    { removed: true, added: false, count: oldMiddle.length },
    { removed: false, added: true, count: newMiddle.length },
  ];

  const lines: DiffLine[] = [];
  let [oldAt, newAt] = [0, 0];
  const push = (op: DiffLine['op'], count: number): void => {
    for (let left = count; left > 0; left -= 1) {
      const text = op === 'added' ? after[newAt]! : before[oldAt]!;
      lines.push({
        op,
        text,
        oldLine: op === 'added' ? null : (oldAt += 1),
        newLine: op === 'removed' ? null : (newAt += 1),
      });
    }
  };
  push('equal', start);
  for (const { added, removed, count } of changes) push(added ? 'added' : removed ? 'removed' : 'equal', count);
  push('equal', end);
  return lines;
}

function commonLength(
  a: readonly number[],
  b: readonly number[],
  read: (list: readonly number[], at: number) => number | undefined,
): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && read(a, length) === read(b, length)) length += 1;
  return length;
}
