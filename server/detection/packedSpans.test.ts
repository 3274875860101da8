import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packSpans, unpackSpans } from './packedSpans.ts';
import type { Span } from './types.ts';

const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 6 });
const span: fc.Arbitrary<Span> = fc
  .record(
    {
      start: fc.nat(5_000_000),
      end: fc.nat(5_000_000),
      category: name,
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      sources: fc.array(
        name.filter((text) => !text.includes('\0')),
        { minLength: 1, maxLength: 3 },
      ),
      entity: fc.nat(200_000),
    },
    { requiredKeys: ['start', 'end', 'category', 'confidence', 'sources'] },
  )
  .filter(({ category }) => !category.includes('\0'));

describe('packed finds', () => {
  it('come back as they were', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(span, { maxLength: 40 }), async (spans) => {
        expect(await unpackSpans(structuredClone(packSpans(spans)))).toEqual(spans);
      }),
    );
  });
});
