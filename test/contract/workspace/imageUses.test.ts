import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiClient } from '../../helpers/apiClient.ts';
import { filesBelow } from '../../helpers/files.ts';
import {
  addFile,
  addFolder,
  bootTeam,
  patchNode,
  type Person,
  refusal,
  shareNode,
  succeeded,
  type Team,
  unshareNode,
  writeFile,
} from '../../helpers/workspace.ts';

let team: Team;
let anna: Person;
let bert: Person;
let picture: Buffer;
beforeAll(async () => {
  team = await bootTeam();
  anna = await team.addPerson('anna');
  bert = await team.addPerson('bert');
  picture = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
});
afterAll(() => team.stop());

async function store(who: ApiClient): Promise<string> {
  const answer = await who.upload('/v1/workspace/images', { name: 'bild.png', bytes: picture });
  return succeeded(answer, 201).read(z.object({ url: z.string() })).url;
}
const see = async (who: ApiClient, url: string, node?: string) =>
  (await who.fetch(node === undefined ? url : `${url}?node=${node}`)).status;
const markdown = (url: string) => `# Lageplan\n\n![Grundriss](${url})\n`;
const used = async (who: ApiClient) =>
  (await who.call('GET', '/v1/workspace/usage')).read(z.object({ bytesUsed: z.number() }).loose()).bytesUsed;

describe('an image in a document', () => {
  it('is seen by whoever may read the document, for as long as both is so', async () => {
    const url = await store(anna);
    const { id } = await addFile(anna, 'Plan.md', markdown(url));
    expect([await see(anna, url), await see(anna, url, id)]).toEqual([200, 200]);
    expect([await see(bert, url), await see(bert, url, id)]).toEqual([404, 404]);
    const share = await shareNode(anna, id, bert, 'viewer');
    expect([await see(bert, url), await see(bert, url, id)]).toEqual([404, 200]);
    expect(await see(bert, url, id.toUpperCase())).toBe(200);
    // Only there, and only while it shows it.
    const other = await addFile(bert, 'Anderes.md', 'nichts');
    expect(await see(bert, url, other.id)).toBe(404);
    succeeded(await writeFile(anna, id, '# ohne Bild'), 200);
    expect(await see(bert, url, id)).toBe(404);
    succeeded(await anna.call('POST', '/v1/workspace/versions', { node_id: id, revision: 1 }), 200);
    expect(await see(bert, url, id)).toBe(200);
    await unshareNode(anna, id, share.id);
    expect(await see(bert, url, id)).toBe(404);
    const wrong = await anna.call('GET', `${url.replace('/api', '')}?node=keine`);
    expect(refusal(wrong)).toEqual([400, 'INVALID_QUERY']);
  });

  it('is not opened by an address that somebody has come by', async () => {
    const url = await store(anna);
    const trap = await addFile(bert, 'Falle.md', markdown(url));
    await shareNode(bert, trap.id, anna, 'editor');
    expect([await see(bert, url, trap.id), await see(anna, url, trap.id)]).toEqual([404, 200]);
    // The owner of the image may show it there.
    succeeded(await writeFile(anna, trap.id, markdown(url)), 200);
    expect(await see(bert, url, trap.id)).toBe(200);
  });

  it('goes with copies, and with what readers write of it', async () => {
    const url = await store(anna);
    const folder = await addFolder(anna, 'Für alle');
    const { id } = await addFile(anna, 'Akte.md', markdown(url), { parentId: folder.id });
    await shareNode(anna, folder.id, bert, 'viewer');
    const copied = succeeded(await bert.call('POST', `/v1/workspace/nodes/${id}/copy`, { name: 'Kopie' }), 201);
    const copy = copied.read(z.object({ node: z.object({ id: z.string() }) })).node.id;
    expect(await see(bert, url, copy)).toBe(200);
    const cleo = await team.addPerson('cleo');
    await shareNode(bert, copy, cleo, 'viewer');
    expect(await see(cleo, url, copy)).toBe(200);
    expect(await see(cleo, url, id)).toBe(404);
  });

  it('is not shown anew by agents, nor to those for whom the document is locked', async () => {
    const url = await store(anna);
    const agent = await team.addAgent(bert);
    const mine = await addFile(anna, 'Gezeigt.md', markdown(url));
    await shareNode(anna, mine.id, bert, 'viewer');
    expect(await see(agent, url, mine.id)).toBe(200);
    const own = await addFile(agent, 'Vom Agenten.md', markdown(url));
    expect([await see(bert, url, own.id), await see(agent, url, own.id)]).toEqual([404, 404]);
    await patchNode(anna, mine.id, { agentRead: false });
    expect([await see(agent, url, mine.id), await see(bert, url, mine.id)]).toEqual([404, 200]);
  });

  it('has a tag of its own', async () => {
    const url = await store(anna);
    const first = await anna.fetch(url);
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[0-9a-f-]{36}"$/);
    expect((await anna.fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const part = await anna.fetch(url, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  });
});

describe('deleting an image', () => {
  const remove = (who: ApiClient, url: string) => who.call('DELETE', url.replace('/api', ''));

  it('is for its owner, gives the room back and takes it out of documents', async () => {
    const before = [await used(anna), filesBelow(team.server.dataDir).filter((f) => f.includes('objects')).length];
    const url = await store(anna);
    const { id } = await addFile(anna, 'Leer.md', markdown(url));
    await shareNode(anna, id, bert, 'editor');
    const withFile = await used(anna);
    expect(refusal(await remove(bert, url))).toEqual([404, 'NOT_FOUND']);
    expect((await fetch(new URL(url, team.server.url), { method: 'DELETE' })).status).toBe(401);
    expect(await see(bert, url, id)).toBe(200);
    succeeded(await remove(anna, url), 204);
    expect(refusal(await remove(anna, url))).toEqual([404, 'NOT_FOUND']);
    expect([await see(anna, url), await see(bert, url, id)]).toEqual([404, 404]);
    expect(await used(anna)).toBe(withFile - picture.length);
    const after = [await used(anna), filesBelow(team.server.dataDir).filter((f) => f.includes('objects')).length];
    // What is left is the document.
    expect([after[0]! - before[0]!, after[1]! - before[1]!]).toEqual([Buffer.byteLength(markdown(url)), 1]);
  });
});
