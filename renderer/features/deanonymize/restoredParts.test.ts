import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersIn, askFor, candidatesOf, partsOf } from './restoredParts.ts';

const VALUES: Record<string, string> = {
  '[[person-k3v9q2xd]]': 'Anna Müller',
  '[[address-8h2m0c1z]]': 'Königstor 12\n34117 Kassel',
};
const restore = (text: string) =>
  text.replace(/\[\[[a-z]+-[0-9a-z]{8}\]\]/g, (placeholder) => VALUES[placeholder] ?? placeholder);

describe('restored parts', () => {
  const input = 'Frau [[person-k3v9q2xd]], [[address-8h2m0c1z]] und [[person-zzzzzzzz]], [[person-k3v9q2xd]].';
  const unresolved = ['[[person-zzzzzzzz]]'];

  it('marks what came back and what nobody knows', () => {
    const candidates = candidatesOf(input);
    expect(candidates).toHaveLength(3);
    const answers = answersIn(restore(askFor(candidates)), candidates);
    const parts = partsOf(input, restore(input), answers, unresolved);
    expect(parts.filter((part) => part.placeholder !== null).map((part) => [part.text, part.resolved])).toEqual([
      ['Anna Müller', true],
      ['Königstor 12\n34117 Kassel', true],
      ['[[person-zzzzzzzz]]', false],
      ['Anna Müller', true],
    ]);
    expect(parts.map((part) => part.text).join('')).toBe(restore(input));
  });

  it('sees altered placeholders as candidates', () => {
    for (const altered of [
      '[person-k3v9q2xd]',
      '[[ Person - K3V9Q2XD ]]',
      '\\[\\[person-k3v9q2xd\\]\\]',
      '[[person‑k3v9q2xd]]',
    ]) {
      expect(candidatesOf(`Frau ${altered}, guten Tag`)).toEqual([altered]);
    }
    expect(candidatesOf('siehe [1] und [2]')).toEqual([]);
  });

  it('gives one piece when the pieces would not be what the server answered', () => {
    expect(partsOf('a [[person-k3v9q2xd]]', 'something else', new Map(), [])).toEqual([
      { text: 'something else', placeholder: null, resolved: true },
    ]);
  });

  it('always gives the restored text', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom(...Object.keys(VALUES), '[[person-zzzzzzzz]]', '[x-y]'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const candidates = candidatesOf(text);
        const answers = answersIn(restore(askFor(candidates)), candidates);
        const parts = partsOf(text, restore(text), answers, ['[[person-zzzzzzzz]]']);
        expect(parts.map((part) => part.text).join('')).toBe(restore(text));
      }),
    );
  });
});
