import type { AnthropicModel, AnthropicModels, ModelsQuery, OpenAiModel } from '../../../contract/gateway/index.ts';
import * as contract from '../../../contract/gateway/index.ts';
import * as adminContract from '../../../contract/gatewayModels.ts';
import { isoTime } from '../../../core/clock.ts';
import { type Route, route } from '../../../http/route.ts';
import type { GatewayModel } from '../types.ts';
import type { Catalog } from './catalog.ts';
import type { ModelSettings } from './modelSettings.ts';

/** Every request of the Anthropic clients carries it. */
const VERSION_HEADER = 'anthropic-version';

/** Routes that list models, and those that name them and say who may use them. */
export function modelRoutes(catalog: Catalog, settings: ModelSettings): Route[] {
  const openAiList = async (accountId: string) => ({
    object: 'list' as const,
    data: (await catalog.list(accountId)).map(openAi),
  });
  return [
    route(contract.listLlmModels, ({ principal }) => openAiList(principal.accountId)),
    route(contract.listAnonymousModels, ({ principal }) => openAiList(principal.accountId)),
    route(contract.getLlmModel, async ({ principal, params }) =>
      openAi(await catalog.find(principal.accountId, params.id)),
    ),
    route(contract.getAnonymousModel, async ({ principal, params }) =>
      openAi(await catalog.find(principal.accountId, params.id)),
    ),
    ...[contract.listModels, contract.listAnonymousModelsV1].map((endpoint) =>
      route(endpoint, async (context) => {
        const { accountId } = context.principal;
        if (context.header(VERSION_HEADER) === undefined) return openAiList(accountId);
        return page((await catalog.list(accountId)).map(anthropic), context.query);
      }),
    ),
    ...[contract.getModel, contract.getAnonymousModelV1].map((endpoint) =>
      route(endpoint, async (context) => {
        const model = await catalog.find(context.principal.accountId, context.params.id);
        return context.header(VERSION_HEADER) === undefined ? openAi(model) : anthropic(model);
      }),
    ),
    route(adminContract.getModelCatalog, () => catalog.overview()),
    route(adminContract.setModelAliases, async ({ principal, body }) => ({
      aliases: [...(await settings.setAliases(principal, body.aliases))],
    })),
    route(adminContract.setModelAccess, async ({ principal, body }) => ({
      access: await settings.setAccess(principal, body.access),
    })),
  ];
}

/** The reference wants a time; where none is told it is the epoch. */
const UNKNOWN_TIME = 0;

function openAi({ id, provider, created, capabilities }: GatewayModel): OpenAiModel {
  const { contextLength, ...abilities } = capabilities;
  return {
    ...{ id, object: 'model', created: created ?? UNKNOWN_TIME, owned_by: provider ?? 'deckname' },
    ...{ capabilities: abilities, context_length: contextLength },
  };
}

function anthropic({ id, displayName, created, capabilities }: GatewayModel): AnthropicModel {
  const createdAt = isoTime((created ?? UNKNOWN_TIME) * 1000);
  return {
    ...{ type: 'model', id, display_name: displayName ?? id, created_at: createdAt },
    max_input_tokens: capabilities.contextLength,
  };
}

/** https://docs.anthropic.com/en/api/models-list: a page after, or before, an id. */
function page(
  models: readonly AnthropicModel[],
  { limit, after_id: after, before_id: before }: ModelsQuery,
): AnthropicModels {
  const indexOf = (id: string): number => models.findIndex((model) => model.id === id);
  const end = before === undefined ? models.length : Math.max(indexOf(before), 0);
  const start = before === undefined ? (after === undefined ? 0 : indexOf(after) + 1) : Math.max(end - limit, 0);
  const data = models.slice(start, Math.min(start + limit, end));
  const more = before === undefined ? start + data.length < models.length : start > 0;
  return { data, has_more: more, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}
