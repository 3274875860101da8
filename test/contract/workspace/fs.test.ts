import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fileSystem } from '../../../server/contract/workspace/fs.ts';
import type { ApiClient } from '../../helpers/apiClient.ts';
import {
  addFile,
  addFolder,
  addProject,
  bootTeam,
  getNode,
  listAll,
  NOWHERE,
  patchNode,
  refusal,
  shareNode,
  succeeded,
  trashNode,
  type Person,
  type Team,
} from '../../helpers/workspace.ts';

let team: Team;
let anna: Person;
let bert: Person;
beforeAll(async () => {
  team = await bootTeam();
  anna = await team.addPerson('anna');
  bert = await team.addPerson('bert');
});
afterAll(() => team.stop());

const ask = (client: ApiClient, body: object) => client.call('POST', '/v1/workspace/fs', body);
const run = async (client: ApiClient, body: object) =>
  succeeded(await ask(client, body), 200).read(fileSystem.response.schema);
const write = (client: ApiClient, path: string, content: string, more: object = {}) =>
  run(client, { aktion: 'write', path, content, ...more });
const read = (client: ApiClient, path: string) => run(client, { aktion: 'read', path });
const manage = (path: string, unteraktion: string, to?: string) => ({
  ...{ aktion: 'manage', path, unteraktion },
  ...(to !== undefined && { to }),
});
const download = async (client: ApiClient, id: string) =>
  Buffer.from(await (await client.fetch(`/api/v1/workspace/nodes/${id}/download`)).arrayBuffer());

describe('fs: text files', () => {
  it('writes with the folders above, reads and lists', async () => {
    const made = await write(anna, '/Mandate/Müller/Notiz.md', '# Notiz\n');
    expect(made).toMatchObject({
      aktion: 'write',
      path: '/Mandate/Müller/Notiz.md',
      created: true,
      node: { name: 'Notiz.md', kind: 'markdown', revision: 1 },
    });
    expect(await read(anna, 'mandate/müller/NOTIZ.md')).toMatchObject({
      path: '/Mandate/Müller/Notiz.md',
      content: '# Notiz\n',
    });
    const again = await write(anna, '/mandate/müller/notiz.md', 'neu 😀');
    expect(again).toMatchObject({ created: false, path: '/Mandate/Müller/Notiz.md', node: { revision: 2 } });
    expect((await download(anna, again.node!.id)).toString('utf8')).toBe('neu 😀');
    const folder = await read(anna, '/Mandate/Müller');
    expect(folder.children?.map(({ name }) => name)).toEqual(['Notiz.md']);
    expect(folder).not.toHaveProperty('content');
    const root = await read(anna, '/');
    expect(root).toMatchObject({ node: null, path: '/' });
    expect(root.children?.map(({ name }) => name)).toContain('Mandate');
  });

  it('checks the revision the caller has seen; 0 means none', async () => {
    await write(anna, '/stand.txt', 'a', { revision: 0 });
    await write(anna, '/stand.txt', 'b', { revision: 1 });
    for (const revision of [0, 1, 3]) {
      const stale = await ask(anna, { aktion: 'write', path: '/stand.txt', content: 'c', revision });
      expect(refusal(stale)).toEqual([409, 'REVISION_CONFLICT']);
    }
    const absent = await ask(anna, { aktion: 'write', path: '/gibt es nicht.txt', content: 'c', revision: 1 });
    expect(refusal(absent)).toEqual([409, 'REVISION_CONFLICT']);
    expect((await read(anna, '/stand.txt')).content).toBe('b');
  });

  it('leaves no folder of a write that fails', async () => {
    const answer = await ask(anna, { aktion: 'write', path: '/Halb/fertig/x.exe', content: 'c' });
    expect(refusal(answer)).toEqual([415, 'BLOCKED_TYPE']);
    const script = await ask(anna, { aktion: 'write', path: '/Halb/fertig/x.txt', content: '#!/bin/sh\n' });
    expect(refusal(script)).toEqual([415, 'BLOCKED_TYPE']);
    expect(refusal(await ask(anna, { aktion: 'read', path: '/Halb' }))).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    ['/x.docx', 'text', [415, 'UNSUPPORTED_TYPE']],
    ['/x', 'text', [415, 'UNSUPPORTED_TYPE']],
    ['/x.unbekannt', 'text', [415, 'UNSUPPORTED_TYPE']],
    ['/x.txt', 'a\u0000b', [415, 'CONTENT_MISMATCH']],
    ['/x.txt', 'a\uD800', [400, 'INVALID_BODY']],
    ['/x.txt', 'x'.repeat(5_000_001), [400, 'INVALID_BODY']],
    ['/', 'text', [400, 'NOT_A_FILE']],
    ['', 'text', [400, 'INVALID_PATH']],
    ['/a/./x.txt', 'text', [400, 'INVALID_PATH']],
    ['/a/../x.txt', 'text', [400, 'INVALID_PATH']],
    ['/../x.txt', 'text', [403, 'FORBIDDEN']],
    ['/a/../../x.txt', 'text', [403, 'FORBIDDEN']],
    [`${'/a'.repeat(32)}/x.txt`, 'text', [400, 'INVALID_PATH']],
  ])('refuses to write %s', async (path, content, expected) => {
    expect(refusal(await ask(anna, { aktion: 'write', path, content }))).toEqual(expected);
  });

  it('refuses what is a folder, lies below a file, or is no text', async () => {
    await addFolder(anna, 'Fach.txt');
    expect(refusal(await ask(anna, { aktion: 'write', path: '/Fach.txt', content: '' }))).toEqual([400, 'NOT_A_FILE']);
    await write(anna, '/blatt.txt', '');
    const below = await ask(anna, { aktion: 'write', path: '/blatt.txt/x.txt', content: '' });
    expect(refusal(below)).toEqual([400, 'NOT_A_FOLDER']);
    const made = await anna.call('POST', '/v1/workspace/nodes', { kind: 'doc', name: 'Brief' });
    expect(made.status).toBe(201);
    expect(refusal(await ask(anna, { aktion: 'read', path: '/Brief.docx' }))).toEqual([415, 'NOT_READABLE']);
    expect(refusal(await ask(anna, { aktion: 'read', path: '/nirgends.txt' }))).toEqual([404, 'NOT_FOUND']);
  });

  it('lets parallel writers of one new file all succeed, each as a revision', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => write(anna, '/Neu/zusammen.txt', `Schreiber ${index}`)),
    );
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(answers.map(({ node }) => node?.revision).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await read(anna, '/Neu')).children).toHaveLength(1);
  });
});

