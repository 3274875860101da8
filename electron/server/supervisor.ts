import type { UtilityProcess } from 'electron';
import type { Recognition } from '../../server/contract/desktop.ts';
import { serverReport, type ServerCommand } from './protocol.ts';

/** Crashes of the server process within this time count together, in milliseconds. */
const CRASH_WINDOW_MS = 60_000;
/** So many crashes within the window end the app instead of starting the server again. */
const MAX_CRASHES = 3;
/** How long a stopping server may take before it is ended, in milliseconds; its own limit is five seconds. */
const STOP_LIMIT_MS = 6_000;

/** Whether a crashed server is started again, given the times of its crashes (milliseconds since the epoch). */
export function mayRestart(crashes: readonly number[], now: number): boolean {
  return crashes.filter((time) => now - time < CRASH_WINDOW_MS).length < MAX_CRASHES;
}

/** What the supervisor needs of its surroundings. */
export interface SupervisorOptions {
  /** Forks the server process (utilityProcess.fork). */
  readonly fork: () => UtilityProcess;
  readonly command: Extract<ServerCommand, { kind: 'start' }>;
  readonly now: () => number;
  /** The server listens (again): the window loads this origin. */
  readonly onReady: (origin: string) => void;
  /** It could not start, or crashed too often. `message` is safe to show. */
  readonly onFailed: (message: string) => void;
}

const ended = (): Error => new Error('The server is not running.');

/** Starts the server process, restarts it after a crash and ends it cleanly. */
export function createSupervisor(options: SupervisorOptions) {
  const crashes: number[] = [];
  let child: UtilityProcess | null = null;
  let isStopping = false;
  let lastQuestion = 0;
  const questions = new Map<number, { resolve(state: Recognition): void; reject(error: Error): void }>();

  function start(): void {
    const started = options.fork();
    child = started;
    started.on('message', (message: unknown) => {
      const report = serverReport.safeParse(message);
      if (!report.success) return;
      if (report.data.kind === 'recognition') {
        questions.get(report.data.id)?.resolve(report.data.state);
        questions.delete(report.data.id);
      }
      if (report.data.kind === 'ready') options.onReady(report.data.origin);
      if (report.data.kind === 'failed') {
        isStopping = true;
        options.onFailed(report.data.message);
      }
    });
    started.on('exit', () => {
      if (child === started) child = null;
      for (const question of questions.values()) question.reject(ended());
      questions.clear();
      if (isStopping) return;
      crashes.push(options.now());
      if (mayRestart(crashes, options.now())) start();
      else options.onFailed('The server of Deckname ended unexpectedly several times.');
    });
    started.postMessage(options.command);
  }

  /** Asks the server to end, waits for it and ends it by force when it takes too long. */
  function stop(): Promise<void> {
    isStopping = true;
    const running = child;
    if (running === null) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => running.kill(), STOP_LIMIT_MS);
      running.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
      running.postMessage({ kind: 'stop' } satisfies ServerCommand);
    });
  }

  /** Asks the server what recognizes scans, after changing it where `engine` is not null. Rejects when the server ends before it answers. */
  function recognition(engine: Recognition['engine'] | null): Promise<Recognition> {
    const running = child;
    if (running === null) return Promise.reject(ended());
    lastQuestion += 1;
    const id = lastQuestion;
    return new Promise((resolve, reject) => {
      questions.set(id, { resolve, reject });
      running.postMessage({ kind: 'recognition', id, engine } satisfies ServerCommand);
    });
  }

  return { start, stop, recognition };
}
export type Supervisor = ReturnType<typeof createSupervisor>;
