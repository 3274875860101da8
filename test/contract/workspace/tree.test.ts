import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { workspaceNode } from '../../../server/contract/workspace/node.ts';
import type { ApiAnswer } from '../../helpers/apiClient.ts';
import { bootServer, type BootedServer } from '../../helpers/bootServer.ts';

const nodeAnswer = z.object({ node: workspaceNode });
const listAnswer = z.object({ nodes: z.array(workspaceNode), cursor: z.string().nullable(), role: z.string() });
const text = (content: string) => Buffer.from(content, 'utf8');

describe('nodes over HTTP', () => {
  let server: BootedServer;
  beforeAll(async () => {
    server = await bootServer();
  });
  afterAll(() => server.stop());

  const folder = async (name: string, parentId: string | null = null) => {
    const answer = await server.call('POST', '/v1/workspace/nodes', { kind: 'folder', name, parentId });
    expect(answer.status, answer.text).toBe(201);
    return answer.read(nodeAnswer).node;
  };
  const upload = async (name: string, content: string, parentId?: string) => {
    const file = { name, bytes: text(content) };
    const answer = await server.upload('/v1/workspace/upload', file, parentId === undefined ? {} : { parentId });
    expect(answer.status, answer.text).toBe(201);
    return answer.read(nodeAnswer).node;
  };
  const code = (answer: ApiAnswer) => answer.read(z.object({ code: z.string() })).code;

  it('makes, lists, renames, moves, trashes, restores and purges', async () => {
    const parent = await folder('Mandate');
    const file = await upload('Brief.txt', 'Sehr geehrte Frau Müller', parent.id);
    expect(file).toMatchObject({ parentId: parent.id, type: 'file', kind: 'text', revision: 1, role: 'owner' });
    const list = await server.call('GET', `/v1/workspace/nodes?parentId=${parent.id}`);
    expect(list.read(listAnswer).nodes.map(({ name }) => name)).toEqual(['Brief.txt']);

    const renamed = await server.call('PATCH', `/v1/workspace/nodes/${file.id}`, { name: 'Antwort.txt' });
    expect(renamed.read(nodeAnswer).node.name).toBe('Antwort.txt');
    const moved = await server.call('PATCH', `/v1/workspace/nodes/${file.id}`, { parentId: null });
    expect(moved.read(nodeAnswer).node.parentId).toBeNull();
    const cycle = await folder('Unter', parent.id);
    const refused = await server.call('PATCH', `/v1/workspace/nodes/${parent.id}`, { parentId: cycle.id });
    expect([refused.status, code(refused)]).toEqual([422, 'CYCLE']);

    const early = await server.call('DELETE', `/v1/workspace/nodes/${file.id}/permanent`);
    expect([early.status, code(early)]).toEqual([409, 'NOT_IN_TRASH']);
    const trashed = await server.call('DELETE', `/v1/workspace/nodes/${file.id}`);
    expect(trashed.read(nodeAnswer).node.trashedAt).not.toBeNull();
    await upload('Antwort.txt', 'ein anderer Brief');
    const restored = await server.call('POST', `/v1/workspace/nodes/${file.id}/restore`);
    expect(restored.read(nodeAnswer).node).toMatchObject({ name: 'Antwort (2).txt', trashedAt: null });
    await server.call('DELETE', `/v1/workspace/nodes/${file.id}`);
    const purged = await server.call('DELETE', `/v1/workspace/nodes/${file.id}/permanent`);
    expect(purged.status).toBe(204);
    expect((await server.call('GET', `/v1/workspace/nodes/${file.id}`)).status).toBe(404);
  });

  it('keeps what is replaced and refuses a stale revision', async () => {
    const file = await upload('Notiz.md', 'eins');
    const put = (content: string, revision?: number) =>
      server.fetch(
        `/api/v1/workspace/nodes/${file.id}/content${revision === undefined ? '' : `?revision=${revision}`}`,
        {
          method: 'PUT',
          body: text(content),
          headers: { 'content-type': 'application/octet-stream' },
        },
      );
    expect((await put('zwei', 1)).status).toBe(200);
    expect((await put('drei', 1)).status).toBe(409);
    expect((await put('vier')).status).toBe(200);
    const now = await server.fetch(`/api/v1/workspace/nodes/${file.id}/download`);
    expect(await now.text()).toBe('vier');
    const before = await server.fetch(`/api/v1/workspace/nodes/${file.id}/download?revision=2`);
    expect(await before.text()).toBe('zwei');
  });

  it('takes exactly one shape of a change', async () => {
    const { id } = await folder('Form');
    for (const body of [{}, { name: 'a', starred: true }, { doc: {} }, { revision: 1 }, { unknown: 1 }]) {
      const answer = await server.call('PATCH', `/v1/workspace/nodes/${id}`, body);
      expect([answer.status, code(answer)]).toEqual([400, 'INVALID_BODY']);
    }
    const styled = await server.call('PATCH', `/v1/workspace/nodes/${id}`, { color: 'teal', icon: 'lock' });
    expect(styled.read(nodeAnswer).node).toMatchObject({ color: 'teal', icon: 'lock' });
  });
});
