import { randomUUID } from 'node:crypto';
import { type JobCreated } from '../../../contract/anonymization.ts';
import { isoTime } from '../../../core/clock.ts';
import type { DocumentFormat } from '../../../documents/types.ts';
import type { Principal, UploadedFile } from '../../../http/types.ts';
import type { AnonymizationDependencies } from '../types.ts';
import { cleanFilename } from './filenames.ts';
import type { AnonymizeKind } from './anonymizeKind.ts';
import type { JobNames } from './jobNames.ts';
import { insertJob } from './jobStorage.ts';
import type { JobTexts } from './jobTexts.ts';
import { type RequestedOptions, settleOptions } from './options.ts';

/** Formats of POST /ocr: documents; plain text goes to POST /anonymize. */
const OCR_FORMATS: readonly DocumentFormat[] = Object.freeze(['pdf', 'docx', 'png', 'jpeg', 'gif', 'bmp', 'tiff']);

/** Makes jobs out of what callers send. */
export interface JobCreator {
  fromText(
    principal: Principal,
    body: RequestedOptions & { text: string; filename?: string | undefined },
  ): Promise<JobCreated>;
  /** `scope` ocr: recognizable documents only; any: plain text files as well. */
  fromFile(
    principal: Principal,
    file: UploadedFile,
    options: RequestedOptions,
    scope: 'ocr' | 'any',
  ): Promise<JobCreated>;
  fromUrl(principal: Principal, url: string, options: RequestedOptions, signal: AbortSignal): Promise<JobCreated>;
}

interface Parts extends AnonymizationDependencies {
  readonly texts: JobTexts;
  readonly names: JobNames;
  readonly kind: AnonymizeKind;
  readonly ownCategories: (accountId: string) => Promise<readonly string[]>;
}

export function createJobCreator(parts: Parts): JobCreator {
  const { database, documents, jobs, texts, names, kind, clock, audit } = parts;

  const settle = async (principal: Principal, request: RequestedOptions) => {
    const { accountId } = principal;
    return settleOptions(request, await parts.accountSettings(accountId), await parts.ownCategories(accountId));
  };

  /** The input is stored before the row that refers to it; the job and its row are made in one transaction. */
  const create = async (
    principal: Principal,
    request: RequestedOptions,
    input: {
      source: 'text' | 'file';
      format: DocumentFormat | null;
      filename: string;
      store: (id: string) => Promise<string>;
    },
  ): Promise<JobCreated> => {
    const { accountId } = principal;
    const options = await settle(principal, request);
    const id = randomUUID();
    const filename = await names.encrypt(accountId, id, input.filename);
    const inputRef = await input.store(id);
    const { source, format } = input;
    const createdAt = isoTime(clock.now());
    await database.transaction(async (trx) => {
      await insertJob(trx, { id, accountId, source, format, filename, options, inputRef, createdAt });
      await jobs.enqueue(trx, kind, { id, accountId, input: {} });
      await audit.record(trx, { action: 'job.created', principal, target: { kind: 'job', id } });
    });
    jobs.wake();
    return { job_id: id, status: 'processing', message: `The job was created. Poll /status/${id} for the result.` };
  };

  const fromFile: JobCreator['fromFile'] = async (principal, file, options, scope) => {
    const format = await documents.identify(file.bytes, file.name, scope === 'ocr' ? OCR_FORMATS : undefined);
    return create(principal, options, {
      source: 'file',
      format,
      filename: cleanFilename(file.name, `document.${format}`),
      store: (id) => texts.putFile(principal.accountId, id, 'input', file.bytes),
    });
  };

  return {
    fromText: (principal, { text, filename, ...options }) =>
      create(principal, options, {
        source: 'text',
        format: null,
        filename: cleanFilename(filename, 'text.txt'),
        store: (id) => texts.putText(principal.accountId, id, 'input', text),
      }),
    fromFile,
    async fromUrl(principal, url, options, signal) {
      // A request that cannot become a job is refused before anything is fetched.
      await settle(principal, options);
      return fromFile(principal, await parts.fetchDocument(url, signal), options, 'any');
    },
  };
}
