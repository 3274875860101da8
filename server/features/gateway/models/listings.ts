import type { Clock } from '../../../core/clock.ts';
import type { Logger } from '../../../core/log/logger.ts';
import type { ProviderModel } from '../../../providers/types.ts';
import type { ProviderConnection, ProviderPool } from '../connections/pool.ts';

/** How long a provider's own list counts as fresh; after a failure it is asked again sooner. */
const FRESH_MS = 5 * 60_000;
const FAILED_MS = 20_000;
/** How long anybody waits for a provider's list. */
const LIST_TIMEOUT_MS = 5_000;

/** What is known of the models of one provider. */
export interface ProviderListing {
  readonly connection: ProviderConnection;
  readonly models: readonly ProviderModel[];
  /** The provider did not tell its models in time; `models` may be what it told before. */
  readonly failing: boolean;
}

/** The models of providers: those that the settings name, else what the provider lists. */
export interface Listings {
  of(connection: ProviderConnection): Promise<ProviderListing>;
  /** What the provider told last, without asking it. */
  known(connection: ProviderConnection): readonly ProviderModel[];
  /** Forgets what a provider listed. */
  drop(id: string): void;
  /** Ends what is being asked. */
  close(): void;
}

interface Known {
  readonly asked: Promise<readonly ProviderModel[]>;
  readonly until: number;
}

export function createListings(pool: ProviderPool, clock: Clock, logger: Logger): Listings {
  const known = new Map<string, Known>();
  const last = new Map<string, readonly ProviderModel[]>();
  const ending = new AbortController();

  const ask = (connection: ProviderConnection): Known => {
    const { id } = connection.definition;
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]);
    const asked = pool.get(connection).listModels(signal);
    const entry: Known = { asked, until: clock.now() + FRESH_MS };
    known.set(id, entry);
    asked.then(
      (models) => {
        if (known.get(id) === entry) last.set(id, models);
      },
      () => {
        if (known.get(id) !== entry) return;
        known.set(id, { ...entry, until: clock.now() + FAILED_MS });
        logger.warn('gateway.models_unavailable', { provider: id });
      },
    );
    return entry;
  };

  return Object.freeze({
    async of(connection: ProviderConnection) {
      const { id, models: configured } = connection.definition;
      if (configured.length > 0) {
        return { connection, models: configured.map((name) => pool.get(connection).unlisted(name)), failing: false };
      }
      const entry = known.get(id);
      const current = entry === undefined || entry.until <= clock.now() ? ask(connection) : entry;
      try {
        return { connection, models: await current.asked, failing: false };
      } catch {
        return { connection, models: last.get(id) ?? [], failing: true };
      }
    },
    known: ({ definition }: ProviderConnection) => last.get(definition.id) ?? [],
    drop(id: string) {
      known.delete(id);
      last.delete(id);
    },
    close() {
      ending.abort();
    },
  });
}
