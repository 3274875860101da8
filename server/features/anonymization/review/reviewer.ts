import { z } from 'zod';
import type { EntityList, EntityOperation, ReviewResult } from '../../../contract/jobs.ts';
import { decodeCursor, encodeCursor } from '../../../core/db/paging.ts';
import type { BlobRef } from '../../../core/blobs/types.ts';
import { AppError } from '../../../core/errors.ts';
import { mapInTurns } from '../../../core/turns.ts';
import type { Principal } from '../../../http/types.ts';
import { acceptedSpans, countByCategory, shownEntity, withPlaceholders } from '../jobs/entities.ts';
import { type CompletedJob, jobNotFound, type JobReader } from '../jobs/jobReader.ts';
import { type JobResult, storeResult } from '../jobs/jobStorage.ts';
import type { JobTexts } from '../jobs/jobTexts.ts';
import type { MappingVault, MaskWork } from '../mappings/mappingVault.ts';
import type { AnonymizationAudit, EntityState, StoredEntity } from '../types.ts';
import { applyOperations } from './operations.ts';

/** A change of a job's mentions. */
export interface ReviewRequest {
  /** Revision the change is based on; any when absent. */
  readonly revision?: number | undefined;
  readonly operations: readonly EntityOperation[];
}

/** Cursor of a list that does not change: a revision of the job, and how many of its mentions come before. */
const revisionAndOffset = z.tuple([z.number().int(), z.number().int().nonnegative()]);

/** Shows and changes the mentions of completed jobs. */
export interface Reviewer {
  /** @throws AppError REVISION_CONFLICT when the job has changed since the page that gave the cursor out */
  list(
    principal: Principal,
    id: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<EntityList>;
  /** All operations or none; a new anonymized text, verified like the first one. */
  change(principal: Principal, id: string, request: ReviewRequest): Promise<ReviewResult>;
}

export function createReviewer(parts: {
  readonly reader: JobReader;
  readonly texts: JobTexts;
  readonly mappingVault: MappingVault;
  readonly audit: AnonymizationAudit;
}): Reviewer {
  const { reader, texts, mappingVault, audit } = parts;
  const inLine = createLines();

  const changeOnce = async (
    principal: Principal,
    job: CompletedJob,
    { revision, operations }: ReviewRequest,
  ): Promise<ReviewResult> => {
    if (revision !== undefined && revision !== job.revision) throw conflict(job.revision);
    const text = await reader.text(job, 'original');
    const before = await reader.entities(job);
    const wanted = await applyOperations(text, before, operations);
    let after = wanted;
    let result: JobResult = job.result;
    const { anonymizedRef, entitiesRef } = job.result;
    const written: BlobRef[] = [];
    /** Of all that was there or has been written, only the texts of `state` stay. */
    const keepOnly = (state: JobResult) => {
      const kept = new Set([state.anonymizedRef, state.entitiesRef]);
      const all = [anonymizedRef, entitiesRef, ...written];
      return texts.delete(
        job.accountId,
        all.filter((ref) => !kept.has(ref)),
      );
    };
    const work: MaskWork = async (maskedText) => {
      after = await withPlaceholders(wanted, maskedText.parts);
      result = {
        ...job.result,
        anonymizedRef: await texts.putText(job.accountId, job.id, 'anonymized', maskedText.text),
        entitiesRef: await texts.putEntities(job.accountId, job.id, after),
        metadata: { ...job.result.metadata, entities: countByCategory(after) },
      };
      written.push(result.anonymizedRef, result.entitiesRef);
      return async (trx) => {
        // Changes of a job wait in line: only its removal can have come between.
        if (!(await storeResult(trx, job.id, job.revision, result))) throw jobNotFound();
        await audit.record(trx, { action: 'job.reviewed', principal, target: { kind: 'job', id: job.id } });
      };
    };
    const masked = await mappingVault.mask(job, text, acceptedSpans(wanted), work).catch(async (error: unknown) => {
      await keepOnly(job.result);
      throw error;
    });
    await keepOnly(result);
    return {
      job_id: job.id,
      revision: job.revision + 1,
      ...difference(before, after, text),
      anonymized_text_raw: masked.text,
      metadata: await reader.metadata(principal, { ...job, result }),
    };
  };

  return {
    list: (principal, id, { limit, cursor }) =>
      reader.read(principal, id, 'original', async (job) => {
        const [revision, from] = decodeCursor(cursor, revisionAndOffset) ?? [job.revision, 0];
        if (revision !== job.revision) throw conflict(job.revision);
        const text = await reader.text(job, 'original');
        const { entities } = await reader.entities(job);
        const to = from + limit;
        return {
          job_id: id,
          revision: job.revision,
          count: entities.length,
          entities: await mapInTurns(entities.slice(from, to), (entity) => shownEntity(entity, text)),
          cursor: to < entities.length ? encodeCursor([revision, to]) : null,
        };
      }),
    change: (principal, id, request) => {
      const { accountId } = principal;
      return inLine(`${accountId}/${id}`, () =>
        reader.read(principal, id, 'original', (job) => changeOnce(principal, job, request)),
      );
    },
  };
}

/**
 * Runs work with the same key one after the other, in the order of the calls; work with other keys runs beside it. A change reads
 * a whole job and writes it anew: changes side by side would only undo each other's work.
 */
function createLines(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lasts = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = lasts.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const last = result.catch(() => undefined);
    lasts.set(key, last);
    void last.then(() => {
      if (lasts.get(key) === last) lasts.delete(key);
    });
    return result;
  };
}

function conflict(current: number): AppError {
  return new AppError('REVISION_CONFLICT', 'The job was changed meanwhile.', { details: { revision: current } });
}

/** Mentions that are new or differ, and those that are gone. */
function difference(before: EntityState, after: EntityState, text: string): Pick<ReviewResult, 'changed' | 'removed'> {
  const old = new Map(before.entities.map((entity) => [entity.id, entity]));
  const kept = new Set(after.entities.map(({ id }) => id));
  const changed = after.entities.filter((entity) => !isSame(entity, old.get(entity.id)));
  return {
    changed: changed.map((entity) => shownEntity(entity, text)),
    removed: before.entities.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  };
}

function isSame(entity: StoredEntity, other: StoredEntity | undefined): boolean {
  return (
    other?.category === entity.category &&
    other.accepted === entity.accepted &&
    other.placeholder === entity.placeholder
  );
}
