import { expect, it } from 'vitest';
import { ON_ANY_MACHINE, tooFast } from '../../../../test/helpers/growth.ts';
import { MASKING, RESTORING } from '../../../../test/helpers/gatewayGrowth.ts';

/** Code units of the smaller text; the larger one has twice as many. The soak test takes 4 MiB. */
const LENGTH = 64 * 1024;

it.each(MASKING)('time of masking grows with the text: %s', ON_ANY_MACHINE, async (_name, work) => {
  expect(await tooFast(work, LENGTH)).toEqual([]);
});

it.each(RESTORING)('time of restoring grows with the answer: %s', ON_ANY_MACHINE, async (_name, work) => {
  expect(await tooFast(work, LENGTH)).toEqual([]);
});
