import { z } from 'zod';
import { jobCreated } from '../../server/contract/anonymization.ts';
import type { HOSTILE_SHAPES } from './growth.ts';
import type { ApiAnswer, ApiClient } from './apiClient.ts';

const MIB = 1024 * 1024;

/** Hostile text that is sent to one entry point of the API, in requests side by side. */
export interface HostileLoad {
  readonly name: string;
  /** Code units of the text of one request. */
  readonly length: number;
  /** Requests that are sent side by side; all together carry 64 MiB where a request may be large enough. */
  readonly count: number;
  readonly send: (client: ApiClient, text: string, index: number) => Promise<unknown>;
}

/** Answers that a hostile text may get: it was worked on, or refused with a reason. */
function checked(answer: ApiAnswer): ApiAnswer {
  if (answer.status >= 500 && answer.status !== 503) {
    throw new Error(`answered ${String(answer.status)}: ${answer.text.slice(0, 300)}`);
  }
  return answer;
}

/** Makes a job and waits for its end. */
async function job(client: ApiClient, creating: Promise<ApiAnswer>): Promise<string | null> {
  const answer = checked(await creating);
  if (answer.status >= 400) return null;
  const { job_id: id } = answer.read(jobCreated);
  await client.finished(id);
  return id;
}

const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
const chatBody = (text: string, more: object = {}) => ({
  ...{ model: 'echo/echo', messages: [{ role: 'user', content: text }] },
  ...more,
});
const messagesBody = (text: string, more: object = {}) => ({
  ...chatBody(text, more),
  model: 'said/echo',
  max_tokens: 9,
});
const post =
  (path: string, bodyOf: (text: string) => object): HostileLoad['send'] =>
  async (client, text) =>
    checked(await client.call('POST', path, bodyOf(text)));

const anonymousChat = '/v1/llm-anonymous/chat/completions';
const anonymousMessages = '/v1/llm-anonymous/messages';

/** Reviews every mention of a job and adds one by hand, page by page. */
async function review(client: ApiClient, text: string): Promise<void> {
  const id = await job(client, client.call('POST', '/anonymize', { text, language: 'de' }));
  if (id === null) return;
  const page = z.object({ revision: z.number(), entities: z.array(z.object({ id: z.string() })) });
  const answer = await client.call('GET', `/v1/jobs/${id}/entities`);
  if (answer.status !== 200) return;
  const { revision, entities } = answer.read(page);
  const rejecting = entities.map((entity) => ({ op: 'reject', id: entity.id }));
  const masking = { op: 'add', start: 0, end: 4, category: 'custom', scope: 'all' };
  checked(
    await client.call('PATCH', `/v1/jobs/${id}/entities`, {
      ...{ revision, operations: [...rejecting.slice(0, 400), masking] },
    }),
  );
}

/** Entry points of the API that take texts of callers. */
export const HOSTILE_LOADS: readonly HostileLoad[] = [
  { name: 'gateway, one body of 60 MiB', length: 60 * MIB, count: 1, send: post(anonymousChat, chatBody) },
  { name: 'gateway, 16 bodies of 4 MiB', length: 4 * MIB, count: 16, send: post(anonymousChat, chatBody) },
  {
    name: 'gateway, streams',
    length: MIB,
    count: 16,
    send: post(anonymousChat, (text) => chatBody(text, { stream: true })),
  },
  {
    name: 'gateway of messages, 16 bodies of 4 MiB',
    length: 4 * MIB,
    count: 16,
    send: post(anonymousMessages, messagesBody),
  },
  {
    name: 'gateway of messages, streams',
    length: MIB,
    count: 16,
    send: post(anonymousMessages, (text) => messagesBody(text, { stream: true })),
  },
  {
    name: 'gateway in clear, 16 bodies of 4 MiB',
    length: 4 * MIB,
    count: 16,
    send: post('/v1/llm/chat/completions', chatBody),
  },
  {
    name: 'from messages to chat, 16 bodies of 4 MiB',
    length: 4 * MIB,
    count: 16,
    send: post(anonymousMessages, (text) => ({ ...messagesBody(text), model: 'echo/echo' })),
  },
  {
    ...{ name: 'texts to anonymize, 13 of 5 million characters', length: 5_000_000, count: 13 },
    send: (client, text) => job(client, client.call('POST', '/anonymize', { text })),
  },
  {
    name: 'texts to restore, 3 of 25 million characters',
    length: 25_000_000,
    count: 3,
    send: post('/deanonymize', (text) => ({ text })),
  },
  { name: 'reviews of 13 texts', length: MIB, count: 13, send: review },
  ...['txt', 'md', 'html', 'csv', 'rtf', 'eml'].map((extension): HostileLoad => ({
    ...{ name: `files to anonymize: ${extension}`, length: 5_000_000, count: 4 },
    send: (client, text, index) =>
      job(client, client.upload('/v1/jobs/upload', file(`${String(index)}.${extension}`, text))),
  })),
  {
    ...{ name: 'files of the workspace, 2 of 45 MiB', length: 45 * MIB, count: 2 },
    send: async (client, text, index) =>
      checked(await client.upload('/v1/workspace/upload', file(`${String(index)}.txt`, text))),
  },
  {
    ...{ name: 'files written by path, 4 of 16 MiB', length: 16 * MIB, count: 4 },
    send: async (client, text, index) =>
      checked(
        await client.call('POST', '/v1/workspace/fs', {
          aktion: 'write',
          path: `/w${String(index)}.txt`,
          content: text,
        }),
      ),
  },
  {
    ...{ name: 'search', length: 255, count: 64 },
    send: async (client, text) =>
      checked(await client.call('GET', `/v1/workspace/search?q=${encodeURIComponent(text)}`)),
  },
  {
    ...{ name: 'terms that are tried', length: 100_000, count: 64 },
    send: post('/v1/account/terms/test', (text) => ({
      ...{ text, term: { kind: 'mask', value: text.slice(0, 400), category: 'custom' } },
    })),
  },
  {
    ...{ name: 'messages of chats, 16 of 200,000 characters', length: 200_000, count: 16 },
    send: post('/v1/chat/preview', (text) => ({ text })),
  },
];

/** Shapes that are hard in different ways: for patterns, for JSON, for the vault and for the search. */
export const LOAD_SHAPES = [
  'data addresses',
  'words of one digit',
  'letters with marks',
  'quotes',
  'nested brackets',
  'names that differ',
  'mail addresses that differ',
] as const satisfies readonly (keyof typeof HOSTILE_SHAPES)[];
