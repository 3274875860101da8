import { describe, expect, it } from 'vitest';
import { cutRows, type GrayPage } from '../image/graymap.ts';
import { richestRows } from './strokes.ts';

const [WIDTH, HEIGHT, INK] = [300, 1000, 128];

/** A page with lines of strokes 20 pixels high at the given rows, each with as many strokes as it says. */
function pageWith(lines: readonly { readonly top: number; readonly strokes: number }[]): GrayPage {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(250);
  for (const { top, strokes } of lines)
    for (let row = top; row < top + 20; row += 1)
      for (let stroke = 0; stroke < strokes; stroke += 1) {
        const at = row * WIDTH + 10 + 8 * stroke;
        pixels.fill(20, at, at + 3);
      }
  return { pixels, width: WIDTH, height: HEIGHT, dpi: 300 };
}

describe('richestRows', () => {
  it('are those with most letters, and cut no line', () => {
    const page = pageWith([
      { top: 40, strokes: 30 },
      { top: 600, strokes: 25 },
      { top: 640, strokes: 25 },
      { top: 680, strokes: 20 },
      { top: 900, strokes: 10 },
    ]);
    const { from, to } = richestRows(page, INK, 70);
    expect(from).toBeLessThan(600);
    expect(to).toBeGreaterThan(660);
    expect(to - from).toBeLessThanOrEqual(70 + 2 * 23);
    for (const end of [from, to - 1]) expect(page.pixels[end * WIDTH + 10]).toBe(250);
  });

  it('are found at both ends, and are the whole of a low page', () => {
    expect(richestRows(pageWith([{ top: 0, strokes: 9 }]), INK, 200).from).toBe(0);
    expect(richestRows(pageWith([{ top: 980, strokes: 9 }]), INK, 200).to).toBe(HEIGHT);
    expect(richestRows(pageWith([]), INK, 2000)).toEqual({ from: 0, to: HEIGHT });
    expect(richestRows(cutRows(pageWith([]), 0, 1), INK, 200)).toEqual({ from: 0, to: 1 });
  });

  it('are not those of lines and pictures', () => {
    const page = pageWith([{ top: 100, strokes: 9 }]);
    page.pixels.fill(20, 700 * WIDTH, 900 * WIDTH);
    expect(richestRows(page, INK, 200).from).toBeLessThanOrEqual(100);
  });
});
