import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../../server/contract/index.ts';
import type { EntityOperationInput } from '../../server/contract/jobs.ts';
import { bootServer, type BootedServer } from '../helpers/bootServer.ts';

const TEXT = 'IBAN DE89 3704 0044 0532 0130 00, anna@example.org, Thema Regen, Regen und Regenwurm. anna@example.org';

let server: BootedServer;
beforeAll(async () => {
  server = await bootServer();
});
afterAll(() => server.stop());

async function newJob() {
  const created = await server.call('POST', '/v1/jobs/upload-text', { text: TEXT, language: 'de' });
  const { job_id } = created.read(contract.jobCreated);
  await server.finished(job_id);
  const entities = async () => (await server.call('GET', `/v1/jobs/${job_id}/entities`)).read(contract.entityList);
  const patch = (operations: readonly EntityOperationInput[], revision?: number) =>
    server.call('PATCH', `/v1/jobs/${job_id}/entities`, { operations, ...(revision !== undefined && { revision }) });
  const isExact = async () => {
    const status = (await server.call('GET', `/status/${job_id}`)).read(contract.jobCompleted);
    const restored = await server.call('POST', '/deanonymize', { text: status.anonymized_text_raw });
    return restored.read(contract.deanonymized).text === TEXT;
  };
  return { job_id, entities, patch, isExact };
}

