import { randomUUID } from 'node:crypto';
import { type JobCreated } from '../../../contract/anonymization.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import type { DocumentFormat } from '../../../documents/types.ts';
import type { Principal, UploadedFile } from '../../../http/types.ts';
import type { AnonymizationDependencies, JobOptions } from '../types.ts';
import { cleanFilename } from './filenames.ts';
import type { AnonymizeKind } from './anonymizeKind.ts';
import type { JobNames } from './jobNames.ts';
import { insertJob } from './jobStorage.ts';
import type { JobTexts } from './jobTexts.ts';
import { type RequestedOptions, settleOptions } from './options.ts';

/** Formats of POST /ocr: documents; plain text goes to POST /anonymize. */
const OCR_FORMATS: readonly DocumentFormat[] = Object.freeze(['pdf', 'docx', 'png', 'jpeg', 'gif', 'bmp', 'tiff']);

/** A job whose input is stored, but which nobody knows of yet. */
export interface PreparedJob {
  readonly id: string;
  /** Makes the job in the caller's transaction; the runner has to be woken after it. */
  enqueue(db: Db): Promise<void>;
  /** Removes the input of a job that is not made after all. */
  discard(): Promise<void>;
}

/** Makes jobs out of what callers send. */
export interface JobCreator {
  fromText(
    principal: Principal,
    body: RequestedOptions & { text: string; filename?: string | undefined },
  ): Promise<JobCreated>;
  /**
   * `scope` ocr: recognizable documents only; any: plain text files as well.
   * @param nodeId - file of the workspace that it is
   */
  fromFile(
    principal: Principal,
    file: UploadedFile,
    options: RequestedOptions,
    scope: 'ocr' | 'any',
    nodeId?: string,
  ): Promise<JobCreated>;
  /** Prepares many files with one set of options; their jobs wait until no other job of the account does. */
  forBatch(principal: Principal, options: RequestedOptions): Promise<(file: UploadedFile) => Promise<PreparedJob>>;
  fromUrl(principal: Principal, url: string, options: RequestedOptions, signal: AbortSignal): Promise<JobCreated>;
}

interface Parts extends AnonymizationDependencies {
  readonly texts: JobTexts;
  readonly names: JobNames;
  readonly kind: AnonymizeKind;
  readonly batchKind: AnonymizeKind;
  readonly ownCategories: (accountId: string) => Promise<readonly string[]>;
}

interface JobInput {
  readonly source: 'text' | 'file';
  readonly format: DocumentFormat | null;
  readonly filename: string;
  readonly nodeId: string | null;
  readonly store: (id: string) => Promise<string>;
}

export function createJobCreator(parts: Parts): JobCreator {
  const { database, documents, jobs, texts, names, clock, audit } = parts;

  const settle = async (principal: Principal, request: RequestedOptions) => {
    const { accountId } = principal;
    return settleOptions(request, await parts.accountSettings(accountId), await parts.ownCategories(accountId));
  };

  /** The input is stored before the row that refers to it. */
  const prepare = async (
    principal: Principal,
    options: JobOptions,
    kind: AnonymizeKind,
    input: JobInput,
  ): Promise<PreparedJob> => {
    const { accountId, keyId } = principal;
    const { source, format, nodeId } = input;
    const id = randomUUID();
    const filename = await names.encrypt(accountId, id, input.filename);
    const inputRef = await input.store(id);
    return {
      id,
      async enqueue(db) {
        const createdAt = isoTime(clock.now());
        await insertJob(db, { id, accountId, source, format, filename, options, inputRef, createdAt, keyId, nodeId });
        await jobs.enqueue(db, kind, { id, accountId, input: {} });
        await audit.record(db, { action: 'job.created', principal, target: { kind: 'job', id } });
      },
      discard: () => texts.delete(accountId, [inputRef]),
    };
  };

  const create = async (principal: Principal, request: RequestedOptions, input: JobInput): Promise<JobCreated> => {
    const job = await prepare(principal, await settle(principal, request), parts.kind, input);
    await database.transaction((trx) => job.enqueue(trx));
    jobs.wake();
    return {
      job_id: job.id,
      status: 'processing',
      message: `The job was created. Poll /status/${job.id} for the result.`,
    };
  };

  const fileInput = async (
    { accountId }: Principal,
    file: UploadedFile,
    accept?: readonly DocumentFormat[],
    nodeId: string | null = null,
  ): Promise<JobInput> => {
    const format = await documents.identify(file.bytes, file.name, accept);
    return {
      source: 'file',
      format,
      filename: cleanFilename(file.name, `document.${format}`),
      nodeId,
      store: (id) => texts.putFile(accountId, id, 'input', file.bytes),
    };
  };

  const fromFile: JobCreator['fromFile'] = async (principal, file, options, scope, nodeId) =>
    create(principal, options, await fileInput(principal, file, scope === 'ocr' ? OCR_FORMATS : undefined, nodeId));

  return {
    fromText: (principal, { text, filename, ...options }) =>
      create(principal, options, {
        source: 'text',
        format: null,
        filename: cleanFilename(filename, 'text.txt'),
        nodeId: null,
        store: (id) => texts.putText(principal.accountId, id, 'input', text),
      }),
    fromFile,
    async forBatch(principal, request) {
      const options = await settle(principal, request);
      return async (file) => prepare(principal, options, parts.batchKind, await fileInput(principal, file));
    },
    async fromUrl(principal, url, options, signal) {
      // A request that cannot become a job is refused before anything is fetched.
      await settle(principal, options);
      return fromFile(principal, await parts.fetchDocument(url, signal), options, 'any');
    },
  };
}
