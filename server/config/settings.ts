import { isIP } from 'node:net';
import { z } from 'zod';
import { detectorDefinition } from '../contract/detectors.ts';
import { RATE_GROUPS, type RateGroup } from '../contract/endpoint.ts';
import { modelAlias } from '../contract/gatewayModels.ts';
import { newProvider, type NewProvider } from '../contract/gatewayProviders.ts';
import { LIMITS } from '../contract/limits.ts';

/** Requests allowed per API key; null: no limit. */
export interface RateLimit {
  readonly minute: number | null;
  readonly day: number | null;
}
export type RateLimits = Readonly<Record<RateGroup, RateLimit>>;

/** Most that one space of the workspace may hold. */
export interface WorkspaceLimits {
  /** Contents of all files with their kept versions, trash included. */
  readonly maxBytes: number;
  /** Files, trash included. */
  readonly maxFiles: number;
}

/** Interface 8.2. */
export const DEFAULT_WORKSPACE_LIMITS: WorkspaceLimits = Object.freeze({ maxBytes: 2 * 1024 ** 3, maxFiles: 5_000 });

/** The table of interface 8.1, completed by decisions 1. */
export const DEFAULT_RATE_LIMITS: RateLimits = Object.freeze({
  anonymize: { minute: 60, day: 2_000 },
  llm_chat: { minute: 60, day: 1_000 },
  anonymous_chat: { minute: 30, day: 500 },
  models: { minute: 120, day: null },
  workspace: { minute: 600, day: null },
  other: { minute: 120, day: null },
});

/** `embedded` ships with the product, `system` is a program that is installed beside it. */
export const OCR_ENGINES = ['embedded', 'system'] as const;

/** Memory for files that are being sent, over all requests. */
export const DEFAULT_UPLOAD_MEMORY_MIB = 512;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

const HTTP_PROTOCOL = /^https?$/;
const MASTER_KEY_BYTES = 32;

/** A model provider of the gateway. */
export type ProviderConfig = NewProvider;

const count = z.number().int().positive().nullable().optional();
const rateGroupLimits = z.strictObject({ minute: count, day: count });

/** Numbers arrive as text from the environment and as numbers from a file. */
const integer = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.number(`must be a whole number from ${min} to ${max}`).int().min(min).max(max),
  );

/** Structures arrive as JSON text from the environment and as structures from a file. */
const structured = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string' || value === 'off') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      // The parser's own message quotes the value, which may hold a key.
      context.addIssue({ code: 'custom', message: 'must be valid JSON' });
      return z.NEVER;
    }
  }, schema);

const text = z.string('must be a text').trim().min(1);

/** Lists arrive as text with commas from the environment and as lists from a file; `none` is an empty one. */
const listed = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (value === 'none' ? [] : typeof value === 'string' ? value.split(',') : value),
    z.array(schema).max(100),
  );

/** An address, a network in CIDR notation, or the name of the networks of one kind, as Express takes them. */
function isProxyAddress(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

const masterKey = text.refine(
  (value) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) && Buffer.from(value, 'base64').length === MASTER_KEY_BYTES,
  'must be 32 bytes in base64',
);

const rateLimits = structured(
  z.union(
    [z.literal('off'), z.partialRecord(z.enum(RATE_GROUPS), rateGroupLimits)],
    `must be "off" or a JSON object of {minute, day} by group (${RATE_GROUPS.join(', ')})`,
  ),
);

const positive = z.number().int().positive().optional();
const workspaceLimits = structured(
  z.strictObject({ maxBytes: positive, maxFiles: positive }, 'must be a JSON object of maxBytes and maxFiles'),
);

const providers = structured(
  z
    .array(newProvider)
    .max(LIMITS.providers)
    .refine((list) => new Set(list.map((entry) => entry.id)).size === list.length, 'every id may appear once'),
);

const modelAliases = structured(
  z
    .array(modelAlias)
    .max(LIMITS.modelAliases)
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'every name may appear once'),
);

const detectors = structured(
  z
    .array(detectorDefinition)
    .max(LIMITS.detectors)
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'every name may appear once'),
);

/**
 * Every setting under its name in a configuration file, with the schema of its value. The name in the environment is
 * derived from it ({@link environmentName}).
 */
export const SETTINGS = Object.freeze({
  dataDir: text,
  host: text,
  port: integer(0, 65_535),
  ownerEmail: z.email('must be an e-mail address').max(254),
  ownerPassword: z.string('must be a text').min(10, 'must have at least 10 characters').max(256),
  bootstrapApiKey: z.string('must be a text').regex(/^dk_[0-9A-Za-z]{43}$/, 'must be dk_ and 43 letters or digits'),
  masterKey,
  masterKeyFile: text,
  rateLimits,
  /** Quota of each space of the workspace. */
  workspaceLimits,
  /** Model providers of the gateway, as in POST /v1/admin/providers. */
  providers,
  /** Names for several models, as in PUT /v1/admin/models/aliases. */
  modelAliases,
  /** Folder of plugged models, each in a folder of its own. */
  /** Features of providers under test that clients may name in anonymous requests, beside the known ones. */
  providerFeatures: listed(
    z
      .string('must be a list of names of features')
      .trim()
      .regex(/^[a-z0-9][a-z0-9=-]{0,79}$/, 'must be a list of names of features, such as a-feature-2026-01-31'),
  ),
  modelsDir: text,
  /** Plugged detectors, as in POST /v1/admin/detectors. */
  detectors,
  workers: integer(1, 64),
  /** MiB for the forms of all requests together; the largest one takes 260. */
  uploadMemory: integer(64, 65_536),
  /** What recognizes scans. */
  ocrEngine: z.enum(OCR_ENGINES, `must be one of ${OCR_ENGINES.join(', ')}`),
  /** The installed tesseract, for ocrEngine system; found on PATH when absent. */
  ocrProgram: text,
  // Cookies, the API reference and the interface all live at the root of a host.
  publicUrl: z
    .url({ protocol: HTTP_PROTOCOL, error: 'must be an http or https address' })
    .refine((address) => new URL(address).pathname === '/', 'must name a host without a path'),
  /** Names under which the server may be spoken to, beside its addresses and that of publicUrl. */
  allowedHosts: listed(
    z
      .string('must be a list of host names')
      .trim()
      .toLowerCase()
      .regex(/^(?:[a-z0-9_.-]{1,253}|[0-9a-f:]{2,45})$/, 'must be a list of host names without scheme and port'),
  ),
  /** Who may set X-Forwarded-* headers. */
  trustedProxies: listed(
    z
      .string('must be a list of addresses')
      .trim()
      .refine(isProxyAddress, 'must be a list of addresses, networks such as 10.0.0.0/8, loopback or uniquelocal'),
  ),
  logLevel: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`),
} as const) satisfies Readonly<Record<string, z.ZodType>>;

export type SettingName = keyof typeof SETTINGS;
/** The parsed settings of one source. */
export type Settings = { [K in SettingName]?: z.output<(typeof SETTINGS)[K]> | undefined };

export const SETTING_NAMES = Object.freeze(Object.keys(SETTINGS) as SettingName[]);

/** `dataDir` → `DECKNAME_DATA_DIR`. */
export function environmentName(name: string): string {
  return `DECKNAME_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}
