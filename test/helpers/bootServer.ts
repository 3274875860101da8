import { rmSync } from 'node:fs';
import type { ServerConfig } from '../../server/config.ts';
import type { Clock } from '../../server/core/clock.ts';
import type { SafeFetch } from '../../server/core/fetch/safeFetch.ts';
import { createServer, type DecknameServer, type StartedServer } from '../../server/createServer.ts';
import { apiClient, type ApiClient } from './apiClient.ts';
import { newApiKey, newDataDir, testConfig } from './testConfig.ts';

export interface BootOptions {
  /** Deviations from the configuration of tests. */
  readonly config?: Partial<ServerConfig>;
  readonly clock?: Clock;
  readonly fetch?: SafeFetch;
  /** An existing data folder; stop() leaves it. Without one, a new one that stop() removes. */
  readonly dataDir?: string;
  /** The key of the owner of a fresh data folder. */
  readonly apiKey?: string;
}

/** A server in the process of the test. */
export interface BootedServer extends ApiClient {
  /** Address with a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  readonly dataDir: string;
  readonly config: ServerConfig;
  readonly setupToken: string | null;
  /** Every line of the log so far, over restarts. */
  readonly logLines: readonly string[];
  /** Resolves when no job is queued or running. */
  readonly whenIdle: () => Promise<void>;
  /** Stops the server and starts another one on the same data folder. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Boots the server of production on 127.0.0.1 and a free port, with a temporary data folder, an owner and a key. Answers are checked by their schemas. */
export async function bootServer(options: BootOptions = {}): Promise<BootedServer> {
  const { dataDir = newDataDir(), apiKey = newApiKey() } = options;
  const config = testConfig({ ...options.config, dataDir, apiKey });
  const logLines: string[] = [];
  const boot = async (): Promise<{ server: DecknameServer; started: StartedServer }> => {
    const server = createServer(config, {
      logConsole: { write: (line) => logLines.push(line) },
      checkResponses: true,
      settleMs: 200,
      ...(options.clock ? { clock: options.clock } : {}),
      ...(options.fetch ? { fetch: options.fetch } : {}),
    });
    return { server, started: await server.start() };
  };
  let running = await boot();
  return {
    ...apiClient(() => running.started.url, apiKey),
    apiKey,
    dataDir,
    config,
    logLines,
    get url() {
      return running.started.url;
    },
    get setupToken() {
      return running.started.setupToken;
    },
    whenIdle: () => running.server.whenIdle(),
    async restart() {
      await running.server.stop();
      running = await boot();
    },
    async stop() {
      await running.server.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
