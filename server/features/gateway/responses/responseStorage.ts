import { z } from 'zod';
import type { Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { JsonObject } from '../../../providers/types.ts';
import '../tables.ts';

/** A response with what its request added to the conversation. */
export interface StoredResponse {
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: string;
  readonly previousId: string | null;
  readonly anonymous: boolean;
  /** Items of the request itself, without those of earlier responses. */
  readonly input: readonly JsonObject[];
  /** The response object. */
  readonly body: JsonObject;
}

/** Ids of one statement. */
const BATCH = 400;

/** Stored responses; their texts are encrypted under the account's key. */
export interface ResponseStorage {
  insert(db: Db, response: StoredResponse): Promise<void>;
  find(db: Db, accountId: string, id: string): Promise<StoredResponse | null>;
  /** Ids of the account's stored responses that have any of these items. */
  responsesOfItems(db: Db, accountId: string, itemIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** @returns whether there was one */
  remove(db: Db, accountId: string, id: string): Promise<boolean>;
  /** Removes those that were made before `than` and that no younger one goes on from. */
  removeOlder(db: Db, than: string): Promise<void>;
}

/** What the encrypted parts of a stored response are bound to. */
export const inputKey = (id: string): string => `model_responses/${id}/input`;
export const bodyKey = (id: string): string => `model_responses/${id}/body`;
const items = z.array(z.record(z.string(), z.json()));
const object = z.record(z.string(), z.json());

export function createResponseStorage(vault: Pick<Vault, 'encryptText' | 'decryptText'>): ResponseStorage {
  return Object.freeze({
    async insert(db: Db, response: StoredResponse) {
      const { id, accountId, createdAt, previousId, anonymous, input, body } = response;
      const row = {
        ...{ id, account_id: accountId, created_at: createdAt, previous_id: previousId },
        anonymous: anonymous ? 1 : 0,
        input: await vault.encryptText(accountId, inputKey(id), JSON.stringify(input)),
        body: await vault.encryptText(accountId, bodyKey(id), JSON.stringify(body)),
      };
      await db.insertInto('model_responses').values(row).execute();
      const itemRows = itemIds([...input, ...outputOf(body)]).map((item) => ({ response_id: id, item_id: item }));
      for (let at = 0; at < itemRows.length; at += BATCH) {
        await db
          .insertInto('model_response_items')
          .values(itemRows.slice(at, at + BATCH))
          .execute();
      }
    },
    async find(db: Db, accountId: string, id: string) {
      const row = await db
        .selectFrom('model_responses')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (row === undefined) return null;
      return {
        ...{ id, accountId, createdAt: row.created_at, previousId: row.previous_id, anonymous: row.anonymous === 1 },
        input: items.parse(JSON.parse(await vault.decryptText(accountId, inputKey(id), row.input))),
        body: object.parse(JSON.parse(await vault.decryptText(accountId, bodyKey(id), row.body))),
      };
    },
    async responsesOfItems(db: Db, accountId: string, wanted: readonly string[]) {
      const found = new Set<string>();
      for (let at = 0; at < wanted.length; at += BATCH) {
        const rows = await db
          .selectFrom('model_response_items as item')
          .innerJoin('model_responses as response', 'response.id', 'item.response_id')
          .select('response.id')
          .distinct()
          .where('response.account_id', '=', accountId)
          .where('item.item_id', 'in', wanted.slice(at, at + BATCH))
          .execute();
        for (const { id } of rows) found.add(id);
      }
      return found;
    },
    async remove(db: Db, accountId: string, id: string) {
      const { numDeletedRows } = await db
        .deleteFrom('model_responses')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async removeOlder(db: Db, than: string) {
      await db
        .withRecursive('needed', (query) =>
          query
            .selectFrom('model_responses')
            .select(['id', 'previous_id'])
            .where('created_at', '>=', than)
            .union((before) =>
              before
                .selectFrom('model_responses as response')
                .innerJoin('needed', 'needed.previous_id', 'response.id')
                .select(['response.id', 'response.previous_id']),
            ),
        )
        .deleteFrom('model_responses')
        .where('created_at', '<', than)
        .where('id', 'not in', (query) => query.selectFrom('needed').select('needed.id'))
        .execute();
    },
  });
}

/** The items that a model answered with. */
export function outputOf(body: JsonObject): readonly JsonObject[] {
  return items.safeParse(body['output']).data ?? [];
}

function itemIds(list: readonly JsonObject[]): string[] {
  return [...new Set(list.map(({ id }) => id).filter((id) => typeof id === 'string'))];
}
