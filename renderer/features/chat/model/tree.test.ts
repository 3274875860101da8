import { expect, it } from 'vitest';
import { testMessage } from '../../../../test/helpers/renderer/chatMessages.ts';
import { branchTo, newestLeaf, siblingsOf } from './tree.ts';

//  q1 ─ a1 ─ q2 ─ a2
//    └ a1b       └ a2b
//  q1b ─ a3
const messages = new Map(
  [
    testMessage('q1', null),
    testMessage('a1', 'q1'),
    testMessage('q2', 'a1'),
    testMessage('a2', 'q2'),
    testMessage('a1b', 'q1'),
    testMessage('a2b', 'q2'),
    testMessage('q1b', null),
    testMessage('a3', 'q1b'),
  ].map((message) => [message.id, message]),
);
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

it('follows a branch to its end', () => {
  expect(ids(branchTo(messages, 'a2'))).toEqual(['q1', 'a1', 'q2', 'a2']);
  expect(ids(branchTo(messages, 'a3'))).toEqual(['q1b', 'a3']);
  expect(branchTo(messages, null)).toEqual([]);
  expect(branchTo(messages, 'unknown')).toEqual([]);
});

it('knows what stands in the same place', () => {
  const siblings = siblingsOf(messages);
  expect(ids(siblings.get('q1')!)).toEqual(['a1', 'a1b']);
  expect(ids(siblings.get(null)!)).toEqual(['q1', 'q1b']);
});

it('goes on with the newest way', () => {
  expect(newestLeaf(messages, 'a1')).toBe('a2b');
  expect(newestLeaf(messages, 'q1')).toBe('a1b');
  expect(newestLeaf(messages, 'a3')).toBe('a3');
});
