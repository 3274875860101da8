import { EXPORT_TYPES, type ExportFormat, type ExportQuery } from '../../../contract/anonymization.ts';
import { DOCUMENT_TYPES } from '../../../contract/documentFormats.ts';
import { anonymizedStem } from '../../../contract/fileNames.ts';
import type { Database } from '../../../core/db/types.ts';
import type { Documents } from '../../../documents/types.ts';
import type { Download, Principal } from '../../../http/types.ts';
import { originalFilename } from '../jobs/filenames.ts';
import type { CompletedJob, JobReader } from '../jobs/jobReader.ts';
import type { JobNames } from '../jobs/jobNames.ts';
import type { JobTexts } from '../jobs/jobTexts.ts';
import type { AnonymizationAudit } from '../types.ts';
import { type InOwnFormat, ownExtension } from './inOwnFormat.ts';
import { PROMPTS } from './prompts.ts';

/** Writes a job's text as a document, or its document in its own format. */
export type Exporter = (principal: Principal, id: string, query: ExportQuery, signal: AbortSignal) => Promise<Download>;

export function createExporter(parts: {
  readonly database: Database;
  readonly documents: Documents;
  readonly reader: JobReader;
  readonly names: JobNames;
  readonly texts: JobTexts;
  readonly inOwnFormat: InOwnFormat;
  /** The text of a job with its placeholders, and without the words that people covered on its pages. */
  readonly sharedText: (job: CompletedJob) => Promise<string>;
  readonly audit: AnonymizationAudit;
}): Exporter {
  const { database, documents, reader, names, texts, inOwnFormat, sharedText, audit } = parts;

  const written = async (job: CompletedJob, query: ExportQuery, format: ExportFormat): Promise<Download> => {
    const stem =
      query.textType === 'anonymized' ? anonymizedStem(job.id) : originalFilename(await names.of(job), format);
    const title = stem.endsWith(`.${format}`) ? stem.slice(0, -format.length - 1) : stem;
    const body = await documents.write({
      format,
      text: query.textType === 'anonymized' ? await sharedText(job) : await reader.text(job, 'original'),
      title,
      prompt: query.includePrompts ? PROMPTS[query.language] : null,
      language: job.result.metadata.language,
    });
    return { contentType: EXPORT_TYPES[format], body, filename: `${title}.${format}` };
  };

  const native = async (job: CompletedJob, { textType }: ExportQuery, signal: AbortSignal): Promise<Download> => {
    const name = await names.of(job);
    const contentType = DOCUMENT_TYPES[job.format ?? 'txt'].mimeType;
    if (textType === 'original') {
      const body =
        job.format === null
          ? Buffer.from(await reader.text(job, 'original'), 'utf8')
          : await texts.getFile(job.accountId, job.inputRef);
      return { contentType, body, filename: name };
    }
    const body = await inOwnFormat(job, signal);
    return { contentType, body, filename: `${anonymizedStem(job.id)}.${ownExtension(job.format, name)}` };
  };

  return (principal, id, query, signal) =>
    reader.read(principal, id, query.textType, async (job) => {
      const download =
        query.format === 'native' ? await native(job, query, signal) : await written(job, query, query.format);
      await audit.record(database.db, { action: 'job.exported', principal, target: { kind: 'job', id } });
      return download;
    });
}
