import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LIMITS } from '../../../server/contract/limits.ts';
import { workspaceNode } from '../../../server/contract/workspace/node.ts';
import { officePackage } from '../../fixtures/documents/officeFiles.ts';
import type { ApiAnswer, ApiClient } from '../../helpers/apiClient.ts';
import { filesBelow } from '../../helpers/files.ts';
import {
  addFile,
  addFolder,
  bootTeam,
  getNode,
  listAll,
  NOWHERE,
  type Person,
  refusal,
  shareNode,
  succeeded,
  type Team,
  trashNode,
  writeFile,
} from '../../helpers/workspace.ts';

const nodeAnswer = z.object({ node: workspaceNode });
/** Room for a file of the largest size. */
const MAX_BYTES = 60 * 1024 * 1024;
const MAX_FILES = 60;

let team: Team;
let owner: Person;
let anna: Person;
beforeAll(async () => {
  team = await bootTeam({ config: { workspaceLimits: { maxBytes: MAX_BYTES, maxFiles: MAX_FILES } } });
  ({ owner } = team);
  anna = await team.addPerson('anna');
});
afterAll(() => team.stop());

const upload = (client: ApiClient, name: string, bytes: Uint8Array, fields: Record<string, string> = {}) =>
  client.upload('/v1/workspace/upload', { name, bytes }, fields);
const download = (client: ApiClient, id: string, query = '') =>
  client.fetch(`/api/v1/workspace/nodes/${id}/download${query}`);
const objects = () => filesBelow(team.server.dataDir).filter((file) => /[\\/]objects[\\/]/.test(file));
const usage = async (client: ApiClient) => {
  const answer = succeeded(await client.call('GET', '/v1/workspace/usage'), 200);
  return answer.read(z.object({ bytesUsed: z.number(), fileCount: z.number() }));
};

async function put(client: ApiClient, id: string, bytes: Uint8Array): Promise<ApiAnswer> {
  const response = await client.fetch(`/api/v1/workspace/nodes/${id}/content`, {
    method: 'PUT',
    body: Uint8Array.from(bytes),
  });
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  return { status: response.status, headers: response.headers, text, body, read: (schema) => schema.parse(body) };
}

/** Content that belongs to no allowed name, with the name it comes under. */
const REFUSED: readonly [what: string, name: string, bytes: () => Uint8Array, code: string][] = [
  ['a blocked name', 'a.exe', () => Buffer.from('x'), 'BLOCKED_TYPE'],
  ['a blocked name in capitals', 'Rechnung.PDF.JS', () => Buffer.from('x'), 'BLOCKED_TYPE'],
  ['an unknown extension', 'a.zip', () => Buffer.from('PK'), 'UNSUPPORTED_TYPE'],
  ['no extension', 'ohne', () => Buffer.from('x'), 'UNSUPPORTED_TYPE'],
  ['other content than the extension says', 'a.pdf', () => Buffer.from('x'), 'CONTENT_MISMATCH'],
  ['a script as text', 'a.txt', () => Buffer.from('#!/bin/sh'), 'BLOCKED_TYPE'],
  [
    'macros',
    'a.docx',
    () => officePackage('wordprocessingml.document.main+xml', { 'word/vbaProject.bin': Buffer.from('x') }),
    'BLOCKED_TYPE',
  ],
  [
    'a package that inflates without measure',
    'a.docx',
    () => officePackage('wordprocessingml.document.main+xml', { 'word/media/a.bin': new Uint8Array(6 * 1024 * 1024) }),
    'ZIP_RATIO_SUSPICIOUS',
  ],
];

