import { AppError } from '../core/errors.ts';
import type { ErrorCode } from '../contract/errors.ts';

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