describe('fs: edit', () => {
  const edit = (path: string, alt: string, neu: string, more: object = {}) =>
    ask(anna, { aktion: 'edit', path, alt, neu, ...more });

  it('replaces one place literally, or all when asked', async () => {
    await write(anna, '/edit.txt', 'eins zwei zwei');
    const once = succeeded(await edit('/edit.txt', 'eins', '$& $1'), 200).read(fileSystem.response.schema);
    expect(once).toMatchObject({ replacements: 1, node: { revision: 2 } });
    expect((await read(anna, '/edit.txt')).content).toBe('$& $1 zwei zwei');
    const many = await edit('/edit.txt', 'zwei', 'drei');
    expect(refusal(many)).toEqual([400, 'INVALID_BODY']);
    expect(many.read(z.object({ details: z.object({ occurrences: z.number() }) })).details.occurrences).toBe(2);
    succeeded(await edit('/edit.txt', 'zwei', 'drei', { alle_vorkommen: true }), 200);
    expect((await read(anna, '/edit.txt')).content).toBe('$& $1 drei drei');
    for (const more of [{}, { alle_vorkommen: true }]) {
      expect(refusal(await edit('/edit.txt', 'fehlt', 'x', more))).toEqual([400, 'INVALID_BODY']);
    }
    expect(refusal(await edit('/edit.txt', '', 'x'))).toEqual([400, 'INVALID_BODY']);
    expect(refusal(await edit('/edit.txt', 'drei', 'x', { revision: 2 }))).toEqual([409, 'REVISION_CONFLICT']);
  });

  it('stores UTF-8 whatever the file was', async () => {
    const file = { name: 'windows.txt', bytes: Buffer.from('Stra\xdfe', 'latin1') };
    succeeded(await anna.upload('/v1/workspace/upload', file), 201);
    const answer = succeeded(await edit('/windows.txt', 'ß', 'ss'), 200).read(fileSystem.response.schema);
    expect((await download(anna, answer.node!.id)).toString('utf8')).toBe('Strasse');
  });

  it('loses no change of parallel editors', async () => {
    await write(anna, '/viele.txt', '0 1 2 3 4');
    await Promise.all([0, 1, 2, 3, 4].map(async (n) => succeeded(await edit('/viele.txt', `${n}`, `<${n}>`), 200)));
    expect((await read(anna, '/viele.txt')).content).toBe('<0> <1> <2> <3> <4>');
  });

  it('does not let a small body fill the memory', async () => {
    await write(anna, '/bombe.txt', 'a'.repeat(100_000));
    const bomb = await edit('/bombe.txt', 'a', 'b'.repeat(100_000), { alle_vorkommen: true });
    expect(refusal(bomb)).toEqual([413, 'FILE_TOO_LARGE']);
  });
});

