import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangesByBlock, splitBlocks } from './blocks.ts';
import { anonymizedSegments, anonymizedText, continuesLine, originalSegments } from './segments.ts';
import { findOf } from './testFinds.ts';
import type { Entity } from '../../../../server/contract/jobs.ts';

const join = (segments: readonly { text: string }[]) => segments.map((segment) => segment.text).join('');

describe('originalSegments', () => {
  const text = 'Frau Anna Müller wohnt in Kassel.';
  const [block] = splitBlocks(text);

  it('marks finds and search hits and gives the row back', () => {
    const finds = [findOf(text, 'Anna Müller'), findOf(text, 'Kassel', { category: 'location' })];
    const segments = originalSegments(text, block!, finds, { ranges: [{ start: 10, end: 22 }], firstIndex: 4 });
    expect(join(segments)).toBe(text);
    expect(segments.filter((s) => s.find?.category === 'person').map((s) => [s.text, s.continued, s.hit])).toEqual([
      ['Anna ', false, -1],
      ['Müller', true, 4],
    ]);
  });

  it('shows the accepted of two overlapping finds', () => {
    const finds = [findOf(text, 'Frau Anna Müller', { accepted: false }), findOf(text, 'Anna', { category: 'custom' })];
    const shown = originalSegments(text, block!, finds).map((s) => [s.text, s.find?.category ?? null]);
    expect(shown).toEqual([
      ['Frau ', 'person'],
      ['Anna', 'custom'],
      [' Müller', 'person'],
      [' wohnt in Kassel.', null],
    ]);
  });
});

describe('anonymizedSegments', () => {
  it('puts a placeholder where a find begins and nothing where it goes on', () => {
    const text = 'An: Hauptstraße 1\n12345 Berlin, Tel. 030';
    const finds = [findOf(text, 'Hauptstraße 1\n12345 Berlin', { category: 'address' })];
    const [first, second] = splitBlocks(text);
    expect(join(anonymizedSegments(text, first!, finds))).toBe('An: [[address-00000004]]');
    expect(join(anonymizedSegments(text, second!, finds))).toBe(', Tel. 030');
    expect(continuesLine(second!, finds)).toBe(true);
    expect(continuesLine(first!, finds)).toBe(false);
  });

  it('joined over all rows is the anonymized text', () => {
    const characters = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', ' ', 'é', '😀'), maxLength: 60 });
    const draws = fc.array(fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 12 }), fc.boolean()), { maxLength: 8 });
    fc.assert(
      fc.property(characters, draws, (text, spans) => {
        const finds: Entity[] = [];
        let position = 0;
        for (const [gap, length, accepted] of spans) {
          const start = position + gap;
          const end = start + length;
          const value = text.slice(start, end);
          // A find over a line break is shown in two rows; the test above covers it.
          if (end > text.length || /[\r\n]/.test(value)) continue;
          finds.push(findOf(text, value, { from: start, accepted }));
          position = end;
        }
        const blocks = splitBlocks(text);
        const rows = rangesByBlock(blocks, finds);
        const shown = blocks.map(
          (block) =>
            join(anonymizedSegments(text, block, rows.get(block.index) ?? [])) + text.slice(block.textEnd, block.end),
        );
        expect(shown.join('')).toBe(anonymizedText(text, finds));
      }),
    );
  });
});
