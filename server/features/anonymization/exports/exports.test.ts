import { describe, expect, it } from 'vitest';
import { openTestAnonymization, type TestAnonymization } from '../../../../test/helpers/openTestAnonymization.ts';
import { createExport, deleteExport, downloadExport, getExport, type ExportRun } from '../../../contract/exports.ts';
import { deleteJob, getJob, listEntities, reviewEntities, uploadFile } from '../../../contract/jobs.ts';
import { exportJobV1 } from '../../../contract/anonymization.ts';
import { AppError } from '../../../core/errors.ts';
import type { Documents, RemainingValue } from '../../../documents/types.ts';

const TEXT = 'Frau Dr. Anna Müller schreibt an anna@example.org, Konto DE89 3704 0044 0532 0130 00.';
const NATIVE = { format: 'native', textType: 'anonymized', includePrompts: false, language: 'de' } as const;

type Rewrite = Documents['rewrite'];

async function opened(rewrite: Rewrite, more: Parameters<typeof openTestAnonymization>[0] = {}) {
  const feature = await openTestAnonymization({ ...more, documents: { rewrite } });
  const file = { name: 'Klage Anna Müller.pdf', bytes: Buffer.from(TEXT) };
  const { job_id: id } = await feature.call(uploadFile, { body: {}, file });
  await feature.jobs.whenIdle();
  return { feature, id };
}
const begin = async ({ call }: TestAnonymization, id: string): Promise<ExportRun> =>
  (await call(createExport, { params: { id }, body: NATIVE })).export;
const state = async ({ call }: TestAnonymization, run: ExportRun, as?: string): Promise<ExportRun> =>
  (await call(getExport, { params: { id: run.job_id, export_id: run.export_id }, ...(as !== undefined && { as }) }))
    .export;
const params = ({ job_id: id, export_id }: ExportRun) => ({ params: { id, export_id } });
async function objects({ blobReferences }: TestAnonymization): Promise<number> {
  let count = 0;
  for await (const { ref } of blobReferences()) if (ref !== '') count += 1;
  return count;
}
const written: Rewrite = (_bytes, _format, { replacements }) =>
  Promise.resolve({ bytes: Buffer.from(replacements.map(({ text }) => text).join(' ')), cleaned: [], removed: [] });

