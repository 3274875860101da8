import { describe, expect, it } from 'vitest';
import { hitFrom, searchText } from './search.ts';

describe('searchText', () => {
  it('ignores case and treats white space as one', () => {
    const text = 'Anna\n  Müller und ANNA MÜLLER';
    expect(searchText(text, 'anna müller').map(({ start, end }) => text.slice(start, end))).toEqual([
      'Anna\n  Müller',
      'ANNA MÜLLER',
    ]);
  });
  it('takes every character as itself', () => {
    expect(searchText('a.b [[x-1]] (c)', '[[x-1]] (c)')).toEqual([{ start: 4, end: 15 }]);
    expect(searchText('axb', 'a.b')).toEqual([]);
    expect(searchText('text', '   ')).toEqual([]);
  });
  it('keeps offsets in code units', () => {
    expect(searchText('😀 İstanbul', 'stanbul')).toEqual([{ start: 4, end: 11 }]);
  });
});

describe('hitFrom', () => {
  it('goes on behind the place and starts again at the end', () => {
    const hits = [
      { start: 2, end: 3 },
      { start: 9, end: 10 },
    ];
    expect([hitFrom(hits, 0), hitFrom(hits, 3), hitFrom(hits, 11)]).toEqual([0, 1, 0]);
  });
});
