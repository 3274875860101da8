import { createPlacedText, hitsOf, type PlacedText } from '../placedText.ts';
import type { TextPlace, TextReplacement } from '../types.ts';

/** A text that a container is made of: a header, a name, the text of a document in it. Parts are compared as objects. */
export interface TextPart {
  readonly place: TextPlace['part'];
  readonly text: string;
}

/** Puts the texts of parts one behind the other, each on lines of its own. Throws AppError TEXT_TOO_LARGE. */
export function joinParts<P extends TextPart>(parts: readonly P[]): PlacedText<P> {
  const placed = createPlacedText<P>();
  for (const part of parts) {
    placed.part(part.place);
    placed.add(part.text, part);
  }
  return placed.finish();
}

/** The replacements that concern each part, in its own offsets. What goes beyond a part's end stays in the part it begins in. */
export function replacementsOf<P>(
  { segments }: PlacedText<P>,
  replacements: readonly TextReplacement[],
): ReadonlyMap<P, readonly TextReplacement[]> {
  const byPart = new Map<P, TextReplacement[]>();
  for (const { replacement, hits } of hitsOf(segments, replacements)) {
    for (const [index, { source, start, end }] of hits.entries()) {
      const list = byPart.get(source) ?? [];
      byPart.set(source, list);
      list.push({ start, end, text: index === 0 ? replacement.text : '' });
    }
  }
  return byPart;
}
