import { sql } from 'kysely';
import { z } from 'zod';
import type { Page } from '../../../contract/common.ts';
import type { ModelPrice } from '../../../contract/gatewayProviders.ts';
import type { TeamUsageEntry } from '../../../contract/gatewayUsage.ts';
import type { Clock } from '../../../core/clock.ts';
import { decodeCursor, toPage } from '../../../core/db/paging.ts';
import type { Database } from '../../../core/db/types.ts';
import type { ProviderSettings } from '../connections/providerSettings.ts';
import { dayOf, type UsageRecorder } from './recorder.ts';
import '../tables.ts';

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;
const PER_MILLION = 1_000_000;

export interface UsageFilter {
  readonly accountId?: string | undefined;
  readonly keyId?: string | undefined;
  /** Inclusive days, `YYYY-MM-DD` in UTC. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What requests cost, by day, account, key, model and variant. */
export interface UsageReport {
  list(filter: UsageFilter): Promise<Page<TeamUsageEntry>>;
}

const cursorKey = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]);
/** In SQL a missing key sorts as an empty text. */
const NO_KEY = '';

export function createUsageReport(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly providers: Pick<ProviderSettings, 'list'>;
  readonly recorder: UsageRecorder;
}): UsageReport {
  const { database, clock, providers, recorder } = options;
  return Object.freeze({
    async list({ accountId, keyId, limit, cursor, ...period }: UsageFilter) {
      await recorder.flush();
      const after = decodeCursor(cursor, cursorKey);
      const from = period.from ?? dayOf(clock.now() - DEFAULT_DAYS * DAY_MS);
      let requests = database.db
        .selectFrom('model_requests')
        .select(['day', 'account_id', 'provider', 'model', 'variant'])
        .select((eb) => eb.fn.coalesce('key_id', eb.val(NO_KEY)).as('key'))
        .select(({ fn }) => [
          fn.countAll<number>().as('requests'),
          fn.sum<number>('input_tokens').as('input'),
          fn.sum<number>('output_tokens').as('output'),
          fn.sum<number>('cached_tokens').as('cached'),
          fn.sum<number>('estimated').as('estimated'),
          fn.sum<number>('masked_values').as('masked'),
          fn.avg<number>('latency_ms').as('latency'),
        ])
        .select(sql<number>`sum(case when outcome = 'failed' then 1 else 0 end)`.as('failed'))
        .where('day', '>=', from)
        .groupBy(['day', 'account_id', 'key', 'provider', 'model', 'variant']);
      if (period.to !== undefined) requests = requests.where('day', '<=', period.to);
      if (accountId !== undefined) requests = requests.where('account_id', '=', accountId);
      if (keyId !== undefined) requests = requests.where('key_id', '=', keyId);
      let query = database.db
        .selectFrom(requests.as('entry'))
        .selectAll()
        .orderBy('day', 'desc')
        .orderBy('account_id', 'desc')
        .orderBy('key', 'desc')
        .orderBy('provider', 'desc')
        .orderBy('model', 'desc')
        .orderBy('variant', 'desc')
        .limit(limit + 1);
      if (after !== null) {
        query = query.where(sql<boolean>`(day, account_id, "key", provider, model, variant) < (${sql.join(after)})`);
      }
      const { items, cursor: next } = toPage(await query.execute(), limit, (row) => [
        ...[row.day, row.account_id, row.key, row.provider, row.model, row.variant],
      ]);
      const prices = new Map((await providers.list()).map((provider) => [provider.id, provider]));
      const entries = items.map((row): TeamUsageEntry => {
        const provider = prices.get(row.provider);
        const price = provider?.prices[row.model];
        return {
          day: row.day,
          accountId: row.account_id,
          keyId: row.key === NO_KEY ? null : row.key,
          model: `${row.provider}/${row.model}`,
          variant: row.variant,
          requests: row.requests,
          failed: row.failed,
          inputTokens: row.input,
          outputTokens: row.output,
          cachedTokens: row.cached,
          estimatedRequests: row.estimated,
          maskedValues: row.masked,
          latencyMs: Math.round(row.latency),
          cost:
            provider === undefined || price === undefined
              ? null
              : { amount: costOf(price, row), currency: provider.currency },
        };
      });
      return { items: entries, cursor: next };
    },
  });
}

/** Rounded to a millionth of the currency's unit. */
function costOf(
  price: ModelPrice,
  { input, output, cached }: { readonly input: number; readonly output: number; readonly cached: number },
): number {
  const uncached = Math.max(input - cached, 0);
  const total = uncached * price.input + cached * (price.cachedInput ?? price.input) + output * price.output;
  return Math.round(total) / PER_MILLION;
}
