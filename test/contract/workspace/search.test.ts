import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { searchHit } from '../../../server/contract/workspace/finding.ts';
import { createBlank } from '../../../server/documents/blank/createBlank.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import {
  addFile,
  addFolder,
  addProject,
  bootTeam,
  NOWHERE,
  patchNode,
  type Person,
  queryOf,
  refusal,
  setMember,
  shareNode,
  succeeded,
  type Team,
  trashNode,
  writeFile,
} from '../../helpers/workspace.ts';

const answer = z.object({ nodes: z.array(searchHit), cursor: z.string().nullable() });

let team: Team;
let anna: Person;
beforeAll(async () => {
  team = await bootTeam();
  anna = await team.addPerson('anna');
});
afterAll(() => team.stop());

const search = async (client: ApiClient, query: Record<string, string>) =>
  succeeded(await client.call('GET', `/v1/workspace/search${queryOf(query)}`), 200).read(answer);
const namesFor = async (client: ApiClient, query: Record<string, string>) =>
  (await search(client, query)).nodes.map(({ name }) => name);

describe('a search for names', () => {
  it('finds parts of names without regard to case and accents, the best first', async () => {
    const at = { parentId: (await addFolder(team.owner, 'Namen')).id };
    for (const name of ['Müller.txt', 'Antwort an Muller.txt', 'MÜLLERS Akte.txt', 'Schmüller.txt', 'Meier.txt']) {
      await addFile(team.owner, name, 'x', at);
    }
    expect(await namesFor(team.owner, { q: 'mULLer' })).toEqual([
      'MÜLLERS Akte.txt',
      'Müller.txt',
      'Antwort an Muller.txt',
      'Schmüller.txt',
    ]);
    expect(await namesFor(team.owner, { q: 'müller.txt' })).toEqual([
      'Müller.txt',
      'Antwort an Muller.txt',
      'Schmüller.txt',
    ]);
    const [hit] = (await search(team.owner, { q: 'Meier' })).nodes;
    expect(hit).toMatchObject({ path: '/Namen', parentId: at.parentId });
    expect(await namesFor(team.owner, { q: 'Straße' })).toEqual([]);
    await addFile(team.owner, 'STRASSE.txt', 'x', at);
    expect(await namesFor(team.owner, { q: 'straße' })).toEqual(['STRASSE.txt']);
  });

  it('follows every change at once', async () => {
    const folder = await addFolder(team.owner, 'Wandel');
    const file = await addFile(team.owner, 'vorher.txt', 'x', { parentId: folder.id });
    expect(await namesFor(team.owner, { q: 'vorher' })).toEqual(['vorher.txt']);
    await patchNode(team.owner, file.id, { name: 'nachher.txt' });
    expect(await namesFor(team.owner, { q: 'vorher' })).toEqual([]);
    expect(await namesFor(team.owner, { q: 'nachher' })).toEqual(['nachher.txt']);
    await trashNode(team.owner, folder.id);
    expect(await namesFor(team.owner, { q: 'nachher' })).toEqual([]);
    succeeded(await team.owner.call('POST', `/v1/workspace/nodes/${folder.id}/restore`), 200);
    expect(await namesFor(team.owner, { q: 'nachher' })).toEqual(['nachher.txt']);
  });

  it('is narrowed by kind, owner, place, project and dates', async () => {
    const place = await addFolder(team.owner, 'Filter Ort');
    const inner = await addFolder(team.owner, 'Filter innen', { parentId: place.id });
    await addFile(team.owner, 'Filter eins.txt', 'x', { parentId: inner.id });
    await addFile(team.owner, 'Filter zwei.txt', 'x');
    const project = await addProject(team.owner, 'P');
    await setMember(team.owner, project.id, anna, 'editor');
    await addFile(anna, 'Filter drei.txt', 'x', { projectId: project.id });
    const found = async (query: Record<string, string>) =>
      (await namesFor(team.owner, { q: 'filter', ...query })).map((name) => name.slice(7).replace('.txt', '')).sort();
    expect(await found({})).toEqual(['Ort', 'drei', 'eins', 'innen', 'zwei']);
    expect(await found({ kind: 'folder' })).toEqual(['Ort', 'innen']);
    expect(await found({ kind: 'file' })).toEqual(['drei', 'eins', 'zwei']);
    expect(await found({ owner: 'ich' })).toEqual(['Ort', 'eins', 'innen', 'zwei']);
    expect(await found({ owner: 'andere' })).toEqual(['drei']);
    expect(await found({ locationId: place.id })).toEqual(['eins', 'innen']);
    expect(await found({ locationId: place.id, projectId: project.id })).toEqual([]);
    expect(await found({ projectId: project.id })).toEqual(['drei']);
    expect(await found({ locationId: NOWHERE })).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await found({ modifiedFrom: today, modifiedTo: today })).toHaveLength(5);
    expect(await found({ modifiedFrom: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await found({ modifiedTo: '2020-01-01T00:00:00+02:00' })).toEqual([]);
    const [hit] = (await search(team.owner, { q: 'Filter zwei' })).nodes;
    const exactly = hit!.updatedAt;
    expect(await found({ q: 'Filter zwei', modifiedFrom: exactly, modifiedTo: exactly })).toEqual(['zwei']);
    // A time without an offset is UTC.
    const bare = exactly.replace('Z', '');
    expect(await found({ q: 'Filter zwei', modifiedFrom: bare, modifiedTo: bare })).toEqual(['zwei']);
  });

  it('refuses what it cannot mean', async () => {
    for (const query of [
      { q: 'x'.repeat(256) },
      { kind: 'both' },
      { owner: 'me' },
      { locationId: 'no id' },
      { modifiedFrom: 'yesterday' },
      { modifiedFrom: '2026-02-02', modifiedTo: '2026-02-01' },
      { cursor: 'CANARY' },
      { limit: '0' },
      { in: 'dreams' },
    ]) {
      const refused = await team.owner.call('GET', `/v1/workspace/search${queryOf(query)}`);
      expect([query, ...refusal(refused)]).toEqual([query, 400, 'INVALID_QUERY']);
    }
    expect(await namesFor(team.owner, { q: 'x'.repeat(255) })).toEqual([]);
  });

  it('comes in pages, each hit once, while others are added', async () => {
    const { id: parentId } = await addFolder(team.owner, 'Seiten');
    const wanted = new Set<string>();
    for (let index = 0; index < 7; index++) {
      wanted.add((await addFolder(team.owner, `Blatt ${index}`, { parentId })).id);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search(team.owner, { q: 'blatt', limit: '2', ...(cursor !== undefined && { cursor }) });
      seen.push(...page.nodes.map(({ id }) => id));
      cursor = page.cursor ?? undefined;
      await addFolder(team.owner, `Blatt neu ${seen.length}`, { parentId });
    } while (cursor !== undefined);
    expect(seen.filter((id) => wanted.has(id)).sort()).toEqual([...wanted].sort());
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('shows everybody what they see and nothing else', async () => {
    const secret = await addFolder(team.owner, 'Geheim');
    const shared = await addFolder(team.owner, 'Offen Anna', { parentId: secret.id });
    const file = await addFile(team.owner, 'Offen Brief.txt', 'x', { parentId: shared.id });
    expect(await namesFor(anna, { q: 'offen' })).toEqual([]);
    await shareNode(team.owner, shared.id, anna, 'viewer');
    const hits = (await search(anna, { q: 'offen' })).nodes;
    expect(hits.map(({ name, path, parentId, role }) => [name, path, parentId, role]).sort()).toEqual([
      ['Offen Anna', '/', null, 'viewer'],
      ['Offen Brief.txt', '/Offen Anna', shared.id, 'viewer'],
    ]);
    expect(await namesFor(anna, { q: 'geheim' })).toEqual([]);
    const agent = await team.addAgent(team.owner);
    await patchNode(team.owner, secret.id, { agentRead: false });
    await patchNode(team.owner, file.id, { agentRead: true });
    const forAgent = (await search(agent, { q: 'offen' })).nodes;
    expect(forAgent.map(({ name, path, parentId }) => [name, path, parentId])).toEqual([
      ['Offen Brief.txt', '/', null],
    ]);
    expect(await namesFor(team.owner, { q: 'offen' })).toHaveLength(2);
  });
});

describe('a search inside of documents', () => {
  const found = (client: ApiClient, q: string) => namesFor(client, { q, in: 'content' });

  it('finds whole words of texts, also after a restart, and of what is there now alone', async () => {
    const file = await addFile(team.owner, 'Inhalt.md', 'Die **Kündigung** von Frau Őrség\nliegt bei.');
    await team.server.whenIdle();
    for (const q of ['kundigung', 'KÜNDIGUNG frau', 'orseg'])
      expect([q, await found(team.owner, q)]).toEqual([q, ['Inhalt.md']]);
    for (const q of ['kündig', 'kündigung mann', '', '!!']) expect([q, await found(team.owner, q)]).toEqual([q, []]);
    await team.server.restart();
    expect(await found(team.owner, 'kündigung')).toEqual(['Inhalt.md']);
    succeeded(await writeFile(team.owner, file.id, 'Der Widerruf'), 200);
    expect(await found(team.owner, 'kündigung')).toEqual([]);
    await team.server.whenIdle();
    expect(await found(team.owner, 'widerruf')).toEqual(['Inhalt.md']);
    expect(await found(anna, 'widerruf')).toEqual([]);
    await shareNode(team.owner, file.id, anna, 'viewer');
    expect(await found(anna, 'widerruf')).toEqual(['Inhalt.md']);
    await trashNode(team.owner, file.id);
    expect(await found(team.owner, 'widerruf')).toEqual([]);
    succeeded(await team.owner.call('DELETE', `/v1/workspace/nodes/${file.id}/permanent`), 204);
    expect(await found(team.owner, 'widerruf')).toEqual([]);
  });

  it('reads documents, and passes over those without text', async () => {
    const docx = await createBlank('doc', { sheetName: 'x' });
    succeeded(await team.owner.upload('/v1/workspace/upload', { name: 'leer.docx', bytes: docx }), 201);
    succeeded(await team.owner.upload('/v1/workspace/upload', { name: 'bild.png', bytes: PIXEL }), 201);
    await team.server.whenIdle();
    expect(await found(team.owner, 'leer')).toEqual([]);
  });

  it('leaves no trace in the history of jobs', async () => {
    await addFile(team.owner, 'Spur.txt', 'spurlos');
    await team.server.whenIdle();
    const jobs = succeeded(await team.owner.call('GET', '/v1/jobs'), 200).read(
      z.object({ jobs: z.array(z.unknown()) }),
    );
    expect(jobs.jobs).toEqual([]);
    expect(await found(team.owner, 'spurlos')).toEqual(['Spur.txt']);
  });
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
