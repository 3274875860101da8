import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Page, PageQuery } from '../../../contract/common.ts';
import type { Term, TermBody, termMatch } from '../../../contract/jobs.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { isoTime } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { DetectionTerm } from '../../../detection/types.ts';
import type { AnonymizationDependencies } from '../types.ts';
import {
  allTermRows,
  countTerms,
  deleteTermRow,
  findTermRow,
  insertTerm,
  listTermRows,
  type TermRow,
  updateTermRow,
} from './termStorage.ts';

/** What the encrypted value of a term is bound to. */
export const termBoundTo = (id: string): string => `terms/${id}/value`;

/** Changes of a term; what is undefined stays. */
export type TermChange = { readonly [K in Exclude<keyof TermBody, 'kind'>]?: TermBody[K] | undefined };

/** An account's own rules: values that are always or never masked, and patterns. */
export interface Terms {
  page(accountId: string, query: PageQuery): Promise<Page<Term>>;
  /** Rules that take part in detection. */
  readonly enabled: (accountId: string) => Promise<DetectionTerm[]>;
  /** Category names that the account's rules bring with them. */
  readonly ownCategories: (accountId: string) => Promise<string[]>;
  create(accountId: string, body: TermBody): Promise<Term>;
  update(accountId: string, id: string, change: TermChange): Promise<Term>;
  delete(accountId: string, id: string): Promise<void>;
  /** Where `term`, or else every enabled rule of the account, matches a text; nothing is stored. */
  test(
    accountId: string,
    trial: { readonly text: string; readonly term?: TermBody | undefined },
  ): Promise<z.output<typeof termMatch>[]>;
}

/** Identifier of the rule of a trial, which has no row. */
/** Matches that a trial shows; more say nothing new. */
const MOST_MATCHES = 10_000;
const TRIAL_ID = 'trial';

/** Categories that enabled rules bring with them: all but those of values that stay. */
export function categoriesOf(enabled: readonly Pick<DetectionTerm, 'kind' | 'category'>[]): string[] {
  return [...new Set(enabled.filter(({ kind }) => kind !== 'allow').map(({ category }) => category))];
}

export function createTerms(
  parts: Pick<AnonymizationDependencies, 'database' | 'vault' | 'detector' | 'clock'>,
): Terms {
  const { database, vault, detector, clock } = parts;

  const toTerm = async (accountId: string, row: TermRow): Promise<Term> => ({
    ...row,
    value: await vault.decryptText(accountId, termBoundTo(row.id), row.value),
  });
  const toTerms = (accountId: string, rows: readonly TermRow[]) =>
    Promise.all(rows.map((row) => toTerm(accountId, row)));
  const enabled = async (accountId: string) => {
    const rows = await allTermRows(database.db, accountId);
    return toTerms(
      accountId,
      rows.filter((row) => row.enabled),
    );
  };

  /** Rows of a request are whole rules: its limits and its pattern are checked before anything is stored. */
  const check = ({ kind, value }: Pick<TermBody, 'kind' | 'value'>) => {
    const limit = kind === 'pattern' ? LIMITS.patternCharacters : LIMITS.termCharacters;
    if (value.trim() === '' || value.length > limit) {
      throw new AppError('INVALID_BODY', `A value has 1 to ${limit} characters and is not blank.`);
    }
    if (kind === 'pattern') detector.checkPattern(value);
  };
  const encrypted = async (accountId: string, { value, ...term }: Term): Promise<TermRow> => ({
    ...term,
    value: await vault.encryptText(accountId, termBoundTo(term.id), value),
  });

  return {
    async page(accountId, query) {
      const { items, cursor } = await listTermRows(database.db, accountId, query);
      return { items: await toTerms(accountId, items), cursor };
    },
    enabled,
    async ownCategories(accountId) {
      const rows = await allTermRows(database.db, accountId);
      return categoriesOf(rows.filter((row) => row.enabled));
    },
    async create(accountId, body) {
      check(body);
      const term = { ...body, id: randomUUID(), createdAt: isoTime(clock.now()) };
      const row = await encrypted(accountId, term);
      await database.transaction(async (trx) => {
        if ((await countTerms(trx, accountId)) >= LIMITS.termsPerAccount) {
          throw new AppError('INVALID_BODY', `An account has at most ${LIMITS.termsPerAccount} terms.`);
        }
        await insertTerm(trx, accountId, row);
      });
      return term;
    },
    async update(accountId, id, change) {
      const row = await findTermRow(database.db, accountId, id);
      if (row === undefined) throw unknownTerm();
      const current = await toTerm(accountId, row);
      const changed: Term = {
        ...current,
        value: change.value ?? current.value,
        category: change.category ?? current.category,
        caseSensitive: change.caseSensitive ?? current.caseSensitive,
        wholeWord: change.wholeWord ?? current.wholeWord,
        enabled: change.enabled ?? current.enabled,
      };
      check(changed);
      await updateTermRow(database.db, await encrypted(accountId, changed));
      return changed;
    },
    async delete(accountId, id) {
      if (!(await deleteTermRow(database.db, accountId, id))) throw unknownTerm();
    },
    async test(accountId, { text, term }) {
      if (term !== undefined) check(term);
      const tried = term === undefined ? await enabled(accountId) : [{ ...term, id: TRIAL_ID, enabled: true }];
      const kinds = new Map(tried.map(({ id, kind }) => [id, kind]));
      const matches = apart(await detector.matchTerms(text, tried)).slice(0, MOST_MATCHES);
      return matches.map(({ start, end, category, termId }) => ({
        start,
        end,
        text: text.slice(start, end),
        category,
        kind: kinds.get(termId)!,
        termId: termId === TRIAL_ID ? null : termId,
      }));
    },
  };
}

/** Matches without those that begin inside an earlier one of the same term: many quotes hold many rows of quotes. @param matches - sorted by start */
function apart<M extends { readonly start: number; readonly end: number; readonly termId: string }>(
  matches: readonly M[],
): M[] {
  const ends = new Map<string, number>();
  return matches.filter(({ start, end, termId }) => {
    if (start < (ends.get(termId) ?? 0)) return false;
    ends.set(termId, end);
    return true;
  });
}

function unknownTerm(): AppError {
  return new AppError('TERM_NOT_FOUND', 'There is no term with this identifier.');
}
