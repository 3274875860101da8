import type { FoundProvider, ProviderDefinition, ProviderTest } from '../../../contract/gatewayProviders.ts';
import { type LocalProvider, type Provider, ProviderError } from '../../../providers/types.ts';
import type { ConnectProvider, ProviderConnection } from './pool.ts';

const TEST_TIMEOUT_MS = 15_000;
const SHOWN_MODELS = 1_000;

/** Looks for model servers on this machine. */
export type DiscoverProviders = (signal: AbortSignal) => Promise<readonly LocalProvider[]>;

/** Tries providers out. */
export interface ProviderProbe {
  /** Asks for the models, which needs a valid key and generates nothing. */
  test(connection: ProviderConnection, signal: AbortSignal): Promise<ProviderTest>;
  /** Asks the usual ports of this machine, and only when someone wants it. */
  discover(known: readonly ProviderDefinition[], signal: AbortSignal): Promise<FoundProvider[]>;
}

export function createProviderProbe(connect: ConnectProvider, find: DiscoverProviders): ProviderProbe {
  async function withClient<T>(connection: ProviderConnection, use: (client: Provider) => Promise<T>): Promise<T> {
    const client = connect(connection);
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  }

  return Object.freeze({
    async test(connection: ProviderConnection, signal: AbortSignal) {
      const startedAt = performance.now();
      const milliseconds = (): number => Math.round(performance.now() - startedAt);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(TEST_TIMEOUT_MS)]);
      try {
        const models = await withClient(connection, (client) => client.listModels(limited));
        const names = models.slice(0, SHOWN_MODELS).map(({ id }) => id);
        return { ok: true, failure: null, status: null, models: names, milliseconds: milliseconds() };
      } catch (error) {
        signal.throwIfAborted();
        if (limited.aborted) {
          return { ok: false, failure: 'timeout' as const, status: null, models: [], milliseconds: milliseconds() };
        }
        if (!(error instanceof ProviderError)) throw error;
        const failure = failureOf(error);
        return { ok: false, failure, status: error.status, models: [], milliseconds: milliseconds() };
      }
    },

    async discover(known: readonly ProviderDefinition[], signal: AbortSignal) {
      const found = await find(signal);
      return found.map(({ kind, baseUrl, models }) => ({
        ...{ kind, baseUrl, models: models.slice(0, SHOWN_MODELS) },
        known: known.some((provider) => isSamePlace(provider.baseUrl, baseUrl)),
      }));
    },
  });
}

function isSamePlace(one: string, other: string): boolean {
  const place = (address: string): string => new URL(address).host.replace(/^(localhost|\[::1\])(?=:)/, '127.0.0.1');
  return place(one) === place(other);
}

function failureOf({ failure, status }: ProviderError): NonNullable<ProviderTest['failure']> {
  if (failure !== 'refused') return failure;
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status !== null && status >= 500 ? 'overloaded' : 'refused';
}
