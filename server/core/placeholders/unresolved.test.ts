import { expect, it } from 'vitest';
import { ON_ANY_MACHINE, tooFast } from '../../../test/helpers/growth.ts';
import { findPlaceholders } from './find.ts';
import { unresolvedIn } from './unresolved.ts';

const isCategory = (name: string) => ['person', 'email'].includes(name);
const KNOWN = new Map([['k3v9q2xd', 'Anna']]);
const unresolved = (text: string) => unresolvedIn(text, findPlaceholders(text), KNOWN, isCategory);

it('lists what nobody knows, each once, in the order of the text', async () => {
  expect(
    await unresolved('[[person-zzzzzzz9]], [[person-k3v9q2xd]], [[email-00000000]] and [[person-zzzzzzz9]]'),
  ).toEqual([
    { placeholder: '[[person-zzzzzzz9]]', count: 2, hint: 'unknown' },
    { placeholder: '[[email-00000000]]', count: 1, hint: 'unknown' },
  ]);
});

it.each([
  ['Dear [[person-k3v9]], and [[person-k3v9]]', '[[person-k3v9]]', 2],
  ['Dear [[person-k3v9…]]', '[[person-k3v9…]]', 1],
  ['Dear [[person-k3v9q2...', '[[person-k3v9q2...', 1],
  ['Dear [[Person-k3v9q2xd', '[[Person-k3v9q2xd', 1],
  ['Dear [[person-]] hello', '[[person-]]', 1],
  ['a line [[email-k3v9q2xd\nand the next', '[[email-k3v9q2xd', 1],
])('sees that %j is shortened', async (text, placeholder, count) => {
  expect(await unresolved(text)).toEqual([{ placeholder, count, hint: 'shortened' }]);
});

it.each(['[[person-k3v9q2xd]]', '[[kapitel-3]]', 'see [[person-to-person]] talks', '[[person]]', '[person-k3v9]', ''])(
  'lists nothing of %j',
  async (text) => {
    expect(await unresolved(text)).toEqual([]);
  },
);

it('takes time that grows with the text alone', ON_ANY_MACHINE, async () => {
  const shapes = { beginnings: (length: number) => '[[person-'.repeat(length / 9) };
  expect(await tooFast(unresolved, 900_000, shapes)).toEqual([]);
});
