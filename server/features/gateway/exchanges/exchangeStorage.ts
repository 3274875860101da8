import { z } from 'zod';
import type { Page, PageQuery } from '../../../contract/common.ts';
import { exchangeSummary, type ExchangeSummary } from '../../../contract/exchanges.ts';
import { decodeCursor, textAndId, toPage } from '../../../core/db/paging.ts';
import type { Db, Migration } from '../../../core/db/types.ts';
import type { ExchangeOutcome } from './types.ts';

declare module '../../../core/db/types.ts' {
  interface Tables {
    exchanges: ExchangeTable;
  }
}

/** What a model saw in one request, and what it answered. */
export interface ExchangeTable {
  /** The id of the request. */
  id: string;
  account_id: string;
  created_at: string;
  model: string;
  protocol: string;
  outcome: string;
  masked_values: number;
  /** JSON: number of values by category. */
  categories: string;
  /** Encrypted JSON. */
  request: Uint8Array;
  /** Encrypted JSON; null until an answer has come. */
  answer: Uint8Array | null;
}

/** Schema history of the records of what models saw. */
export const exchangeMigrations: readonly Migration[] = Object.freeze([
  {
    id: '0008-exchanges',
    async up(db) {
      await db.schema
        .createTable('exchanges')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('model', 'text', (column) => column.notNull())
        .addColumn('protocol', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text', (column) => column.notNull())
        .addColumn('masked_values', 'integer', (column) => column.notNull())
        .addColumn('categories', 'text', (column) => column.notNull())
        .addColumn('request', 'blob', (column) => column.notNull())
        .addColumn('answer', 'blob')
        .execute();
      await db.schema
        .createIndex('exchanges_by_account')
        .on('exchanges')
        .columns(['account_id', 'created_at', 'id'])
        .execute();
      await db.schema.createIndex('exchanges_by_time').on('exchanges').column('created_at').execute();
    },
  } satisfies Migration,
]);

const SUMMARY = ['id', 'created_at', 'model', 'protocol', 'outcome', 'masked_values', 'categories'] as const;

const summaryRow = z
  .object({
    id: z.string(),
    created_at: z.string(),
    model: z.string(),
    protocol: z.string(),
    outcome: z.string(),
    masked_values: z.number(),
    categories: z.string(),
  })
  .transform((row): ExchangeSummary =>
    exchangeSummary.parse({
      ...{ id: row.id, createdAt: row.created_at, model: row.model, protocol: row.protocol, outcome: row.outcome },
      ...{ maskedValues: row.masked_values, categories: JSON.parse(row.categories) as unknown },
    }),
  );

/** An exchange's row, parsed; its bodies are encrypted. */
export interface ExchangeRow {
  readonly summary: ExchangeSummary;
  readonly request: Uint8Array;
  readonly answer: Uint8Array | null;
}

/** Adds a record, or puts it in the place of the one that the request had with another provider. */
export async function storeExchange(
  db: Db,
  accountId: string,
  summary: ExchangeSummary,
  request: Uint8Array,
): Promise<void> {
  const row = {
    account_id: accountId,
    created_at: summary.createdAt,
    model: summary.model,
    protocol: summary.protocol,
    outcome: summary.outcome,
    masked_values: summary.maskedValues,
    categories: JSON.stringify(summary.categories),
    request,
    answer: null,
  };
  await db
    .insertInto('exchanges')
    .values({ id: summary.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('exchanges.account_id', '=', accountId))
    .execute();
}

export async function storeAnswer(
  db: Db,
  accountId: string,
  id: string,
  outcome: ExchangeOutcome,
  answer: Uint8Array | null,
): Promise<void> {
  await db
    .updateTable('exchanges')
    .set({ outcome, answer })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute();
}

export async function findExchange(db: Db, accountId: string, id: string): Promise<ExchangeRow | undefined> {
  const row = await db
    .selectFrom('exchanges')
    .select([...SUMMARY, 'request', 'answer'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const bytes = z.instanceof(Uint8Array);
  return {
    summary: summaryRow.parse(row),
    request: bytes.parse(row.request),
    answer: bytes.nullable().parse(row.answer),
  };
}

/** One page of the requests of an account, newest first. */
export async function listExchangeRows(
  db: Db,
  accountId: string,
  { limit, cursor }: PageQuery,
): Promise<Page<ExchangeSummary>> {
  const after = decodeCursor(cursor, textAndId);
  let query = db
    .selectFrom('exchanges')
    .select(SUMMARY)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(...after)));
  const page = toPage(await query.execute(), limit, (row) => [row.created_at, row.id]);
  return { items: z.array(summaryRow).parse(page.items), cursor: page.cursor };
}

/** Returns false when the account has no such record. */
export async function deleteExchangeRow(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('exchanges')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return Number(numDeletedRows) === 1;
}

/** Records that were made before a time, oldest first. */
export async function exchangesBefore(
  db: Db,
  before: string,
  limit: number,
): Promise<{ readonly id: string; readonly account_id: string }[]> {
  return db
    .selectFrom('exchanges')
    .select(['id', 'account_id'])
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}
