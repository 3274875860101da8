import { z } from 'zod';
import { termKind } from '../../../contract/jobs.ts';
import type { Page, PageQuery } from '../../../contract/common.ts';
import { decodeCursor, textAndId, toPage } from '../../../core/db/paging.ts';
import type { Db } from '../../../core/db/types.ts';

/** A term's row, parsed. */
export interface TermRow {
  readonly id: string;
  readonly kind: z.output<typeof termKind>;
  /** Encrypted. */
  readonly value: Uint8Array;
  readonly category: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  readonly enabled: boolean;
  readonly createdAt: string;
}

const flag = z.number().transform((value) => value !== 0);
const row = z
  .object({
    id: z.string(),
    kind: termKind,
    value: z.instanceof(Uint8Array),
    category: z.string(),
    case_sensitive: flag,
    whole_word: flag,
    enabled: flag,
    created_at: z.string(),
  })
  .transform(({ case_sensitive, whole_word, created_at, ...term }): TermRow => ({
    ...term,
    caseSensitive: case_sensitive,
    wholeWord: whole_word,
    createdAt: created_at,
  }));

const COLUMNS = ['id', 'kind', 'value', 'category', 'case_sensitive', 'whole_word', 'enabled', 'created_at'] as const;

function columnsOf(term: TermRow) {
  return {
    kind: term.kind,
    value: term.value,
    category: term.category,
    case_sensitive: Number(term.caseSensitive),
    whole_word: Number(term.wholeWord),
    enabled: Number(term.enabled),
  };
}

/** One page of the terms of an account, oldest first. */
export async function listTermRows(db: Db, accountId: string, { limit, cursor }: PageQuery): Promise<Page<TermRow>> {
  const after = decodeCursor(cursor, textAndId);
  let query = db
    .selectFrom('terms')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1);
  if (after) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(...after)));
  const page = toPage(await query.execute(), limit, (found) => [found.created_at, found.id]);
  return { items: z.array(row).parse(page.items), cursor: page.cursor };
}

/** Every term of an account, oldest first: what detection works with. */
export async function allTermRows(db: Db, accountId: string): Promise<TermRow[]> {
  const rows = await db
    .selectFrom('terms')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return z.array(row).parse(rows);
}

export async function findTermRow(db: Db, accountId: string, id: string): Promise<TermRow | undefined> {
  const found = await db
    .selectFrom('terms')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found === undefined ? undefined : row.parse(found);
}

export async function countTerms(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('terms')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertTerm(db: Db, accountId: string, term: TermRow): Promise<void> {
  const values = { id: term.id, account_id: accountId, created_at: term.createdAt, ...columnsOf(term) };
  await db.insertInto('terms').values(values).execute();
}

export async function updateTermRow(db: Db, term: TermRow): Promise<void> {
  await db.updateTable('terms').set(columnsOf(term)).where('id', '=', term.id).execute();
}

/** Returns false when the account has no such term. */
export async function deleteTermRow(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('terms')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return Number(numDeletedRows) === 1;
}
