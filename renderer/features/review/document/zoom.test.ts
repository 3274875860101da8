import { expect, it } from 'vitest';
import { fittingScale, fittingText, zoomStep } from './zoom.ts';

it('fits pages to the room, whatever their size becomes', () => {
  expect(fittingScale(600, 800)).toBe(1);
  expect(fittingScale(600, 400)).toBe(0.5);
});

it('keeps running text at a size that is read well, with shorter lines where there is less room', () => {
  expect(fittingText(600, 800)).toEqual({ scale: 1, width: 600 });
  expect(fittingText(600, 2_000)).toEqual({ scale: 1.2, width: 600 });
  expect(fittingText(600, 300)).toEqual({ scale: 0.75, width: 300 });
});

it('steps to the next size, also from one between two steps, and stays at the last', () => {
  expect(zoomStep(1, 1)).toBe(1.1);
  expect(zoomStep(0.95, -1)).toBe(0.9);
  expect(zoomStep(4, 1)).toBe(4);
});
