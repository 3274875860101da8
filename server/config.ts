import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ocrOf, type OcrConfig } from './config/ocr.ts';
import { defaultDataDir } from './config/paths.ts';
import {
  DEFAULT_RATE_LIMITS,
  DEFAULT_UPLOAD_MEMORY_MIB,
  DEFAULT_WORKSPACE_LIMITS,
  environmentName,
  type LOG_LEVELS,
  type ProviderConfig,
  type RateLimits,
  type Settings,
  type WorkspaceLimits,
} from './config/settings.ts';
import { readConfigFile, readEnvironment, type Environment } from './config/sources.ts';
import { packageRoot } from './core/files/packageRoot.ts';
import type { DetectorDefinition } from './contract/detectors.ts';
import { RATE_GROUPS } from './contract/endpoint.ts';
import type { ModelAlias } from './contract/gatewayModels.ts';
import { StartError } from './core/startError.ts';

export type { ProviderConfig, RateLimit, RateLimits } from './config/settings.ts';

/** Where the master key comes from: given as base64 of 32 bytes, or kept in a file that the first start makes. */
export type MasterKeySource =
  { readonly kind: 'key'; readonly base64: string } | { readonly kind: 'file'; readonly path: string };

/** Everything a server can be told; read once, before {@link createServer}. */
export interface ServerConfig {
  readonly version: string;
  /** `local`: one account without a login (desktop, npm start). `team`: accounts with logins and keys. */
  readonly mode: 'local' | 'team';
  /** Absolute path of the folder for database, stored objects, keys and logs. */
  readonly dataDir: string;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** First account of a fresh data folder, with its first API key; null: a set-up link is printed. */
  readonly owner: { readonly email: string; readonly password: string; readonly apiKey?: string } | null;
  /** Local mode: token of the one-time link that opens the account in a browser. */
  readonly launchToken: string | null;
  /** Desktop: token of this launch, added by the shell to every request of its own window (header X-Deckname-Launch). */
  readonly desktopToken: string | null;
  readonly masterKey: MasterKeySource;
  /** null: switched off. */
  readonly rateLimits: RateLimits | null;
  readonly workspaceLimits: WorkspaceLimits;
  readonly providers: readonly ProviderConfig[];
  /** Names for several models beside those that are stored. */
  readonly modelAliases: readonly ModelAlias[];
  /** Features of providers that clients may ask for in anonymous requests, beside those that are known. */
  readonly providerFeatures: readonly string[];
  /** Absolute path of the folder that holds plugged models; it need not exist. */
  readonly modelsDir: string;
  /** Plugged detectors beside those that are stored. */
  readonly detectors: readonly DetectorDefinition[];
  /** Threads for detection, OCR and documents. */
  readonly workers: number;
  /** Memory for the forms with files of all requests together. */
  readonly uploadMemoryBytes: number;
  readonly ocr: OcrConfig;
  /** Base of absolute addresses behind a proxy, without a slash at the end; null: taken from the request. */
  readonly publicUrl: string | null;
  /** Names under which the server may be spoken to, beside its addresses and that of `publicUrl`; lower case, no port. */
  readonly allowedHosts: readonly string[];
  /** Addresses, networks or `loopback`, `linklocal`, `uniquelocal`: who may set X-Forwarded-* headers. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** The built web interface; null: none is served. */
  readonly rendererDir: string | null;
  /** Models, dictionaries, fonts and other data that ship with the product. */
  readonly resourcesDir: string;
}

/** What an embedding program (desktop shell, command line) decides itself, above every other source. */
export type ConfigOverrides = Partial<
  Pick<ServerConfig, 'mode' | 'dataDir' | 'host' | 'port' | 'launchToken' | 'desktopToken' | 'masterKey' | 'logLevel'>
>;

/**
 * Reads the configuration: overrides, then environment, then the file of DECKNAME_CONFIG, then defaults. Reads files, changes nothing.
 * @throws StartError that names an unknown or invalid setting, without its value
 */
