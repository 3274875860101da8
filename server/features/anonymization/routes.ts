import * as anonymization from '../../contract/anonymization.ts';
import * as documents from '../../contract/documents.ts';
import * as contract from '../../contract/jobs.ts';
import { route, type Route } from '../../http/route.ts';
import { AppError } from '../../core/errors.ts';
import type { UploadedFile } from '../../http/types.ts';
import type { Deanonymizer } from './deanonymizer.ts';
import type { DocumentRestorer } from './exports/documentRestorer.ts';
import type { Exporter } from './exports/exporter.ts';
import type { Reporter } from './exports/report/reporter.ts';
import type { JobCreator } from './jobs/createJobs.ts';
import type { JobReader } from './jobs/jobReader.ts';
import type { JobRemover } from './jobs/jobRemover.ts';
import type { Reviewer } from './review/reviewer.ts';
import type { Terms } from './terms/terms.ts';

export interface AnonymizationServices {
  readonly creator: JobCreator;
  readonly reader: JobReader;
  readonly remover: JobRemover;
  readonly reviewer: Reviewer;
  readonly exporter: Exporter;
  readonly deanonymize: Deanonymizer;
  readonly restoreDocument: DocumentRestorer;
  readonly report: Reporter;
  readonly terms: Terms;
}

function required(file: UploadedFile | undefined): UploadedFile {
  if (file === undefined) throw new AppError('FILE_MISSING', 'A file is required, as field "file" of the form.');
  return file;
}

/** Characters of a header that every client takes. */
const HEADER_CHARACTERS = 6_000;

/** As many entries of a list as fit into a header: JSON, percent-encoded (RFC 3986, 2.1). */
function inHeader(list: readonly unknown[]): string {
  const coded = (part: readonly unknown[]) => encodeURIComponent(JSON.stringify(part).toWellFormed());
  let count = 0;
  for (let length = coded([]).length; count < list.length; count += 1) {
    length += coded([list[count]]).length;
    if (length > HEADER_CHARACTERS) break;
  }
  return coded(list.slice(0, count));
}

/** Every route of contract/anonymization.ts and contract/jobs.ts. */
export function anonymizationRoutes(services: AnonymizationServices): readonly Route[] {
  const { creator, reader, remover, reviewer, exporter, deanonymize, restoreDocument, report, terms } = services;
  return [
    route(anonymization.createJob, ({ principal, body }) => creator.fromText(principal, body)),
    route(anonymization.createOcrJob, ({ principal, body, file }) =>
      creator.fromFile(principal, required(file), body, 'ocr'),
    ),
    route(anonymization.getStatus, ({ principal, params, query, signal }) =>
      reader.status(principal, params.job_id, { waitSeconds: query.wait, signal }),
    ),
    route(anonymization.getStrings, ({ principal, params }) => reader.strings(principal, params.job_id)),
    route(anonymization.exportJob, ({ principal, params, query, signal }) =>
      exporter(principal, params.job_id, query, signal),
    ),
    route(anonymization.exportJobV1, ({ principal, params, query, signal }) =>
      exporter(principal, params.id, query, signal),
    ),
    route(anonymization.deanonymize, ({ principal, body }) => deanonymize(principal, body.text)),

    route(documents.deanonymizeDocument, async (context) => {
      const { principal, file, signal } = context;
      const { download, restored, unresolved } = await restoreDocument(principal, required(file), signal);
      context.setHeader('X-Deckname-Restored', String(restored));
      context.setHeader('X-Deckname-Unresolved', String(unresolved.length));
      context.setHeader('X-Deckname-Unresolved-Placeholders', inHeader(unresolved));
      return download;
    }),
    route(documents.getJobReport, ({ principal, params, query }) => report(principal, params.id, query)),

    route(contract.listJobs, async ({ principal, query }) => {
      const { items, cursor } = await reader.list(principal, query);
      return { jobs: [...items], cursor };
    }),
    route(contract.getJob, async ({ principal, params }) => ({
      job: await reader.summary(principal, params.id),
    })),
    route(contract.deleteJob, ({ principal, params }) => remover.delete(principal, params.id)),
    route(contract.cancelJob, async ({ principal, params }) => {
      await remover.cancel(principal, params.id);
      return { job: await reader.summary(principal, params.id) };
    }),
    route(contract.listEntities, ({ principal, params, query }) => reviewer.list(principal, params.id, query)),
    route(contract.reviewEntities, ({ principal, params, body }) => reviewer.change(principal, params.id, body)),
    route(contract.uploadText, ({ principal, body }) => creator.fromText(principal, body)),
    route(contract.uploadUrl, ({ principal, body: { url, ...options }, signal }) =>
      creator.fromUrl(principal, url, options, signal),
    ),
    route(contract.uploadFile, ({ principal, body, file }) => creator.fromFile(principal, required(file), body, 'any')),

    route(contract.listTerms, async ({ principal, query }) => {
      const { items, cursor } = await terms.page(principal.accountId, query);
      return { terms: [...items], cursor };
    }),
    route(contract.createTerm, async ({ principal, body }) => ({
      term: await terms.create(principal.accountId, body),
    })),
    route(contract.updateTerm, async ({ principal, params, body }) => ({
      term: await terms.update(principal.accountId, params.id, body),
    })),
    route(contract.deleteTerm, ({ principal, params }) => terms.delete(principal.accountId, params.id)),
    route(contract.testTerms, async ({ principal, body }) => ({
      matches: await terms.test(principal.accountId, body),
    })),
  ];
}
