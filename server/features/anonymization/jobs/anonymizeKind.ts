import { z } from 'zod';
import type { BlobRef } from '../../../core/blobs/types.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import type { JobContext, JobKind, JobOutcome } from '../../../core/jobs/types.ts';
import type { DetectionTerm } from '../../../detection/types.ts';
import type { ReadResult } from '../../../documents/types.ts';
import type { MappingVault } from '../mappings/mappingVault.ts';
import { releaseMappings } from '../mappings/mappingStorage.ts';
import type { AnonymizationDependencies } from '../types.ts';
import { acceptedSpans, countByCategory, entitiesOf, withPlaceholders } from './entities.ts';
import { findJob, type JobResult, type JobRow, storeResult } from './jobStorage.ts';
import type { JobTexts } from './jobTexts.ts';
import { countWords } from '../../../core/text/countWords.ts';

/** Nothing but the job's own row decides what is done. */
const kindInput = z.object({});
export type AnonymizeKind = JobKind<z.output<typeof kindInput>>;

/** Share of the progress bar that reading a document takes. */
export const READING_SHARE = 0.6;
const DETECTED_SHARE = 0.9;

interface Parts extends Pick<AnonymizationDependencies, 'database' | 'detector' | 'documents' | 'clock'> {
  readonly texts: JobTexts;
  readonly mappingVault: MappingVault;
  readonly enabledTerms: (accountId: string) => Promise<readonly DetectionTerm[]>;
}

/** The main job: read, detect, mask, verify, store. Running it again gives the same result. */
export function createAnonymizeKind(parts: Parts): AnonymizeKind {
  const { database, detector, documents, clock, texts, mappingVault, enabledTerms } = parts;

  const read = async (job: JobRow, context: JobContext): Promise<ReadResult | { text: string }> => {
    if (job.format === null) return { text: await texts.getText(job.accountId, job.inputRef) };
    return documents.read(await texts.getFile(job.accountId, job.inputRef), job.format, {
      language: job.options.language ?? undefined,
      signal: context.signal,
      onProgress: (fraction, stage) => context.progress(fraction * READING_SHARE, stage),
    });
  };

  const work = async (job: JobRow, context: JobContext, written: BlobRef[]): Promise<JobOutcome> => {
    const { accountId } = job;
    const noted = async (storing: Promise<BlobRef>) => {
      const ref = await storing;
      written.push(ref);
      return ref;
    };
    const startedAt = clock.now();
    const document = await read(job, context);
    const { text } = document;
    const layout = 'layout' in document ? document.layout : undefined;
    context.progress(job.format === null ? 0 : READING_SHARE, 'detecting');
    const { level, categories } = job.options;
    const language = job.options.language ?? undefined;
    const terms = await enabledTerms(accountId);
    const detected = await detector.detect(text, { language, level, categories, terms }, context.signal);
    context.signal.throwIfAborted();
    context.progress(DETECTED_SHARE, 'finishing');
    const found = await entitiesOf(detected.spans);
    const checkClaim = (db: Db) => context.checkClaim(db);
    const masked = await mappingVault.mask(job, text, acceptedSpans(found), () => Promise.resolve(checkClaim));
    const state = await withPlaceholders(found, masked.parts);
    const result: JobResult = {
      originalRef: job.format === null ? job.inputRef : await noted(texts.putText(accountId, job.id, 'original', text)),
      anonymizedRef: await noted(texts.putText(accountId, job.id, 'anonymized', masked.text)),
      entitiesRef: await noted(texts.putEntities(accountId, job.id, state)),
      layoutRef: layout === undefined ? null : await noted(texts.putFile(accountId, job.id, 'layout', layout)),
      completedAt: isoTime(clock.now()),
      metadata: {
        language: detected.language,
        words: countWords(text),
        ...('ocr' in document && documentFacts(document)),
        entities: countByCategory(state),
        engine: { ...detector.version, detectors: [...detected.stages] },
        duration_ms: Math.max(0, Math.round(clock.now() - startedAt)),
      },
    };
    return {
      async commit(db) {
        if (!(await storeResult(db, job.id, 0, result))) throw new Error('the job is gone or has a result already');
      },
      discard: () => texts.delete(accountId, written),
    };
  };

  return {
    name: 'anonymize',
    input: kindInput,
    async run(_input, context) {
      const job = await findJob(database.db, context.accountId, context.jobId);
      if (job === undefined) throw new Error('the job has no row');
      // Every object of a run has a reference of its own, so removing them takes nothing from another run of the job.
      const written: BlobRef[] = [];
      try {
        return await work(job, context, written);
      } catch (error) {
        await texts.delete(job.accountId, written);
        throw error;
      }
    },
    // What a job that failed has put into the vault belongs to nobody.
    release: (db, { accountId, jobId }) => releaseMappings(db, accountId, jobId),
  };
}

function documentFacts({ pages, ocr, confidence, recognizedBy }: ReadResult) {
  return {
    ...(pages !== undefined && { pages }),
    ...{ ocr, confidence },
    ...(recognizedBy !== undefined && { recognized_by: recognizedBy }),
  };
}
