import type { Logger } from '../../../core/log/logger.ts';
import { AppError } from '../../../core/errors.ts';
import { type Provider, ProviderError } from '../../../providers/types.ts';
import type { Target } from '../models/catalog.ts';
import type { Cooling } from '../models/cooling.ts';
import type { ProviderPool } from '../connections/pool.ts';
import { isTrouble, isWorthAnother, toAppError } from './failures.ts';

/** The request cannot be said in the protocol of this provider; another one may do. */
export class NotForThisProvider extends Error {
  readonly reason: AppError;

  constructor(reason: AppError) {
    super('The request does not fit the provider.', { cause: reason });
    this.name = 'NotForThisProvider';
    this.reason = reason;
  }
}

/** One try at one target. */
export interface Attempt {
  readonly target: Target;
  readonly provider: Provider;
  /** No other target is left. */
  readonly isLast: boolean;
}

/** Sends a request to one provider after the other until one answers. */
export interface Dispatcher {
  /**
   * @param attempt - sends to one target; a ProviderError or {@link NotForThisProvider} leads to the next one
   * @throws AppError of the last target, or of the first whose failure the request itself is to blame for
   */
  overTargets<T>(
    targets: readonly Target[],
    signal: AbortSignal,
    attempt: (attempt: Attempt) => Promise<T>,
  ): Promise<T>;
}

export function createDispatcher(options: {
  readonly pool: ProviderPool;
  readonly cooling: Cooling;
  readonly logger: Logger;
}): Dispatcher {
  const { pool, cooling, logger } = options;
  return Object.freeze({
    async overTargets<T>(
      targets: readonly Target[],
      signal: AbortSignal,
      attempt: (attempt: Attempt) => Promise<T>,
    ): Promise<T> {
      let failure: AppError | null = null;
      for (const [index, target] of targets.entries()) {
        try {
          const isLast = index === targets.length - 1;
          const answer = await attempt({ target, isLast, provider: pool.get(target.connection) });
          cooling.succeeded(target.id);
          return answer;
        } catch (error) {
          // Nobody waits for an answer any more, and the provider is not to blame.
          if (signal.aborted) throw signal.reason;
          if (error instanceof NotForThisProvider) {
            failure ??= error.reason;
            continue;
          }
          if (!(error instanceof ProviderError)) throw error;
          failure = toAppError(error);
          logger.warn('gateway.provider_failed', {
            ...{ provider: target.connection.definition.id, failure: error.failure, status: error.status },
          });
          if (isTrouble(error)) cooling.failed(target.id, error.retryAfterSeconds);
          if (!isWorthAnother(error)) throw failure;
        }
      }
      throw failure ?? new AppError('service_unavailable', 'No provider answers for this model.');
    },
  });
}
