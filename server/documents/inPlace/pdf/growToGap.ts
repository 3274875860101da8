import type { Box } from '../../layout/lines.ts';
import type { Raster } from './pictures.ts';

/** Space without ink, in heights of the line, that ends a word. */
const GAP = 0.11;
/** How far a word may reach beyond the box that its text layer tells, in heights of the line. */
const REACH = 1.6;
/** Part of the way from paper to ink from which a pixel counts as ink. */
const INK = 0.45;
/** Share of the line's height in the middle of its box: the lines above and below reach into the rest. */
const BAND = 0.7;

/**
 * Makes the box of a word so wide that it ends in white space on both sides. The text layers of scans often place words inexactly (some count the space
 * after a word into its width), and no letter must stay visible beside the box. `box` is in pixels, `down` where the line runs down the picture.
 */
export function growToGap(raster: Raster, box: Box, down: boolean): Box {
  const [start, end] = down ? [box.top, box.bottom] : [box.left, box.right];
  const [near, far] = down ? [box.left, box.right] : [box.top, box.bottom];
  const height = far - near;
  const band = { from: Math.floor(near + (height * (1 - BAND)) / 2), to: Math.ceil(far - (height * (1 - BAND)) / 2) };
  const shade = (along: number, across: number): number => {
    const [x, y] = down ? [across, along] : [along, across];
    if (x < 0 || y < 0 || x >= raster.width || y >= raster.height) return 255;
    return raster.pixels[(y * raster.width + x) * raster.channels]!;
  };
  const threshold = inkThreshold(shade, Math.floor(start), Math.ceil(end), band);
  const hasInk = (along: number): boolean => {
    for (let across = band.from; across < band.to; across += 1) if (shade(along, across) < threshold) return true;
    return false;
  };
  const grow = (from: number, step: 1 | -1): number => {
    let edge = from;
    let empty = 0;
    for (let moved = 0; moved < REACH * height && empty < Math.max(1, GAP * height); moved += 1) {
      const along = from + step * moved;
      if (hasInk(along)) {
        empty = 0;
        edge = along + step;
      } else empty += 1;
    }
    return edge;
  };
  const first = Math.min(start, grow(Math.floor(start), -1));
  const last = Math.max(end, grow(Math.ceil(end), 1));
  return down ? { ...box, top: first, bottom: last } : { ...box, left: first, right: last };
}

function inkThreshold(
  shade: (along: number, across: number) => number,
  from: number,
  to: number,
  band: { readonly from: number; readonly to: number },
): number {
  let [ink, paper] = [255, 0];
  for (let along = from; along < to; along += 1) {
    for (let across = band.from; across < band.to; across += 1) {
      const value = shade(along, across);
      ink = Math.min(ink, value);
      paper = Math.max(paper, value);
    }
  }
  return paper - INK * (paper - ink);
}
