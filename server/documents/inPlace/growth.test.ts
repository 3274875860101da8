import { expect, it } from 'vitest';
import { READING } from '../../../test/helpers/documentGrowth.ts';
import { FEW_HOSTILE_SHAPES, ON_ANY_MACHINE, tooFast } from '../../../test/helpers/growth.ts';

/** Code units of the smaller text; the soak test takes 4 MiB, and all shapes. */
const LENGTH = 32 * 1024;

it.each(READING)('time of reading grows with the document: %s', ON_ANY_MACHINE, async (_name, work) => {
  expect(await tooFast(work, LENGTH, FEW_HOSTILE_SHAPES)).toEqual([]);
});
