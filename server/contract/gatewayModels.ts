import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { teamRole } from './accounts.ts';
import { uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';
import { LIMITS } from './limits.ts';

const TAG = 'Model providers';

/** `provider/model`. */
const modelId = z
  .string()
  .regex(/^[^/\s]+\/\S+$/, 'must be provider/model')
  .max(300);
const aliasName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/)
  .meta({ description: 'Letters, digits, dot, dash, colon and underscore; no slash.' });

/** A name for several models. */
export const modelAlias = z
  .strictObject({
    name: aliasName,
    targets: z
      .array(z.strictObject({ model: modelId, weight: z.number().int().min(1).max(1000).default(1) }))
      .min(1)
      .max(20)
      .readonly()
      .meta({ description: 'Requests are shared out by weight.' }),
    fallbacks: z.array(modelId).max(20).readonly().default([]).meta({
      description: 'Tried in this order when every target fails before its first byte.',
    }),
  })
  .readonly()
  .meta({ id: 'ModelAlias' });
export type ModelAlias = z.output<typeof modelAlias>;

/** `*` alone, or at the end, stands for anything. */
const modelPattern = z
  .string()
  .regex(/^[^\s*]*\*?$/, 'may have one * at its end')
  .min(1)
  .max(300)
  .meta({ description: 'A model id or an alias; `openai/*` names all models of a provider, `*` everything.' });
const patterns = z.array(modelPattern).max(500).readonly();

/** Which accounts may use which models. */
export const modelAccess = z
  .strictObject({
    everyone: patterns.meta({ description: 'Open to all accounts.' }),
    grants: z
      .array(
        z.strictObject({
          subject: z.discriminatedUnion('kind', [
            z.strictObject({ kind: z.literal('role'), role: teamRole }),
            z.strictObject({ kind: z.literal('group'), id: uuid }),
            z.strictObject({ kind: z.literal('account'), id: uuid }),
          ]),
          models: patterns,
        }),
      )
      .max(1_000)
      .readonly()
      .default([])
      .meta({ description: 'Models that these may use beside those of `everyone`.' }),
  })
  .readonly()
  .meta({ id: 'ModelAccess', description: 'A model that an account may not use looks to it as if it did not exist.' });
export type ModelAccess = z.output<typeof modelAccess>;
export const DEFAULT_MODEL_ACCESS: ModelAccess = Object.freeze({ everyone: ['*'], grants: [] });

export const shownAlias = modelAlias
  .unwrap()
  .extend({ origin: z.enum(['settings', 'configuration']) })
  .meta({ id: 'ShownModelAlias' });
export type ShownAlias = z.output<typeof shownAlias>;

/** Every model of the installation, whoever may use it. */
export const modelCatalog = z
  .object({
    models: z.array(z.object({ id: z.string(), provider: z.string(), displayName: z.string().nullable() })),
    failing: z.array(z.string()).meta({ description: 'Providers that did not tell their models in time.' }),
    aliases: z.array(shownAlias),
    access: modelAccess,
  })
  .meta({ id: 'ModelCatalog' });
export type ModelCatalog = z.output<typeof modelCatalog>;

const admin = { tag: TAG, access: 'session_or_key', roles: ['owner', 'admin'], rateGroup: 'other' } as const;

export const getModelCatalog = endpoint({
  ...admin,
  id: 'getModelCatalog',
  ...AGENTS.administration,
  method: 'get',
  path: '/v1/admin/models',
  summary: 'Models, aliases and who may use them',
  status: 200,
  response: json(modelCatalog, 'The catalog.'),
  errors: ['FORBIDDEN'],
});
export const setModelAliases = endpoint({
  ...admin,
  id: 'setModelAliases',
  ...AGENTS.administration,
  method: 'put',
  path: '/v1/admin/models/aliases',
  summary: 'Set the aliases',
  description: 'Replaces all aliases of the settings; those of the configuration stay and keep their names.',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      aliases: z
        .array(modelAlias)
        .max(LIMITS.modelAliases)
        .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'every name may appear once'),
    }),
  },
  status: 200,
  response: json(z.object({ aliases: z.array(shownAlias) }), 'The aliases.'),
  errors: ['INVALID_BODY', 'FORBIDDEN', 'NAME_TAKEN'],
});
export const setModelAccess = endpoint({
  ...admin,
  id: 'setModelAccess',
  ...AGENTS.administration,
  method: 'put',
  path: '/v1/admin/models/access',
  summary: 'Set who may use which models',
  body: { kind: 'json', unknownFields: 'refused', schema: z.object({ access: modelAccess }) },
  status: 200,
  response: json(z.object({ access: modelAccess }), 'The rules.'),
  errors: ['INVALID_BODY', 'FORBIDDEN'],
});
