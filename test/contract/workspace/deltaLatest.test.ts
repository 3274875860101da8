import { expect, it } from 'vitest';
import { z } from 'zod';
import { addFolder, bootTeam, succeeded } from '../../helpers/workspace.ts';

const page = z.object({ changes: z.array(z.object({ node: z.object({ name: z.string() }) })), cursor: z.string() });

it('begins at the newest change for callers that have listed the tree, and tells only what follows', async () => {
  const team = await bootTeam();
  try {
    const { owner } = team;
    const read = async (cursor: string) =>
      succeeded(await owner.call('GET', `/v1/workspace/delta?cursor=${encodeURIComponent(cursor)}`), 200).read(page);
    expect((await read('latest')).changes).toEqual([]);
    await addFolder(owner, 'Before');
    const newest = await read('latest');
    expect(newest.changes).toEqual([]);
    await addFolder(owner, 'After');
    expect((await read(newest.cursor)).changes.map(({ node }) => node.name)).toEqual(['After']);
  } finally {
    await team.stop();
  }
});
