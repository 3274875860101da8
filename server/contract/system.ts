import { z } from 'zod';
import { engineInfo } from './anonymization.ts';
import { language } from './common.ts';
import { endpoint, RATE_GROUPS } from './endpoint.ts';

const TAG = 'System';

export const getHealth = endpoint({
  id: 'getHealth',
  agents: 'yes',
  method: 'get',
  path: '/health',
  summary: 'Liveness',
  tag: TAG,
  access: 'none',
  rateGroup: 'other',
  status: 200,
  response: {
    kind: 'json',
    schema: z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' }),
    description: 'The server runs.',
  },
  errors: [],
});

export const getOpenApi = endpoint({
  id: 'getOpenApi',
  agents: 'yes',
  method: 'get',
  path: '/openapi.json',
  summary: 'This document',
  tag: TAG,
  access: 'none',
  rateGroup: 'other',
  status: 200,
  response: {
    kind: 'json',
    schema: z.record(z.string(), z.unknown()),
    description: 'OpenAPI 3.1.',
  },
  errors: [],
});

export const getDocs = endpoint({
  id: 'getDocs',
  agents: 'yes',
  method: 'get',
  path: '/docs',
  summary: 'Browsable reference, offline',
  tag: TAG,
  access: 'none',
  rateGroup: 'other',
  status: 200,
  response: { kind: 'binary', contentTypes: ['text/html'], description: 'A page.' },
  errors: [],
});

export const rateLimit = z.object({
  minute: z.number().int().positive().nullable(),
  day: z.number().int().positive().nullable(),
});

export const systemInfo = z
  .object({
    version: z.string(),
    mode: z.enum(['local', 'team']),
    dataDir: z.string().nullable().meta({ description: 'Only for the local account, owners and admins.' }),
    languages: z.array(language),
    engine: engineInfo,
    ocr: z
      .object({ engine: z.enum(['embedded', 'system']), version: z.string() })
      .meta({ description: 'What recognizes scans: the engine that ships with the product, or an installed program.' }),
    workers: z.number().int(),
    maxTextCharacters: z.number().int(),
    maxFileBytes: z.number().int(),
    rateLimits: z.record(z.enum(RATE_GROUPS), rateLimit).nullable().meta({ description: 'null: switched off.' }),
  })
  .meta({ id: 'SystemInfo' });
export type SystemInfo = z.output<typeof systemInfo>;

export const getSystem = endpoint({
  id: 'getSystem',
  agents: 'yes',
  method: 'get',
  path: '/v1/system',
  summary: 'Version, limits and detector of this server',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  status: 200,
  response: { kind: 'json', schema: z.object({ system: systemInfo }), description: 'What is running.' },
  errors: [],
});
