import { describe, expect, it } from 'vitest';
import { tiltPage, type GrayPage } from '../image/graymap.ts';
import { apply } from '../layout/matrix.ts';
import { preparePage } from './preparePage.ts';

const [WIDTH, HEIGHT] = [1200, 1400];

/** Rows of strokes `stroke` pixels wide, like lines of text, and a period as wide as a stroke at the end of each. */
function linedPage(stroke: number): GrayPage {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(250);
  const ink = (left: number, top: number, width: number, height: number) => {
    for (let y = top; y < top + height; y += 1) pixels.fill(20, y * WIDTH + left, y * WIDTH + left + width);
  };
  for (let line = 150; line < 1250; line += 10 * stroke) {
    for (let x = 120; x < 1000; x += 4 * stroke) ink(x, line, stroke, 5 * stroke);
    ink(1040, line + 4 * stroke, stroke, stroke);
  }
  return { pixels, width: WIDTH, height: HEIGHT, dpi: 300 };
}

function darkest({ pixels, width }: GrayPage, x: number, y: number): number {
  let least = 255;
  for (let row = y - 2; row <= y + 2; row += 1)
    for (let column = x - 2; column <= x + 2; column += 1) least = Math.min(least, pixels[row * width + column]!);
  return least;
}

describe('preparePage', () => {
  it('takes single dark pixels out and keeps the periods', () => {
    const page = linedPage(3);
    page.pixels[60 * WIDTH + 60] = 0;
    page.pixels[61 * WIDTH + 61] = 0;
    const { page: ready } = preparePage(page, 0);
    const at = (position: number) => Math.round((position * ready.width) / WIDTH);
    expect(darkest(ready, at(60), at(60))).toBeGreaterThan(200);
    expect(darkest(ready, at(1041), at(163))).toBeLessThan(80);
  });

  it('leaves a page of small letters as it is', () => {
    const page = linedPage(1);
    const { page: ready, toPage } = preparePage(page, 0);
    expect(ready).toBe(page);
    expect(apply(toPage, 5, 7)).toEqual([5, 7]);
  });

  it('makes large letters smaller, and no page smaller than half', () => {
    const sizes = [3, 4, 8].map((stroke) => preparePage(linedPage(stroke), 0).page);
    expect(sizes.map(({ width, dpi }) => [width, dpi])).toEqual([
      [1040, 260],
      [780, 195],
      [600, 150],
    ]);
  });

  it.each([0, 1, 2, 3] as const)('leads back to the page: %i quarter turns, tilted and made smaller', (quarters) => {
    const page = tiltPage(linedPage(4), (2 * Math.PI) / 180);
    const { page: ready, toPage } = preparePage(page, quarters);
    let [hits, ink] = [0, 0];
    for (let y = 0; y < ready.height; y += 1) {
      for (let x = 0; x < ready.width; x += 1) {
        if (ready.pixels[y * ready.width + x]! > 60) continue;
        const [left, top] = apply(toPage, x + 0.5, y + 0.5);
        ink += 1;
        if (page.pixels[Math.floor(top) * page.width + Math.floor(left)]! < 160) hits += 1;
      }
    }
    expect(ink).toBeGreaterThan(10_000);
    expect(hits / ink).toBeGreaterThan(0.97);
  });
});

describe('a page without ink', () => {
  it('is not changed', () => {
    const page: GrayPage = { pixels: new Uint8Array(10_000).fill(255), width: 100, height: 100, dpi: 300 };
    expect(preparePage(page, 0).page).toBe(page);
  });
});