describe('an upload', () => {
  it('keeps every byte, an empty file too', async () => {
    const folder = await addFolder(owner, 'Akten');
    const bytes = Buffer.from('\ufeffSehr geehrte Frau Müller,\r\n\r\n', 'utf8');
    const made = succeeded(await upload(owner, 'Brief an Müller.txt', bytes, { parentId: folder.id }), 201).read(
      nodeAnswer,
    );
    expect(made.node).toMatchObject({
      name: 'Brief an Müller.txt',
      parentId: folder.id,
      sizeBytes: bytes.length,
      revision: 1,
      kind: 'text',
      mimeType: 'text/plain',
      isAnonymized: false,
      anonymizationStatus: 'none',
      anonymizationStale: false,
    });
    const answer = await download(owner, made.node.id);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Brief%20an%20M%C3%BCller.txt");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const empty = await addFile(owner, 'leer.txt', '');
    expect(empty.sizeBytes).toBe(0);
    expect((await (await download(owner, empty.id)).arrayBuffer()).byteLength).toBe(0);
  });

  it('of the largest size is taken, one byte more is not', async () => {
    const whole = Buffer.alloc(LIMITS.fileBytes, 'a');
    const { node } = succeeded(await upload(owner, 'gross.txt', whole), 201).read(nodeAnswer);
    expect(refusal(await upload(owner, 'groesser.txt', Buffer.alloc(LIMITS.fileBytes + 1, 'a')))).toEqual([
      413,
      'FILE_TOO_LARGE',
    ]);
    expect(refusal(await put(owner, node.id, Buffer.alloc(LIMITS.fileBytes + 1, 'a')))).toEqual([
      413,
      'FILE_TOO_LARGE',
    ]);
    expect((await getNode(owner, node.id)).revision).toBe(1);
    await trashNode(owner, node.id);
    succeeded(await owner.call('DELETE', `/v1/workspace/nodes/${node.id}/permanent`), 204);
  });

  it('needs a file, a place and the right to write there', async () => {
    expect(refusal(await owner.call('POST', '/v1/workspace/upload', {}))).toEqual([400, 'FILE_MISSING']);
    const bytes = Buffer.from('x');
    expect(refusal(await upload(owner, 'a.txt', bytes, { parentId: 'nirgends' }))).toEqual([400, 'INVALID_BODY']);
    expect(refusal(await upload(owner, 'a.txt', bytes, { withAnonymization: 'ja' }))).toEqual([400, 'INVALID_BODY']);
    expect(refusal(await upload(owner, 'a.txt', bytes, { parentId: NOWHERE }))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await upload(owner, 'a.txt', bytes, { projectId: NOWHERE }))).toEqual([404, 'NOT_FOUND']);
    const file = await addFile(owner, 'a.txt', 'x');
    expect(refusal(await upload(owner, 'a.txt', bytes, { parentId: file.id }))).toEqual([400, 'NOT_A_FOLDER']);
    const folder = await addFolder(owner, 'Nur lesen');
    expect(refusal(await upload(anna, 'a.txt', bytes, { parentId: folder.id }))).toEqual([404, 'NOT_FOUND']);
    await shareNode(owner, folder.id, anna, 'viewer');
    expect(refusal(await upload(anna, 'a.txt', bytes, { parentId: folder.id }))).toEqual([403, 'FORBIDDEN']);
  });

  it.each(REFUSED)('of %s is refused and leaves nothing', async (_what, name, bytes, code) => {
    const before = [objects().length, await usage(owner)];
    expect(refusal(await upload(owner, name, bytes()))).toEqual([415, code]);
    expect([objects().length, await usage(owner)]).toEqual(before);
  });
});

describe('replaced content', () => {
  it.each(REFUSED.slice(4))('that is %s is refused and leaves what was there', async (_what, name, bytes, code) => {
    const good = name.endsWith('.docx')
      ? officePackage('wordprocessingml.document.main+xml')
      : name.endsWith('.pdf')
        ? Buffer.from('%PDF-1.7')
        : Buffer.from('gut');
    const { node } = succeeded(await upload(owner, `bleibt-${name}`, good), 201).read(nodeAnswer);
    const before = [objects().length, await usage(owner)];
    expect(refusal(await put(owner, node.id, bytes()))).toEqual([415, code]);
    expect([objects().length, await usage(owner)]).toEqual(before);
    expect(Buffer.from(await (await download(owner, node.id)).arrayBuffer()).equals(good)).toBe(true);
  });

  it('is refused by role and kind alike', async () => {
    const folder = await addFolder(owner, 'Ordner');
    expect(refusal(await writeFile(owner, folder.id, 'x'))).toEqual([400, 'NOT_A_FILE']);
    const file = await addFile(owner, 'b.txt', 'x', { parentId: folder.id });
    expect(refusal(await writeFile(anna, file.id, 'x'))).toEqual([404, 'NOT_FOUND']);
    await shareNode(owner, folder.id, anna, 'viewer');
    expect(refusal(await writeFile(anna, file.id, 'x'))).toEqual([403, 'FORBIDDEN']);
    const response = await owner.fetch(`/api/v1/workspace/nodes/${file.id}/content?revision=x`, {
      method: 'PUT',
      body: 'y',
    });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_QUERY' }]);
    await trashNode(owner, file.id);
    expect(refusal(await writeFile(owner, file.id, 'x'))).toEqual([404, 'NOT_FOUND']);
  });

  it('of parallel writers with one revision is taken once, and no blind write is lost', async () => {
    const file = await addFile(owner, 'Wettlauf.txt', 'Anfang');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => writeFile(owner, file.id, `Fassung ${String(index)}`, 1)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(refusal(answer)).toEqual([409, 'REVISION_CONFLICT']);
    expect(await (await download(owner, file.id)).text()).toBe(`Fassung ${String(statuses.indexOf(200))}`);

    const blind = await Promise.all(
      Array.from({ length: 8 }, (_, index) => writeFile(owner, file.id, `blind ${String(index)}`)),
    );
    const revisions = blind.map((answer) => succeeded(answer, 200).read(nodeAnswer).node.revision);
    expect(revisions.toSorted()).toHaveLength(new Set(revisions).size);
    const kept = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        (await download(owner, file.id, `?revision=${String(index + 1)}`)).text(),
      ),
    );
    expect(kept.slice(2).toSorted()).toEqual(Array.from({ length: 8 }, (_, index) => `blind ${String(index)}`));
    expect((await download(owner, file.id, '?revision=11')).status).toBe(404);
  });
});

