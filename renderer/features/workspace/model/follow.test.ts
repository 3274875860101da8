import { expect, it } from 'vitest';
import type { ChangeRecord } from '../../../../server/contract/workspace/finding.ts';
import { createFollower } from './follow.ts';

const record = (id: string): ChangeRecord => ({
  id,
  action: 'created',
  at: '2026-11-21T10:00:00.000Z',
  node: { id, name: id, type: 'file', parent_id: null, project_id: null, revision: 1, trashed_at: null },
  actor: { user_id: null, agent_id: null },
});
const rest = () => new Promise((resolve) => setTimeout(resolve, 0));

it('begins at the newest cursor, follows pages, waits while hidden and goes on after a failure', async () => {
  const asked: (string | null)[] = [];
  const told: string[] = [];
  let visible = true;
  let fail = false;
  let next: (() => void) | null = null;
  const follower = createFollower({
    fetchChanges: (cursor) => {
      asked.push(cursor);
      if (fail) return Promise.reject(new Error('lost'));
      if (cursor === null) return Promise.resolve({ changes: [], cursor: '1', hasMore: false });
      const at = Number(cursor) + 1;
      return Promise.resolve({ changes: [record(`n${at}`)], cursor: String(at), hasMore: at === 2 });
    },
    onChanges: (changes) => told.push(...changes.map(({ nodeId }) => nodeId)),
    visible: () => visible,
    later: (run) => {
      next = run;
      return () => {
        next = null;
      };
    },
  });
  const round = async () => {
    next?.();
    await rest();
  };
  follower.start();
  await rest();
  expect(asked).toEqual([null]);
  await round();
  expect(told).toEqual(['n2', 'n3']);
  visible = false;
  await round();
  expect(asked).toEqual([null, '1', '2']);
  visible = true;
  fail = true;
  await round();
  fail = false;
  await round();
  expect(asked.slice(3)).toEqual(['3', '3']);
  expect(told).toEqual(['n2', 'n3', 'n4']);
  follower.stop();
  expect(next).toBeNull();
});
