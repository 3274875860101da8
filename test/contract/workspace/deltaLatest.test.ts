import { expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiClient } from '../../helpers/apiClient.ts';
import { addFolder, bootTeam, refusal, succeeded } from '../../helpers/workspace.ts';

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

it('refuses a cursor from a time that the feed has not come to, as after an older data folder was put back', async () => {
  const team = await bootTeam();
  try {
    const { owner } = team;
    await addFolder(owner, 'Ordner');
    const cursor = await latest(owner);
    // Behind the mark of the list stands the position.
    const [mark, key] = [cursor.slice(0, 11), cursor.slice(11)];
    const [position] = z.tuple([z.number()]).parse(JSON.parse(Buffer.from(key, 'base64url').toString()));
    const at = (value: number) => mark + Buffer.from(JSON.stringify([value])).toString('base64url');
    const read = (cursor: string) => owner.call('GET', `/v1/workspace/delta?cursor=${cursor}`);
    expect((await read(at(position))).status).toBe(200);
    expect(refusal(await read(at(position + 1)))).toEqual([400, 'INVALID_QUERY']);
  } finally {
    await team.stop();
  }
});

async function latest(client: ApiClient): Promise<string> {
  return succeeded(await client.call('GET', '/v1/workspace/delta?cursor=latest'), 200).read(page).cursor;
}
