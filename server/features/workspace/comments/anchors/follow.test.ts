import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQuoteFollower, placeQuote, type PlacedQuote } from './follow.ts';
import { quoteAt } from './quotes.ts';

const placed = (text: string, from: number, to: number): PlacedQuote => ({
  ...quoteAt(text, { from, to }),
  ...{ from, to, orphaned: false },
});
const quoteOf = (text: string, words: string, nth = 0): PlacedQuote => {
  let from = text.indexOf(words);
  for (let skipped = 0; skipped < nth; skipped += 1) from = text.indexOf(words, from + 1);
  return placed(text, from, from + words.length);
};
const after = (before: string, now: string, quote: PlacedQuote): PlacedQuote => createQuoteFollower(before, now)(quote);

/** Few different characters, so that texts are full of repetitions; one of them takes two code units. */
const repetitive = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', 'ä', '😀'), { maxLength: 60 })
  .map((parts) => parts.join(''));
const prose = fc
  .array(fc.constantFrom('der', 'Vertrag', 'wird', 'am', '3. Mai', 'gekündigt,', 'sagt', 'Frau Öz.\n', '😀'), {
    maxLength: 60,
  })
  .map((words) => words.join(' '));
/** Words that no other part of these texts has. */
const QUOTE = 'Zins: 4 %';

describe('quotes follow their text', () => {
  it('are never moved off their words by one edit before or after them', () => {
    fc.assert(
      fc.property(
        repetitive,
        repetitive.filter((text) => text !== ''),
        repetitive,
        repetitive,
        repetitive,
        fc.boolean(),
        (head, words, tail, removed, added, isBefore) => {
          const before = isBefore ? head + removed + tail + words + head : head + words + tail + removed + head;
          const now = isBefore ? head + added + tail + words + head : head + words + tail + added + head;
          const from = isBefore ? head.length + removed.length + tail.length : head.length;
          const moved = after(before, now, placed(before, from, from + words.length));
          expect(moved.orphaned).toBe(false);
          expect(now.slice(moved.from, moved.to)).toBe(words);
          expect(moved).toEqual({ ...moved, ...quoteAt(now, moved) });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('stand exactly where their words are after any number of edits elsewhere', () => {
    const pieces = fc.array(fc.tuple(prose, prose, prose), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pieces, pieces, (heads, tails) => {
        // Each piece: kept text, and what one state has where the other has something else.
        const join = (list: readonly (readonly [string, string, string])[], state: 1 | 2) =>
          list.map((piece) => piece[0] + piece[state]).join(' ');
        const before = join(heads, 1) + QUOTE + join(tails, 1);
        const now = join(heads, 2) + QUOTE + join(tails, 2);
        const moved = after(before, now, quoteOf(before, QUOTE));
        expect([moved.from, moved.exactQuote, moved.orphaned]).toEqual([now.indexOf(QUOTE), QUOTE, false]);
      }),
      { numRuns: 300 },
    );
  });

  it('always quote the text they point into', () => {
    fc.assert(
      fc.property(prose, prose, fc.nat(), fc.integer({ min: 1, max: 40 }), (before, now, start, length) => {
        fc.pre(before.length > 0);
        const from = start % before.length;
        const moved = after(before, now, placed(before, from, Math.min(before.length, from + length)));
        if (!moved.orphaned) expect(now.slice(moved.from, moved.to)).toBe(moved.exactQuote);
        expect(moved.to).toBeGreaterThan(moved.from);
      }),
      { numRuns: 500 },
    );
  });

  it('are orphaned with their last place when the words go, and come back with them', () => {
    const text = 'Erster Absatz.\nDie Frist endet am 1. Juni.\nLetzter Absatz.\n';
    const without = 'Erster Absatz.\nLetzter Absatz.\n';
    const quote = quoteOf(text, 'Die Frist endet');
    const orphan = after(text, without, quote);
    expect(orphan).toEqual({ ...quote, orphaned: true });
    const later = `Neu davor.\n${without}`;
    expect(after(without, later, orphan)).toEqual(orphan);
    const back = after(later, `Neu davor.\n${text}`, orphan);
    expect(back).toMatchObject({ from: 'Neu davor.\n'.length + quote.from, orphaned: false });
  });

  it('do not jump to the same words elsewhere when their own are deleted', () => {
    const text = 'Anna sagt ja zu allem.\nBert sagt ja zu nichts.\nEnde.\n';
    const quote = quoteOf(text, 'ja');
    const now = text.replace('Anna sagt ja zu allem.\n', '');
    expect(after(text, now, quote).orphaned).toBe(true);
  });

  it('follow a paragraph that is moved', () => {
    const [a, b, c] = ['Die Kosten trägt der Mieter.\n', `Etwas anderes. `.repeat(20), '\nSchluss.\n'];
    const moved = after(a + b + c, b + c + a, quoteOf(a + b + c, 'trägt der Mieter'));
    expect(moved).toMatchObject({ from: (b + c + a).indexOf('trägt'), orphaned: false });
  });

  it('take in an edit inside of them', () => {
    const text = 'Die Zahlung erfolgt binen vierzehn Tagen nach Erhalt der Rechnung.';
    const now = text.replace('binen', 'binnen');
    const quote = quoteOf(text, 'erfolgt binen vierzehn Tagen');
    expect(after(text, now, quote)).toMatchObject({ exactQuote: 'erfolgt binnen vierzehn Tagen', orphaned: false });
    const longer = text.replace('binen', 'spätestens am letzten von');
    expect(after(text, longer, quote)).toMatchObject({ orphaned: false });
  });

  it('are found by similar words with their context when the text before is unknown', () => {
    const text = 'Der Vertrag beginnt am ersten Januar des Jahres und läuft weiter.';
    const quote = quoteOf(text, 'am ersten Januar des Jahres');
    const now = `Vorbemerkung. ${text.replace('ersten', 'erstem')}`;
    const found = createQuoteFollower(null, now)(quote);
    expect(found).toMatchObject({ exactQuote: 'am erstem Januar des Jahres', orphaned: false });
  });

  it('stay within their bounds on long texts that have nothing in common', () => {
    const words = (seed: number) => Array.from({ length: 60_000 }, (_, at) => `${(at * seed) % 9_973}`).join(' ');
    const [before, now] = [words(7), words(11)];
    const quote = placed(before, 1_000, 1_050);
    const moved = after(before, `${now} ${quote.exactQuote}`, quote);
    expect(moved).toMatchObject({ exactQuote: quote.exactQuote });
  });
});

describe('a new quote', () => {
  const text = 'eins zwei drei zwei eins';
  it('is put where it says, else at the nearest place of its words', () => {
    const bare = { exactQuote: 'zwei', prefix: '', suffix: '' };
    expect(placeQuote(text, { ...bare, from: 15, to: 19 })).toMatchObject({ from: 15, suffix: ' eins' });
    expect(placeQuote(text, { ...bare, from: 14, to: 18 })).toMatchObject({ from: 15, orphaned: false });
    expect(placeQuote(text, { ...bare, prefix: 'eins ', from: 15, to: 19 })).toMatchObject({ from: 15 });
    expect(placeQuote(text, { ...bare, exactQuote: 'vier', from: 0, to: 4 })).toMatchObject({ orphaned: true });
  });
});
