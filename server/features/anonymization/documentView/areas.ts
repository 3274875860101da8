import { areaBody, AREAS_PER_JOB, type Area, type AreaBody } from '../../../contract/documentView.ts';
import { isoTime, type Clock } from '../../../core/clock.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Principal } from '../../../http/types.ts';
import { jobNotFound, type CompletedJob, type JobReader } from '../jobs/jobReader.ts';
import { findJob } from '../jobs/jobStorage.ts';
import type { AnonymizationAudit } from '../types.ts';
import { countAreas, deleteAreaRow, listAreaRows, writeAreaRow } from './areaStorage.ts';
import type { Viewer } from './viewer.ts';

/** What the encrypted place of an area is bound to. */
export const areaBoundTo = (jobId: string, areaId: string): string => `job_areas/${jobId}/${areaId}`;

/** Areas that people draw on the pages of a document, blackened when it is exported. Where they lie is encrypted. */
export interface Areas {
  /** Page by page, in the order in which they were drawn. */
  of(job: Pick<CompletedJob, 'id' | 'accountId'>): Promise<Area[]>;
  list(principal: Principal, id: string): Promise<{ job_id: string; areas: Area[] }>;
  /** @throws AppError NOT_EXPORTABLE for a document without pages, INVALID_RANGE for a page that is not there, TOO_LARGE for too many */
  put(principal: Principal, id: string, areaId: string, place: AreaBody): Promise<Area>;
  delete(principal: Principal, id: string, areaId: string): Promise<void>;
}

export function createAreas(parts: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly audit: AnonymizationAudit;
  readonly reader: JobReader;
  readonly viewer: Viewer;
}): Areas {
  const { database, vault, clock, audit, reader, viewer } = parts;

  const of: Areas['of'] = async ({ id: jobId, accountId }) => {
    const open = await vault.textOpenerFor(accountId);
    const rows = await listAreaRows(database.db, jobId);
    const areas = rows.map(({ id, place }) => ({
      id,
      ...areaBody.parse(JSON.parse(open(areaBoundTo(jobId, id), place))),
    }));
    return areas.sort((a, b) => a.page - b.page);
  };

  return {
    of,
    async list(principal, id) {
      return { job_id: id, areas: await of(await reader.requireCompleted(principal, id, 'original')) };
    },
    async put(principal, id, areaId, place) {
      const { accountId } = principal;
      const job = await reader.requireCompleted(principal, id, 'original');
      const pages = await viewer.drawablePages(job);
      if (pages === 0) throw new AppError('NOT_EXPORTABLE', 'Areas can be drawn on PDF and pictures only.');
      if (place.page > pages) throw new AppError('INVALID_RANGE', 'The document has no such page.');
      const sealed = await vault.encryptText(accountId, areaBoundTo(id, areaId), JSON.stringify(place));
      await database.transaction(async (trx) => {
        // The job may have been deleted meanwhile.
        if ((await findJob(trx, accountId, id)) === undefined) throw jobNotFound();
        await writeAreaRow(trx, id, { id: areaId, place: sealed, createdAt: isoTime(clock.now()) });
        if ((await countAreas(trx, id)) > AREAS_PER_JOB) {
          throw new AppError('TOO_LARGE', 'There are too many areas on this document.');
        }
        await audit.record(trx, { action: 'job.reviewed', principal, target: { kind: 'job', id } });
      });
      return { id: areaId, ...place };
    },
    async delete(principal, id, areaId) {
      await reader.requireCompleted(principal, id, 'original');
      await database.transaction(async (trx) => {
        if (!(await deleteAreaRow(trx, id, areaId))) return;
        await audit.record(trx, { action: 'job.reviewed', principal, target: { kind: 'job', id } });
      });
    },
  };
}
