import { LIMITS } from '../contract/limits.ts';
import { AppError } from '../core/errors.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { RemainingValue } from './inPlace/types.ts';
import { DOCUMENT_LIMITS } from './limits.ts';

/** The ways in which a document fails, with the sentence people see. None quotes the document. */
const MESSAGES = Object.freeze({
  UNSUPPORTED_TYPE: 'Files of this type are not supported.',
  CONTENT_MISMATCH: 'The content of the file does not fit its name.',
  ZIP_RATIO_SUSPICIOUS: 'The file unpacks to a suspicious size and was not opened.',
  PASSWORD_PROTECTED: 'The file is protected by a password. Remove the protection and try again.',
  UNREADABLE_FILE: 'The file is damaged or cannot be read.',
  TEXT_TOO_LARGE: 'The text of the file is too long.',
  TEXT_REQUIRED: 'No text was found in the file.',
  DOCUMENT_ANONYMIZATION_FAILED: 'The document could not be anonymized safely.',
  NOT_EXPORTABLE: 'The document was read by an older version. Anonymize it again.',
} as const) satisfies Readonly<Partial<Record<ErrorCode, string>>>;

export type DocumentErrorCode = keyof typeof MESSAGES;

/** The error for `code` with its fixed sentence; `cause` is for the debugger only. */
export function documentError(code: DocumentErrorCode, cause?: unknown): AppError {
  return new AppError(code, MESSAGES[code], cause === undefined ? {} : { cause });
}

/** Values told of one document; whoever mends these sees the next ones. */
const MOST_REMAINING = 100;

/** DOCUMENT_ANONYMIZATION_FAILED that tells which values would stay, and where, in `details.remaining`. */
class ValuesRemainError extends AppError {
  readonly remaining: readonly RemainingValue[];

  constructor(values: readonly RemainingValue[]) {
    const remaining = values.slice(0, MOST_REMAINING);
    super('DOCUMENT_ANONYMIZATION_FAILED', MESSAGES.DOCUMENT_ANONYMIZATION_FAILED, { details: { remaining } });
    this.remaining = remaining;
  }
}

/** The error of a document in which these values would stay. */
export const valuesRemain = (values: readonly RemainingValue[]): AppError => new ValuesRemainError(values);

/** Collects what stays on several pages, so that all of it can be told at once. */
export function collectRemaining() {
  const all: RemainingValue[] = [];
  return {
    /** Does the work of one page; what would stay there does not end the work on others. */
    async on<T>(work: () => Promise<T>): Promise<T | undefined> {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ValuesRemainError)) throw error;
        all.push(...error.remaining);
        return undefined;
      }
    },
    /** @throws AppError DOCUMENT_ANONYMIZATION_FAILED where something would stay */
    check(): void {
      if (all.length > 0) throw valuesRemain(all);
    },
  };
}

const figure = (value: number): string => value.toLocaleString('en');

/** TEXT_TOO_LARGE for a file with more pages than are read at a time. */
export function tooManyPages(pages: number): AppError {
  const most = figure(DOCUMENT_LIMITS.pages);
  return new AppError(
    'TEXT_TOO_LARGE',
    `The file has ${figure(pages)} pages; at most ${most} are read at a time. Split it and try again.`,
    { details: { pages, most_pages: DOCUMENT_LIMITS.pages } },
  );
}

/** TEXT_TOO_LARGE for a file of `pages` pages whose first `read` hold more text than is read at a time. */
export function tooMuchText(read: number, pages: number): AppError {
  const most = figure(LIMITS.textCharacters);
  return new AppError(
    'TEXT_TOO_LARGE',
    `The text of the file is too long: the first ${figure(read)} of its ${figure(pages)} pages have more than ${most} characters. Split it and try again.`,
    { details: { pages, most_characters: LIMITS.textCharacters } },
  );
}

/** UNREADABLE_FILE for a file that takes more memory than one may; `cause` is for the debugger only. */
export function tooMuchMemory(cause: unknown): AppError {
  return new AppError('UNREADABLE_FILE', 'The file takes more memory than one file may. Split it and try again.', {
    cause,
  });
}
