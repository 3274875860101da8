import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, type ResourceLimits, type Transferable } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { AppError } from '../errors.ts';
import type { ErrorDescription } from '../log/describeError.ts';
import { createSlots, type Slots } from './slots.ts';
import type { TaskCall, TaskMessage, TaskReply } from './task.ts';

export interface WorkerPoolOptions {
  /** Module whose default export is a `workerTask`; see {@link workerFile}. */
  readonly file: URL;
  /** Most threads at a time. None is started before the first task. */
  readonly threads: number;
  /** Some tasks take long (see {@link RunOptions.isLong}): when they hold all threads, one more is started for the others. */
  readonly hasLongTasks?: boolean;
  /** How long a thread without work is kept, in milliseconds. Default 30,000. */
  readonly idleTimeoutMs?: number;
  /** Memory limits of a thread; a task over them rejects with the code ERR_WORKER_OUT_OF_MEMORY and the thread is replaced. */
  readonly resourceLimits?: ResourceLimits;
  /** The threads' environment; empty by default, so that secrets of the server's environment stay outside. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunOptions<M> {
  /** Takes seconds. Tasks that do not never wait for those that do. */
  readonly isLong?: boolean;
  /** Aborting removes a waiting task and ends the thread of a running one; the run rejects with an AbortError. */
  readonly signal?: AbortSignal;
  /** Receives what the task posts. When it throws, the task is ended and the run rejects with that error. */
  readonly onMessage?: (message: M) => void;
  /** What of the input moves to the thread instead of being copied. */
  readonly transfer?: readonly Transferable[];
}

/** Worker threads that run one kind of task, started on demand. */
export interface WorkerPool<I, O, M = never> {
  run(input: I, options?: RunOptions<M>): Promise<O>;
  /** Ends all threads; running and waiting tasks reject. */
  close(): Promise<void>;
}

/** An error inside a worker thread that was no AppError. Its stack is the thread's, and the thread has been ended. */
export class WorkerTaskError extends Error {
  readonly code: string | null;

  constructor({ name, code, frames }: ErrorDescription) {
    super('a task in a worker thread failed');
    this.name = name;
    this.code = code;
    this.stack = [`${name}: ${this.message}`, ...frames.map((frame) => `    ${frame}`)].join('\n');
  }
}

/**
 * The file beside the caller that holds a worker: `workerFile(import.meta.url, './worker')` is `worker.ts` in the sources and
 * `worker.js` in the compiled package.
 */
export function workerFile(callerUrl: string, name: `./${string}`): URL {
  return new URL(name + extname(new URL(callerUrl).pathname), callerUrl);
}

/** Makes a pool of worker threads over piscina. */
export function createWorkerPool<I, O, M = never>(options: WorkerPoolOptions): WorkerPool<I, O, M> {
  const { threads, hasLongTasks = false } = options;
  // Of either kind as many as there are threads; of both together one more, which is never a long one.
  const short = createSlots(threads);
  const long = hasLongTasks ? createSlots(threads) : short;
  const maxThreads = hasLongTasks ? threads + 1 : threads;
  // Piscina itself never holds more tasks than threads: when a thread is ended, it does not start another one for those that wait.
  const all = createSlots(maxThreads);
  let starting: Promise<Piscina<TaskCall<I>, TaskReply<O>>> | null = null;
  let closed = false;

  function checkOpen(): void {
    if (closed) throw closedError();
  }

  async function startPool(): Promise<Piscina<TaskCall<I>, TaskReply<O>>> {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: fileURLToPath(options.file),
      minThreads: 0,
      maxThreads,
      idleTimeout: options.idleTimeoutMs ?? 30_000,
      // Blocking waits between tasks would stop timers and nested threads of the libraries that tasks use.
      atomics: 'disabled',
      recordTiming: false,
      env: { ...compileCacheVariable(), ...options.env },
      execArgv: [],
      ...(options.resourceLimits ? { resourceLimits: options.resourceLimits } : {}),
    });
  }

  return {
    async run(input, { isLong = false, signal, onMessage, transfer = [] } = {}) {
      checkOpen();
      const pool = await (starting ??= startPool());
      const aborter = new AbortController();
      const stop = AbortSignal.any(signal ? [signal, aborter.signal] : [aborter.signal]);
      const release = await acquire([isLong ? long : short, all], stop);
      const { port1, port2 } = new MessageChannel();
      const deliver = (message: TaskMessage<M>) => {
        try {
          if (message.kind === 'failure') throw new WorkerTaskError(message.error);
          onMessage?.(message.value);
        } catch (error) {
          aborter.abort(error);
        }
      };
      port1.on('message', deliver);
      try {
        checkOpen();
        const call = { input, port: port2 };
        const reply = await pool.run(call, { transferList: [port2, ...transfer], signal: stop });
        // The result comes through another port and may overtake messages that were posted before it.
        for (let left = receiveMessageOnPort(port1); left; left = receiveMessageOnPort(port1)) {
          deliver(left.message as TaskMessage<M>);
        }
        aborter.signal.throwIfAborted();
        return unwrap(reply);
      } catch (error) {
        if (aborter.signal.aborted) throw aborter.signal.reason;
        throw error;
      } finally {
        port1.close();
        release();
      }
    },
    async close() {
      closed = true;
      for (const slots of [long, short, all]) slots.refuse(closedError());
      await (await starting)?.destroy();
    },
  };
}

/** Takes a place in each, one after the other, and resolves with the function that gives them back. */
async function acquire(lines: readonly Slots[], signal: AbortSignal): Promise<() => void> {
  const taken: (() => void)[] = [];
  const release = () => taken.forEach((giveBack) => giveBack());
  try {
    for (const line of lines) taken.push(await line.acquire(signal));
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

function closedError(): Error {
  return new Error('the worker pool is closed');
}

/** Threads do not take over the compile cache of the process; this variable switches it on for them (the folder above that of the version). */
function compileCacheVariable(): Record<string, string> {
  const dir = getCompileCacheDir();
  return dir === undefined ? {} : { NODE_COMPILE_CACHE: dirname(dir) };
}

function unwrap<O>(reply: TaskReply<O>): O {
  switch (reply.kind) {
    case 'result':
      return reply.value;
    case 'app_error':
      throw new AppError(reply.code, reply.message, { details: reply.details, fields: reply.fields });
  }
}