describe('review over HTTP', () => {
  it('lists mentions with their places', async () => {
    const { entities } = await newJob();
    const { revision, count, entities: list } = await entities();
    expect([revision, count]).toEqual([1, list.length]);
    for (const { start, end, text } of list) expect(TEXT.slice(start, end)).toBe(text);
    expect(list.filter(({ category }) => category === 'email')).toHaveLength(2);
  });

  it('lists mentions page by page, all of one revision', async () => {
    const { entities, patch, job_id } = await newJob();
    const whole = await entities();
    const page = (query: string) => server.call('GET', `/v1/jobs/${job_id}/entities?${query}`);
    const seen: unknown[] = [];
    let pages = 0;
    for (let cursor: string | null = null; pages === 0 || cursor !== null; pages += 1) {
      const query: string = cursor === null ? 'limit=2' : `limit=2&cursor=${cursor}`;
      const part = (await page(query)).read(contract.entityList);
      expect([part.count, part.revision]).toEqual([whole.count, 1]);
      seen.push(...part.entities);
      ({ cursor } = part);
    }
    expect(seen).toEqual(whole.entities);
    expect(pages).toBe(Math.ceil(whole.count / 2));
    const { cursor } = (await page('limit=1')).read(contract.entityList);
    expect((await patch([{ op: 'reject', id: whole.entities[0]!.id }])).status).toBe(200);
    const late = await page(`limit=1&cursor=${cursor!}`);
    expect([late.status, late.body]).toMatchObject([409, { code: 'REVISION_CONFLICT', details: { revision: 2 } }]);
    const other = await newJob();
    const foreign = await server.call('GET', `/v1/jobs/${other.job_id}/entities?cursor=${cursor!}`);
    expect([foreign.status, foreign.body]).toMatchObject([400, { code: 'INVALID_QUERY' }]);
  });

  it('changes mentions and makes a new text', async () => {
    const { entities, patch, isExact, job_id } = await newJob();
    const { entities: list } = await entities();
    const mail = list.find(({ category }) => category === 'email')!;
    const rejected = (await patch([{ op: 'reject', id: mail.id, all_occurrences: true }], 1)).read(
      contract.reviewResult,
    );
    expect(rejected).toMatchObject({ job_id, revision: 2, removed: [] });
    expect(rejected.anonymized_text_raw.split('anna@example.org')).toHaveLength(3);
    expect(rejected.metadata.entities['email']).toBeUndefined();
    const start = TEXT.indexOf('Regen');
    const added = (
      await patch([{ op: 'add', start, end: start + 5, category: 'codename', all_occurrences: true }], 2)
    ).read(contract.reviewResult);
    expect(added.anonymized_text_raw).toContain('Regenwurm');
    expect(added.anonymized_text_raw.match(/\[\[codename-/g)).toHaveLength(2);
    const mine = added.changed.filter(({ sources }) => sources.includes('manual'));
    const moved = await patch([{ op: 'categorize', id: mine[0]!.id, category: 'secret', all_occurrences: true }]);
    expect(moved.read(contract.reviewResult).anonymized_text_raw).toMatch(/\[\[secret-/);
    const removed = (await patch([{ op: 'remove', id: mine[0]!.id }])).read(contract.reviewResult);
    expect(removed.removed).toEqual([mine[0]!.id]);
    expect((await patch([{ op: 'accept', id: mail.id }])).status).toBe(200);
    expect(await isExact()).toBe(true);
    const { hash_pairs } = (await server.call('GET', `/status/${job_id}/strings`)).read(contract.hashPairs);
    expect(hash_pairs.map(({ original }) => original)).toContain('anna@example.org');
  });

  it('answers every fault with its code and changes nothing', async () => {
    const { entities, patch, isExact } = await newJob();
    const before = await entities();
    const first = before.entities[0]!.id;
    const fault = async (operation: unknown, status: number, code: string, revision?: number) => {
      const answer = await patch([{ op: 'reject', id: first }, operation as EntityOperationInput], revision);
      expect([answer.status, answer.body]).toMatchObject([status, { code }]);
      expect(answer.text).not.toMatch(/Regen|anna@/);
    };
    await fault({ op: 'reject', id: 'none' }, 404, 'ENTITY_NOT_FOUND');
    await fault({ op: 'remove', id: first }, 404, 'ENTITY_NOT_FOUND');
    await fault({ op: 'add', start: 5, end: TEXT.length + 1, category: 'custom' }, 400, 'INVALID_SPAN');
    await fault({ op: 'add', start: 9, end: 9, category: 'custom' }, 400, 'INVALID_SPAN');
    await fault({ op: 'add', start: 4, end: 5, category: 'custom' }, 400, 'INVALID_SPAN');
    await fault({ op: 'add', start: -1, end: 5, category: 'custom' }, 400, 'INVALID_BODY');
    await fault({ op: 'add', start: 0, end: 4, category: 'Not A Category' }, 400, 'INVALID_BODY');
    await fault({ op: 'explode', id: first }, 400, 'INVALID_BODY');
    await fault({ op: 'accept', id: first }, 409, 'REVISION_CONFLICT', 9);
    expect((await patch([])).body).toMatchObject({ code: 'INVALID_BODY' });
    expect(await entities()).toEqual(before);
    expect(await isExact()).toBe(true);
  });

  it('lets one of many simultaneous changes of a revision win', async () => {
    const { entities, patch, isExact } = await newJob();
    const { entities: list } = await entities();
    const answers = await Promise.all(list.map(({ id }) => patch([{ op: 'reject', id }], 1)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...list.slice(1).map(() => 409)]);
    expect((await entities()).entities.filter(({ accepted }) => !accepted)).toHaveLength(1);
    expect(await isExact()).toBe(true);
  });
});

describe('terms over HTTP', () => {
  const single = z.object({ term: contract.term });

  it('come in pages, oldest first', async () => {
    const ids: string[] = [];
    for (const value of ['Amsel', 'Drossel', 'Fink']) {
      const created = await server.call('POST', '/v1/account/terms', { kind: 'mask', value, category: 'bird' });
      ids.push(created.read(single).term.id);
    }
    const list = z.object({ terms: z.array(contract.term), cursor: z.string().nullable() });
    const first = (await server.call('GET', '/v1/account/terms?limit=2')).read(list);
    const second = (await server.call('GET', `/v1/account/terms?limit=2&cursor=${first.cursor ?? ''}`)).read(list);
    expect([...first.terms, ...second.terms].map(({ id }) => id)).toEqual(ids);
    expect(second.cursor).toBeNull();
    expect((await server.call('GET', '/v1/account/terms?cursor=nonsense')).status).toBe(400);
    for (const id of ids) await server.call('DELETE', `/v1/account/terms/${id}`);
  });

  it('take part in detection, with categories of their own', async () => {
    const created = await server.call('POST', '/v1/account/terms', { kind: 'mask', value: 'Regen', category: 'bird' });
    expect(created.status).toBe(201);
    const { term } = created.read(single);
    expect(term).toMatchObject({ caseSensitive: false, wholeWord: true, enabled: true });
    const { entities } = await newJob();
    expect((await entities()).entities.filter(({ category }) => category === 'bird')).toHaveLength(2);
    const changed = await server.call('PATCH', `/v1/account/terms/${term.id}`, { enabled: false });
    expect(changed.read(single).term.enabled).toBe(false);
    expect((await server.call('GET', '/v1/account/terms')).body).toEqual({
      terms: [changed.read(single).term],
      cursor: null,
    });
    expect((await server.call('DELETE', `/v1/account/terms/${term.id}`)).status).toBe(204);
    expect((await server.call('DELETE', `/v1/account/terms/${term.id}`)).body).toMatchObject({
      code: 'TERM_NOT_FOUND',
    });
    expect((await server.call('PATCH', '/v1/account/terms/x', {})).body).toMatchObject({ code: 'TERM_NOT_FOUND' });
  });

  it('may be called like something that every object has', async () => {
    const body = { kind: 'mask', value: 'Regenwurm', category: 'constructor' };
    const { term } = (await server.call('POST', '/v1/account/terms', body)).read(single);
    const { job_id, entities, patch } = await newJob();
    const status = (await server.call('GET', `/status/${job_id}`)).read(contract.jobCompleted);
    expect(status.metadata.entities.constructor).toBe(1);
    const { entities: list } = await entities();
    const mail = list.find(({ category }) => category === 'email')!;
    const moved = await patch([{ op: 'categorize', id: mail.id, category: 'constructor' }]);
    expect(moved.read(contract.reviewResult).metadata.entities.constructor).toBe(2);
    expect((await server.call('GET', '/v1/jobs')).status).toBe(200);
    await server.call('DELETE', `/v1/account/terms/${term.id}`);
  });

  it('are refused when they cannot work', async () => {
    for (const [body, code] of [
      [{ kind: 'pattern', value: '(geheim' }, 'INVALID_PATTERN'],
      [{ kind: 'pattern', value: 'x*' }, 'INVALID_PATTERN'],
      [{ kind: 'pattern', value: '(geheim)\\1' }, 'INVALID_PATTERN'],
      [{ kind: 'mask', value: '' }, 'INVALID_BODY'],
      [{ kind: 'mask', value: '   ' }, 'INVALID_BODY'],
      [{ kind: 'mask', value: 'geheim', category: 'Not One' }, 'INVALID_BODY'],
      [{ kind: 'other', value: 'geheim' }, 'INVALID_BODY'],
    ] as const) {
      const answer = await server.call('POST', '/v1/account/terms', body);
      expect([answer.status, answer.body]).toMatchObject([400, { code }]);
      expect(answer.text).not.toContain('geheim');
    }
  });

  it('can be tried without being stored', async () => {
    const matches = z.object({ matches: z.array(contract.termMatch) });
    const pattern = { kind: 'pattern', value: 'PRJ-[0-9]{4}', category: 'project' };
    const tried = await server.call('POST', '/v1/account/terms/test', {
      text: 'Projekt PRJ-2041 läuft',
      term: pattern,
    });
    expect(tried.read(matches).matches).toEqual([
      { start: 8, end: 16, text: 'PRJ-2041', category: 'project', kind: 'pattern', termId: null },
    ]);
    const bad = await server.call('POST', '/v1/account/terms/test', { text: 'x', term: { ...pattern, value: '[' } });
    expect([bad.status, bad.body]).toMatchObject([400, { code: 'INVALID_PATTERN' }]);
    expect((await server.call('GET', '/v1/account/terms')).body).toEqual({ terms: [], cursor: null });
  });

  it('never run a hostile pattern for long', async () => {
    const hostile = { kind: 'pattern', value: '(a+)+$', category: 'custom' };
    const answer = await server.call('POST', '/v1/account/terms/test', {
      text: `${'a'.repeat(50_000)}!`,
      term: hostile,
    });
    expect(answer.read(z.object({ matches: z.array(contract.termMatch) })).matches).toEqual([]);
  });
});
