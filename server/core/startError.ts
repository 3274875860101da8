/**
 * A reason why the server cannot start, written for the person who starts it. Its message is printed as it is, so it names settings and
 * paths and never a secret value. Every other error at start is a defect and is logged like one.
 */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartError';
  }
}
