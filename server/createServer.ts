import { createFeatures } from './composition/features.ts';
import { type Core, openCore, STOP_TIMEOUT_MS } from './composition/core.ts';
import type { ServerDependencies } from './composition/types.ts';
import type { ServerConfig } from './config.ts';
import { createClosers, type Closers } from './core/closers.ts';
import type { JobRunner } from './core/jobs/types.ts';
import type { Logger } from './core/log/logger.ts';
import { createListener } from './core/net/listener.ts';
import { StartError } from './core/startError.ts';
import { createUpkeep } from './core/upkeep/upkeep.ts';
import type { Engines } from './documents/ocr/engines.ts';
import { createHttpApp } from './http/app.ts';
import { createBodyRoom } from './http/bodyRoom.ts';
import { createSessionCookie } from './http/cookies.ts';
import type { Feature } from './http/feature.ts';
import { createRateLimiter } from './http/rateLimits.ts';
import { SEALED_COLUMNS } from './sealedColumns.ts';

export type { ServerDependencies } from './composition/types.ts';

/** Nothing holds a ciphertext for so long between making and storing it. */
const SETTLE_MS = 10_000;
const UPKEEP_INTERVAL_MS = 60 * 60_000;

/** Where a started server is found. */
export interface StartedServer {
  /** Address of the web interface, with a slash at the end; the API is below `api`. */
  readonly url: string;
  readonly port: number;
  /** Token of the set-up link while a team server has no owner; else null. */
  readonly setupToken: string | null;
  /** What recognizes scans, for an embedding program that lets its user choose. */
  readonly engines: Pick<Engines, 'choose' | 'chosen'>;
}

/** A server; it can be started once. */
export interface DecknameServer {
  /**
   * Opens the data folder, brings the database up to date and listens.
   * @throws StartError when the person who starts it has to change something
   */
  start(): Promise<StartedServer>;
  /**
   * Takes no new requests, lets running ones end, leaves running jobs to the next start and closes everything, within five seconds.
   * Stopping a server twice, or one that has not started, does nothing.
   */
  stop(): Promise<void>;
  /** Resolves when no job is queued or running. */
  whenIdle(): Promise<void>;
}

/** Puts a server together. Nothing happens before start(); two servers in one process share nothing. */
export function createServer(config: ServerConfig, dependencies: ServerDependencies = {}): DecknameServer {
  let logger: Logger | null = null;
  let jobs: JobRunner | null = null;
  let starting: Promise<StartedServer> | null = null;
  let stopping: Promise<void> | null = null;
  const closers = createClosers(() => logger);

  async function start(): Promise<StartedServer> {
    const startedAt = performance.now();
    try {
      const core = await openCore(config, dependencies, closers, (made) => (logger = made));
      ({ jobs } = core);
      const started = await serve(config, dependencies, core, closers, () => stopping !== null);
      core.logger.info('server.ready', {
        version: config.version,
        mode: config.mode,
        port: started.port,
        milliseconds: Math.round(performance.now() - startedAt),
      });
      return started;
    } catch (error) {
      if (!(error instanceof StartError)) logger?.failure('server.start_failed', error);
      await closers.closeAll();
      throw error;
    }
  }

  async function stop(): Promise<void> {
    // What is half open could not be closed in order. A failed start has closed everything itself.
    await starting?.catch(() => undefined);
    logger?.info('server.stopping');
    await closers.closeAll();
  }

  return {
    start() {
      if (starting !== null || stopping !== null) return Promise.reject(new Error('a server can be started once'));
      return (starting = start());
    },
    stop: () => (stopping ??= stop()),
    async whenIdle() {
      await jobs?.whenIdle();
    },
  };
}

/** Folds the features into one server, settles what an earlier run has left, and listens. */
async function serve(
  config: ServerConfig,
  dependencies: ServerDependencies,
  core: Core,
  closers: Closers,
  isShuttingDown: () => boolean,
): Promise<StartedServer> {
  const { logger, jobs, blobs } = core;
  const { mode, desktopToken, publicUrl, rendererDir, resourcesDir, host, allowedHosts, trustedProxies } = config;
  const cookie = createSessionCookie(publicUrl?.startsWith('https:') ?? false);
  const { all, accounts, system, engines } = await createFeatures(config, dependencies, core, { closers, cookie });
  const features = Object.values(all);
  for (const { close } of features) if (close !== undefined) closers.add(close);
  const rateLimiter = createRateLimiter(config.rateLimits, accounts.dayCounters, logger);
  const app = createHttpApp({
    ...{ cookie, desktopToken, isShuttingDown, logger, mode, publicUrl, rateLimiter, rendererDir, resourcesDir },
    ...{ host, allowedHosts, trustedProxies },
    authenticator: accounts.authenticator,
    bodyRoom: createBodyRoom(config.uploadMemoryBytes),
    checkResponses: dependencies.checkResponses ?? false,
    docsAssets: system.docsAssets,
    routes: features.flatMap(({ routes }) => routes),
  });

  const { setupToken } = await accounts.ensureFirstAccounts();
  for (const { settle } of features) await settle?.();
  const swept = await blobs.sweep(referencesOf(features));
  if (swept.missing > 0) logger.error('blobs.missing', { count: swept.missing });
  await rateLimiter.start();
  closers.add(() => rateLimiter.stop());
  await jobs.start();

  accounts.tasks.start({
    ...{ blobs, sealedColumns: SEALED_COLUMNS, settleMs: dependencies.settleMs ?? SETTLE_MS },
    erase: [
      ...features.flatMap(({ leave }) => leave ?? []),
      async ({ accountId }) => rateLimiter.forget([accountId, ...(await accounts.keysOf(accountId))]),
    ],
  });
  closers.add(() => accounts.tasks.stop());

  const listener = createListener(app, config);
  // Requests, answers and jobs end side by side, so that all together keep within the time a stop may take.
  closers.add(() =>
    Promise.all([listener.stop(STOP_TIMEOUT_MS), ...features.map(({ stop }) => stop?.()), jobs.stop()]),
  );
  const port = await listener.listen();
  const upkeep = createUpkeep(
    Object.entries(all).flatMap(([name, { cleanUp }]) => (cleanUp === undefined ? [] : { name, run: cleanUp })),
    { intervalMs: UPKEEP_INTERVAL_MS, logger },
  );
  closers.add(() => upkeep.stop());
  upkeep.start();
  return { url: `http://${urlHost(host)}:${port}/`, port, setupToken, engines };
}

async function* referencesOf(features: readonly Feature[]) {
  for (const { blobReferences } of features) if (blobReferences !== undefined) yield* blobReferences();
}

/** RFC 3986, 3.2.2: an IPv6 address stands in brackets. */
function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
