interface Find {
  readonly start: number;
  readonly end: number;
  readonly category: string;
  readonly placeholder: string | null;
}

/** A text with the placeholders of its finds, and where they stand in it. Finds do not overlap; those that are shown stay as they are. */
export function replaceFinds(
  text: string,
  finds: readonly Find[],
): { readonly text: string; readonly marks: readonly Find[] } {
  const marks: Find[] = [];
  let result = '';
  let at = 0;
  for (const find of finds) {
    result += text.slice(at, find.start);
    const start = result.length;
    result += find.placeholder ?? text.slice(find.start, find.end);
    marks.push({ ...find, start, end: result.length });
    at = find.end;
  }
  return { text: result + text.slice(at), marks };
}
