import type { Page, PageQuery } from '../../../contract/common.ts';
import * as contract from '../../../contract/exchanges.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import { createDelayedWrites } from '../../../core/db/delayedWrites.ts';
import type { Committed, Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { jsonBytesInTurns } from '../../../core/json/piecesInTurns.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Provides } from '../../../http/feature.ts';
import { type Route, route } from '../../../http/route.ts';
import type { JsonObject } from '../../../providers/types.ts';
import type { MaskedRequest } from '../anonymizing/types.ts';
import { createAnswerCollector } from './answerCollector.ts';
import {
  deleteExchangeRow,
  exchangesBefore,
  findExchange,
  listExchangeRows,
  storeAnswer,
  storeExchange,
} from './exchangeStorage.ts';
import type { ExchangeOutcome, ExchangeRequest, Exchanges, OpenExchange } from './types.ts';

/** What an encrypted body of a record is bound to. */
export const exchangeBoundTo = (id: string, part: 'request' | 'answer'): string => `exchanges/${id}/${part}`;

/** Mappings as records of requests need them. */
export interface ExchangeMappings {
  /** Stores the values of a request; null when another one took a placeholder for another value meanwhile. */
  keep(
    owner: Owner,
    values: readonly (MaskedRequest['values'][number] & { readonly isNew: boolean })[],
    commit: (db: Db) => Promise<void>,
  ): Promise<Pick<Committed<void>, 'onDisk'> | null>;
  valuesOf(owner: Owner): Promise<MaskedRequest['values']>;
  release(db: Db, owner: Owner): Promise<void>;
}

interface Owner {
  readonly id: string;
  readonly accountId: string;
}

export interface ExchangesOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mappings: ExchangeMappings;
  /** Days that records are kept; 0 keeps none. */
  readonly retentionDays: () => Promise<number>;
}

/** Records of what models saw, with the routes that show them to their account. */
export interface ExchangeRecords extends Exchanges, Provides<'cleanUp' | 'close'> {
  /** Deletes a record with the values that nothing else uses; false when there is none. */
  remove(owner: Owner): Promise<boolean>;
}

/** How a request ended. */
interface EndedExchange {
  readonly owner: Owner;
  readonly outcome: ExchangeOutcome;
  /** Encrypted; null: none came. */
  readonly answer: Uint8Array | null;
}

const DAY_MS = 86_400_000;
const BATCH = 100;
/** How long answers wait to be written together. */
const ANSWERS_WAIT_MS = 1_000;

/** Of a request that is not recorded. */
const UNRECORDED: OpenExchange = Object.freeze({
  onDisk: Promise.resolve(),
  answered: () => undefined,
  saw: () => undefined,
  end: () => Promise.resolve(),
});

