import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Batch, BatchFile, BatchReport } from '../../../contract/batches.ts';
import { exportQuery } from '../../../contract/anonymization.ts';
import { batchArchiveName } from '../../../contract/fileNames.ts';
import { isoTime, type Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { Download, Principal } from '../../../http/types.ts';
import type { Exporter } from '../exports/exporter.ts';
import type { JobReader } from '../jobs/jobReader.ts';
import type { Batches } from './batches.ts';
import type { FolderNames } from './folderNames.ts';
import { type ZipEntry, zipStream } from './zipStream.ts';

/** The anonymized documents of a batch as a ZIP that is made while it is sent. */
export type BatchDownload = (principal: Principal, id: string, signal: AbortSignal) => Promise<Download>;

type ReportFile = BatchReport['files'][number];
interface Written {
  readonly download: Download;
  readonly ownFormat: boolean;
}

/** Reasons to give the text alone: the document cannot be written in its own format, or not safely. */
const TEXT_ONLY: ReadonlySet<string> = new Set([
  ...['NOT_EXPORTABLE', 'DOCUMENT_ANONYMIZATION_FAILED', 'UNREADABLE_FILE', 'ZIP_RATIO_SUSPICIOUS', 'TEXT_TOO_LARGE'],
]);
/** All other formats are compressed by themselves. */
const COMPRESSIBLE = /^text\/|^image\/(bmp|tiff)$/;
const NUMBER_DIGITS = 4;

export function createBatchDownload(parts: {
  readonly batches: Batches;
  readonly exporter: Exporter;
  readonly reader: JobReader;
  readonly clock: Clock;
  /** How the folders of a batch with these jobs are called. */
  readonly folderNames: (accountId: string, jobIds: readonly string[]) => Promise<FolderNames>;
}): BatchDownload {
  const { batches, exporter, reader, clock, folderNames } = parts;

  const written = async (principal: Principal, jobId: string, signal: AbortSignal): Promise<Written> => {
    try {
      const download = await exporter(principal, jobId, exportQuery.parse({ format: 'native' }), signal);
      return { download, ownFormat: true };
    } catch (error) {
      if (!(error instanceof AppError) || !TEXT_ONLY.has(error.code)) throw error;
      const download = await exporter(principal, jobId, exportQuery.parse({ format: 'txt' }), signal);
      return { download, ownFormat: false };
    }
  };

  async function* entriesOf(principal: Principal, batch: Batch, signal: AbortSignal): AsyncGenerator<ZipEntry> {
    const reported: ReportFile[] = [];
    const { accountId } = principal;
    const folders = await folderNames(
      accountId,
      batch.files.flatMap(({ job_id, status }) => (job_id !== null && status === 'completed' ? job_id : [])),
    );
    for (const file of batch.files) {
      const line = reportLine(file);
      if (file.job_id === null || file.status !== 'completed') {
        reported.push(line);
        continue;
      }
      try {
        const { format, result } = await reader.requireCompleted(principal, file.job_id, 'anonymized');
        const { download, ownFormat } = await written(principal, file.job_id, signal);
        const bytes = download.body instanceof Readable ? await buffer(download.body) : download.body;
        const number = String(file.number).padStart(NUMBER_DIGITS, '0');
        const name = [...(await folders.of(file.name)), `${number}${extname(download.filename ?? '')}`].join('/');
        yield { name, bytes, compress: COMPRESSIBLE.test(download.contentType) };
        const { words, pages, entities } = result.metadata;
        reported.push({
          ...line,
          ...{ file: name, format, own_format: ownFormat, words, pages: pages ?? null, masked: entities },
          sha256: createHash('sha256').update(bytes).digest('hex'),
        });
      } catch (error) {
        // A job that was deleted while the archive was on its way.
        if (!(error instanceof AppError) || error.code !== 'JOB_NOT_FOUND') throw error;
        reported.push({ ...line, status: 'failed', code: error.code });
      }
    }
    const report: BatchReport = {
      batch_id: batch.batch_id,
      created_at: batch.created_at,
      reported_at: isoTime(clock.now()),
      counts: batch.counts,
      files: reported,
    };
    yield { name: 'report.json', bytes: Buffer.from(JSON.stringify(report, null, 2), 'utf8'), compress: true };
  }

  return async (principal, id, signal) => {
    const batch = await batches.get(principal, id);
    if (batch.status === 'processing') throw new AppError('BATCH_NOT_COMPLETED', 'The batch is still being processed.');
    return {
      contentType: 'application/zip',
      body: Readable.from(zipStream(entriesOf(principal, batch, signal))),
      filename: batchArchiveName(batch.batch_id),
    };
  };
}

function reportLine({ number, job_id, status, code }: BatchFile): ReportFile {
  const nothing = { file: null, format: null, own_format: false, sha256: null, words: null, pages: null, masked: {} };
  return { number, job_id, status, code, ...nothing };
}
