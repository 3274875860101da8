import { describe, expect, it } from 'vitest';
import { openTestAnonymization, type TestAnonymization } from '../../../../test/helpers/openTestAnonymization.ts';
import * as contract from '../../../contract/index.ts';
import type { EntityOperationInput } from '../../../contract/jobs.ts';

const TEXT = 'Frau Dr. Anna Müller (Beta GmbH), Bonn. Müllers Akte in Bonn, Bonner Str. 1; Müllers 😀 Bonn';

async function openReview(text = TEXT) {
  const app = await openTestAnonymization();
  const { job_id: id } = await app.anonymize(text);
  return { ...app, id, ...reviewing(app, id, text) };
}

function reviewing({ call }: TestAnonymization, id: string, text: string) {
  const change = (operations: readonly EntityOperationInput[], revision?: number) =>
    call(contract.reviewEntities, {
      params: { id },
      body: contract.reviewBody.parse({ operations, ...(revision !== undefined && { revision }) }),
    });
  const entities = async () => (await call(contract.listEntities, { params: { id } })).entities;
  const span = (value: string, nth = 0) => {
    let start = text.indexOf(value);
    for (let skipped = 0; skipped < nth; skipped += 1) start = text.indexOf(value, start + 1);
    return { start, end: start + value.length };
  };
  /** The state always fits the text, and the text always comes back. */
  const checkState = async () => {
    const status = await call(contract.getStatus, { params: { job_id: id } });
    if (status.status !== 'completed') throw new Error(status.status);
    expect(status.original_text).toBe(text);
    expect((await call(contract.deanonymize, { body: { text: status.anonymized_text_raw } })).text).toBe(text);
    const list = await entities();
    let built = '';
    let at = 0;
    const counts: Record<string, number> = {};
    for (const entity of list) {
      expect(entity.text).toBe(text.slice(entity.start, entity.end));
      expect(entity.placeholder === null).toBe(!entity.accepted);
      if (!entity.accepted) continue;
      built += text.slice(at, entity.start) + entity.placeholder!;
      at = entity.end;
      counts[entity.category] = (counts[entity.category] ?? 0) + 1;
    }
    expect(built + text.slice(at)).toBe(status.anonymized_text_raw);
    expect(status.metadata.entities).toEqual(counts);
    return status.anonymized_text_raw;
  };
  return { change, entities, span, checkState };
}

