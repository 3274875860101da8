/** A piece of a text, with the match that covers it if one does. */
export interface Segment<M> {
  readonly text: string;
  readonly match: M | null;
}

/** Cuts a text into pieces by matches (offsets in UTF-16 code units). Of overlapping matches the first one counts. */
export function segmentsOf<M extends { readonly start: number; readonly end: number }>(
  text: string,
  matches: readonly M[],
): Segment<M>[] {
  const segments: Segment<M>[] = [];
  let at = 0;
  for (const match of [...matches].sort((a, b) => a.start - b.start)) {
    if (match.start < at || match.end > text.length || match.end <= match.start) continue;
    if (match.start > at) segments.push({ text: text.slice(at, match.start), match: null });
    segments.push({ text: text.slice(match.start, match.end), match });
    at = match.end;
  }
  if (at < text.length) segments.push({ text: text.slice(at), match: null });
  return segments;
}
