import type { Segment, TextNode } from '../text/pieces.ts';
import type { TextReplacement } from '../types.ts';
import type { OfficePackage } from './officePackage.ts';
import type { ScanContext } from './scan.ts';

/** A part that holds a picture. */
export interface PicturePart {
  readonly name: string;
  /** Number of the slide it stands on, from 1. */
  readonly number?: number;
}

/** The pictures of a package. */
export interface PackagePictures {
  /** The words of each picture that has some, in the order of the parts. */
  readonly segments: readonly Segment[];
  /** Puts the pictures into the package as they are written; none stays that was not looked into. Only for anonymizing. */
  write(): Promise<void>;
}

/** Reads the words in the pictures of a package; identical ones, also of packages inside, are recognized once. */
export async function readPictures(
  pkg: OfficePackage,
  parts: readonly PicturePart[],
  { pictures, sweeper, report }: ScanContext,
): Promise<PackagePictures> {
  if (sweeper === null) report.unreadImages(parts.length);
  if (pictures === null || parts.length === 0) return { segments: [], write: () => Promise.resolve() };
  const sources = [];
  for (const { name } of parts) sources.push({ name, bytes: await pkg.bytes(name) });
  const read = await pictures.read(sources);
  const changes = new Map<string, readonly TextReplacement[]>();
  const segments = read.flatMap(({ text }, index): Segment[] => {
    if (text === '') return [];
    const part = parts[index]!;
    const node: TextNode = { text, write: (_text, own) => void changes.set(part.name, own) };
    return [{ part: { kind: 'picture', ...part }, pieces: [{ text, node, at: 0 }] }];
  });
  return {
    segments,
    async write() {
      for (const [index, { name }] of parts.entries()) {
        pkg.replace(name, await read[index]!.write(changes.get(name) ?? [], report));
      }
    },
  };
}
