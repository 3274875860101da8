/** A value that was found in a draft. Offsets are UTF-16 code units of the draft. */
export interface DraftMark {
  readonly start: number;
  readonly end: number;
  readonly category: string;
  /** false: it goes out as it is, because the person decided so. */
  readonly masked: boolean;
}

/**
 * Moves marks along with an edit: those before it stay, those behind it move, those it touches go, because what they said is no longer known.
 */
export function moveMarks(marks: readonly DraftMark[], before: string, after: string): DraftMark[] {
  if (before === after) return [...marks];
  const most = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < most && before[prefix] === after[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < most - prefix && before[before.length - 1 - suffix] === after[after.length - 1 - suffix]) suffix += 1;
  const delta = after.length - before.length;
  return marks.flatMap((mark) => {
    if (mark.end < prefix) return [mark];
    if (mark.end === prefix) return isWordAt(after, prefix) ? [] : [mark];
    if (mark.start >= before.length - suffix) {
      const moved = { ...mark, start: mark.start + delta, end: mark.end + delta };
      return mark.start === before.length - suffix && isWordAt(after, moved.start - 1) ? [] : [moved];
    }
    return [];
  });
}

const isWordAt = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at));

/** Every place where a value stands in a text; as whole words where it begins or ends with a letter or digit. */
export function occurrencesOf(value: string, text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  if (value === '') return found;
  for (let start = text.indexOf(value); start !== -1; start = text.indexOf(value, start + value.length)) {
    const end = start + value.length;
    const cutsBefore = isWordAt(value, 0) && start > 0 && isWordAt(text, start - 1);
    const cutsAfter = isWordAt(value, value.length - 1) && isWordAt(text, end);
    if (!cutsBefore && !cutsAfter) found.push({ start, end });
  }
  return found;
}
