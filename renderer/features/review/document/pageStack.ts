import { GAP } from './useZoom.ts';

/** Pages under each other, each with a gap before it, and where they are on the screen. Lengths are pixels. */
type Heights = readonly { readonly height: number }[];

/** Where a page begins; `index` counts from 0. */
export const topOf = (pages: Heights, index: number): number =>
  pages.slice(0, index).reduce((sum, { height }) => sum + height + GAP, GAP);

/** The page at a place, from 0; the last one behind all. */
export function pageAt(pages: Heights, offset: number): number {
  let top = GAP;
  for (let index = 0; index < pages.length; index += 1) {
    top += pages[index]!.height + GAP;
    if (offset < top) return index;
  }
  return Math.max(0, pages.length - 1);
}