describe('review', () => {
  it('lists every mention in the order of the text', async () => {
    const { entities, checkState } = await openReview();
    expect((await entities()).map(({ id, text, accepted }) => [id, text, accepted])).toEqual([
      ['e1', 'Frau Dr. Anna Müller', true],
      ['e2', 'Beta GmbH', true],
      ['e3', 'Müllers', true],
      ['e4', 'Müllers', true],
    ]);
    await checkState();
  });

  it('rejects and accepts, one or all', async () => {
    const { change, checkState } = await openReview();
    const rejected = await change([{ op: 'reject', id: 'e3', all_occurrences: true }], 1);
    expect(rejected).toMatchObject({
      revision: 2,
      removed: [],
      metadata: { entities: { person: 1, organization: 1 } },
    });
    expect(rejected.changed.map(({ id, accepted, placeholder }) => [id, accepted, placeholder])).toEqual([
      ['e3', false, null],
      ['e4', false, null],
    ]);
    expect(rejected.anonymized_text_raw).toContain('Müllers Akte');
    const accepted = await change([{ op: 'accept', id: 'e4' }], 2);
    expect(accepted.changed.map(({ id }) => id)).toEqual(['e4']);
    const text = await checkState();
    expect(text).toContain('Müllers Akte');
    expect(text).not.toContain('Müllers 😀');
  });

  it('gives a new category a placeholder of its own', async () => {
    const { change, entities, checkState } = await openReview();
    const before = (await entities())[1]!;
    const { changed } = await change([{ op: 'categorize', id: 'e2', category: 'customer' }]);
    expect(changed[0]!.placeholder).toMatch(/^\[\[customer-\w{8}\]\]$/);
    expect(changed[0]!.placeholder!.slice(11, 17)).toBe(before.placeholder!.slice(15, 21));
    await checkState();
  });

  it('adds a mention, and all whole-word occurrences', async () => {
    const { change, span, checkState } = await openReview();
    const { changed } = await change([{ op: 'add', ...span('Bonn'), category: 'location', all_occurrences: true }]);
    expect(changed.map(({ text, start }) => [text, start])).toEqual(
      [0, 1, 3].map((nth) => ['Bonn', span('Bonn', nth).start]),
    );
    expect(new Set(changed.map(({ placeholder }) => placeholder)).size).toBe(1);
    expect(await checkState()).toContain('Bonner Str. 1');
  });

  it('lets an added mention win over accepted ones that it overlaps, and takes it back', async () => {
    const { change, span, entities, checkState } = await openReview();
    const { changed } = await change([{ op: 'add', ...span('Anna Müller (Beta'), category: 'custom' }]);
    const added = changed.find(({ accepted }) => accepted)!;
    expect(changed.filter(({ accepted }) => !accepted).map(({ id }) => id)).toEqual(['e1', 'e2']);
    await checkState();
    const back = await change([
      { op: 'remove', id: added.id },
      { op: 'accept', id: 'e1' },
      { op: 'accept', id: 'e2' },
    ]);
    expect(back.removed).toEqual([added.id]);
    expect((await entities()).map(({ id }) => id)).toEqual(['e1', 'e2', 'e3', 'e4']);
    await checkState();
    const again = await change([{ op: 'add', ...span('Akte'), category: 'custom' }]);
    expect(again.changed[0]!.id).not.toBe(added.id);
  });

  it('takes up a mention that is there already, and links forms of one person', async () => {
    const { change, span, checkState } = await openReview();
    await change([{ op: 'reject', id: 'e1' }]);
    const { changed } = await change([{ op: 'add', ...span('Frau Dr. Anna Müller'), category: 'person' }]);
    expect(changed.map(({ id }) => id)).toEqual(['e1']);
    await checkState();
  });

  it('rejects a mention that lies inside a larger one', async () => {
    const { change, span, checkState } = await openReview();
    await change([
      { op: 'reject', id: 'e2' },
      { op: 'add', ...span('Beta'), category: 'custom' },
    ]);
    const { changed } = await change([{ op: 'accept', id: 'e2' }]);
    expect(changed.map(({ text, accepted }) => [text, accepted])).toEqual([
      ['Beta GmbH', true],
      ['Beta', false],
    ]);
    await checkState();
  });

  it('refuses what is not possible, and changes nothing then', async () => {
    const { change, span, entities, checkState } = await openReview();
    const before = await entities();
    const emoji = span('😀').start;
    const fail = async (operation: EntityOperationInput, code: string) =>
      expect(change([{ op: 'reject', id: 'e1' }, operation])).rejects.toMatchObject({ code });
    await fail({ op: 'accept', id: 'e99' }, 'ENTITY_NOT_FOUND');
    await fail({ op: 'remove', id: 'e1' }, 'ENTITY_NOT_FOUND');
    for (const [start, end] of [
      [0, TEXT.length + 1],
      [5, 5],
      [6, 5],
      [emoji, emoji + 1],
      [emoji + 1, emoji + 2],
      [4, 5],
    ]) {
      await fail({ op: 'add', start: start!, end: end!, category: 'custom' }, 'INVALID_SPAN');
    }
    await expect(change([{ op: 'reject', id: 'e1' }], 7)).rejects.toMatchObject({ code: 'REVISION_CONFLICT' });
    expect(await entities()).toEqual(before);
    await checkState();
  });

  it('lets one of two changes to the same revision win', async () => {
    const { change, checkState } = await openReview();
    const outcomes = await Promise.allSettled(['e1', 'e2', 'e3', 'e4'].map((id) => change([{ op: 'reject', id }], 1)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status !== 'rejected') continue;
      expect(outcome.reason).toMatchObject({ code: 'REVISION_CONFLICT', details: { revision: 2 } });
    }
    await checkState();
  });

  it('applies any number of simultaneous changes that name no revision one after the other', async () => {
    const words = Array.from({ length: 30 }, (_, i) => `Wort${i + 10}`);
    const { change, entities, span, checkState } = await openReview(words.join(' '));
    const results = await Promise.all(words.map((word) => change([{ op: 'add', ...span(word), category: 'custom' }])));
    expect(results.map(({ revision }) => revision)).toEqual(words.map((_, i) => i + 2));
    expect((await entities()).map(({ text, accepted }) => [text, accepted])).toEqual(words.map((word) => [word, true]));
    await checkState();
  });

  it('leaves nothing behind when the job is deleted meanwhile', async () => {
    const { change, call, id, blobs, blobReferences } = await openReview();
    const changes = ['e1', 'e2', 'e3', 'e4'].map((entity) => change([{ op: 'reject', id: entity }]));
    const [, ...outcomes] = await Promise.allSettled([call(contract.deleteJob, { params: { id } }), ...changes]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'JOB_NOT_FOUND' });
    }
    expect(outcomes.at(-1)?.status).toBe('rejected');
    expect(await blobs.sweep(blobReferences())).toEqual({ removed: 0, missing: 0 });
  });

  it('goes on after a change that failed', async () => {
    const { change, entities, checkState } = await openReview();
    const outcomes = await Promise.allSettled(['e1', 'none', 'e3', 'e4'].map((id) => change([{ op: 'reject', id }])));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect((await entities()).map(({ accepted }) => accepted)).toEqual([false, true, false, false]);
    await checkState();
  });

  it('keeps texts of earlier revisions restorable', async () => {
    const { change, call, id } = await openReview();
    const before = await call(contract.getStatus, { params: { job_id: id } });
    await change([{ op: 'reject', id: 'e2' }]);
    if (before.status !== 'completed') throw new Error(before.status);
    expect((await call(contract.deanonymize, { body: { text: before.anonymized_text_raw } })).text).toBe(TEXT);
  });

  it('shows placeholders of the text itself as mentions that stay masked', async () => {
    const app = await openTestAnonymization();
    const known = (await app.anonymize('Müllers')).anonymized_text_raw;
    const text = `a ${known} b`;
    const { job_id } = await app.anonymize(text);
    const { entities, change, checkState } = reviewing(app, job_id, text);
    expect((await entities()).map((entity) => [entity.text, entity.category, entity.sources])).toEqual([
      [known, 'custom', ['guard:placeholder']],
    ]);
    const { changed } = await change([{ op: 'reject', id: 'e1' }]);
    expect(changed).toEqual([]);
    await checkState();
    const inside = text.indexOf('person');
    await change([{ op: 'add', start: inside, end: inside + 6, category: 'person' }]);
    await checkState();
  });

  it('needs a completed job', async () => {
    const app = await openTestAnonymization();
    const file = { name: 'a.pdf', bytes: Buffer.from(' ') };
    const { job_id } = await app.call(contract.uploadFile, { file, body: {} });
    await app.jobs.whenIdle();
    const { change, entities } = reviewing(app, job_id, '');
    await expect(entities()).rejects.toMatchObject({ code: 'JOB_NOT_COMPLETED' });
    await expect(change([{ op: 'reject', id: 'e1' }])).rejects.toMatchObject({ code: 'JOB_NOT_COMPLETED' });
  });
});
