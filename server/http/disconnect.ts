import type { Response } from 'express';

/** The client closed the connection before its answer was complete. Nobody is there to be told, and nothing is wrong here. */
class ClientGoneError extends Error {
  constructor() {
    super('The client went away.');
    this.name = 'ClientGoneError';
  }
}

/** Aborted when the connection ends before the answer is complete. */
export function disconnectSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new ClientGoneError());
  });
  return controller.signal;
}

/** Whether an error only says that the client went away, be it by the signal above or by a stream to the client. */
export function isDisconnect(error: unknown): boolean {
  return (
    error instanceof ClientGoneError ||
    (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  );
}
