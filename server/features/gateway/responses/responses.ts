import { randomUUID } from 'node:crypto';
import type { ResponseItems } from '../../../contract/gateway/index.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { isJsonObject, type JsonObject, type ServerSentEvent } from '../../../providers/types.ts';
import type { Completion, CompletionRequest } from '../types.ts';
import { outputOf, type ResponseStorage, type StoredResponse } from './responseStorage.ts';

/** As OpenAI keeps them; those that others go on from as long as these. */
const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;
/** Responses that one conversation may be long. */
const LONGEST_CHAIN = 1_000;

/** How the items of responses are read and put together; the translations know their shapes. */
export interface ResponseItemTools {
  /** Items of a request and of its answer. */
  itemsOf(request: JsonObject, answer: JsonObject): readonly JsonObject[];
  /** Identifiers of stored items that a request refers to. */
  referencesOf(request: JsonObject): readonly string[];
  withStored(
    request: JsonObject,
    stored: { readonly previous: readonly JsonObject[]; readonly byId: ReadonlyMap<string, JsonObject> },
  ): JsonObject;
}

export interface ResponseServiceOptions {
  readonly database: Database;
  readonly storage: ResponseStorage;
  readonly items: ResponseItemTools;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly complete: (request: CompletionRequest) => Promise<Completion>;
}

/** The responses protocol: stored answers, and requests that go on from them. */
export interface ResponseService {
  /** As Completions.complete, for the protocol `responses`. @throws also AppError previous_response_not_found */
  respond(request: CompletionRequest): Promise<Completion>;
  /** @throws AppError response_not_found */
  find(accountId: string, id: string): Promise<JsonObject>;
  /** @throws AppError response_not_found */
  remove(accountId: string, id: string): Promise<void>;
  /** Items that a response was made of. @throws AppError response_not_found */
  inputItems(
    accountId: string,
    id: string,
    page: { readonly limit: number; readonly order: 'asc' | 'desc'; readonly after?: string | undefined },
  ): Promise<ResponseItems>;
  cleanUp(): Promise<void>;
}

export function createResponseService(options: ResponseServiceOptions): ResponseService {
  const { database, storage, items, clock, logger, complete } = options;
  const { db } = database;

  const get = async (accountId: string, id: string): Promise<StoredResponse> => {
    const stored = await storage.find(db, accountId, id);
    if (stored === null) throw new AppError('response_not_found', 'There is no such stored response.');
    return stored;
  };

  /** A response and those before it, oldest first. What was anonymous is not continued in the clear. */
  async function chain(accountId: string, lastId: string, anonymous: boolean): Promise<StoredResponse[]> {
    const responses: StoredResponse[] = [];
    for (let id: string | null = lastId; id !== null;) {
      const stored = await storage.find(db, accountId, id);
      if (stored === null || (stored.anonymous && !anonymous) || responses.length === LONGEST_CHAIN) {
        throw new AppError('previous_response_not_found', 'The previous response is not stored, or not any more.', {
          fields: { param: 'previous_response_id' },
        });
      }
      responses.unshift(stored);
      id = stored.previousId;
    }
    return responses;
  }

  async function itemsById(accountId: string, wanted: readonly string[], anonymous: boolean) {
    const byId = new Map<string, JsonObject>();
    for (const id of await storage.responsesOfItems(db, accountId, wanted)) {
      const stored = await storage.find(db, accountId, id);
      if (stored === null || (stored.anonymous && !anonymous)) continue;
      for (const item of [...stored.input, ...outputOf(stored.body)]) {
        if (typeof item['id'] === 'string') byId.set(item['id'], item);
      }
    }
    return byId;
  }

  async function store(request: CompletionRequest, own: readonly JsonObject[], body: JsonObject): Promise<void> {
    const { id, status, previous_response_id: previous } = body;
    if (request.body['store'] === false || typeof id !== 'string') return;
    if (status !== 'completed' && status !== 'incomplete') return;
    try {
      await database.transaction((transaction) =>
        storage.insert(transaction, {
          ...{ id, accountId: request.accountId, createdAt: isoTime(clock.now()), anonymous: request.anonymous },
          ...{ previousId: typeof previous === 'string' ? previous : null, input: own, body },
        }),
      );
    } catch (error) {
      // The client has its answer; going on from it will say that it is not stored.
      logger.failure('gateway.response_not_stored', error);
    }
  }

  async function* storing(
    events: AsyncIterable<ServerSentEvent>,
    keep: (body: JsonObject) => Promise<void>,
  ): AsyncGenerator<ServerSentEvent> {
    for await (const event of events) {
      const ended = endedResponse(event);
      // Stored before it is told: the client may go on from it at once.
      if (ended !== null) await keep(ended);
      yield event;
    }
  }

  return Object.freeze({
    async respond(request: CompletionRequest) {
      const { accountId, anonymous, body } = request;
      const previousId = body['previous_response_id'];
      const before = typeof previousId === 'string' ? await chain(accountId, previousId, anonymous) : [];
      const previous = before.flatMap(({ input, body: answer }) => [...input, ...outputOf(answer)]);
      const byId = await itemsById(accountId, items.referencesOf(body), anonymous);
      const own = items.itemsOf(items.withStored(body, { previous: [], byId }), {}).map(withId);
      const whole = items.withStored({ ...body, input: own }, { previous, byId: new Map() });
      const completion = await complete({ ...request, body: whole });
      const keep = (answer: JsonObject): Promise<void> => store(request, own, answer);
      if (completion.kind === 'events') return { ...completion, events: storing(completion.events, keep) };
      await keep(completion.body);
      return completion;
    },

    find: async (accountId: string, id: string) => (await get(accountId, id)).body,

    async remove(accountId: string, id: string) {
      await get(accountId, id);
      await storage.remove(db, accountId, id);
    },

    async inputItems(
      accountId: string,
      id: string,
      { limit, order, after }: { limit: number; order: 'asc' | 'desc'; after?: string | undefined },
    ) {
      const last = await get(accountId, id);
      const before = last.previousId === null ? [] : await chain(accountId, last.previousId, true);
      const all = [...before.flatMap(({ input, body }) => [...input, ...outputOf(body)]), ...last.input];
      const ordered = order === 'asc' ? all : all.reverse();
      const start = after === undefined ? 0 : ordered.findIndex((item) => item['id'] === after) + 1;
      const data = ordered.slice(start, start + limit);
      return {
        object: 'list' as const,
        data: [...data],
        has_more: start + data.length < ordered.length,
        first_id: idOf(data[0]),
        last_id: idOf(data.at(-1)),
      };
    },

    async cleanUp() {
      await storage.removeOlder(db, isoTime(clock.now() - RETENTION_DAYS * DAY_MS));
    },
  });
}

/** Stored items can be referred to and paged, so each has an id. */
function withId(item: JsonObject): JsonObject {
  return typeof item['id'] === 'string' ? item : { id: `msg_${randomUUID().replaceAll('-', '')}`, ...item };
}

function idOf(item: JsonObject | undefined): string | null {
  const id = item?.['id'];
  return typeof id === 'string' ? id : null;
}

/** The response that an event says to have ended. */
function endedResponse({ data }: ServerSentEvent): JsonObject | null {
  if (!data.includes('"response.completed"') && !data.includes('"response.incomplete"')) return null;
  const event: unknown = JSON.parse(data);
  if (!isJsonObject(event)) return null;
  const { type, response } = event;
  const ended = type === 'response.completed' || type === 'response.incomplete';
  return ended && isJsonObject(response) ? response : null;
}
