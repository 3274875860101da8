import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { apiClient, type ApiClient } from './apiClient.ts';
import { newApiKey, OWNER } from './testConfig.ts';
import type { Turns } from './turnMeter.ts';

const CLI = fileURLToPath(new URL('../../server/cli.ts', import.meta.url));
const TURN_METER = new URL('turnMeter.ts', import.meta.url).href;
const READY = /ready: (http:\/\/\S+)/;

export interface SpawnOptions {
  /** Data folder; whoever made it removes it. */
  readonly dataDir: string;
  readonly apiKey?: string;
  /** More or other variables; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Command of server/cli.ts; default `serve`. */
  readonly command?: 'serve' | 'local';
  /** Measures how long the server's thread is held (see {@link SpawnedServer.turns}). */
  readonly watched?: boolean;
}

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server in a process of its own, as users run it. */
export interface SpawnedServer extends ApiClient {
  readonly url: string;
  readonly apiKey: string;
  readonly process: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Sends a signal and waits for the end. */
  readonly end: (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') => Promise<ProcessEnd>;
  /** How the thread of a watched server was held since the last question. */
  readonly turns: () => Promise<Turns>;
}

/** Starts `node server/cli.ts`; gives what it prints and how it ends. Nothing is waited for. */
export function spawnCli(options: SpawnOptions) {
  const env = {
    PATH: process.env['PATH'],
    HOME: options.dataDir,
    DECKNAME_DATA_DIR: options.dataDir,
    DECKNAME_PORT: '0',
    DECKNAME_RATE_LIMITS: 'off',
    DECKNAME_OWNER_EMAIL: OWNER.email,
    DECKNAME_OWNER_PASSWORD: OWNER.password,
    ...(options.apiKey === undefined ? {} : { DECKNAME_BOOTSTRAP_API_KEY: options.apiKey }),
    ...options.env,
  };
  const watch = options.watched === true ? ['--import', TURN_METER] : [];
  // The types know no fourth one.
  const child = spawn(process.execPath, [...watch, CLI, options.command ?? 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', options.watched === true ? 'ipc' : 'ignore'],
  }) as ChildProcessByStdio<null, Readable, Readable>;
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  // `close` comes after the last output, `exit` may come before it.
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  return { child, output, ended };
}

/** Starts a server and waits until it is ready. */
export async function spawnServer(options: SpawnOptions): Promise<SpawnedServer> {
  const apiKey = options.apiKey ?? newApiKey();
  const { child, output, ended } = spawnCli({ ...options, apiKey });
  const ready = Promise.withResolvers<string>();
  child.stdout.on('data', () => {
    const url = READY.exec(output.stdout)?.[1];
    if (url !== undefined) ready.resolve(url);
  });
  void ended.then(() => ready.reject(new Error(`the server ended before it was ready: ${output.stderr}`)));
  const url = await ready.promise;
  return {
    ...apiClient(() => url, apiKey),
    url,
    apiKey,
    process: child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    async end(signal) {
      child.kill(signal);
      return ended;
    },
    async turns() {
      const answer = once(child, 'message');
      child.send('turns');
      const [turns] = (await answer) as [Turns];
      return turns;
    },
  };
}
