import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { countCharacters } from '../../server/contract/characters.ts';
import { ENDPOINTS, type EndpointSpec } from '../../server/contract/index.ts';
import { ON_ANY_MACHINE, tooFast } from '../helpers/growth.ts';
import { runRandomNames } from '../helpers/randomNames.ts';
import {
  addFile,
  addFolder,
  bootTeam,
  getNode,
  patchNode,
  refusal,
  succeeded,
  type Team,
} from '../helpers/workspace.ts';

/** Bodies of routes whose callers send what newer versions understand. */
const IGNORING = /^\/(?:anonymize|ocr|deanonymize)$|^\/v1\/(?:deanonymize|jobs\/upload|batches|auth|llm|messages)/;
const issuesOf = z.object({
  details: z.object({
    issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })),
  }),
});

let team: Team;
beforeAll(async () => {
  team = await bootTeam();
});
afterAll(() => team.stop());

const page = z.object({
  nodes: z.array(z.object({ id: z.string(), name: z.string() })),
  cursor: z.string().nullable(),
});
const list = async (query: string) =>
  succeeded(await team.owner.call('GET', `/v1/workspace/nodes${query}`), 200).read(page);

describe('unknown fields', () => {
  const withBody = ENDPOINTS.filter(
    (endpoint): endpoint is EndpointSpec & { body: { kind: 'json' | 'multipart' } } =>
      endpoint.body !== undefined && endpoint.body.kind !== 'bytes',
  );

  it('are ignored by the routes that may, and refused by all others', () => {
    const ignoring = withBody.filter(({ body }) => body.unknownFields === 'ignored').map(({ path }) => path);
    expect(ignoring.filter((path) => !IGNORING.test(path))).toEqual([]);
    expect(withBody.filter(({ path, body }) => IGNORING.test(path) && body.unknownFields !== 'ignored')).toEqual([]);
    expect(withBody.length - ignoring.length).toBeGreaterThan(30);
  });

  it('are named, wherever they stand, and nothing is done', async () => {
    const node = await addFile(team.owner, 'Streng.txt', 'eins');
    const answer = await team.owner.call('PATCH', `/v1/workspace/nodes/${node.id}`, { name: 'Neu.txt', nmae: 1 });
    expect(refusal(answer)).toEqual([400, 'INVALID_BODY']);
    expect(answer.read(issuesOf).details.issues).toEqual([{ path: ['nmae'], message: 'Unknown field.' }]);
    expect((await getNode(team.owner, node.id)).name).toBe('Streng.txt');

    const workbook = { sheets: [{ name: 'A', rows: [[1]], colour: 'red' }] };
    const nested = await team.owner.call('POST', '/v1/workspace/fs', {
      aktion: 'create_xlsx',
      name: 'Mappe',
      workbook,
    });
    expect(nested.read(issuesOf).details.issues[0]!.path).toEqual(['workbook', 'sheets', 0, 'colour']);

    const settings = await team.owner.call('PATCH', '/v1/admin/settings', { sessionHour: 3 });
    expect(settings.read(issuesOf).details.issues[0]!.path).toEqual(['sessionHour']);
  });

  it('whose names may be a text of the caller are not repeated', async () => {
    const answer = await team.owner.call('PATCH', '/v1/admin/settings', { 'Anna Müller wohnt hier': 1 });
    expect(answer.read(issuesOf).details.issues[0]!.path).toEqual(['*']);
    expect(answer.text).not.toContain('Müller');
  });

  it('do no harm to what is anonymized', async () => {
    const made = await team.owner.call('POST', '/anonymize', { text: 'Frau Anna Müller', from_a_newer_client: true });
    expect(made.status).toBe(202);
  });
});

describe('identifiers', () => {
  it('are the same in either letter case, in paths, queries and bodies', async () => {
    const folder = await addFolder(team.owner, 'Groß und klein');
    const file = await addFile(team.owner, 'klein.txt', 'x', { parentId: folder.id.toUpperCase() });
    expect(file.parentId).toBe(folder.id);
    expect((await getNode(team.owner, file.id.toUpperCase())).id).toBe(file.id);
    expect((await list(`?parentId=${folder.id.toUpperCase()}`)).nodes.map(({ id }) => id)).toEqual([file.id]);
    const other = await addFolder(team.owner, 'Anderswo');
    expect((await patchNode(team.owner, file.id, { parentId: other.id.toUpperCase() })).parentId).toBe(other.id);
    const made = await team.owner.call('POST', '/anonymize', { text: 'Frau Anna Müller' });
    const { job_id } = made.read(z.object({ job_id: z.string() }));
    expect((await team.owner.call('GET', `/status/${job_id.toUpperCase()}`)).status).toBe(200);
  });
});

