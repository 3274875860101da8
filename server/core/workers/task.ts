import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '../../contract/errors.ts';
import { AppError } from '../errors.ts';
import { describeError, type ErrorDescription } from '../log/describeError.ts';

/** What a task may do beside returning its result. */
export interface TaskContext<M> {
  /** Sends a message to the caller's `onMessage`, for example progress. All of them arrive before the result, in order. */
  readonly post: (message: M) => void;
}

/** What the pool hands to the worker thread. */
export interface TaskCall<I> {
  readonly input: I;
  readonly port: MessagePort;
}

/** What a task sends while it runs. A failure is its last word. */
export type TaskMessage<M> =
  { readonly kind: 'message'; readonly value: M } | { readonly kind: 'failure'; readonly error: ErrorDescription };

/**
 * What comes back. Errors travel as data: structured clone would turn an AppError into a plain Error and fail on errors
 * that hold something it cannot copy.
 */
export type TaskReply<O> =
  | { readonly kind: 'result'; readonly value: O }
  | {
      readonly kind: 'app_error';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>> | undefined;
      readonly fields: Readonly<Record<string, unknown>> | undefined;
    };

/**
 * The default export of a worker file: `export default workerTask<Input, Output, Progress>(async (input, { post }) => …)`.
 * Input, output and messages are copied between threads (structured clone). An AppError reaches the caller as such. After any
 * other error the state of the thread is unknown, and a WebAssembly module in it may hold its memory: the pool ends it.
 */
export function workerTask<I, O, M = never>(
  work: (input: I, context: TaskContext<M>) => Promise<O> | O,
): (call: TaskCall<I>) => Promise<TaskReply<O>> {
  return async ({ input, port }) => {
    const send = (message: TaskMessage<M>) => port.postMessage(message);
    let reply: TaskReply<O>;
    try {
      reply = { kind: 'result', value: await work(input, { post: (value) => send({ kind: 'message', value }) }) };
    } catch (error) {
      if (!(error instanceof AppError)) {
        send({ kind: 'failure', error: describeError(error) });
        return await new Promise<never>(() => undefined);
      }
      const { code, message, details, fields } = error;
      reply = { kind: 'app_error', code, message, details, fields };
    }
    port.close();
    return reply;
  };
}
