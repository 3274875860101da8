import { describe, expect, it } from 'vitest';
import { CLASS_COUNT, TAGGER_CATEGORIES } from './categories.ts';
import { withLeaning } from './leaning.ts';

const BIAS = Float32Array.from({ length: CLASS_COUNT + 4 }, (_, index) => index / 8);
const at = (category: (typeof TAGGER_CATEGORIES)[number]): number => 1 + TAGGER_CATEGORIES.indexOf(category);

describe('the leaning of the tagger', () => {
  it('takes a doubtful word for a value rather than for nothing, and for a number or account most of all', () => {
    const leaning = withLeaning(BIAS, 1);
    const lead = (category: (typeof TAGGER_CATEGORIES)[number], bias: Float32Array): number =>
      bias[at(category)]! - bias[0]!;
    const gain = (category: (typeof TAGGER_CATEGORIES)[number]): number =>
      Math.round(1000 * (lead(category, leaning) - lead(category, BIAS)));
    expect(gain('person')).toBeGreaterThan(0);
    expect(gain('reference')).toBeGreaterThan(gain('person'));
    for (const category of TAGGER_CATEGORIES) expect([gain('person'), gain('reference')]).toContain(gain(category));
  });

  it('grows with the temperature, changes neither the beginnings nor the model', () => {
    const before = Float32Array.from(BIAS);
    const [cold, warm] = [withLeaning(BIAS, 1), withLeaning(BIAS, 2)];
    expect(warm[0]! - BIAS[0]!).toBeCloseTo(2 * (cold[0]! - BIAS[0]!));
    expect(warm.subarray(CLASS_COUNT)).toEqual(BIAS.subarray(CLASS_COUNT));
    expect(BIAS).toEqual(before);
  });
});
