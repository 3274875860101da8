import { describe, expect, it } from 'vitest';
import { tiltPage, type GrayPage } from '../image/graymap.ts';
import { skewOf } from './skew.ts';

/** Rows of short dark strokes, like lines of text. */
function linedPage(): GrayPage {
  const [width, height] = [1000, 1200];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let line = 150; line < 1050; line += 40) {
    for (let y = line; y < line + 16; y += 1)
      for (let x = 120; x < 880; x += 1) if (x % 14 < 8) pixels[y * width + x] = 20;
  }
  return { pixels, width, height, dpi: 150 };
}

describe('skewOf', () => {
  it.each([-5, -2, -0.7, 0.7, 2, 5])('finds a tilt of %f degrees', (degrees) => {
    const tilted = tiltPage(linedPage(), (degrees * Math.PI) / 180);
    expect((skewOf(tilted) * 180) / Math.PI).toBeCloseTo(degrees, 0);
    expect(Math.abs((skewOf(tilted) * 180) / Math.PI - degrees)).toBeLessThan(0.15);
  });

  it('takes straight and empty pages for straight', () => {
    expect(skewOf(linedPage())).toBe(0);
    expect(skewOf({ pixels: new Uint8Array(90_000).fill(255), width: 300, height: 300, dpi: 100 })).toBe(0);
  });
});
