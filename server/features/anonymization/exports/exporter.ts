import type { ExportQuery } from '../../../contract/anonymization.ts';
import type { Database } from '../../../core/db/types.ts';
import type { WholeDownload, Principal } from '../../../http/types.ts';
import type { JobReader } from '../jobs/jobReader.ts';
import type { AnonymizationAudit } from '../types.ts';
import type { ExportWriter } from './exportWriter.ts';
import { type Obstacles, withObstacles } from './obstacles.ts';

/** Writes a job's text as a document, or its document in its own format, while the caller waits. */
export type Exporter = (
  principal: Principal,
  id: string,
  query: ExportQuery,
  signal: AbortSignal,
) => Promise<WholeDownload>;

export function createExporter(parts: {
  readonly database: Database;
  readonly reader: JobReader;
  readonly writer: ExportWriter;
  readonly obstacles: Obstacles;
  readonly audit: AnonymizationAudit;
}): Exporter {
  const { database, reader, writer, obstacles, audit } = parts;

  return (principal, id, query, signal) =>
    reader.read(principal, id, query.textType, async (job) => {
      const body = await writer.write(job, query, { signal }).catch(async (error: unknown) => {
        throw withObstacles(error, await obstacles(job, error));
      });
      const download = { body, ...(await writer.describe(job, query)) };
      await audit.record(database.db, { action: 'job.exported', principal, target: { kind: 'job', id } });
      return download;
    });
}
