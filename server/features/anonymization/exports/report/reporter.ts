import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { getJobReport, JobReport } from '../../../../contract/documents.ts';
import { anonymizedStem } from '../../../../contract/fileNames.ts';
import { isoTime } from '../../../../core/clock.ts';
import { forEachInTurns } from '../../../../core/turns.ts';
import type { WholeDownload, Principal } from '../../../../http/types.ts';
import { MANUAL_SOURCE } from '../../jobs/entities.ts';
import type { CompletedJob, JobReader } from '../../jobs/jobReader.ts';
import type { JobTexts } from '../../jobs/jobTexts.ts';
import type { AnonymizationDependencies, EntityState } from '../../types.ts';
import { remainingRisk } from './risk.ts';
import { reportText } from './reportText.ts';

type ReportQuery = z.output<typeof getJobReport.query>;

/** Says what was done to a document, without any value of it. */
export type Reporter = (principal: Principal, id: string, query: ReportQuery) => Promise<WholeDownload>;

interface Parts extends Pick<
  AnonymizationDependencies,
  'database' | 'documents' | 'detector' | 'clock' | 'audit' | 'accountName'
> {
  readonly reader: JobReader;
  readonly texts: JobTexts;
  /** What people drew on the pages of its document. */
  readonly areasOf: (job: CompletedJob) => Promise<readonly unknown[]>;
}

export function createReporter(parts: Parts): Reporter {
  const { database, documents, detector, clock, audit, accountName, reader, texts, areasOf } = parts;

  const reportOf = async (job: CompletedJob): Promise<JobReport> => {
    const { metadata, completedAt } = job.result;
    const original = await reader.text(job, 'original');
    const anonymized = await reader.text(job, 'anonymized');
    const { masked, rejected, added } = await countMentions(await reader.entities(job), original);
    const input = job.format === null ? utf8(original) : await texts.getFile(job.accountId, job.inputRef);
    return {
      job_id: job.id,
      created_at: job.createdAt,
      completed_at: completedAt,
      reported_at: isoTime(clock.now()),
      document: {
        format: job.format,
        language: metadata.language,
        words: metadata.words,
        pages: metadata.pages ?? null,
        recognized: metadata.ocr ?? false,
      },
      settings: { level: job.options.level, categories: job.options.categories },
      engine: {
        recognizers: metadata.engine.recognizers,
        model: metadata.engine.model,
        detectors: (metadata.engine.detectors ?? []).filter(({ state }) => state === 'ran').map(({ id }) => id),
      },
      masked,
      rejected,
      added,
      areas: (await areasOf(job)).length,
      review: { account: await accountName(job.accountId), changes: job.revision - 1 },
      checksums: {
        input: sha256(input),
        original: sha256(utf8(original)),
        anonymized: sha256(utf8(anonymized)),
      },
      risk: await remainingRisk(detector, anonymized, metadata.language),
    };
  };

  return (principal, id, { format, language }) =>
    reader.read(principal, id, 'original', async (job) => {
      const report = await reportOf(job);
      const name = `${anonymizedStem(job.id)}-report`;
      await audit.record(database.db, { action: 'job.exported', principal, target: { kind: 'job', id } });
      if (format === 'json') {
        const body = Buffer.from(`${JSON.stringify(report, null, 2)}\n`, 'utf8');
        return { contentType: 'application/json', body, filename: `${name}.json` };
      }
      const { title, text } = reportText(report, language);
      const body = await documents.write({ format: 'pdf', title, text, prompt: null, language });
      return { contentType: 'application/pdf', body, filename: `${name}.pdf` };
    });
}

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function countMentions(
  { entities }: EntityState,
  original: string,
): Promise<Pick<JobReport, 'masked' | 'rejected' | 'added'>> {
  const categories = new Map<string, { mentions: number; values: Set<string> }>();
  let rejected = 0;
  let added = 0;
  await forEachInTurns(entities, ({ accepted, category, start, end, sources }) => {
    if (!accepted) {
      rejected += 1;
      return;
    }
    if (sources.includes(MANUAL_SOURCE)) added += 1;
    const counted = categories.get(category) ?? { mentions: 0, values: new Set<string>() };
    counted.mentions += 1;
    counted.values.add(original.slice(start, end));
    categories.set(category, counted);
  });
  const masked = [...categories]
    .map(([category, { mentions, values }]) => ({ category, mentions, values: values.size }))
    .sort((a, b) => b.mentions - a.mentions || (a.category < b.category ? -1 : 1));
  return { masked, rejected, added };
}
