import { posix } from 'node:path';
import type { ElementObserver } from '../ooxml/markup.ts';
import type { OfficePackage, XmlPart } from '../package/officePackage.ts';
import type { PicturePart } from '../package/pictures.ts';
import { value, type ElementEnd, type XmlElement } from '../package/walk.ts';
import { pictureKind } from '../pictures/pictureKind.ts';

const PICTURE = /(?:^|\/)Pictures\/[^/]+$/;
const REFERENCE = /href\s*=\s*(?:"([^"<>]{1,1000})"|'([^'<>]{1,1000})')/g;

/**
 * The parts with pictures in the order of the places where they stand first, each once; those that nothing refers to come last.
 * @param inOrder - the XML parts of the package as they are read
 */
export async function odfPictureParts(pkg: OfficePackage, inOrder: readonly string[]): Promise<PicturePart[]> {
  const all = new Set(pkg.names().filter((name) => PICTURE.test(name)));
  const parts = new Set<string>();
  if (all.size === 0) return [];
  for (const source of inOrder) {
    if (!/(?:^|\/)(?:content|styles)\.xml$/.test(source) || !pkg.has(source)) continue;
    for (const { 1: double, 2: single } of (await pkg.xml(source)).source.matchAll(REFERENCE)) {
      const name = targetOf(source, double ?? single!);
      if (all.has(name)) parts.add(name);
    }
  }
  return [...new Set([...parts, ...all])].map((name) => ({ name }));
}

/** The part that an address in a part leads to (ODF 1.3 part 2, 3.7); objects in a document have folders of their own. */
const targetOf = (source: string, href: string): string =>
  posix.join(posix.dirname(source), href.replaceAll('&amp;', '&'));

/**
 * Takes drawings out of frames. Of the pictures of a frame a program shows the first one it knows (ODF 1.3 part 3, 10.4.2): LibreOffice writes SVG, PDF and
 * metafiles with a copy in pixels behind them. What stands beside such a copy cannot be looked into and goes; its part becomes grey.
 */
export async function createDrawingRemover(
  pkg: OfficePackage,
  parts: readonly PicturePart[],
): Promise<(part: XmlPart) => ElementObserver> {
  const inPixels = new Map<string, boolean>();
  for (const { name } of parts) inPixels.set(name, pictureKind(await pkg.bytes(name)) !== null);
  return ({ name: source, edits }) => {
    const frames = new Map<
      XmlElement,
      { readonly inPixels: boolean; readonly start: number; readonly end: number }[]
    >();
    return {
      open: () => undefined,
      close(element: XmlElement, { end }: ElementEnd) {
        const target = element.name === 'draw:image' ? targetOf(source, value(element, 'href') ?? '') : '';
        const known = inPixels.get(target);
        if (known !== undefined && element.parent !== null) {
          const images = frames.get(element.parent) ?? [];
          frames.set(element.parent, images);
          images.push({ inPixels: known, start: element.start, end });
        }
        const images = frames.get(element) ?? [];
        frames.delete(element);
        if (!images.some((image) => image.inPixels)) return;
        for (const image of images) if (!image.inPixels) edits.remove(image.start, image.end);
      },
    };
  };
}
