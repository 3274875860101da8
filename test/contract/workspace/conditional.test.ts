import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addFile,
  addFolder,
  bootTeam,
  getNode,
  refusal,
  shareNode,
  succeeded,
  type Team,
  trashNode,
  writeFile,
} from '../../helpers/workspace.ts';

const BYTES = '0123456789';

let team: Team;
beforeAll(async () => {
  team = await bootTeam();
});
afterAll(() => team.stop());

const get = async (id: string, headers: Record<string, string>, query = '') => {
  const answer = await team.owner.fetch(`/api/v1/workspace/nodes/${id}/download${query}`, { headers });
  const shown = ['etag', 'content-range', 'content-length', 'accept-ranges', 'content-disposition'] as const;
  const [etag, range, length, accepts, disposition] = shown.map((name) => answer.headers.get(name));
  return { status: answer.status, text: await answer.text(), etag, range, length, accepts, disposition };
};

describe('downloads', () => {
  it('carry a strong tag of the revision', async () => {
    const { id } = await addFile(team.owner, 'Etikett.txt', BYTES);
    expect(await get(id, {})).toMatchObject({ status: 200, etag: '"1"', accepts: 'bytes', text: BYTES });
    succeeded(await writeFile(team.owner, id, 'neu'), 200);
    expect(await get(id, {})).toMatchObject({ status: 200, etag: '"2"', text: 'neu' });
    expect(await get(id, {}, '?revision=1')).toMatchObject({ status: 200, etag: '"1"', text: BYTES });
  });

  it.each([
    ['"1"', 304],
    ['W/"1"', 304],
    ['"0", "x,y" , "1"', 304],
    ['*', 304],
    ['"2"', 200],
    ['1', 200],
    ['', 200],
  ])('with If-None-Match %s answer %i', async (tags, status) => {
    const { id } = await addFile(team.owner, 'Bekannt.txt', BYTES);
    const answer = await get(id, { 'if-none-match': tags, range: 'bytes=0-1' });
    expect([answer.status, answer.etag, answer.text]).toEqual(
      status === 304 ? [304, '"1"', ''] : [206, '"1"', BYTES.slice(0, 2)],
    );
  });

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
    ['bytes=0-9', BYTES, 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', BYTES, 'bytes 0-9/10'],
    ['bytes=2-4,5-6', '23456', 'bytes 2-6/10'],
  ])('of the range %s', async (range, text, contentRange) => {
    const { id } = await addFile(team.owner, 'Bereich.txt', BYTES);
    const answer = await get(id, { range });
    expect(answer).toMatchObject({ status: 206, text, range: contentRange, length: String(text.length), etag: '"1"' });
    expect(answer.disposition).toContain('Bereich');
  });

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('of a range that is not there: %s', async (range) => {
    const { id } = await addFile(team.owner, 'Daneben.txt', BYTES);
    const answer = await get(id, { range });
    expect([answer.status, answer.range, answer.etag, answer.disposition]).toEqual([416, 'bytes */10', null, null]);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE', details: { sizeBytes: 10 } });
  });

  it.each(['bytes=5-2', 'bytes', 'lines=0-1', 'bytes=a-b', 'bytes=0-1,8-9'])('of %s are whole', async (range) => {
    const { id } = await addFile(team.owner, 'Ganz.txt', BYTES);
    expect(await get(id, { range })).toMatchObject({ status: 200, text: BYTES, range: null });
  });

  it('of a range for another state are whole', async () => {
    const { id } = await addFile(team.owner, 'Stand.txt', BYTES);
    const range = 'bytes=1-2';
    expect((await get(id, { range, 'if-range': '"1"' })).status).toBe(206);
    for (const tag of ['"2"', 'W/"1"', 'Mon, 23 Nov 2026 00:00:00 GMT']) {
      expect((await get(id, { range, 'if-range': tag })).status).toBe(200);
    }
    expect((await get(id, { 'if-match': '"2"' })).status).toBe(412);
    expect((await get(id, { 'if-match': 'W/"1"' })).status).toBe(412);
    expect((await get(id, { 'if-match': '"2", "1"' })).status).toBe(200);
  });

  it('of nothing have no ranges', async () => {
    const { id } = await addFile(team.owner, 'Leer.txt', '');
    expect(await get(id, {})).toMatchObject({ status: 200, text: '' });
    expect(await get(id, { range: 'bytes=0-' })).toMatchObject({ status: 416, range: 'bytes */0' });
  });

  it('answer HEAD without a content', async () => {
    const { id } = await addFile(team.owner, 'Kopf.txt', BYTES);
    const head = await team.owner.fetch(`/api/v1/workspace/nodes/${id}/download`, {
      method: 'HEAD',
      headers: { range: 'bytes=0-1' },
    });
    expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([200, '"1"', '10']);
  });

  it('that may not be read show no tag', async () => {
    const { id } = await addFile(team.owner, 'Fremd.txt', BYTES);
    const stranger = await team.addPerson('stranger');
    const path = `/api/v1/workspace/nodes/${id}/download`;
    const answer = await stranger.fetch(path, { headers: { 'if-none-match': '"1"' } });
    expect([answer.status, answer.headers.get('etag')]).toEqual([404, null]);
  });
});

