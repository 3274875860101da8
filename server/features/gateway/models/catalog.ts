import type { ModelCatalog, ShownAlias } from '../../../contract/gatewayModels.ts';
import { AppError } from '../../../core/errors.ts';
import type { ProviderConnection } from '../connections/pool.ts';
import type { ProviderSettings } from '../connections/providerSettings.ts';
import type { GatewayModel } from '../types.ts';
import { type MayUse, mayUse, type Membership } from './access.ts';
import type { Cooling } from './cooling.ts';
import { saysOnlyModel } from './modelNames.ts';
import type { Listings, ProviderListing } from './listings.ts';
import type { ModelSettings } from './modelSettings.ts';
import { sharedCapabilities } from './sharedCapabilities.ts';
import { orderOfTargets } from './order.ts';

/** Where a request can go. */
export interface Target {
  readonly connection: ProviderConnection;
  /** The provider's own name of the model. */
  readonly name: string;
  /** `provider/name`. */
  readonly id: string;
  /** The configuration names the model, or the provider has listed it by now. Any other name is a client's word for it. */
  readonly isListed: boolean;
}

/**
 * What can be the name of a model that no configuration lists: those of providers, with organizations, versions and tags. Nothing that looks
 * like an address of mail or a number of a person.
 */
const CLIENT_NAME = /^(?=[A-Za-z0-9@][A-Za-z0-9._:/@~-]{0,127}$)(?!.*@[^/]*\.)(?!.*\d{9})/;

/** Stands in figures for a name that nobody lists: there may be anything in it, and some servers answer to every name. */
const UNLISTED = 'unlisted';

/** The model of a request as its figures name it, which are not encrypted. */
export async function nameForFigures(catalog: Pick<Catalog, 'lists'>, target: Target): Promise<string> {
  const { name, isListed } = target;
  return isListed || saysOnlyModel(name) || (await catalog.lists(target)) ? name : UNLISTED;
}

/** Tells of the names that the targets of a request have which of them are listed. */
export function listsModel(
  catalog: Pick<Catalog, 'lists'>,
  targets: readonly Target[],
): (name: string) => Promise<boolean> {
  return async (name) => {
    const listed = await Promise.all(
      targets.filter((target) => target.name === name).map((target) => catalog.lists(target)),
    );
    return listed.includes(true);
  };
}

/** Finds models by their names. */
export interface Catalog {
  /** What the account may use: aliases, then models by provider. */
  list(accountId: string): Promise<GatewayModel[]>;
  /** @throws AppError model_not_found */
  find(accountId: string, id: string): Promise<GatewayModel>;
  /**
   * Targets of a request in the order in which they are tried; at least one.
   * @param model - `provider/model`, an alias, or the name of a model that exactly one provider lists
   * @throws AppError model_not_found, also for a model that the account may not use; service_unavailable without any provider
   */
  targets(accountId: string, model: string): Promise<readonly Target[]>;
  /** Whether the configuration names a target's model, or the provider lists it; asks the provider when nobody has yet. */
  lists(target: Target): Promise<boolean>;
  /** Everything there is, for those who administer it. */
  overview(): Promise<ModelCatalog>;
}

export interface CatalogOptions {
  readonly providers: ProviderSettings;
  readonly settings: ModelSettings;
  readonly listings: Listings;
  readonly cooling: Cooling;
  readonly membership: (accountId: string) => Promise<Membership>;
  /** A number in [0, 1), for sharing out requests. */
  readonly random: () => number;
}

