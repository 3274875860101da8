/** Why the program gave no answer; the codes go into the log. */
export type ProgramErrorCode =
  | 'OCR_PROGRAM_NOT_STARTED'
  | 'OCR_PROGRAM_FAILED'
  | 'OCR_PROGRAM_TOO_SLOW'
  | 'OCR_PROGRAM_OUTPUT'
  | 'OCR_PROGRAM_CHANGED';

/** The installed program failed. Holds neither its output nor its messages: both may quote the page. */
export class ProgramError extends Error {
  readonly code: ProgramErrorCode;

  constructor(code: ProgramErrorCode) {
    super('the program for recognition failed');
    this.name = 'ProgramError';
    this.code = code;
  }
}