export function createExchanges(options: ExchangesOptions): ExchangeRecords {
  const { database, vault, clock, logger, mappings, retentionDays } = options;
  const encrypt = async ({ id, accountId }: Owner, part: 'request' | 'answer', body: JsonObject) =>
    vault.encrypt(accountId, exchangeBoundTo(id, part), await jsonBytesInTurns(body));
  const decrypt = async ({ id, accountId }: Owner, part: 'request' | 'answer', bytes: Uint8Array) =>
    JSON.parse(await vault.decryptText(accountId, exchangeBoundTo(id, part), bytes)) as Record<string, unknown>;

  const answers = createDelayedWrites<EndedExchange>({
    delayMs: ANSWERS_WAIT_MS,
    async write(ended) {
      try {
        await database.transactionBesideOthers(async (db) => {
          for (const { owner, outcome, answer } of ended) {
            await storeAnswer(db, owner.accountId, owner.id, outcome, answer);
          }
        });
      } catch (error) {
        // The clients have their answers; a record is not worth taking them away.
        logger.failure('exchanges.not_recorded', error, { count: ended.length });
      }
    },
  });

  const begin = async (sending: ExchangeRequest): Promise<OpenExchange | null> => {
    const { accountId, requestId, protocol, model, masked } = sending;
    if ((await retentionDays()) === 0) return UNRECORDED;
    const owner = { id: requestId, accountId };
    // How the request ended at another provider counts no more.
    answers.delete(requestId);
    const request = await encrypt(owner, 'request', masked.body);
    const { maskedValues, categories } = masked;
    const summary = {
      ...{
        id: requestId,
        createdAt: isoTime(clock.now()),
        model,
        protocol,
        maskedValues,
        categories: { ...categories },
      },
      outcome: 'open' as const,
    };
    const values = masked.values.map((value) => ({ ...value, isNew: masked.newPlaceholders.has(value.placeholder) }));
    const kept = await mappings.keep(owner, values, (db) => storeExchange(db, accountId, summary, request));
    return kept === null ? null : openExchange(owner, kept.onDisk);
  };

  const openExchange = (owner: Owner, onDisk: Promise<void>): OpenExchange => {
    const collector = createAnswerCollector();
    let whole: JsonObject | null = null;
    return {
      onDisk,
      answered(body) {
        whole = body;
      },
      saw: (event) => collector.saw(event),
      async end(outcome) {
        try {
          const body = whole ?? collector.body();
          const answer = body === null ? null : await encrypt(owner, 'answer', body);
          answers.set(owner.id, { owner, outcome, answer });
        } catch (error) {
          logger.failure('exchanges.not_recorded', error);
        }
      },
    };
  };

  const get = async (owner: Owner): Promise<contract.Exchange> => {
    await answers.flush();
    const row = await findExchange(database.db, owner.accountId, owner.id);
    if (row === undefined) throw unknownRequest();
    const { summary, request, answer } = row;
    return {
      ...summary,
      request: await decrypt(owner, 'request', request),
      answer: answer === null ? null : await decrypt(owner, 'answer', answer),
      values: [...(await mappings.valuesOf(owner))],
    };
  };

  const remove = (owner: Owner): Promise<boolean> =>
    database.transaction(async (db) => {
      // What is written of its end later finds no record any more.
      if (!(await deleteExchangeRow(db, owner.accountId, owner.id))) return false;
      await mappings.release(db, owner);
      return true;
    });

  return {
    begin,
    remove,
    close: () => answers.flush(),
    routes: exchangeRoutes({
      async page(accountId, query) {
        await answers.flush();
        return listExchangeRows(database.db, accountId, query);
      },
      get,
      remove,
    }),
    async cleanUp() {
      const before = isoTime(clock.now() - (await retentionDays()) * DAY_MS);
      for (;;) {
        const batch = await exchangesBefore(database.db, before, BATCH);
        for (const { id, account_id: accountId } of batch) await remove({ id, accountId });
        if (batch.length < BATCH) return;
      }
    },
  };
}

function exchangeRoutes(records: {
  page(accountId: string, query: PageQuery): Promise<Page<contract.ExchangeSummary>>;
  get(owner: Owner): Promise<contract.Exchange>;
  remove(owner: Owner): Promise<boolean>;
}): readonly Route[] {
  return [
    route(contract.listExchanges, async ({ principal, query }) => {
      const { items, cursor } = await records.page(principal.accountId, query);
      return { requests: [...items], cursor };
    }),
    route(contract.getExchange, async ({ principal: { accountId, clearText }, params: { id } }) => {
      const request = await records.get({ id, accountId });
      // Request and answer hold placeholders; the values are the only originals.
      return { request: clearText ? request : { ...request, values: [] } };
    }),
    route(contract.deleteExchange, async ({ principal: { accountId }, params: { id } }) => {
      if (!(await records.remove({ id, accountId }))) throw unknownRequest();
    }),
  ];
}

function unknownRequest(): AppError {
  return new AppError('NOT_FOUND', 'There is no record of a request with this identifier.');
}
