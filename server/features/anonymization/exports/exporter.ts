import { EXPORT_TYPES, type ExportQuery } from '../../../contract/anonymization.ts';
import type { Database } from '../../../core/db/types.ts';
import type { Documents } from '../../../documents/types.ts';
import type { Download, Principal } from '../../../http/types.ts';
import { anonymizedStem, originalFilename } from '../jobs/filenames.ts';
import type { CompletedJob, JobReader } from '../jobs/jobReader.ts';
import type { JobNames } from '../jobs/jobNames.ts';
import type { AnonymizationAudit } from '../types.ts';
import { PROMPTS } from './prompts.ts';

/** Writes a job's text as a document. */
export type Exporter = (principal: Principal, id: string, query: ExportQuery) => Promise<Download>;

export function createExporter(parts: {
  readonly database: Database;
  readonly documents: Documents;
  readonly reader: JobReader;
  readonly names: JobNames;
  readonly audit: AnonymizationAudit;
}): Exporter {
  const { database, documents, reader, names, audit } = parts;

  const filenameOf = async (job: CompletedJob, { textType, format }: ExportQuery): Promise<string> =>
    textType === 'anonymized' ? `${anonymizedStem(job.id)}.${format}` : originalFilename(await names.of(job), format);

  return (principal, id, query) =>
    reader.read(principal.accountId, id, async (job) => {
      const filename = await filenameOf(job, query);
      const body = await documents.write({
        format: query.format,
        text: await reader.text(job, query.textType),
        title: filename.slice(0, -query.format.length - 1),
        prompt: query.includePrompts ? PROMPTS[query.language] : null,
        language: job.result.metadata.language,
      });
      await audit.record(database.db, { action: 'job.exported', principal, target: { kind: 'job', id } });
      return { contentType: EXPORT_TYPES[query.format], body, filename };
    });
}