export function createCatalog(options: CatalogOptions): Catalog {
  const { providers, settings, listings, cooling, membership, random } = options;

  const allowedFor = async (accountId: string): Promise<MayUse> => {
    const access = await settings.access();
    // Most installations restrict nothing, and then nobody has to be looked up.
    return access.everyone.includes('*') ? () => true : mayUse(access, await membership(accountId));
  };
  const listAll = async (): Promise<ProviderListing[]> =>
    Promise.all((await providers.active()).map((connection) => listings.of(connection)));

  async function list(accountId: string): Promise<GatewayModel[]> {
    const [allowed, aliases, listed] = await Promise.all([allowedFor(accountId), settings.aliases(), listAll()]);
    const usable = usableAliases(aliases, await providers.active());
    const models = listed.flatMap(modelsOf);
    return [...usable.map((alias) => aliasModel(alias, models)), ...models].filter(({ id }) => allowed(id));
  }

  function targetOf(active: readonly ProviderConnection[], id: string): Target | null {
    const slash = id.indexOf('/');
    const connection = active.find(({ definition }) => definition.id === id.slice(0, Math.max(slash, 0)));
    const name = id.slice(slash + 1);
    if (connection === undefined || name === '') return null;
    const { models, prices } = connection.definition;
    if (models.length > 0) return models.includes(name) ? { connection, name, id, isListed: true } : null;
    return {
      connection,
      name,
      id,
      isListed: Object.hasOwn(prices, name) || listings.known(connection).some((model) => model.id === name),
    };
  }

  async function bareTarget(name: string): Promise<Target | null> {
    const having = (await listAll()).filter(({ models }) => models.some(({ id }) => id === name));
    const [only] = having;
    if (only === undefined || having.length > 1) return null;
    const { connection } = only;
    return { connection, name, id: `${connection.definition.id}/${name}`, isListed: true };
  }

  async function lists({ connection, name, isListed }: Target): Promise<boolean> {
    return isListed || (await listings.of(connection)).models.some(({ id }) => id === name);
  }

  return Object.freeze({
    list,

    async find(accountId: string, id: string) {
      const listed = (await list(accountId)).find((model) => model.id === id);
      if (listed !== undefined) return listed;
      throw notFound();
    },

    async targets(accountId: string, model: string) {
      const active = await providers.active();
      if (active.length === 0) throw nothingConfigured();
      const allowed = await allowedFor(accountId);
      const alias = (await settings.aliases()).find(({ name }) => name === model);
      if (alias !== undefined) {
        if (!allowed(model)) throw notFound();
        const order = orderOfTargets(alias.targets, alias.fallbacks, (id) => cooling.isCooling(id), random);
        const targets = order.map((id) => targetOf(active, id)).filter((target) => target !== null);
        if (targets.length === 0) throw notFound();
        return targets.map((target) => ({ ...target, isListed: true }));
      }
      const target = targetOf(active, model) ?? (await bareTarget(model));
      if (target === null || !allowed(target.id)) throw notFound();
      if (!target.isListed && !CLIENT_NAME.test(target.name) && !(await lists(target))) throw notFound();
      return [target];
    },

    lists,

    async overview() {
      const listed = await listAll();
      return {
        models: listed.flatMap(({ connection, models }) =>
          models.map(({ id, displayName }) => ({
            id: `${connection.definition.id}/${id}`,
            provider: connection.definition.id,
            displayName,
          })),
        ),
        failing: listed.filter(({ failing }) => failing).map(({ connection }) => connection.definition.id),
        aliases: [...(await settings.aliases())],
        access: await settings.access(),
      };
    },
  });
}

/** Aliases of which at least one target's provider is there. */
function usableAliases(aliases: readonly ShownAlias[], active: readonly ProviderConnection[]): ShownAlias[] {
  const ids = new Set(active.map(({ definition }) => definition.id));
  return aliases.filter(({ targets, fallbacks }) =>
    [...targets.map(({ model }) => model), ...fallbacks].some((model) => ids.has(model.slice(0, model.indexOf('/')))),
  );
}

function aliasModel({ name, targets, fallbacks }: ShownAlias, models: readonly GatewayModel[]): GatewayModel {
  const ids = [...targets.map(({ model }) => model), ...fallbacks];
  const behind = ids.map((id) => models.find((model) => model.id === id)?.capabilities);
  return { id: name, provider: null, displayName: null, created: null, capabilities: sharedCapabilities(behind) };
}

function modelsOf({ connection, models }: ProviderListing): GatewayModel[] {
  const provider = connection.definition.id;
  return models.map(({ id, displayName, created, capabilities }) => ({
    ...{ id: `${provider}/${id}`, provider, displayName, created, capabilities },
  }));
}

function notFound(): AppError {
  return new AppError('model_not_found', 'The model does not exist or you have no access to it.', {
    fields: { param: 'model' },
  });
}

function nothingConfigured(): AppError {
  return new AppError(
    'service_unavailable',
    'No model provider is configured. Add one in the settings (Model providers), with POST /api/v1/admin/providers, or with the setting DECKNAME_PROVIDERS.',
  );
}
