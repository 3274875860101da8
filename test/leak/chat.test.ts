import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  allOf,
  attach,
  beginConversation,
  eventsOf,
  openSending,
  readConversation,
  sendMessage,
  type Sending,
} from '../helpers/chat.ts';
import { bootGateway, type BootedGateway } from '../helpers/gateway.ts';
import { keptTempDir } from '../helpers/tempDir.ts';
import { type Person, succeeded } from '../helpers/workspace.ts';
import { damagedDocuments, plantedDocuments } from './documents.ts';
import { CANARY, canariesIn, leakingFiles } from './traces.ts';

const { name, word, number } = CANARY;
const TEXT = `Dear ${name}, your password is ${word} and your number ${number}.`;
const hidden = Object.values(CANARY).map((text) => ({ text, category: 'custom' }));

let root: { path: string; remove: () => void };
let gateway: BootedGateway;
let owner: Person;
const folder = (part: string) => join(root.path, part);

beforeAll(async () => {
  root = keptTempDir();
  for (const part of ['data', 'tmp']) mkdirSync(folder(part));
  vi.stubEnv('TMPDIR', folder('tmp'));
  gateway = await bootGateway({ dataDir: folder('data') });
  ({ owner } = gateway.team);
});
afterAll(() => {
  vi.unstubAllEnvs();
  root.remove();
});

describe.each(['chat', 'messages'] as const)('nothing of a conversation leaks, provider %s', (id) => {
  const model = `${id}/test-model`;

  it('to the provider, whatever the person does', async () => {
    const conversation = await beginConversation(owner, model);
    const attachmentIds: string[] = [];
    for (const file of await plantedDocuments(CANARY)) attachmentIds.push((await attach(owner, file)).attachment.id);
    const first = await sendMessage(owner, conversation, { content: TEXT, hidden, attachmentIds });
    expect(first.answer.content).toContain(TEXT);
    expect(canariesIn(Buffer.from(first.answer.sent!))).toEqual([]);
    // What was hidden once stays hidden: in the history, in a later message, in an edited one, in a second answer.
    await sendMessage(owner, conversation, { content: `And ${name}?`, parentId: first.answer.id });
    await sendMessage(owner, conversation, { content: `${TEXT} Again.`, hidden });
    const again = await owner.fetch(
      `/api/v1/chat/conversations/${conversation}/messages/${first.question.id}/answers`,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    );
    expect((await allOf(eventsOf(again))).at(-1)?.type).toBe('done');
    expect(gateway[id].requests).toHaveLength(4);
    const received = gateway[id].received();
    expect(received.length).toBeGreaterThan(1_000);
    expect(canariesIn(received)).toEqual([]);
  });

  it('into an anonymized file, a list of errors, or what a provider says back', async () => {
    const conversation = await beginConversation(owner, model);
    await owner.call('PATCH', `/v1/chat/conversations/${conversation}`, { title: `About ${name}` });
    await sendMessage(owner, conversation, { content: TEXT, hidden });
    const failing: Sending = { content: TEXT, anonymous: false };
    for (const status of [400, 401, 429, 500]) {
      gateway[id].answerAll({ error: { status, message: `${word} ${number}`, body: `{"error": "${name}` } });
      const { answer, events } = await sendMessage(owner, conversation, failing);
      expect(answer.state).toBe('failed');
      // The rest of the event is the conversation, which rightly has its title.
      const last = events.at(-1);
      const told = last?.type === 'error' ? `${last.code} ${last.error}` : '';
      expect(told).not.toBe('');
      expect(canariesIn(Buffer.from(JSON.stringify([answer, told])))).toEqual([]);
    }
    gateway[id].answerAll((request) => ({ answer: { text: request.body.toString() } }));
    for (const format of ['md', 'txt', 'json']) {
      const file = await owner.fetch(`/api/v1/chat/conversations/${conversation}/export?format=${format}`);
      const headers = JSON.stringify([...file.headers]);
      expect(canariesIn(Buffer.concat([Buffer.from(headers), Buffer.from(await file.arrayBuffer())]))).toEqual([]);
    }
    for (const file of await damagedDocuments(CANARY)) {
      const refused = await owner.upload('/v1/chat/attachments', file);
      expect([file.name, canariesIn(Buffer.from(refused.text))]).toEqual([file.name, []]);
    }
    expect((await readConversation(owner, conversation)).messages.length).toBeGreaterThan(4);
  });
});

it('nothing of it lies readable on the disk, in the log, or in temporary files', async () => {
  const folderAnswer = await owner.call('POST', '/v1/chat/folders', { name });
  expect(folderAnswer.status).toBe(201);
  for (const shared of [true, false]) {
    succeeded(await owner.call('POST', '/v1/chat/prompts', { title: name, text: TEXT, shared }), 201);
  }
  await owner.call('POST', '/v1/chat/preview', { text: TEXT, hidden });
  // A running answer is stored while the server ends.
  const conversation = await beginConversation(owner, 'chat/test-model');
  gateway.chat.answerNext({ answer: { text: `${TEXT} `.repeat(500) }, delivery: { delayMs: 5 } });
  const events = eventsOf(await openSending(owner, conversation, { content: TEXT, hidden }));
  for await (const event of events) if (event.type === 'delta') break;
  await gateway.stop();
  expect(canariesIn(Buffer.from(gateway.server.logLines.join('\n')))).toEqual([]);
  expect(leakingFiles(root.path)).toEqual([]);
});
