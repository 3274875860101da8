import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyReplacements, createOffsetMap } from './apply.ts';
import type { Mapping } from './assign.ts';
import { findPlaceholders } from './find.ts';
import { maskText, type MaskSpan } from './mask.ts';
import { createMac, createMemoryBook } from './memoryBook.ts';
import { mentionedHashes, restorePlaceholders } from './restore.ts';

const mac = createMac(Buffer.alloc(32, 3));
const KNOWN: readonly Mapping[] = [
  ['person', 'k3v9q2xd', 'Anna Müller'],
  ['organization', 'm01p2q3r', 'Beta [GmbH]'],
  ['custom', 'k3v9q2x0', '[[person-k3v9q2xd]]'],
].map(([category, hash, original]) => ({
  category: category!,
  hash: hash!,
  original: original!,
  placeholder: `[[${category!}-${hash!}]]`,
  isNew: false,
}));

async function roundTrip(text: string, spans: readonly MaskSpan[]) {
  const book = createMemoryBook(KNOWN);
  const masked = await maskText(text, spans, { book, mac });
  for (const mapping of masked.mappings) book.add(mapping);
  const originals = await book.originals(mentionedHashes(findPlaceholders(masked.text)));
  return { masked, restored: restorePlaceholders(masked.text, originals).text };
}

describe('masking', () => {
  it('replaces the spans and nothing else', async () => {
    const { masked, restored } = await roundTrip('Anna Müller wohnt in Bonn.', [
      { start: 0, end: 11, category: 'person' },
      { start: 21, end: 25, category: 'location' },
    ]);
    expect(masked.text).toMatch(/^\[\[person-k3v9q2xd\]\] wohnt in \[\[location-\w{8}\]\]\.$/);
    expect(masked.mappings.map(({ isNew }) => isNew)).toEqual([false, true]);
    expect(restored).toBe('Anna Müller wohnt in Bonn.');
  });
  it('masks text that is a placeholder of the account, exact or altered', async () => {
    const text = 'a [[person-k3v9q2xd]] b [Person k3v9q2xd] c';
    const { masked, restored } = await roundTrip(text, []);
    expect(masked.parts.map(({ guard }) => guard)).toEqual([true, true]);
    expect(masked.text).toMatch(/^a \[\[custom-\w{8}\]\] b \[\[custom-\w{8}\]\] c$/);
    expect(restored).toBe(text);
  });
  it('masks an exact placeholder that the account does not know yet, and leaves altered ones', async () => {
    const text = '[[person-zzzzzzzz]] [[Person ZZZZZZZZ]]';
    const { masked, restored } = await roundTrip(text, []);
    expect(masked.text).toMatch(/^\[\[custom-\w{8}\]\] \[\[Person ZZZZZZZZ\]\]$/);
    expect(restored).toBe(text);
  });
  it('lets a guard take what overlaps it', async () => {
    const text = 'x [person-k3v9q2xd] y';
    const { masked, restored } = await roundTrip(text, [{ start: 0, end: 9, category: 'reference' }]);
    expect(restored).toBe(text);
    expect(masked.text).not.toContain('person-k3v9q2xd]');
  });
  it('gives a text of another account back with its placeholders', async () => {
    const { masked } = await roundTrip('Geheim: Bonn', [{ start: 8, end: 12, category: 'location' }]);
    const stranger = restorePlaceholders(masked.text, new Map());
    expect(stranger.text).toBe(masked.text);
    expect(stranger.unresolved).toEqual([masked.mappings[0]!.placeholder]);
  });
});

describe('offsets', () => {
  it('translate both ways', () => {
    const { text, placements } = applyReplacements('abcdefgh', [
      { start: 1, end: 3, placeholder: '[[x-1]]' },
      { start: 3, end: 4, placeholder: '_' },
    ]);
    expect(text).toBe('a[[x-1]]_efgh');
    const map = createOffsetMap(placements);
    expect([0, 1, 2, 3, 4, 8].map((offset) => map.toMasked(offset))).toEqual([0, 1, 1, 8, 9, 13]);
    expect([0, 1, 5, 8, 9, 13].map((offset) => map.toOriginal(offset))).toEqual([0, 1, 1, 3, 4, 8]);
    expect(map.originalRange(0, 5)).toEqual({ start: 0, end: 3 });
    expect(map.originalRange(8, 10)).toEqual({ start: 3, end: 5 });
    expect(map.originalRange(9, 13)).toEqual({ start: 4, end: 8 });
  });
});

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '[[person-k3v9q2xd]]',
      '[person-k3v9q2xd]',
      '[[PERSON-K3V9Q2XD]]',
      '\\[\\[person\\-k3v9q2xd\\]\\]',
      '[[k3v9q2xd]]',
      '[[organization-mo1p2q3r]]',
      '[[custom-k3v9q2x0]]',
      '[[person-zzzzzzzz]]',
      '[[person-',
      'k3v9',
      'q2xd',
      ']]',
      '[[',
      '[',
      ']',
      '［',
      '】',
      '\\',
      '-',
      'person',
      '**',
      '`',
      '\u00ad',
      '\u200b',
      '\u200f',
      '\u202e',
      'שלום',
      'مرحبا',
      '👩‍👩‍👧',
      '🇩🇪',
      'e\u0301',
      '\r\n',
      '\n',
      '\r',
      '\t',
      '\u0001',
      '\u001b',
      '\u007f',
      '\ud800',
      '\udc00',
      'Anna Müller',
      'Müller',
      'Bonn',
      ' ',
      'K3V9Q2XD',
    ),
  },
);
const generated = fc
  .array(piece, { maxLength: 24 })
  .map((pieces) => pieces.join('').replaceAll('\0', ''))
  .chain((text) =>
    fc.tuple(
      fc.constant(text),
      fc.array(
        fc.record({
          at: fc.nat({ max: Math.max(0, text.length - 1) }),
          length: fc.integer({ min: 1, max: 14 }),
          category: fc.constantFrom('person', 'organization', 'custom', 'iban', 'reference'),
          entity: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
        }),
        { maxLength: 8 },
      ),
    ),
  );

describe('exactness', () => {
  it('restores 10,000 generated texts exactly', async () => {
    let guarded = 0;
    await fc.assert(
      fc.asyncProperty(generated, async ([text, wanted]) => {
        const spans: MaskSpan[] = [];
        for (const { at, length, category, entity } of wanted.toSorted((a, b) => a.at - b.at)) {
          const end = Math.min(text.length, at + length);
          if (at >= (spans.at(-1)?.end ?? 0) && end > at) spans.push({ start: at, end, category, entity });
        }
        const { masked, restored } = await roundTrip(text, spans);
        if (masked.parts.some(({ guard }) => guard)) guarded += 1;
        for (const { start, end } of spans) {
          const covered = masked.parts.some((part) => part.start <= start && end <= part.end);
          if (!covered) return false;
        }
        return restored === text;
      }),
      { numRuns: 10_000 },
    );
    expect(guarded).toBeGreaterThan(1_000);
  });
});
