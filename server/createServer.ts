import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerConfig } from './config.ts';
import { LIMITS } from './contract/limits.ts';
import { createFileBlobStore } from './core/blobs/fileBlobStore.ts';
import type { BlobStore } from './core/blobs/types.ts';
import { systemClock, type Clock } from './core/clock.ts';
import { createClosers, type Closers } from './core/closers.ts';
import { openDatabase } from './core/db/sqlite/database.ts';
import type { Database } from './core/db/types.ts';
import type { SafeFetch } from './core/fetch/safeFetch.ts';
import { createJobRunner } from './core/jobs/runner.ts';
import type { JobRunner } from './core/jobs/types.ts';
import { lockDataDir } from './core/lock/dataDirLock.ts';
import { createLogger } from './core/log/createLogger.ts';
import type { Logger } from './core/log/logger.ts';
import { createListener } from './core/net/listener.ts';
import { StartError } from './core/startError.ts';
import { createUpkeep } from './core/upkeep/upkeep.ts';
import { loadMasterKey } from './core/vault/masterKey.ts';
import type { Vault } from './core/vault/types.ts';
import { openVault } from './core/vault/vault.ts';
import { createDetector } from './detection/createDetector.ts';
import { listModelFolders } from './detection/models/modelFolder.ts';
import { BLANK_EXTENSIONS, createBlank } from './documents/blank/createBlank.ts';
import { createDocuments } from './documents/createDocuments.ts';
import { createEngines, type Engines } from './documents/ocr/engines.ts';
import { openOcrProgram } from './documents/ocr/program/openProgram.ts';
import { openArchive } from './documents/package/archive.ts';
import { createFileInspector } from './documents/files/inspector.ts';
import { createFileTexts } from './documents/files/texts.ts';
import { createThumbnails } from './documents/thumbnails/createThumbnails.ts';
import { createViews } from './documents/view/createViews.ts';
import { createWorkbooks } from './documents/xlsx/createWorkbooks.ts';
import {
  createAccounts,
  createPasswordStrength,
  type Accounts,
  type AccountsOptions,
} from './features/accounts/index.ts';
import { createAnonymization, type Anonymization } from './features/anonymization/index.ts';
import { createChat, type Chat } from './features/chat/index.ts';
import { createDetectorSettings, detectorRoutes } from './features/detectors/index.ts';
import { createConversationMasker } from './features/gateway/anonymizing/createConversationMasker.ts';
import { createMaskThreads } from './features/gateway/anonymizing/threads/createMaskThreads.ts';
import { createTextMasker } from './features/gateway/anonymizing/maskTexts.ts';
import type { ConversationMasker } from './features/gateway/anonymizing/types.ts';
import { createExchanges } from './features/gateway/exchanges/createExchanges.ts';
import type { Exchanges } from './features/gateway/exchanges/types.ts';
import { createGateway, type Gateway } from './features/gateway/index.ts';
import { createSystem } from './features/system/index.ts';
import { createWorkspace, type Workspace } from './features/workspace/index.ts';
import { createHttpApp } from './http/app.ts';
import { createBodyRoom } from './http/bodyRoom.ts';
import { createSessionCookie } from './http/cookies.ts';
import { createRateLimiter } from './http/rateLimits.ts';
import { MIGRATIONS } from './migrations.ts';
import { SEALED_COLUMNS } from './sealedColumns.ts';
import { createProvider } from './providers/createProvider.ts';
import { discoverLocalProviders } from './providers/discoverLocalProviders.ts';
import { createTranslation } from './providers/translate/createTranslation.ts';
import { itemReferencesOf, responseItemsOf, withStoredItems } from './providers/translate/storedItems.ts';

/** How long running requests, and running jobs beside them, may take to end when the server stops. */
const STOP_TIMEOUT_MS = 3_000;
/** Nothing holds a ciphertext for so long between making and storing it. */
const SETTLE_MS = 10_000;
const UPKEEP_INTERVAL_MS = 60 * 60_000;
const FETCH_TIMEOUT_MS = 20_000;
const DATABASE_FILE = 'deckname.db';

