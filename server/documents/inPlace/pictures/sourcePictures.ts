import { createHash } from 'node:crypto';
import { joinParts, replacementsOf, type TextPart } from '../container/parts.ts';
import type { Report } from '../report.ts';
import type { InPlaceText, TextReplacement } from '../types.ts';
import type { PictureBytes, PicturesInside } from './picturesInside.ts';

/** The text of a source (HTML, RTF) with the words of the pictures in it, which follow its own text. */
export interface TextWithPictures extends Pick<InPlaceText, 'text' | 'places'> {
  readonly ownText: string;
  /** Whether there are pictures in it, also where they are left out. */
  readonly hasPictures: boolean;
  /** What of the replacements concerns the own text, in its own offsets. */
  own(replacements: readonly TextReplacement[]): readonly TextReplacement[];
  /** The pictures as they stand in an anonymized document, in the order in which they were given. */
  write(replacements: readonly TextReplacement[], report: Report): Promise<readonly Uint8Array[]>;
}

/**
 * Reads the words of pictures; those of equal ones stand in the text once.
 * @param own - text of the source itself
 * @param pictures - null: they are left out
 */
export async function withPictures(
  own: Pick<InPlaceText, 'text' | 'places'>,
  sources: readonly PictureBytes[],
  pictures: PicturesInside | null,
): Promise<TextWithPictures> {
  const keys = sources.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
  const unique = new Map(pictures === null ? [] : keys.map((key, index) => [key, sources[index]!]));
  const read = (await pictures?.read([...unique.values()])) ?? [];
  const ownPart: TextPart = { place: { kind: 'body' }, text: own.text };
  const parts = read.map(({ text }): TextPart => ({ place: { kind: 'picture' }, text }));
  const placed = joinParts([ownPart, ...parts]);
  return {
    text: placed.text,
    ownText: own.text,
    hasPictures: sources.length > 0,
    places: [...own.places, ...placed.places.filter(({ part }) => part.kind === 'picture')],
    own: (replacements) => replacementsOf(placed, replacements).get(ownPart) ?? [],
    async write(replacements, report) {
      const byPart = replacementsOf(placed, replacements);
      const written = new Map<string, Uint8Array>();
      for (const [index, key] of [...unique.keys()].entries()) {
        written.set(key, await read[index]!.write(byPart.get(parts[index]!) ?? [], report));
      }
      return keys.map((key) => written.get(key)!);
    },
  };
}
