import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignParts } from './align.ts';

const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

describe('the parts of a text', () => {
  it('are found though the text of some is not known', () => {
    const part = fc.record({ text: fc.constantFrom('', 'a', 'b', 'ab', 'a\nb', 'c\n\nc'), known: fc.boolean() });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (raw) => {
        // Known parts are told from all others, as names of files are.
        const parts = raw.map((each, index) => ({
          ...each,
          text: each.text === '' ? '' : `${each.text}${each.known ? index : ''}`,
        }));
        const text = join(parts.map((each) => each.text));
        const found = alignParts(
          text,
          parts.map((each) => (each.known ? each.text : null)),
        );
        expect(found).not.toBeNull();
        parts.forEach((each, index) => {
          const place = found![index];
          if (each.known) expect(place ? text.slice(place.start, place.end) : '').toBe(each.text);
        });
        const unknown = parts.filter((each) => !each.known);
        if (unknown.length === 1) {
          const place = found![parts.indexOf(unknown[0]!)];
          expect(place ? text.slice(place.start, place.end) : '').toBe(unknown[0]!.text);
        }
      }),
    );
  });

  it('are not found in another text', () => {
    expect(alignParts('a\n\nb', ['a'])).toBeNull();
    expect(alignParts('a\n\nb', ['a', 'c'])).toBeNull();
    expect(alignParts('a\n\nb', [null, 'c', null])).toBeNull();
    expect(alignParts('b', ['a', null])).toBeNull();
  });
});