describe('fs: manage', () => {
  it('makes folders once, with those above', async () => {
    const made = await run(anna, manage('/Neu1/Neu2', 'mkdir'));
    expect(made).toMatchObject({ created: true, path: '/Neu1/Neu2', node: { type: 'folder' } });
    expect(await run(anna, manage('/neu1/neu2/', 'mkdir'))).toMatchObject({ created: false, path: '/Neu1/Neu2' });
    expect(await run(anna, manage('/', 'mkdir'))).toMatchObject({ created: false, node: null });
    await write(anna, '/Neu1/datei.txt', '');
    expect(refusal(await ask(anna, manage('/Neu1/datei.txt', 'mkdir')))).toEqual([409, 'NAME_TAKEN']);
    expect(refusal(await ask(anna, manage('/Neu1/datei.txt/x', 'mkdir')))).toEqual([400, 'NOT_A_FOLDER']);
  });

  it('moves and renames in one step', async () => {
    const { node } = await write(anna, '/Quelle/a.txt', 'x');
    await run(anna, manage('/Ziel', 'mkdir'));
    const moved = await run(anna, manage('/Quelle/a.txt', 'move', '/Ziel/b.txt'));
    expect(moved).toMatchObject({ path: '/Ziel/b.txt', node: { id: node!.id, revision: 1 } });
    expect(await run(anna, manage('/Ziel/b.txt', 'move', '/ziel/B.txt'))).toMatchObject({ path: '/Ziel/B.txt' });
    expect(await run(anna, manage('/Ziel/B.txt', 'move', '/B.txt'))).toMatchObject({ node: { parentId: null } });
    await write(anna, '/Ziel/da.txt', '');
    const refused = async (from: string, to: string) => refusal(await ask(anna, manage(from, 'move', to)));
    expect(await refused('/B.txt', '/Ziel/DA.txt')).toEqual([409, 'NAME_TAKEN']);
    expect(await refused('/B.txt', '/fehlt/B.txt')).toEqual([404, 'NOT_FOUND']);
    expect(await refused('/B.txt', '/Ziel/da.txt/B.txt')).toEqual([400, 'NOT_A_FOLDER']);
    expect(await refused('/fehlt', '/x')).toEqual([404, 'NOT_FOUND']);
    expect(await refused('/', '/x')).toEqual([400, 'INVALID_PATH']);
    // A folder that is there is where the file goes.
    expect(await run(anna, manage('/B.txt', 'move', '/Ziel'))).toMatchObject({ path: '/Ziel/B.txt' });
    expect(await run(anna, manage('/Ziel/B.txt', 'move', '/'))).toMatchObject({ path: '/B.txt' });
    expect(await refused('/B.txt', '/../B.txt')).toEqual([403, 'FORBIDDEN']);
    expect(await refused('/Ziel', '/Ziel/Ziel')).toEqual([422, 'CYCLE']);
    expect(await refused('/B.txt', '/B.exe')).toEqual([415, 'BLOCKED_TYPE']);
    expect(await refused('/B.txt', '/B.pdf')).toEqual([415, 'CONTENT_MISMATCH']);
    expect(await run(anna, manage('/B.txt', 'move', '/B.md'))).toMatchObject({ node: { kind: 'markdown' } });
  });

  it('trashes', async () => {
    await write(anna, '/Weg/a.txt', 'x');
    const gone = await run(anna, manage('/Weg', 'delete'));
    expect(gone).toMatchObject({ path: '/Weg' });
    expect(gone.node?.trashedAt).not.toBeNull();
    expect(refusal(await ask(anna, manage('/Weg', 'delete')))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await ask(anna, manage('/', 'delete')))).toEqual([400, 'INVALID_PATH']);
  });

  it.each([
    {},
    { aktion: 'unknown', path: '/' },
    { aktion: 'manage', path: '/a' },
    { aktion: 'manage', path: '/a', unteraktion: 'copy' },
    { aktion: 'manage', path: '/a', unteraktion: 'move' },
    { aktion: 'manage', path: '/a', unteraktion: 'mkdir', to: '/b' },
    { aktion: 'write', path: '/a.txt' },
    { aktion: 'edit', path: '/a.txt', alt: 'x' },
  ])('refuses the body %j', async (body) => {
    expect(refusal(await ask(anna, body))).toEqual([400, 'INVALID_BODY']);
  });

  it('reaches only the own space', async () => {
    const folder = await addFolder(anna, 'Geteilt mit Bert');
    await addFile(anna, 'x.txt', 'geheim', { parentId: folder.id });
    await shareNode(anna, folder.id, bert, 'editor');
    expect(refusal(await ask(bert, { aktion: 'read', path: '/Geteilt mit Bert/x.txt' }))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('fs: agents', () => {
  it('are kept out by locks', async () => {
    const emil = await team.addPerson('emil');
    const agent = await team.addAgent(emil);
    await write(emil, '/Geheim/a.txt', 'x');
    await write(emil, '/Nur lesen/a.txt', 'lesbar');
    await write(emil, '/Offen/tief/a.txt', 'x');
    const idOf = async (path: string) => (await read(emil, path)).node!.id;
    await patchNode(emil, await idOf('/Geheim'), { agentRead: false });
    await patchNode(emil, await idOf('/Nur lesen'), { agentWrite: false });
    await patchNode(emil, await idOf('/Offen/tief'), { agentWrite: false });

    expect((await read(agent, '/Nur lesen/a.txt')).content).toBe('lesbar');
    expect((await read(agent, '/')).children?.map(({ name }) => name)).toEqual(['Nur lesen', 'Offen']);
    const workbook = { sheets: [{ name: 'A', rows: [] }] };
    const refused = [
      { aktion: 'read', path: '/Geheim' },
      { aktion: 'read', path: '/Geheim/a.txt' },
      { aktion: 'read', path: '/Geheim/gibt es nicht' },
      { aktion: 'write', path: '/Geheim/neu.txt', content: '' },
      { aktion: 'write', path: '/Nur lesen/neu.txt', content: '' },
      { aktion: 'write', path: '/Nur lesen/neu/neu.txt', content: '' },
      { aktion: 'write', path: '/Nur lesen/a.txt', content: '' },
      { aktion: 'edit', path: '/Nur lesen/a.txt', alt: 'lesbar', neu: '' },
      manage('/Nur lesen/neu', 'mkdir'),
      manage('/Nur lesen', 'delete'),
      manage('/Nur lesen/a.txt', 'move', '/a.txt'),
      manage('/Offen', 'delete'),
      manage('/Offen', 'move', '/Auf'),
      manage('/Geheim', 'delete'),
      { aktion: 'create_xlsx', name: 'x', folder_id: await idOf('/Nur lesen'), workbook },
    ];
    for (const body of refused) expect([body, refusal(await ask(agent, body))]).toEqual([body, [403, 'FORBIDDEN']]);
    const hidden = { aktion: 'create_xlsx', name: 'x', folder_id: await idOf('/Geheim'), workbook };
    expect(refusal(await ask(agent, hidden))).toEqual([404, 'NOT_FOUND']);
    await write(agent, '/Offen/neu.txt', 'vom Agenten');
    await run(agent, manage('/Offen/neu.txt', 'move', '/Offen/neuer.txt'));
    await run(agent, manage('/Offen/neuer.txt', 'delete'));
  });
});

describe('fs: workbooks', () => {
  const rows = [
    ['Name', 'Betrag'],
    ['Müller', 12.5],
    [null, '=SUM(B2:B2)'],
  ];
  const workbook = { sheets: [{ name: 'Blatt', rows }] };
  const create = (body: object) => run(anna, { aktion: 'create_xlsx', workbook, ...body });
  const update = (body: object) => ask(anna, { aktion: 'update_xlsx', workbook, ...body });
  const sheetOf = async (id: string) =>
    new TextDecoder().decode(unzipSync(await download(anna, id))['xl/worksheets/sheet1.xml']);

  it('makes and replaces them', async () => {
    const made = await create({ name: 'Zahlen' });
    expect(made).toMatchObject({ path: '/Zahlen.xlsx', node: { kind: 'sheet', revision: 1, parentId: null } });
    expect(await create({ name: 'Zahlen.XLSX' })).toMatchObject({ path: '/Zahlen (2).XLSX' });
    const folder = await addFolder(anna, 'Tabellen');
    const inside = await create({ name: 'n'.repeat(200), folder_id: folder.id });
    expect(inside.path).toBe(`/Tabellen/${'n'.repeat(200)}.xlsx`);
    const { id } = made.node!;
    const changed = { sheets: [{ name: 'Neu', rows: [['anders']] }] };
    const updated = succeeded(await update({ node_id: id, revision: 1, workbook: changed }), 200);
    expect(updated.read(fileSystem.response.schema).node?.revision).toBe(2);
    expect(await sheetOf(id)).toContain('anders');
    expect(refusal(await update({ node_id: id, revision: 1 }))).toEqual([409, 'REVISION_CONFLICT']);
    succeeded(await update({ node_id: id, revision: 2 }), 200);
  });

  it('replaces workbooks that POST /nodes made', async () => {
    const body = { kind: 'sheet', name: 'Leer', sheetName: 'Übersicht' };
    const made = succeeded(await anna.call('POST', '/v1/workspace/nodes', body), 201);
    const { node } = made.read(z.object({ node: z.object({ id: z.string() }) }));
    succeeded(await update({ node_id: node.id, revision: 1 }), 200);
  });

  it('does not destroy what it cannot write', async () => {
    const { node } = await create({ name: 'Fremd' });
    const files = unzipSync(await download(anna, node!.id));
    const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
    const merged = sheet.replace(
      '</sheetData>',
      '</sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
    );
    const bytes = zipSync({ ...files, 'xl/worksheets/sheet1.xml': new TextEncoder().encode(merged) });
    await anna.fetch(`/api/v1/workspace/nodes/${node!.id}/content?revision=1`, {
      method: 'PUT',
      body: Buffer.from(bytes),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const answer = await update({ node_id: node!.id, revision: 2 });
    expect(refusal(answer)).toEqual([409, 'WOULD_DESTROY_CONTENT']);
    expect(answer.body).toMatchObject({
      details: { hint: 'The workbook holds merged cells.', reasons: ['mergedCells'] },
    });
    expect((await getNode(anna, node!.id)).revision).toBe(2);
  });

  it('refuses what is no workbook, what is not there and other spaces', async () => {
    const text = await addFile(anna, 'kein.txt', 'x');
    const csv = await addFile(anna, 'kein.csv', 'a;b');
    for (const { id } of [text, csv, await addFolder(anna, 'Kein Blatt')]) {
      expect(refusal(await update({ node_id: id, revision: 1 }))).toEqual([415, 'NOT_A_XLSX']);
    }
    expect(refusal(await update({ node_id: NOWHERE, revision: 1 }))).toEqual([404, 'NOT_FOUND']);
    const trashed = await create({ name: 'Im Papierkorb' });
    await trashNode(anna, trashed.node!.id);
    expect(refusal(await update({ node_id: trashed.node!.id, revision: 1 }))).toEqual([404, 'NOT_FOUND']);

    const shared = await addFolder(bert, 'Von Bert');
    await shareNode(bert, shared.id, anna, 'editor');
    const project = await addProject(anna, 'Projekt');
    const inProject = await addFolder(anna, 'Im Projekt', { projectId: project.id });
    for (const folder of [shared, inProject]) {
      const answer = await ask(anna, { aktion: 'create_xlsx', name: 'x', folder_id: folder.id, workbook });
      expect(refusal(answer)).toEqual([403, 'FORBIDDEN']);
    }
    const theirs = succeeded(
      await ask(bert, { aktion: 'create_xlsx', name: 'b', folder_id: shared.id, workbook }),
      200,
    );
    const { node } = theirs.read(fileSystem.response.schema);
    expect(refusal(await update({ node_id: node!.id, revision: 1 }))).toEqual([403, 'FORBIDDEN']);
    expect((await listAll(anna, { parentId: shared.id })).map(({ name }) => name)).toEqual(['b.xlsx']);
    const inFile = await ask(anna, { aktion: 'create_xlsx', name: 'x', folder_id: text.id, workbook });
    expect(refusal(inFile)).toEqual([400, 'NOT_A_FOLDER']);
  });

  const sheet = (name: string, cells: unknown[][] = []) => ({ name, rows: cells });
  it.each([
    ['no name', { workbook }],
    ['no workbook', { name: 'x' }],
    ['an empty name', { name: '', workbook }],
    ['a name of 201 characters', { name: 'n'.repeat(201), workbook }],
    ['a slash in the name', { name: 'a/b', workbook }],
    ['no sheet', { name: 'x', workbook: { sheets: [] } }],
    ['a sheet name of 32 characters', { name: 'x', workbook: { sheets: [sheet('s'.repeat(32))] } }],
    ['a forbidden sheet name', { name: 'x', workbook: { sheets: [sheet('a[b]')] } }],
    ['a sheet name twice', { name: 'x', workbook: { sheets: [sheet('A'), sheet('a')] } }],
    ['a cell of 32,768 characters', { name: 'x', workbook: { sheets: [sheet('A', [['x'.repeat(32_768)]])] } }],
    ['an object in a cell', { name: 'x', workbook: { sheets: [sheet('A', [[{}]])] } }],
  ])('refuses %s', async (_, body) => {
    expect(refusal(await ask(anna, { aktion: 'create_xlsx', ...body }))).toEqual([400, 'INVALID_BODY']);
  });
});