describe('the quota', () => {
  let small: Team;
  beforeAll(async () => {
    small = await bootTeam({ config: { workspaceLimits: { maxBytes: 50_000, maxFiles: 10 } } });
  });
  afterAll(() => small.stop());

  it('of files is exact under parallel uploads', async () => {
    const ben = await small.addPerson('ben');
    for (let index = 0; index < 5; index += 1) await addFile(ben, `${String(index)}.txt`, '');
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(ben, 'gleich.txt', Buffer.from('x'))));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(refusal)).toEqual(Array.from({ length: 3 }, () => [413, 'QUOTA_EXCEEDED']));
    expect(await usage(ben)).toEqual({ bytesUsed: 5, fileCount: 10 });
    const blank = await ben.call('POST', '/v1/workspace/nodes', { kind: 'doc', name: 'Noch eins' });
    expect(refusal(blank)).toEqual([413, 'QUOTA_EXCEEDED']);
    const [first] = await listAll(ben);
    await trashNode(ben, first!.id);
    expect(refusal(await upload(ben, 'a.txt', Buffer.from('x')))).toEqual([413, 'QUOTA_EXCEEDED']);
    succeeded(await ben.call('DELETE', `/v1/workspace/nodes/${first!.id}/permanent`), 204);
    expect((await upload(ben, 'a.txt', Buffer.from('x'))).status).toBe(201);
  });

  it('of bytes is exact under parallel writes, kept versions included', async () => {
    const cara = await small.addPerson('cara');
    const size = 10_000;
    const bytes = Buffer.alloc(size, 'a');
    const first = succeeded(await upload(cara, 'a.txt', bytes), 201).read(nodeAnswer).node;
    const answers = await Promise.all([
      upload(cara, 'b.txt', bytes),
      put(cara, first.id, bytes),
      upload(cara, 'c.txt', bytes),
      put(cara, first.id, bytes),
      upload(cara, 'd.txt', bytes),
      put(cara, first.id, bytes),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(4);
    expect(answers.filter(({ status }) => status >= 300).map(refusal)).toEqual([
      [413, 'QUOTA_EXCEEDED'],
      [413, 'QUOTA_EXCEEDED'],
    ]);
    expect((await usage(cara)).bytesUsed).toBe(50_000);
    expect(refusal(await upload(cara, 'ein Byte.txt', Buffer.from('x')))).toEqual([413, 'QUOTA_EXCEEDED']);
    expect((await upload(cara, 'kein Byte.txt', Buffer.alloc(0))).status).toBe(201);
  });
});

describe('a download', () => {
  it('knows its formats, each given once', async () => {
    const file = await addFile(owner, 'Formate.txt', 'x');
    const code = async (query: string) => {
      const answer = await download(owner, file.id, query);
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    for (const query of [
      '?format=exe',
      '?format=',
      '?format=pdf&format=pdf',
      '?format=pdf&format=docx',
      '?format=PDF',
    ]) {
      expect([query, ...(await code(query))]).toEqual([query, 400, 'INVALID_FORMAT']);
    }
    for (const query of [
      '?revision=-1',
      '?revision=1.5',
      '?revision=1&revision=1',
      '?sheet=1',
      '?format=pdf&sheet=1',
    ]) {
      expect([query, ...(await code(query))]).toEqual([query, 400, 'INVALID_QUERY']);
    }
    for (const query of ['?format=rtf', '?format=csv&sheet=Tabelle1']) {
      expect([query, ...(await code(query))]).toEqual([query, 415, 'NOT_EXPORTABLE']);
    }
    const folder = await addFolder(owner, 'Kein Download');
    const refused = await download(owner, folder.id);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'NOT_A_FILE' }]);
    expect((await download(anna, file.id)).status).toBe(404);
  });

  it('of a lost object says so', async () => {
    const before = new Set(objects());
    const file = await addFile(owner, 'verloren.txt', 'x');
    for (const object of objects()) if (!before.has(object)) rmSync(object);
    const answer = await download(owner, file.id);
    expect([answer.status, await answer.json()]).toMatchObject([502, { code: 'BLOB_UNAVAILABLE' }]);
  });
});

