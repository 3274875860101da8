import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMac, createMemoryBook } from '../../../../core/placeholders/memoryBook.ts';
import { maskText } from '../../../../core/placeholders/mask.ts';
import { createCodePoints } from './codePoints.ts';
import { createSentText } from './sentText.ts';

const mac = createMac(Buffer.alloc(32, 7));
const piece = fc.constantFrom('Anna', 'Müller 🙂', '𝔛y', 'a', ' ', '\n', '🙂', '"\\u00fc"', '[[person-00000000]]');
/** A text of pieces of which some are values. */
const texts = fc.array(fc.tuple(piece, fc.boolean()), { minLength: 1, maxLength: 20 });

async function masked(pieces: readonly (readonly [string, boolean])[]) {
  let original = '';
  const spans = pieces.flatMap(([text, isValue]) => {
    const start = original.length;
    original += text;
    return isValue ? [{ start, end: original.length, category: 'person' }] : [];
  });
  const { text, mappings } = await maskText(original, spans, { book: createMemoryBook(), mac });
  const originals = new Map(mappings.map(({ hash, original: value }) => [hash, value]));
  return { original, text, place: createSentText(original, text, originals) };
}

const points = (text: string) => Array.from(text);
const cut = (text: string, { start, end }: { start: number; end: number }) => points(text).slice(start, end).join('');

describe('code points', () => {
  it('are counted as iterating does', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'ü', '🙂', '𝔛'), maxLength: 12 }), (text) => {
        const { toUnits, toPoints } = createCodePoints(text);
        let at = 0;
        const units = points(text).map((character) => (at += character.length) - character.length);
        expect(units.map(toPoints)).toEqual([...units.keys()]);
        expect([...units.keys()].map(toUnits)).toEqual(units);
        expect([toUnits(points(text).length), toPoints(text.length)]).toEqual([text.length, points(text).length]);
      }),
    );
  });
});

describe('places in a text that was sent masked', () => {
  it('are those of the same words in the original, with the whole of every value they touch', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), fc.nat(), async (pieces, a, b) => {
        const { original, text, place } = await masked(pieces);
        const length = points(text).length;
        const [start, end] = [Math.min(a % length, b % length), Math.max(a % length, b % length) + 1];
        const found = place.inOriginal({ start, end })!;
        const back = place.inSent(found)!;
        expect(found.sent).toBe(back.text);
        expect(cut(text, back)).toBe(back.text);
        expect(back.start).toBeLessThanOrEqual(start);
        expect(back.end).toBeGreaterThanOrEqual(end);
        expect(original.slice(found.startUnits, found.endUnits)).toBe(cut(original, found));
        // Nothing but whole placeholders was added to what was asked for.
        const added = [cut(text, { start: back.start, end: start }), cut(text, { start: end, end: back.end })];
        for (const edge of added) expect(edge).toMatch(/^(?:\[?\[?[a-z]*-?[0-9a-z]*\]?\]?)$/);
      }),
    );
  });

  it('outside of the text are none', async () => {
    const { place } = await masked([
      ['Anna', true],
      [' a', false],
    ]);
    for (const range of [
      { start: -1, end: 2 },
      { start: 3, end: 3 },
      { start: 0, end: 900 },
      { start: 0.5, end: 2 },
    ]) {
      expect(place.inOriginal(range)).toBeNull();
      expect(place.inSent(range)).toBeNull();
    }
    expect(place.find('nowhere', 0)).toBeNull();
  });
});
