import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPath, leavesRoot, parsePath } from './path.ts';
import { replaceText } from './replaceText.ts';

const name = fc
  .stringMatching(/^[A-Za-zäöüß0-9 _.-]{1,40}$/)
  .filter((text) => text.trim() === text && !/^\.+$/.test(text));

describe('paths', () => {
  it('are the names on them', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 32 }), (names) => {
        expect(parsePath(formatPath(names))).toEqual(names);
        expect(parsePath(`/${formatPath(names)}/`)).toEqual(names);
        expect(leavesRoot(formatPath(names))).toBe(false);
      }),
    );
  });

  it.each([
    ['/..', true],
    ['..', true],
    ['/a/../..', true],
    ['/../a', true],
    ['/a/..', false],
    ['/a/./../b', false],
    ['/a..b/..c', false],
  ])('know whether they climb out: %s', (path, expected) => {
    expect(leavesRoot(path)).toBe(expected);
  });
});

describe('replacing a text', () => {
  it('does what taking the pieces apart and joining them does', () => {
    const text = fc.string({ maxLength: 60 });
    fc.assert(
      fc.property(text, fc.string({ minLength: 1, maxLength: 3 }), text, (before, from, to) => {
        fc.pre(before.includes(from));
        const replaced = replaceText(before, { from, to, all: true });
        expect(replaced.text).toBe(before.replaceAll(from, () => to));
        expect(replaced.replacements).toBe(before.split(from).length - 1);
      }),
    );
  });

  it('asks for exactly one place', () => {
    expect(replaceText('a b', { from: 'a', to: '', all: false })).toEqual({ text: ' b', replacements: 1 });
    for (const text of ['', 'b', 'a a']) {
      expect(() => replaceText(text, { from: 'a', to: 'c', all: false })).toThrow();
    }
  });
});