/** What a test or an embedding program may put in place of the server's own parts. */
export interface ServerDependencies {
  readonly clock?: Clock;
  /** Receives the log beside its file, for example standard error. */
  readonly logConsole?: { write(line: string): unknown };
  /** Parse every answer by its schema before it is sent: in tests and development. */
  readonly checkResponses?: boolean;
  /** Fetches what callers name by address. */
  readonly fetch?: SafeFetch;
  /** Milliseconds that what is under way has when an account gets another key or goes. */
  readonly settleMs?: number;
}

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

/** The parts that know nothing of features. */
interface Core {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly database: Database;
  readonly vault: Vault;
  readonly blobs: BlobStore;
  readonly jobs: JobRunner;
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

async function openCore(
  config: ServerConfig,
  dependencies: ServerDependencies,
  closers: Closers,
  onLogger: (logger: Logger) => void,
): Promise<Core> {
  const { clock = systemClock, logConsole = null } = dependencies;
  const lock = lockDataDir(config.dataDir);
  closers.add(() => lock.release());
  const logger = createLogger({ dir: join(config.dataDir, 'logs'), level: config.logLevel, console: logConsole });
  closers.add(() => logger.close());
  onLogger(logger);

  const file = join(config.dataDir, DATABASE_FILE);
  const masterKey = await loadMasterKey(config.masterKey, { mayCreate: !existsSync(file), logger });
  const database = await openDatabase({ file, migrations: MIGRATIONS, clock, logger });
  closers.add(() => database.close());
  const vault = await openVault({ database, masterKey, clock });
  return {
    clock,
    logger,
    database,
    vault,
    blobs: createFileBlobStore({ dir: join(config.dataDir, 'objects'), vault }),
    jobs: createJobRunner({
      ...{ database, vault, clock, logger },
      concurrency: config.workers,
      stopTimeoutMs: STOP_TIMEOUT_MS,
    }),
  };
}

/** Builds the features on the core, settles what an earlier run has left, and listens. */
async function serve(
  config: ServerConfig,
  dependencies: ServerDependencies,
  core: Core,
  closers: Closers,
  isShuttingDown: () => boolean,
): Promise<StartedServer> {
  const { logger, jobs, blobs } = core;
  const { mode, version, desktopToken, publicUrl, rendererDir, resourcesDir, rateLimits, dataDir, workers, modelsDir } =
    config;
  const cookie = createSessionCookie(publicUrl?.startsWith('https:') ?? false);

  const strength = createPasswordStrength();
  closers.add(() => strength.close());
  const accounts = createAccountsFor(config, core, { cookie, strength });
  const { audit } = accounts;
  const plugged = createDetectorSettings({ database: core.database, audit, configured: config.detectors });
  const detector = createDetector({ resourcesDir, modelsDir, plugged: () => plugged.active(), threads: workers });
  closers.add(() => detector.close());
  const fetchFile = dependencies.fetch ?? lazySafeFetch(version);
  const ocrProgram =
    config.ocr.engine === 'system' ? await openOcrProgram({ program: config.ocr.program, threads: workers }) : null;
  const engines = createEngines(ocrProgram);
  const documents = createDocuments({ threads: workers, logger, engines });
  closers.add(() => documents.close());
  const views = createViews({ threads: workers, logger });
  closers.add(() => views.close());
  const anonymization = createAnonymization({
    ...core,
    ...{ detector, documents, views, openArchive },
    audit,
    accountSettings: (accountId) => accounts.accountSettings(accountId),
    accountName: async (accountId) => {
      const person = (await accounts.directory.people(core.database.db, [accountId])).get(accountId);
      return person === undefined ? accountId : `${person.name} <${person.email}>`;
    },
    jobRetentionDays: async () => (await accounts.teamSettings()).jobRetentionDays,
    fetchDocument: fetchFile,
    // Built below: it needs the anonymization of files.
    readableNodes: (principal, nodeIds) => workspace.readableNodes(principal, nodeIds),
  });
  const thumbnails = createThumbnails({ threads: workers, logger });
  closers.add(() => thumbnails.close());
  const workbooks = createWorkbooks({ threads: workers, logger });
  closers.add(() => workbooks.close());
  const workspace: Workspace = createWorkspace({
    ...core,
    ...{ thumbnails, workbooks, publicUrl },
    audit: accounts.audit,
    directory: accounts.directory,
    languageOf: async (accountId) => (await accounts.accountSettings(accountId)).interfaceLanguage ?? 'en',
    inspector: createFileInspector(),
    texts: createFileTexts(documents),
    anonymizer: anonymization.files,
    blank: { extensions: BLANK_EXTENSIONS, create: createBlank },
    fetchImage: fetchFile,
    limits: config.workspaceLimits,
  });
  accounts.followMembership(workspace.aroundMembership);
  const system = createSystem({
    ...{ version, mode, dataDir, workers, rateLimits },
    engine: () => detector.version,
    ocr: () => engines.chosen(),
  });
  const maskThreads = createMaskThreads({ threads: workers });
  closers.add(() => maskThreads.close());
  const masker = createConversationMasker({
    ...{ detector, documents, vault: core.vault, threads: maskThreads },
    bookOf: (accountId) => anonymization.mappings.bookOf(accountId),
    detectionOptions: (accountId) => anonymization.detectionOptions(accountId),
    detectorsKey: async () => JSON.stringify([detector.version, await plugged.list()]),
  });
  const exchanges = createExchanges({
    ...core,
    mappings: anonymization.mappings,
    retentionDays: async () => (await accounts.teamSettings()).exchangeRetentionDays,
  });
  const gateway = createGatewayFor(config, core, accounts, { masker, exchanges });
  closers.add(() => exchanges.flush());
  closers.add(() => gateway.close());
  const chat = createChat({
    ...core,
    documents,
    detect: async (accountId, text, signal) =>
      detector.detect(text, await anonymization.detectionOptions(accountId), signal),
    maskTexts: createTextMasker(masker),
    bookOf: (accountId) => anonymization.mappings.bookOf(accountId),
    complete: (request) => gateway.complete(request),
    forgetRequest: (accountId, id) => exchanges.remove({ accountId, id }),
    readNode: (principal, nodeId) => workspace.readFile(principal, nodeId),
    readableNodes: (principal, nodeIds) => workspace.readableNodes(principal, nodeIds),
  });
  const detectors = detectorRoutes({
    ...{ settings: plugged, detector, modelsDir },
    listFolders: () => listModelFolders(modelsDir),
  });
  const rateLimiter = createRateLimiter(rateLimits, accounts.dayCounters, logger);
  const app = createHttpApp({
    ...{ cookie, desktopToken, isShuttingDown, logger, mode, publicUrl, rateLimiter, rendererDir, resourcesDir },
    ...{ host: config.host, allowedHosts: config.allowedHosts, trustedProxies: config.trustedProxies },
    authenticator: accounts.authenticator,
    bodyRoom: createBodyRoom(config.uploadMemoryBytes),
    checkResponses: dependencies.checkResponses ?? false,
    docsAssets: system.docsAssets,
    routes: [
      ...accounts.routes,
      ...anonymization.routes,
      ...detectors,
      ...gateway.routes,
      ...exchanges.routes,
      ...chat.routes,
      ...workspace.routes,
      ...system.routes,
    ],
  });

  const { setupToken } = await accounts.ensureFirstAccounts();
  await chat.settle();
  const swept = await blobs.sweep(
    chained(anonymization.blobReferences(), workspace.blobReferences(), chat.blobReferences()),
  );
  if (swept.missing > 0) logger.error('blobs.missing', { count: swept.missing });
  await rateLimiter.start();
  closers.add(() => rateLimiter.stop());
  await jobs.start();

  accounts.tasks.start({
    ...{ blobs, sealedColumns: SEALED_COLUMNS, settleMs: dependencies.settleMs ?? SETTLE_MS },
    erase: [
      ({ accountId }, signal) => anonymization.leave(accountId, signal),
      (account) => chat.leave(account),
      ({ accountId }) => gateway.leave(accountId),
      (account, signal) => workspace.leave(account, signal),
      async ({ accountId }) => rateLimiter.forget([accountId, ...(await accounts.keysOf(accountId))]),
    ],
  });
  closers.add(() => accounts.tasks.stop());

  const listener = createListener(app, config);
  // Requests, answers and jobs end side by side, so that all together keep within the time a stop may take.
  closers.add(() => Promise.all([listener.stop(STOP_TIMEOUT_MS), chat.stop(), jobs.stop()]));
  const port = await listener.listen();
  const upkeep = createUpkeep(
    [
      ...upkeepTasks(accounts, anonymization, workspace, gateway, chat),
      { name: 'exchanges', run: () => exchanges.cleanUp() },
    ],
    {
      intervalMs: UPKEEP_INTERVAL_MS,
      logger,
    },
  );
  closers.add(() => upkeep.stop());
  upkeep.start();
  return { url: `http://${urlHost(config.host)}:${port}/`, port, setupToken, engines };
}

function createAccountsFor(
  config: ServerConfig,
  core: Core,
  parts: Pick<AccountsOptions, 'cookie' | 'strength'>,
): Accounts {
  const { database, vault, clock, logger } = core;
  const { mode, version, owner, launchToken, publicUrl } = config;
  return createAccounts({ database, vault, clock, logger, ...parts, mode, version, owner, launchToken, publicUrl });
}

function createGatewayFor(
  { providers, modelAliases: aliases, providerFeatures: features }: ServerConfig,
  core: Core,
  accounts: Accounts,
  anonymous: { readonly masker: ConversationMasker; readonly exchanges: Exchanges },
): Gateway {
  const { db } = core.database;
  const { audit, directory } = accounts;
  return createGateway({
    ...core,
    audit,
    configured: { providers, aliases, features },
    connect: ({ definition, apiKey }) => createProvider({ ...definition, apiKey }, { clock: core.clock }),
    discover: (signal) => discoverLocalProviders(signal),
    translate: createTranslation,
    responseItems: { itemsOf: responseItemsOf, referencesOf: itemReferencesOf, withStored: withStoredItems },
    membership: async (accountId) => ({
      accountId,
      role: (await directory.roleOf(db, accountId)) ?? 'member',
      groupIds: await directory.groupsOf(db, accountId),
    }),
    ...anonymous,
  });
}

function upkeepTasks(
  accounts: Accounts,
  anonymization: Anonymization,
  workspace: Workspace,
  gateway: Gateway,
  chat: Chat,
) {
  return [
    { name: 'accounts', run: () => accounts.cleanUp() },
    { name: 'jobs', run: () => anonymization.deleteExpiredJobs() },
    { name: 'workspace', run: () => workspace.cleanUp() },
    { name: 'gateway', run: () => gateway.cleanUp() },
    { name: 'chat', run: () => chat.cleanUp() },
  ];
}

async function* chained<T>(...lists: readonly AsyncIterable<T>[]): AsyncIterable<T> {
  for (const list of lists) yield* list;
}

/** The client for fetching documents is large and seldom needed: it is loaded with its first use. */
function lazySafeFetch(version: string): SafeFetch {
  return async (url, signal) => {
    const { createSafeFetch } = await import('./core/fetch/safeFetch.ts');
    const fetchDocument = createSafeFetch({
      maxBytes: LIMITS.fileBytes,
      timeoutMs: FETCH_TIMEOUT_MS,
      userAgent: `Deckname/${version}`,
    });
    return fetchDocument(url, signal);
  };
}

/** RFC 3986, 3.2.2: an IPv6 address stands in brackets. */
function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