describe('integers in queries', () => {
  it.each(['+5', '5.0', '1e1', '0x5', ' 5', '5 ', '٥', '-1', '', '9'.repeat(16)])(
    'are decimal digits: %s',
    async (text) => {
      const answer = await team.owner.call('GET', `/v1/workspace/nodes?limit=${encodeURIComponent(text)}`);
      expect(refusal(answer)).toEqual([400, 'INVALID_QUERY']);
    },
  );
  it('may have zeros in front', async () => {
    expect((await team.owner.call('GET', '/v1/workspace/nodes?limit=005')).status).toBe(200);
  });
});

describe('lengths', () => {
  it('count code points in NFC', async () => {
    expect(countCharacters('e\u0301')).toBe(1);
    expect(countCharacters('👍'.repeat(3))).toBe(3);
    expect(countCharacters('\u0958')).toBe(2);
    for (const character of ['a', 'é', 'e\u0301', '\u{1d49c}', '한', '\u1112\u1161\u11ab']) {
      const fits = await team.owner.call('POST', '/v1/workspace/nodes', {
        kind: 'folder',
        name: character.repeat(255),
      });
      expect([character, fits.status]).toEqual([character, 201]);
      const tooLong = await team.owner.call('POST', '/v1/workspace/nodes', {
        kind: 'folder',
        name: character.repeat(256),
      });
      expect([character, ...refusal(tooLong)]).toEqual([character, 400, 'INVALID_BODY']);
    }
  });

  it('of combining marks without end are counted in time that grows with them', ON_ANY_MACHINE, async () => {
    const marks = (length: number) => `a${'\u0301\u0316'.repeat(length / 2)}`;
    expect(countCharacters(marks(1_000_000))).toBe(1_000_001);
    expect(await tooFast(countCharacters, 500_000, { marks })).toEqual([]);
  });
});

describe('empty fields of a form', () => {
  it('are absent', async () => {
    const file = { name: 'Leer.txt', bytes: Buffer.from('x') };
    const answer = await team.owner.upload('/v1/workspace/upload', file, {
      parentId: '',
      projectId: '',
      withAnonymization: '',
    });
    expect(succeeded(answer, 201).status).toBe(201);
    const ocr = await team.owner.upload('/v1/jobs/upload', file, { language: '', level: '', categories: '' });
    expect(ocr.status).toBe(202);
  });
});

describe('cursors', () => {
  it('belong to their list and sort', async () => {
    const folder = await addFolder(team.owner, 'Blättern');
    const beside = await addFolder(team.owner, 'Daneben');
    for (const name of ['a', 'b', 'c']) await addFolder(team.owner, name, { parentId: folder.id });
    const { cursor, nodes } = await list(`?parentId=${folder.id}&limit=1`);
    expect(nodes.map(({ name }) => name)).toEqual(['a']);
    const next = await list(`?parentId=${folder.id.toUpperCase()}&limit=2&cursor=${cursor!}`);
    expect(next.nodes.map(({ name }) => name)).toEqual(['b', 'c']);
    for (const path of [
      `/v1/workspace/nodes?parentId=${folder.id}&sort=updatedAt&cursor=${cursor!}`,
      `/v1/workspace/nodes?parentId=${folder.id}&order=desc&cursor=${cursor!}`,
      `/v1/workspace/nodes?parentId=${beside.id}&cursor=${cursor!}`,
      `/v1/workspace/delta?cursor=${cursor!}`,
      `/v1/jobs?cursor=${cursor!}`,
      `/v1/workspace/nodes?parentId=${folder.id}&cursor=${'x'.repeat(4_097)}`,
    ]) {
      expect([path, ...refusal(await team.owner.call('GET', path))]).toEqual([path, 400, 'INVALID_QUERY']);
    }
  });

  it('stand in the answer of every list that takes one', () => {
    for (const endpoint of ENDPOINTS) {
      if (endpoint.query === undefined || !('cursor' in endpoint.query.shape)) continue;
      const answer = endpoint.response.kind === 'json' ? endpoint.response.schema : undefined;
      expect([endpoint.id, answer instanceof z.ZodObject && 'cursor' in answer.shape]).toEqual([endpoint.id, true]);
    }
  });

  it('hold names of 255 characters of any script', async () => {
    const folder = await addFolder(team.owner, 'Lange Namen');
    const names = ['\u{1f600}', '\u{20000}', '\u{1d49c}', 'ن', '한'].map((character) => character.repeat(255));
    for (const name of names) await addFolder(team.owner, name, { parentId: folder.id });
    for (const sort of ['name', 'updatedAt', 'kind']) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query = `?parentId=${folder.id}&sort=${sort}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`;
        const part = await list(query);
        seen.push(...part.nodes.map(({ name }) => name));
        ({ cursor } = part);
      }
      expect(new Set(seen)).toEqual(new Set(names));
      expect(seen).toHaveLength(names.length);
    }
  });
});

