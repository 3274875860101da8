import type { ServerConfig } from '../config.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Closers } from '../core/closers.ts';
import type { SafeFetch } from '../core/fetch/safeFetch.ts';
import { createDetector } from '../detection/createDetector.ts';
import { listModelFolders } from '../detection/models/modelFolder.ts';
import { BLANK_EXTENSIONS, createBlank } from '../documents/blank/createBlank.ts';
import { createDocuments } from '../documents/createDocuments.ts';
import { createFileInspector } from '../documents/files/inspector.ts';
import { createFileTexts } from '../documents/files/texts.ts';
import { createEngines, type Engines } from '../documents/ocr/engines.ts';
import { openOcrProgram } from '../documents/ocr/program/openProgram.ts';
import { openArchive } from '../documents/package/archive.ts';
import { createThumbnails } from '../documents/thumbnails/createThumbnails.ts';
import { createViews } from '../documents/view/createViews.ts';
import { createWorkbooks } from '../documents/xlsx/createWorkbooks.ts';
import { createAccounts, createPasswordStrength, type Accounts } from '../features/accounts/index.ts';
import { createAnonymization } from '../features/anonymization/index.ts';
import { createChat } from '../features/chat/index.ts';
import { createDetectors, createDetectorSettings } from '../features/detectors/index.ts';
import { createConversationMasker } from '../features/gateway/anonymizing/createConversationMasker.ts';
import { createTextMasker } from '../features/gateway/anonymizing/maskTexts.ts';
import { createMaskThreads } from '../features/gateway/anonymizing/threads/createMaskThreads.ts';
import { createExchanges } from '../features/gateway/exchanges/createExchanges.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../features/gateway/index.ts';
import { createSystem, type System } from '../features/system/index.ts';
import { createWorkspace, type Workspace } from '../features/workspace/index.ts';
import type { SessionCookie } from '../http/cookies.ts';
import type { Feature } from '../http/feature.ts';
import { createProvider } from '../providers/createProvider.ts';
import { discoverLocalProviders } from '../providers/discoverLocalProviders.ts';
import { createTranslation } from '../providers/translate/createTranslation.ts';
import { itemReferencesOf, responseItemsOf, withStoredItems } from '../providers/translate/storedItems.ts';
import type { Core } from './core.ts';
import type { ServerDependencies } from './types.ts';

const FETCH_TIMEOUT_MS = 20_000;

/** The features, and what the server needs of some of them beside their parts. */
export interface Features {
  /** By their names in the log. Accounts that leave go through them, and they are closed, in reverse order. */
  readonly all: Readonly<Record<string, Feature>>;
  readonly accounts: Accounts;
  readonly system: System;
  readonly engines: Engines;
}

/** Builds the features on the core and hands each of them what it needs of others: they never import one another. */
export async function createFeatures(
  config: ServerConfig,
  dependencies: ServerDependencies,
  core: Core,
  { closers, cookie }: { readonly closers: Closers; readonly cookie: SessionCookie },
): Promise<Features> {
  const { logger, clock, database, vault } = core;
  const { mode, version, owner, launchToken, publicUrl, resourcesDir, rateLimits, dataDir, modelsDir } = config;
  const threads = config.workers;
  /** Something with threads of its own, which end with the server. */
  const closed = <T extends { close(): unknown }>(part: T): T => {
    closers.add(() => part.close());
    return part;
  };

  const accounts = createAccounts({
    ...{ database, vault, clock, logger, cookie, mode, version, owner, launchToken, publicUrl },
    strength: closed(createPasswordStrength()),
  });
  const { audit, directory } = accounts;
  const plugged = createDetectorSettings({ database, audit, configured: config.detectors });
  const detector = closed(createDetector({ resourcesDir, modelsDir, plugged: () => plugged.active(), threads }));
  const fetchFile = dependencies.fetch ?? lazySafeFetch(version);
  const engines = createEngines(
    config.ocr.engine === 'system' ? await openOcrProgram({ program: config.ocr.program, threads }) : null,
  );
  const documents = closed(createDocuments({ threads, logger, engines }));
  const anonymization = createAnonymization({
    ...core,
    ...{ detector, documents, openArchive, audit },
    views: closed(createViews({ threads, logger })),
    accountSettings: (accountId) => accounts.accountSettings(accountId),
    accountName: async (accountId) => {
      const person = (await directory.people(database.db, [accountId])).get(accountId);
      return person === undefined ? accountId : `${person.name} <${person.email}>`;
    },
    jobRetentionDays: async () => (await accounts.teamSettings()).jobRetentionDays,
    fetchDocument: fetchFile,
    // Built below: it needs the anonymization of files.
    readableNodes: (principal, nodeIds) => workspace.readableNodes(principal, nodeIds),
  });
  const workspace: Workspace = createWorkspace({
    ...core,
    ...{ publicUrl, audit, directory },
    thumbnails: closed(createThumbnails({ threads, logger })),
    workbooks: closed(createWorkbooks({ threads, logger })),
    languageOf: async (accountId) => (await accounts.accountSettings(accountId)).interfaceLanguage ?? 'en',
    inspector: createFileInspector(),
    texts: createFileTexts(documents),
    anonymizer: anonymization.files,
    blank: { extensions: BLANK_EXTENSIONS, create: createBlank },
    fetchImage: fetchFile,
    limits: config.workspaceLimits,
  });
  accounts.followMembership(workspace.aroundMembership);
  const masker = createConversationMasker({
    ...{ detector, documents, vault, threads: closed(createMaskThreads({ threads })) },
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
  const detectors = createDetectors({
    ...{ settings: plugged, detector, modelsDir },
    listFolders: () => listModelFolders(modelsDir),
  });
  const system = createSystem({
    ...{ version, mode, dataDir, workers: threads, rateLimits },
    engine: () => detector.version,
    ocr: () => engines.chosen(),
  });

  // What the gateway writes while it closes is recorded by the exchanges, which therefore stand before it.
  const all = { accounts, detectors, exchanges, gateway, anonymization, workspace, chat, system };
  return { all, accounts, system, engines };
}

function createGatewayFor(
  { providers, modelAliases: aliases, providerFeatures: features }: ServerConfig,
  core: Core,
  { audit, directory }: Accounts,
  anonymous: Pick<GatewayOptions, 'masker' | 'exchanges'>,
): Gateway {
  const { db } = core.database;
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

/** The client for fetching documents is large and seldom needed: it is loaded with its first use. */
function lazySafeFetch(version: string): SafeFetch {
  return async (url, signal) => {
    const { createSafeFetch } = await import('../core/fetch/safeFetch.ts');
    const fetchDocument = createSafeFetch({
      maxBytes: LIMITS.fileBytes,
      timeoutMs: FETCH_TIMEOUT_MS,
      userAgent: `Deckname/${version}`,
    });
    return fetchDocument(url, signal);
  };
}