describe('a preview', () => {
  it('is for presentations, where a program renders them', async () => {
    const preview = async (client: ApiClient, id: string) =>
      refusal(await client.call('GET', `/v1/workspace/nodes/${id}/preview`));
    const slides = officePackage('presentationml.presentation.main+xml');
    const { node } = succeeded(await upload(owner, 'Vortrag.pptx', slides), 201).read(nodeAnswer);
    expect(await preview(owner, node.id)).toEqual([503, 'PREVIEW_UNAVAILABLE']);
    expect(await preview(anna, node.id)).toEqual([404, 'NOT_FOUND']);
    const file = await addFile(owner, 'kein Vortrag.txt', 'x');
    expect(await preview(owner, file.id)).toEqual([404, 'UNSUPPORTED_TYPE']);
    expect(await preview(owner, (await addFolder(owner, 'Ordner mit Vortrag')).id)).toEqual([404, 'UNSUPPORTED_TYPE']);
  });
});

describe('anonymization', () => {
  const text = 'Sehr geehrte Frau Anna Müller, Ihre IBAN ist DE89 3704 0044 0532 0130 00.';
  const withIt = { withAnonymization: 'true' };

  it('on upload runs a job and keeps its result; newer content makes it stale', async () => {
    const { node } = succeeded(await upload(owner, 'Brief.txt', Buffer.from(text), withIt), 201).read(nodeAnswer);
    expect(['processing', 'ready']).toContain(node.anonymizationStatus);
    expect(node.anonymizationStale).toBe(false);
    await owner.finished(node.anonymizationJobId!);
    expect(await getNode(owner, node.id)).toMatchObject({
      isAnonymized: true,
      anonymizationStatus: 'ready',
      anonymizationStale: false,
      revision: 1,
    });
    const job = await owner.call('GET', `/v1/jobs/${node.anonymizationJobId!}`);
    expect(job.text).toContain('"iban":1');
    succeeded(await writeFile(owner, node.id, `${text} Neu.`), 200);
    expect(await getNode(owner, node.id)).toMatchObject({
      isAnonymized: true,
      anonymizationStatus: 'ready',
      anonymizationStale: true,
    });

    const again = await owner.call('POST', `/v1/workspace/nodes/${node.id}/anonymize`);
    const { job_id: id } = succeeded(again, 202).read(z.object({ job_id: z.string() }));
    await owner.finished(id);
    expect(await getNode(owner, node.id)).toMatchObject({
      anonymizationStatus: 'ready',
      anonymizationStale: false,
      anonymizationJobId: id,
    });
    succeeded(await owner.call('DELETE', `/v1/jobs/${id}`), 204);
    expect(await getNode(owner, node.id)).toMatchObject({ isAnonymized: false, anonymizationStatus: 'none' });
  });

  it('of what cannot be anonymized keeps the upload and says that it failed', async () => {
    const old = readFileSync(new URL('../../fixtures/documents/libreoffice.doc', import.meta.url));
    const made = succeeded(await upload(owner, 'Brief.doc', old, { withAnonymization: '1' }), 201).read(
      nodeAnswer,
    ).node;
    expect(made).toMatchObject({ isAnonymized: false, anonymizationStatus: 'failed', anonymizationJobId: null });
    expect(Buffer.from(await (await download(owner, made.id)).arrayBuffer()).equals(old)).toBe(true);
    expect(refusal(await owner.call('POST', `/v1/workspace/nodes/${made.id}/anonymize`))).toEqual([
      415,
      'UNSUPPORTED_TYPE',
    ]);
    succeeded(await upload(owner, 'ohne.doc', old, { withAnonymization: 'false' }), 201);
  });

  it('that fails in its job says so', async () => {
    const broken = officePackage('wordprocessingml.document.main+xml');
    const { node } = succeeded(await upload(owner, 'kaputt.docx', broken, withIt), 201).read(nodeAnswer);
    if (node.anonymizationJobId !== null) await owner.finished(node.anonymizationJobId);
    expect(await getNode(owner, node.id)).toMatchObject({ isAnonymized: false, anonymizationStatus: 'failed' });
  });

  it('is for those who may write', async () => {
    const folder = await addFolder(owner, 'Gelesen');
    const file = await addFile(owner, 'a.txt', text, { parentId: folder.id });
    const ask = (client: ApiClient, id: string) => client.call('POST', `/v1/workspace/nodes/${id}/anonymize`);
    expect(refusal(await ask(anna, file.id))).toEqual([404, 'NOT_FOUND']);
    await shareNode(owner, folder.id, anna, 'viewer');
    expect(refusal(await ask(anna, file.id))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await ask(owner, folder.id))).toEqual([400, 'NOT_A_FILE']);
    await shareNode(owner, folder.id, anna, 'editor');
    succeeded(await ask(anna, file.id), 202);
    // The job is of the account that asked for it.
    expect((await getNode(anna, file.id)).anonymizationJobId).not.toBeNull();
    expect((await getNode(owner, file.id)).anonymizationJobId).toBeNull();
  });
});