export function loadConfig(source: { env: Environment; cwd: string; overrides?: ConfigOverrides }): ServerConfig {
  const environment = readEnvironment(source.env, source.cwd);
  const file = readConfigFile(source.env, source.cwd);
  const settings: Settings = { ...file, ...environment };
  const root = packageRoot(import.meta.dirname);
  const rendererDir = join(root, 'dist', 'renderer');
  const dataDir = source.overrides?.dataDir ?? settings.dataDir ?? defaultDataDir(source.env);
  return Object.freeze({
    version: packageVersion(root),
    mode: 'team',
    dataDir,
    host: settings.host ?? '127.0.0.1',
    port: settings.port ?? 4310,
    owner: ownerOf(settings),
    launchToken: null,
    desktopToken: null,
    masterKey: masterKeyOf(environment) ??
      masterKeyOf(file) ?? { kind: 'file' as const, path: join(dataDir, 'master.key') },
    rateLimits: rateLimitsOf(settings),
    workspaceLimits: workspaceLimitsOf(settings),
    providers: settings.providers ?? [],
    modelAliases: settings.modelAliases ?? [],
    providerFeatures: settings.providerFeatures ?? [],
    modelsDir: settings.modelsDir ?? join(dataDir, 'models'),
    detectors: settings.detectors ?? [],
    workers: settings.workers ?? availableParallelism(),
    uploadMemoryBytes: (settings.uploadMemory ?? DEFAULT_UPLOAD_MEMORY_MIB) * 1024 * 1024,
    ocr: ocrOf(settings, source.env),
    publicUrl: settings.publicUrl?.replace(/(?<!\/)\/+$/, '') ?? null,
    allowedHosts: settings.allowedHosts ?? [],
    trustedProxies: settings.trustedProxies ?? ['loopback'],
    logLevel: settings.logLevel ?? 'info',
    rendererDir: existsSync(join(rendererDir, 'index.html')) ? rendererDir : null,
    resourcesDir: join(root, 'resources'),
    ...source.overrides,
  } satisfies ServerConfig);
}

function packageVersion(root: string): string {
  const content: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(content).version;
}

function ownerOf(settings: Settings): ServerConfig['owner'] {
  const { ownerEmail: email, ownerPassword: password, bootstrapApiKey: apiKey } = settings;
  if (email === undefined && password === undefined && apiKey === undefined) return null;
  const missing = email === undefined ? 'ownerEmail' : password === undefined ? 'ownerPassword' : null;
  if (email === undefined || password === undefined) {
    throw new StartError(
      `The setting ${environmentName(missing ?? 'ownerEmail')} is missing: the first account needs an e-mail address and a password.`,
    );
  }
  return Object.freeze({ email, password, ...(apiKey === undefined ? {} : { apiKey }) });
}

function masterKeyOf(settings: Settings): MasterKeySource | null {
  const { masterKey, masterKeyFile } = settings;
  if (masterKey !== undefined && masterKeyFile !== undefined) {
    throw new StartError(
      `Only one of the settings ${environmentName('masterKey')} and ${environmentName('masterKeyFile')} may be given.`,
    );
  }
  if (masterKey !== undefined) return { kind: 'key', base64: masterKey };
  return masterKeyFile === undefined ? null : { kind: 'file', path: masterKeyFile };
}

function rateLimitsOf(settings: Settings): RateLimits | null {
  if (settings.rateLimits === 'off') return null;
  const limits = { ...DEFAULT_RATE_LIMITS };
  for (const group of RATE_GROUPS) {
    const given = settings.rateLimits?.[group];
    if (given === undefined) continue;
    const { minute = limits[group].minute, day = limits[group].day } = given;
    limits[group] = { minute, day };
  }
  return Object.freeze(limits);
}

function workspaceLimitsOf({ workspaceLimits }: Settings): WorkspaceLimits {
  const { maxBytes, maxFiles } = DEFAULT_WORKSPACE_LIMITS;
  return Object.freeze({
    maxBytes: workspaceLimits?.maxBytes ?? maxBytes,
    maxFiles: workspaceLimits?.maxFiles ?? maxFiles,
  });
}
