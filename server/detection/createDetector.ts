import type { DetectorDefinition } from '../contract/detectors.ts';
import { AppError } from '../core/errors.ts';
import { createWorkerPool, workerFile, type WorkerPool } from '../core/workers/pool.ts';
import { createDeadline } from './deadline.ts';
import { switchOffOnnxTelemetry } from './models/onnxSession.ts';
import { pluggedTimeMs } from './models/times.ts';
import { unpackSpans } from './packedSpans.ts';
import { compilePattern } from './terms/pattern.ts';
import type { DetectionTerm, Detector, DetectorTrials } from './types.ts';
import { DETECTOR_VERSION } from './version.ts';
import type { DetectionAnswer, DetectionOrder } from './worker.ts';

export interface DetectorOptions {
  /** Most worker threads at a time. */
  readonly threads: number;
  /** The folder resources/ of the installation. */
  readonly resourcesDir: string;
  /** Folder that holds the folders of plugged models; it need not exist. */
  readonly modelsDir: string;
  /** Plugged detectors that are switched on; asked for every text. */
  readonly plugged: () => Promise<readonly DetectorDefinition[]>;
  /** Worker pool for tests; the detector's own when absent. */
  readonly pool?: WorkerPool<DetectionOrder, DetectionAnswer, 'started'>;
  /** Processor time a text without length may take in a thread, in milliseconds; every character adds to it. */
  readonly deadlineMs?: number;
}

/** A conversation pauses for minutes, and building an engine takes longer than most texts. */
const THREAD_IDLE_MS = 10 * 60_000;
/** Texts of more characters may take a second. */
const LONG_TEXT = 100_000;
const DEADLINE_MS = 30_000;
const DEADLINE_MS_PER_CHARACTER = 0.05;
/** Trying terms is interactive. */
const TERMS_DEADLINE_MS = 5_000;

/** The detection engine in worker threads, with cancellation and a deadline that no expression can exceed. */
export function createDetector(options: DetectorOptions): Detector & DetectorTrials {
  const { threads, resourcesDir, modelsDir, plugged, ...rest } = options;
  switchOffOnnxTelemetry();
  const pool =
    rest.pool ??
    createWorkerPool<DetectionOrder, DetectionAnswer, 'started'>({
      file: workerFile(import.meta.url, './worker'),
      ...{ threads, hasLongTasks: true, idleTimeoutMs: THREAD_IDLE_MS },
    });

  async function run(
    order: DetectionOrder,
    deadlineMs: number,
    terms: readonly DetectionTerm[],
    signal?: AbortSignal,
  ): Promise<DetectionAnswer> {
    const deadline = createDeadline(deadlineMs);
    try {
      const either = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
      const isLong = order.text.length > LONG_TEXT;
      return await pool.run(order, { isLong, signal: either, onMessage: deadline.start });
    } catch (error) {
      if (!deadline.signal.aborted || signal?.aborted === true) throw error;
      if (terms.some(({ kind, enabled }) => kind === 'pattern' && enabled)) {
        throw new AppError('INVALID_PATTERN', 'An own expression takes too long on this text.', { cause: error });
      }
      throw new AppError('INTERNAL', 'Detection took too long on this text.', { cause: error });
    } finally {
      deadline.stop();
    }
  }

  return {
    version: DETECTOR_VERSION,
    async detect(text, options, signal) {
      const setup = { resourcesDir, modelsDir, plugged: await plugged() };
      // Plugged detectors end themselves in time; the thread is ended when one cannot.
      const pluggedMs = setup.plugged.reduce((sum, definition) => sum + pluggedTimeMs(definition, text.length), 0);
      const deadlineMs = (rest.deadlineMs ?? DEADLINE_MS) + text.length * DEADLINE_MS_PER_CHARACTER + pluggedMs;
      const answer = await run({ kind: 'detect', setup, text, options }, deadlineMs, options.terms, signal);
      if (answer.kind !== 'detect') throw new TypeError('The detection thread answered another order');
      return { ...answer.result, spans: await unpackSpans(answer.spans) };
    },
    async tryDetector(definition, text, signal) {
      const order = { kind: 'try', modelsDir, definition, text } as const;
      const deadlineMs = DEADLINE_MS + pluggedTimeMs(definition, text.length);
      const answer = await run(order, deadlineMs, [], signal);
      if (answer.kind !== 'try') throw new TypeError('The detection thread answered another order');
      return answer.result;
    },
    async matchTerms(text, terms) {
      const deadlineMs = rest.deadlineMs ?? TERMS_DEADLINE_MS;
      const answer = await run({ kind: 'terms', text, terms }, deadlineMs, terms);
      if (answer.kind !== 'terms') throw new TypeError('The detection thread answered another order');
      return answer.spans;
    },
    checkPattern(expression) {
      compilePattern(expression, false);
    },
    close: () => pool.close(),
  };
}
