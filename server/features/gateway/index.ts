import type { NewProvider } from '../../contract/gatewayProviders.ts';
import type { ModelAlias } from '../../contract/gatewayModels.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/db/types.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { Vault } from '../../core/vault/types.ts';
import type { Provides } from '../../http/feature.ts';
import type { CreateTranslation } from '../../providers/types.ts';
import type { ConversationMasker } from './anonymizing/types.ts';
import type { GatewayAudit } from './audit.ts';
import { createComplete } from './completions/completions.ts';
import { createHeadersFor } from './completions/clientHeaders.ts';
import { createCountTokens } from './completions/countTokens.ts';
import { createEmbed } from './completions/embeddings.ts';
import { createDispatcher } from './completions/overTargets.ts';
import { completionRoutes } from './completions/routes.ts';
import type { Exchanges } from './exchanges/types.ts';
import { createLeaving } from './leaving.ts';
import type { Membership } from './models/access.ts';
import { createCatalog } from './models/catalog.ts';
import { createCooling } from './models/cooling.ts';
import { createListings } from './models/listings.ts';
import { createModelSettings } from './models/modelSettings.ts';
import { modelRoutes } from './models/routes.ts';
import { type ConnectProvider, createProviderPool } from './connections/pool.ts';
import { createProviderProbe, type DiscoverProviders } from './connections/probing.ts';
import { createProviderSettings } from './connections/providerSettings.ts';
import { createProviderStorage } from './connections/providerStorage.ts';
import { providerRoutes } from './connections/routes.ts';
import { createResponseStorage } from './responses/responseStorage.ts';
import { createResponseService, type ResponseItemTools } from './responses/responses.ts';
import { responseRoutes } from './responses/routes.ts';
import type { Completions } from './types.ts';
import { createUsageRecorder } from './usage/recorder.ts';
import { createUsageReport } from './usage/report.ts';
import { usageRoutes } from './usage/routes.ts';

export { migrations } from './migrations.ts';
export type { Completion, CompletionRequest, Completions, GatewayModel, Masking } from './types.ts';

export interface GatewayOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly audit: GatewayAudit;
  /** Of the environment or the configuration file; read-only in the interface. */
  readonly configured: {
    readonly providers: readonly NewProvider[];
    readonly aliases: readonly ModelAlias[];
    /** Features of providers that clients may ask for in anonymous requests, beside the known ones. */
    readonly features: readonly string[];
  };
  readonly connect: ConnectProvider;
  readonly discover: DiscoverProviders;
  readonly translate: CreateTranslation;
  readonly responseItems: ResponseItemTools;
  readonly masker: ConversationMasker;
  readonly exchanges: Exchanges;
  /** Role and groups of an account. */
  readonly membership: (accountId: string) => Promise<Membership>;
}

/** Language models behind one address, with and without anonymization. */
export interface Gateway extends Completions, Provides<'leave' | 'cleanUp' | 'close'> {}

export function createGateway(options: GatewayOptions): Gateway {
  const { database, vault, clock, logger, audit, configured, masker, exchanges } = options;
  const pool = createProviderPool(options.connect);
  const listings = createListings(pool, clock, logger);
  const providers = createProviderSettings({
    ...{ database, clock, audit, configured: configured.providers },
    storage: createProviderStorage(vault),
    onChange(id) {
      pool.drop(id);
      listings.drop(id);
    },
  });
  const settings = createModelSettings({ database, audit, configuredAliases: configured.aliases });
  const cooling = createCooling(clock);
  const catalog = createCatalog({
    ...{ providers, settings, listings, cooling, membership: options.membership },
    random: () => Math.random(),
  });
  const usage = createUsageRecorder({ database, clock, logger });
  const dispatcher = createDispatcher({ pool, cooling, logger });
  const headersFor = createHeadersFor(configured.features);
  const sending = { catalog, dispatcher, masker, headersFor, exchanges, usage };
  const complete = createComplete({ ...sending, translate: options.translate, logger });
  const responses = createResponseService({
    ...{ database, clock, logger, complete, items: options.responseItems },
    storage: createResponseStorage(vault),
  });

  return Object.freeze({
    routes: [
      ...completionRoutes({
        ...{ complete, respond: (request) => responses.respond(request) },
        embed: createEmbed(sending),
        countTokens: createCountTokens(sending),
      }),
      ...responseRoutes(responses),
      ...modelRoutes(catalog, settings),
      ...providerRoutes(providers, createProviderProbe(options.connect, options.discover)),
      ...usageRoutes(createUsageReport({ database, clock, providers, recorder: usage })),
    ],
    complete,
    models: (accountId: string) => catalog.list(accountId),
    leave: createLeaving({ database, settings }),
    async cleanUp() {
      await usage.cleanUp();
      await responses.cleanUp();
    },
    async close() {
      listings.close();
      await usage.close();
      await pool.close();
    },
  });
}