describe('If-Match', () => {
  const call = (method: string, path: string, body: object, tag: string) =>
    team.owner.call(method, `/v1/workspace${path}`, body, { 'if-match': tag });
  const put = async (id: string, tag: string, query = '') => {
    const path = `/api/v1/workspace/nodes/${id}/content${query}`;
    const answer = await team.owner.fetch(path, { method: 'PUT', body: 'neu', headers: { 'if-match': tag } });
    const body = z.object({ code: z.string().optional() }).parse(await answer.json());
    return [answer.status, body.code ?? answer.headers.get('etag')];
  };

  it('decides over replacing a content', async () => {
    const { id } = await addFile(team.owner, 'Ersetzt.txt', BYTES);
    for (const tag of ['"2"', 'W/"1"', '1', '']) expect(await put(id, tag)).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await getNode(team.owner, id)).revision).toBe(1);
    expect(await put(id, '"0", "1"')).toEqual([200, '"2"']);
    expect(await put(id, '*')).toEqual([200, '"3"']);
    // The header comes before the query (RFC 9110, 13.2.1).
    expect(await put(id, '"1"', '?revision=1')).toEqual([412, 'PRECONDITION_FAILED']);
    expect(await put(id, '"3"', '?revision=1')).toEqual([409, 'REVISION_CONFLICT']);
  });

  it('lets one of many writers through', async () => {
    const { id } = await addFile(team.owner, 'Wettlauf.txt', BYTES);
    const answers = await Promise.all(Array.from({ length: 6 }, () => put(id, '"1"')));
    expect(answers.map(([status]) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it('decides over restoring, paths, workbooks and editor content', async () => {
    const { id } = await addFile(team.owner, 'Alles.txt', BYTES);
    succeeded(await writeFile(team.owner, id, 'zwei'), 200);
    const workbook = { sheets: [{ name: 'A', rows: [[1]] }] };
    const made = await team.owner.call('POST', '/v1/workspace/fs', { aktion: 'create_xlsx', name: 'Mappe', workbook });
    const sheet = made.read(z.object({ node: z.object({ id: z.string() }) })).node.id;
    const writes = [
      ['POST', '/versions', { node_id: id, revision: 1 }],
      ['POST', '/fs', { aktion: 'write', path: '/Alles.txt', content: 'x' }],
      ['POST', '/fs', { aktion: 'edit', path: '/Alles.txt', alt: 'zwei', neu: 'x' }],
      ['POST', '/fs', { aktion: 'write', path: '/Noch nicht da.txt', content: 'x' }],
      ['POST', '/fs', { aktion: 'update_xlsx', node_id: sheet, revision: 1, workbook }],
      ['POST', '/uploads', { name: 'Alles.txt', sizeBytes: 1, nodeId: id }],
      ['PATCH', `/nodes/${id}`, { doc: {}, revision: 2 }],
    ] as const;
    for (const [method, path, body] of writes) {
      expect([body, ...refusal(await call(method, path, body, '"7"'))]).toEqual([body, 412, 'PRECONDITION_FAILED']);
    }
    expect((await getNode(team.owner, id)).revision).toBe(2);
    const edited = await call('POST', '/fs', { aktion: 'edit', path: '/Alles.txt', alt: 'zwei', neu: 'drei' }, '"2"');
    expect(edited.status).toBe(200);
    expect((await call('POST', '/versions', { node_id: id, revision: 1 }, '"3"')).status).toBe(200);
    expect(
      (await call('POST', '/fs', { aktion: 'update_xlsx', node_id: sheet, revision: 1, workbook }, '"1"')).status,
    ).toBe(200);
  });

  it('decides over the consent to restoring', async () => {
    const [ada, ben] = [await team.addPerson('ada'), await team.addPerson('ben')];
    const { id } = await addFile(ada, 'Zustimmung.txt', 'eins');
    await shareNode(ada, id, ben, 'editor');
    succeeded(await writeFile(ben, id, 'zwei'), 200);
    const asked = await ada.call('POST', '/v1/workspace/versions', { node_id: id, revision: 1 });
    const { requestId } = asked.read(z.object({ requestId: z.string() }));
    const approve = (tag: string) =>
      ben.call('POST', `/v1/workspace/restore-requests/${requestId}`, { action: 'approve' }, { 'if-match': tag });
    expect(refusal(await approve('"1"'))).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await approve('"2"')).read(z.object({ revision: z.number() })).revision).toBe(3);
  });

  it('has its tag from answers about paths too', async () => {
    const write = { aktion: 'write', path: '/Pfad.txt', content: 'eins' };
    const ask = (body: object, headers = {}) => team.owner.call('POST', '/v1/workspace/fs', body, headers);
    const written = await ask(write);
    expect(written.headers.get('etag')).toBe('"1"');
    const read = await ask({ aktion: 'read', path: '/Pfad.txt' });
    const tag = read.headers.get('etag')!;
    expect((await ask({ ...write, content: 'zwei' }, { 'if-match': tag })).headers.get('etag')).toBe('"2"');
    expect(refusal(await ask({ ...write, content: 'drei' }, { 'if-match': tag }))).toEqual([
      ...[412, 'PRECONDITION_FAILED'],
    ]);
    expect((await ask({ aktion: 'read', path: '/' })).headers.get('etag')).toBeNull();
  });

  it('of a chunked upload binds it to the content of its beginning', async () => {
    const { id } = await addFile(team.owner, 'Stück.txt', BYTES);
    const begun = await call('POST', '/uploads', { name: 'Stück.txt', sizeBytes: 1, nodeId: id }, '"1"');
    const { uploadUrl } = succeeded(begun, 201).read(z.object({ uploadUrl: z.string() }));
    succeeded(await writeFile(team.owner, id, 'dazwischen'), 200);
    const last = await fetch(uploadUrl, { method: 'PUT', body: 'x', headers: { 'content-range': 'bytes 0-0/1' } });
    expect([last.status, z.object({ code: z.string() }).parse(await last.json()).code]).toEqual([
      409,
      'REVISION_CONFLICT',
    ]);
  });

  it('says nothing about what the caller does not see', async () => {
    const folder = await addFolder(team.owner, 'Ordner');
    await trashNode(team.owner, folder.id);
    expect(await put(folder.id, '*')).toEqual([404, 'NOT_FOUND']);
  });
});