describe('names', () => {
  it('of all scripts are listed, paged, renamed and downloaded', async () => {
    const seed = Number(process.env['DECKNAME_SEED'] ?? randomInt(2 ** 31));
    await runRandomNames(team.owner, { seed, names: 120 });
  });

  const create = (name: string) => team.owner.call('POST', '/v1/workspace/nodes', { kind: 'folder', name });

  it.each([
    ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
    ...[0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0xfeff, 0x00ad, 0x180e, 0xe0041],
  ])('do not hold U+%i', async (code) => {
    expect(refusal(await create(`a${String.fromCodePoint(code)}b`))).toEqual([400, 'INVALID_BODY']);
  });

  it.each(['CON', 'nul', 'Aux.txt', 'com1', 'LPT9.tar.gz', 'prn .x', 'COM¹', 'conin$'])(
    'are not those of Windows: %s',
    async (name) => {
      expect(refusal(await create(name))).toEqual([400, 'INVALID_BODY']);
      const path = await team.owner.call('POST', '/v1/workspace/fs', {
        aktion: 'manage',
        unteraktion: 'mkdir',
        path: `/${name}`,
      });
      expect(refusal(path)).toEqual([400, 'INVALID_PATH']);
    },
  );

  it.each(['Console', 'com10', 'nullius', 'می‌روم', 'क्‍ष', 'क्‌ष', '👨‍👩‍👧 Familie', '❤️'])(
    'may need joiners to be read, or only look like devices: %s',
    async (name) => {
      const made = succeeded(await create(name), 201).read(z.object({ node: z.object({ name: z.string() }) }));
      expect(made.node.name).toBe(name);
    },
  );
});

it('a rename that takes the extension away keeps the type, and writes go on', async () => {
  const { id } = await addFile(team.owner, 'Brief.md', '# eins');
  const before = await getNode(team.owner, id);
  const bare = await patchNode(team.owner, id, { name: 'Brief' });
  expect([bare.mimeType, bare.kind]).toEqual([before.mimeType, before.kind]);
  const put = await team.owner.fetch(`/api/v1/workspace/nodes/${id}/content`, { method: 'PUT', body: '# zwei' });
  expect(put.status).toBe(200);
  const edit = { aktion: 'edit', path: '/Brief', alt: 'zwei', neu: 'drei' };
  succeeded(await team.owner.call('POST', '/v1/workspace/fs', edit), 200);
  succeeded(
    await team.owner.call('POST', '/v1/workspace/fs', { aktion: 'write', path: '/Brief', content: '# vier' }),
    200,
  );
  const restored = await team.owner.call('POST', '/v1/workspace/versions', { node_id: id, revision: 1 });
  expect(restored.status).toBe(200);
  const now = await getNode(team.owner, id);
  expect([now.revision, now.mimeType]).toEqual([5, before.mimeType]);
  const program = await team.owner.fetch(`/api/v1/workspace/nodes/${id}/content`, { method: 'PUT', body: 'MZ\0\0' });
  expect(program.status).toBe(415);
});

it('fs move onto a folder that is there moves into it', async () => {
  const folder = await addFolder(team.owner, 'Ziel');
  const file = await addFile(team.owner, 'Wandert.txt', 'x');
  const move = (path: string, to: string) =>
    team.owner.call('POST', '/v1/workspace/fs', { aktion: 'manage', unteraktion: 'move', path, to });
  const moved = succeeded(await move('/wandert.TXT', '/ziel/'), 200).read(z.object({ path: z.string() }));
  expect(moved.path).toBe('/Ziel/Wandert.txt');
  expect((await getNode(team.owner, file.id)).parentId).toBe(folder.id);
  expect(succeeded(await move('/Ziel/Wandert.txt', '/'), 200).read(z.object({ path: z.string() })).path).toBe(
    '/Wandert.txt',
  );
  // A folder that only changes its letter case is not moved into itself.
  expect(succeeded(await move('/Ziel', '/ZIEL'), 200).read(z.object({ path: z.string() })).path).toBe('/ZIEL');
  await addFile(team.owner, 'Wandert.txt', 'x', { parentId: folder.id });
  expect(refusal(await move('/Wandert.txt', '/ZIEL'))).toEqual([409, 'NAME_TAKEN']);
  expect(refusal(await move('/Wandert.txt', '/Ziel/nirgends/x.txt'))).toEqual([404, 'NOT_FOUND']);
});

it('restoring the present state says that it is the present one', async () => {
  const { id } = await addFile(team.owner, 'Stand.txt', 'x');
  const answer = await team.owner.call('POST', '/v1/workspace/versions', { node_id: id, revision: 1 });
  expect(refusal(answer)).toEqual([409, 'STALE']);
  expect(answer.read(z.object({ details: z.object({ reason: z.string() }) })).details.reason).toBe('current');
});
