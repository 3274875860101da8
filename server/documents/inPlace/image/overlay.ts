import type { Sharp } from 'sharp';
import { apply, type Matrix } from '../../layout/matrix.ts';
import type { LabelFont } from '../font/labelFont.ts';
import type { Mark } from '../marks.ts';
import type { PageArea } from '../types.ts';

/** A black box over a picture. */
export interface Cover {
  readonly mark: Mark;
  /** Leads from the frame of the mark to the picture, in fractions of its size. */
  readonly toPicture: Matrix;
  /** What stands for the value under it; its label may stand over another box. Empty: a person has drawn it. */
  readonly replacement: string;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

type Overlay = NonNullable<Parameters<Sharp['composite']>[0]>[number];

/** Share of the box's height that letters take, and of its width that they may take. */
const LABEL_HEIGHT = 0.72;
const LABEL_WIDTH = 0.94;

/** The covers of a picture as pieces to be laid over it, each no larger than its box. */
export function overlaysOf(covers: readonly Cover[], size: Size, font: LabelFont): Overlay[] {
  return covers.flatMap((cover) => {
    const overlay = overlayOf(cover, size, font);
    return overlay === null ? [] : [overlay];
  });
}

/** Rectangles drawn by people as covers without a label. */
export function areaCovers(areas: readonly PageArea[], page: number): Cover[] {
  return areas
    .filter((area) => area.page === page)
    .map(({ x, y, width, height }) => ({
      mark: { box: { left: x, right: x + width, top: y, bottom: y + height }, label: '' },
      toPicture: [1, 0, 0, 1, 0, 0],
      replacement: '',
    }));
}

/** Corners of a cover in pixels, clockwise from the upper left one. */
export function cornersOf({ mark, toPicture }: Cover, size: Size): (readonly [x: number, y: number])[] {
  const { left, right, top, bottom } = mark.box;
  return (
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ] as const
  ).map(([x, y]) => {
    const [across, down] = apply(toPicture, x, y);
    return [across * size.width, down * size.height] as const;
  });
}

function overlayOf(cover: Cover, size: Size, font: LabelFont): Overlay | null {
  const corners = cornersOf(cover, size);
  const left = Math.max(0, Math.floor(Math.min(...corners.map(([x]) => x))));
  const top = Math.max(0, Math.floor(Math.min(...corners.map(([, y]) => y))));
  const right = Math.min(size.width, Math.ceil(Math.max(...corners.map(([x]) => x))));
  const bottom = Math.min(size.height, Math.ceil(Math.max(...corners.map(([, y]) => y))));
  if (right <= left || bottom <= top) return null;
  const [width, height] = [right - left, bottom - top];
  const points = corners.map(([x, y]) => `${(x - left).toFixed(2)},${(y - top).toFixed(2)}`).join(' ');
  // A hard edge: a soft one would let letters show through.
  const box = `<polygon points="${points}" fill="#000" stroke="#000" stroke-width="1" shape-rendering="crispEdges"/>`;
  const label = cover.mark.label === '' ? '' : labelPath(cover.mark.label, corners, left, top, font);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${box}${label}</svg>`;
  return { input: Buffer.from(svg), left, top };
}

/** Letters as outlines: fonts of the machine play no part. */
function labelPath(
  label: string,
  corners: readonly (readonly [number, number])[],
  left: number,
  top: number,
  font: LabelFont,
): string {
  const [[x0, y0], [x1, y1], , [x3, y3]] = corners as [[number, number], [number, number], unknown, [number, number]];
  const width = Math.hypot(x1 - x0, y1 - y0);
  const height = Math.hypot(x3 - x0, y3 - y0);
  const size = Math.min(LABEL_HEIGHT * height, (LABEL_WIDTH * width) / font.width(label));
  const scale = size / font.font.unitsPerEm;
  const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
  const indent = (width - font.width(label) * size) / 2;
  const baseline = height / 2 + 0.36 * size;
  let at = 0;
  const paths = font.glyphs(label).map(({ glyph }) => {
    const path = `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`;
    at += glyph.advanceWidth;
    return path;
  });
  const place = `translate(${x0 - left} ${y0 - top}) rotate(${angle}) translate(${indent} ${baseline}) scale(${scale} ${-scale})`;
  return `<g transform="${place}" fill="#fff">${paths.join('')}</g>`;
}
