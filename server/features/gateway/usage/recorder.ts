import { type Clock, isoTime } from '../../../core/clock.ts';
import { createDelayedWrites } from '../../../core/db/delayedWrites.ts';
import type { Database } from '../../../core/db/types.ts';
import type { Logger } from '../../../core/log/logger.ts';
import type { Tokens } from './tokens.ts';
import '../tables.ts';

/** How long figures wait to be written together. */
const WRITE_EVERY_MS = 1_000;
/** Rows of one statement. */
const BATCH = 100;
const RETENTION_DAYS = 400;
const DAY_MS = 86_400_000;

/** One request that ended. */
export interface RequestFigures {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string | null;
  readonly provider: string;
  /** The provider's own name, where that may be kept; never rejects. */
  readonly model: Promise<string>;
  readonly variant: 'plain' | 'anonymous';
  readonly outcome: 'completed' | 'failed' | 'aborted';
  readonly tokens: Tokens;
  readonly estimated: boolean;
  readonly maskedValues: number;
  readonly latencyMs: number;
}

type DatedFigures = RequestFigures & {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
};

/** Counts what requests cost; numbers and names of models alone. */
export interface UsageRecorder {
  record(figures: RequestFigures): void;
  /** Writes what is waiting. */
  flush(): Promise<void>;
  /** Removes figures that are older than 400 days. */
  cleanUp(): Promise<void>;
  /** Writes what is waiting, and nothing after that. */
  close(): Promise<void>;
}

export function createUsageRecorder(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}): UsageRecorder {
  const { database, clock, logger } = options;

  async function write(figures: readonly DatedFigures[]): Promise<void> {
    const rows = await Promise.all(figures.map(toRow));
    try {
      await database.transactionBesideOthers(async (db) => {
        for (let at = 0; at < rows.length; at += BATCH) {
          await db
            .insertInto('model_requests')
            .values(rows.slice(at, at + BATCH))
            .execute();
        }
      });
    } catch (error) {
      logger.failure('gateway.usage_lost', error, { count: rows.length });
    }
  }
  const writes = createDelayedWrites({ delayMs: WRITE_EVERY_MS, write });

  return Object.freeze({
    record(figures: RequestFigures) {
      writes.set(figures.id, { ...figures, day: dayOf(clock.now()) });
    },
    flush: () => writes.flush(),
    async cleanUp() {
      const oldest = dayOf(clock.now() - RETENTION_DAYS * DAY_MS);
      await database.db.deleteFrom('model_requests').where('day', '<', oldest).execute();
    },
    close: () => writes.flush(),
  });
}

/** UTC. */
export function dayOf(milliseconds: number): string {
  return isoTime(milliseconds).slice(0, 10);
}

async function toRow(figures: DatedFigures) {
  const { tokens } = figures;
  return {
    id: figures.id,
    account_id: figures.accountId,
    key_id: figures.keyId,
    day: figures.day,
    provider: figures.provider,
    model: await figures.model,
    variant: figures.variant,
    outcome: figures.outcome,
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    cached_tokens: tokens.cached,
    estimated: figures.estimated ? 1 : 0,
    masked_values: figures.maskedValues,
    latency_ms: figures.latencyMs,
  };
}
