import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, type ResourceLimits } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { AppError } from '../errors.ts';
import type { TaskCall, TaskReply } from './task.ts';

export interface WorkerPoolOptions {
  /** Module whose default export is a `workerTask`; see {@link workerFile}. */
  readonly file: URL;
  /** Most threads at a time. None is started before the first task. */
  readonly threads: number;
  /** How long a thread without work is kept, in milliseconds. Default 30,000. */
  readonly idleTimeoutMs?: number;
  /** Memory limits of a thread; a task over them rejects with the code ERR_WORKER_OUT_OF_MEMORY and the thread is replaced. */
  readonly resourceLimits?: ResourceLimits;
  /** The threads' environment; empty by default, so that secrets of the server's environment stay outside. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunOptions<M> {
  /** Aborting removes a waiting task and ends the thread of a running one; the run rejects with an AbortError. */
  readonly signal?: AbortSignal;
  /** Receives what the task posts. When it throws, the task is ended and the run rejects with that error. */
  readonly onMessage?: (message: M) => void;
}

/** Worker threads that run one kind of task, started on demand. */
export interface WorkerPool<I, O, M = never> {
  run(input: I, options?: RunOptions<M>): Promise<O>;
  /** Ends all threads; running and waiting tasks reject. */
  close(): Promise<void>;
}

/** An error inside a worker thread that was no AppError. Its stack is the thread's. */
export class WorkerTaskError extends Error {
  readonly code: string | null;

  constructor(name: string, code: string | null, frames: readonly string[]) {
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
  let starting: Promise<Piscina<TaskCall<I>, TaskReply<O>>> | null = null;
  let closed = false;

  async function startPool(): Promise<Piscina<TaskCall<I>, TaskReply<O>>> {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: fileURLToPath(options.file),
      minThreads: 0,
      maxThreads: options.threads,
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
    async run(input, { signal, onMessage } = {}) {
      if (closed) throw new Error('the worker pool is closed');
      const pool = await (starting ??= startPool());
      const { port1, port2 } = new MessageChannel();
      const aborter = new AbortController();
      const signals = signal ? [signal, aborter.signal] : [aborter.signal];
      const deliver = (message: M) => {
        try {
          onMessage?.(message);
        } catch (error) {
          aborter.abort(error);
        }
      };
      port1.on('message', deliver);
      try {
        const call = { input, port: port2 };
        const reply = await pool.run(call, { transferList: [port2], signal: AbortSignal.any(signals) });
        // The result comes through another port and may overtake messages that were posted before it.
        for (let left = receiveMessageOnPort(port1); left; left = receiveMessageOnPort(port1)) {
          deliver(left.message as M);
        }
        aborter.signal.throwIfAborted();
        return unwrap(reply);
      } catch (error) {
        if (aborter.signal.aborted) throw aborter.signal.reason;
        throw error;
      } finally {
        port1.close();
      }
    },
    async close() {
      closed = true;
      await (await starting)?.destroy();
    },
  };
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
      throw new AppError(reply.code, reply.message, reply.details ? { details: reply.details } : {});
    case 'failure':
      throw new WorkerTaskError(reply.error.name, reply.error.code, reply.error.frames);
  }
}