describe('exports in the background', () => {
  it('tell how far they are, and give the document under a neutral name as often as wanted', async () => {
    const halfway = Promise.withResolvers<undefined>();
    const { feature, id } = await opened(async (bytes, format, request) => {
      request.onProgress?.(0.5, 1);
      await halfway.promise;
      return written(bytes, format, request);
    });
    const run = await begin(feature, id);
    expect(run).toMatchObject({ status: 'processing', job_id: id, pages: 2, revision: 1 });
    await expect.poll(async () => (await state(feature, run)).page).toBe(1);
    expect(await state(feature, run)).toMatchObject({ status: 'processing', stage: 'writing', progress: 0.495 });
    await expect(feature.call(downloadExport, params(run))).rejects.toMatchObject({ code: 'EXPORT_NOT_COMPLETED' });
    halfway.resolve(undefined);
    await feature.jobs.whenIdle();
    expect(await state(feature, run)).toMatchObject({ status: 'completed', progress: 1, details: null });
    for (let time = 0; time < 2; time += 1) {
      const { body, filename, contentType } = await feature.call(downloadExport, params(run));
      expect(Buffer.from(body as Uint8Array).toString()).toMatch(/^\[\[person-/);
      expect({ filename, contentType }).toEqual({
        filename: `document-${id.slice(0, 8)}-anonymized.pdf`,
        contentType: 'application/pdf',
      });
    }
    expect(feature.audited.filter((action) => action === 'job.exported')).toHaveLength(2);
  });

  it('end when they are deleted, with their job, and after a day', async () => {
    let aborted = 0;
    const begun: (() => void)[] = [];
    const waiting: Rewrite = (_bytes, _format, { signal }) =>
      new Promise((_resolve, reject) => {
        begun.shift()?.();
        signal.addEventListener('abort', () => {
          aborted += 1;
          reject(new DOMException('aborted', 'AbortError'));
        });
      });
    const started = () => new Promise<void>((resolve) => begun.push(resolve));
    const { feature, id } = await opened(waiting);
    let running = started();
    const first = await begin(feature, id);
    await running;
    running = started();
    // The same again takes its place.
    const second = await begin(feature, id);
    await running;
    expect(aborted).toBe(1);
    await expect(state(feature, first)).rejects.toMatchObject({ code: 'EXPORT_NOT_FOUND' });
    await feature.call(deleteExport, params(second));
    expect(aborted).toBe(2);
    await feature.call(deleteExport, params(second));
    running = started();
    await begin(feature, id);
    await running;
    await feature.call(deleteJob, { params: { id } });
    expect(aborted).toBe(3);
    expect(await feature.database.db.selectFrom('job_exports').selectAll().execute()).toEqual([]);
    expect(await feature.database.db.selectFrom('work').selectAll().execute()).toEqual([]);
  });

  it('are kept for a day', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const { feature, id } = await opened(written, { clock: { now: () => now } });
    const run = await begin(feature, id);
    await feature.jobs.whenIdle();
    const before = await objects(feature);
    now += 23 * 3_600_000;
    await feature.cleanUp();
    await feature.call(downloadExport, params(run));
    now += 2 * 3_600_000;
    await feature.cleanUp();
    await expect(feature.call(downloadExport, params(run))).rejects.toMatchObject({ code: 'EXPORT_NOT_FOUND' });
    expect(await objects(feature)).toBe(before - 1);
  });

  it('belong to their account and their job', async () => {
    const { feature, id } = await opened(written);
    const run = await begin(feature, id);
    const other = await feature.addAccount();
    await expect(state(feature, run, other)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
    const { job_id } = await feature.anonymize('Anna Müller');
    await expect(state(feature, { ...run, job_id })).rejects.toMatchObject({ code: 'EXPORT_NOT_FOUND' });
    await feature.call(deleteExport, { params: { id: job_id, export_id: run.export_id } });
    await feature.jobs.whenIdle();
    expect(await state(feature, run)).toMatchObject({ status: 'completed' });
  });
});

describe('values that stand in the way', () => {
  const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.05 };
  /** Refuses as long as a value is to be replaced. */
  const refusing: Rewrite = (bytes, format, request) => {
    const value = request.forbidden.find((one) => one.value === 'anna@example.org');
    if (value === undefined) return written(bytes, format, request);
    const remaining: RemainingValue[] = [
      { replacement: value.replacement, page: 2, box, reason: 'text' },
      { replacement: value.replacement, page: null, box: null, reason: 'data' },
    ];
    return Promise.reject(new AppError('DOCUMENT_ANONYMIZATION_FAILED', 'No.', { details: { remaining } }));
  };

  it('are told by mention, page and place, until somebody decides about them', async () => {
    const { feature, id } = await opened(refusing);
    const run = await begin(feature, id);
    await feature.jobs.whenIdle();
    const failed = await state(feature, run);
    const { entities } = await feature.call(listEntities, { params: { id } });
    const { id: entityId, placeholder, category } = entities.find(({ text }) => text === 'anna@example.org')!;
    const items = [
      { entityId, placeholder, category, page: 2, box, reason: 'text' },
      { entityId, placeholder, category, page: null, box: null, reason: 'data' },
    ];
    expect(failed).toMatchObject({ status: 'failed', code: 'DOCUMENT_ANONYMIZATION_FAILED', details: { items } });
    expect(JSON.stringify(failed)).not.toContain('anna@');
    // The job itself is as it was.
    expect((await feature.call(getJob, { params: { id } })).job.status).toBe('completed');
    await expect(feature.call(exportJobV1, { params: { id }, query: { format: 'native' } })).rejects.toMatchObject({
      ...{ code: 'DOCUMENT_ANONYMIZATION_FAILED', details: { items } },
    });
    await feature.call(reviewEntities, {
      ...{ params: { id }, body: { operations: [{ op: 'reject', id: entityId, all_occurrences: true }] } },
    });
    const again = await begin(feature, id);
    await feature.jobs.whenIdle();
    expect(await state(feature, again)).toMatchObject({ status: 'completed', revision: 2 });
    const logged = JSON.stringify(feature.logger.entries);
    expect(logged).not.toContain('anna@');
  });

  it('tell of a failure without places as of every other', async () => {
    const { feature, id } = await opened(() => Promise.reject(new AppError('DOCUMENT_ANONYMIZATION_FAILED', 'No.')));
    const run = await begin(feature, id);
    await feature.jobs.whenIdle();
    expect(await state(feature, run)).toMatchObject({
      ...{ status: 'failed', code: 'DOCUMENT_ANONYMIZATION_FAILED', details: null },
    });
  });
});
