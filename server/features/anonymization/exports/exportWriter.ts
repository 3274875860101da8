import { EXPORT_TYPES, type ExportFormat } from '../../../contract/anonymization.ts';
import { DOCUMENT_TYPES } from '../../../contract/documentFormats.ts';
import type { ExportOrder } from '../../../contract/exports.ts';
import { anonymizedStem } from '../../../contract/fileNames.ts';
import type { Documents, RewriteRequest } from '../../../documents/types.ts';
import type { WholeDownload } from '../../../http/types.ts';
import { originalFilename } from '../jobs/filenames.ts';
import type { CompletedJob, JobReader } from '../jobs/jobReader.ts';
import type { JobNames } from '../jobs/jobNames.ts';
import type { JobTexts } from '../jobs/jobTexts.ts';
import { type InOwnFormat, ownExtension } from './inOwnFormat.ts';
import { PROMPTS } from './prompts.ts';

/** Writes the text of a job as a document, or its document in its own format. The caller has been found to be allowed to see it. */
export interface ExportWriter {
  write(
    job: CompletedJob,
    order: ExportOrder,
    watch: Pick<RewriteRequest, 'signal' | 'onProgress'>,
  ): Promise<Uint8Array>;
  /** What the file is offered as. */
  describe(job: CompletedJob, order: ExportOrder): Promise<Required<Omit<WholeDownload, 'body'>>>;
}

export function createExportWriter(parts: {
  readonly documents: Documents;
  readonly reader: JobReader;
  readonly names: JobNames;
  readonly texts: JobTexts;
  readonly inOwnFormat: InOwnFormat;
  /** The text of a job with its placeholders, and without the words that people covered on its pages. */
  readonly sharedText: (job: CompletedJob) => Promise<string>;
}): ExportWriter {
  const { documents, reader, names, texts, inOwnFormat, sharedText } = parts;

  const titleOf = async (job: CompletedJob, textType: ExportOrder['textType'], format: ExportFormat) => {
    const stem = textType === 'anonymized' ? anonymizedStem(job.id) : originalFilename(await names.of(job), format);
    return stem.endsWith(`.${format}`) ? stem.slice(0, -format.length - 1) : stem;
  };

  return {
    async write(job, { format, textType, includePrompts, language }, watch) {
      if (format !== 'native') {
        return await documents.write({
          format,
          text: textType === 'anonymized' ? await sharedText(job) : await reader.text(job, 'original'),
          title: await titleOf(job, textType, format),
          prompt: includePrompts ? PROMPTS[language] : null,
          language: job.result.metadata.language,
        });
      }
      if (textType === 'anonymized') return await inOwnFormat(job, watch);
      if (job.format === null) return Buffer.from(await reader.text(job, 'original'), 'utf8');
      return await texts.getFile(job.accountId, job.inputRef);
    },
    async describe(job, { format, textType }) {
      if (format !== 'native') {
        return { contentType: EXPORT_TYPES[format], filename: `${await titleOf(job, textType, format)}.${format}` };
      }
      const name = await names.of(job);
      return {
        contentType: DOCUMENT_TYPES[job.format ?? 'txt'].mimeType,
        filename: textType === 'original' ? name : `${anonymizedStem(job.id)}.${ownExtension(job.format, name)}`,
      };
    },
  };
}
