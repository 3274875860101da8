import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import {
  chatConversation,
  chatEvent,
  chatMessage,
  type ChatConversation,
  type ChatEvent,
  type ChatMessage,
} from '../../server/contract/chatMessages.ts';
import { chatAttachmentContent, type ChatAttachmentContent } from '../../server/contract/chatAttachments.ts';
import type { ApiClient } from './apiClient.ts';
import { succeeded } from './workspace.ts';

/** What a message is sent with. */
export interface Sending {
  readonly content: string;
  readonly parentId?: string | null;
  readonly model?: string;
  readonly anonymous?: boolean;
  readonly attachmentIds?: readonly string[];
  readonly shown?: readonly string[];
  readonly hidden?: readonly { readonly text: string; readonly category: string }[];
}

/** Begins a conversation; returns its id. */
export async function beginConversation(person: ApiClient, model: string): Promise<string> {
  const answer = succeeded(await person.call('POST', '/v1/chat/conversations', { model }), 201);
  return answer.read(z.object({ conversation: chatConversation })).conversation.id;
}

export async function readConversation(
  person: ApiClient,
  id: string,
): Promise<{ conversation: ChatConversation; messages: ChatMessage[] }> {
  const answer = succeeded(await person.call('GET', `/v1/chat/conversations/${id}`), 200);
  return answer.read(z.object({ conversation: chatConversation, messages: z.array(chatMessage) }));
}

/** Sends a message; the answer's events are read by whoever wants them. */
export function openSending(
  person: ApiClient,
  id: string,
  message: Sending,
  signal: AbortSignal | null = null,
): Promise<Response> {
  return person.fetch(`/api/v1/chat/conversations/${id}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ parentId: null, ...message }),
    signal,
  });
}

/** Events of an answer as they come, each checked by the contract and named by its type. */
export async function* eventsOf(response: Response): AsyncGenerator<ChatEvent> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true || response.body === null) {
    throw new Error(`answered ${response.status}: ${await response.text()}`);
  }
  let events: ChatEvent[] = [];
  const parser = createParser({
    onEvent({ event, data }) {
      const parsed = chatEvent.parse(JSON.parse(data));
      if (parsed.type !== event) throw new Error(`the event ${parsed.type} is called ${event ?? 'nothing'}`);
      events.push(parsed);
    },
  });
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    parser.feed(text);
    yield* events;
    events = [];
  }
}

export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Sends a message and waits for the end of the answer. */
export async function sendMessage(
  person: ApiClient,
  id: string,
  message: Sending,
): Promise<{ question: ChatMessage; answer: ChatMessage; events: ChatEvent[] }> {
  return ended(await allOf(eventsOf(await openSending(person, id, message))));
}

/** What the events of an answer tell in the end. */
export function ended(events: ChatEvent[]): { question: ChatMessage; answer: ChatMessage; events: ChatEvent[] } {
  const last = events.at(-1);
  if (last?.type !== 'done' && last?.type !== 'error') throw new Error('the events have no end');
  const question = events.findLast((event) => event.type === 'masked' || event.type === 'message');
  if (question?.type !== 'masked' && question?.type !== 'message') throw new Error('there is no question');
  return { question: question.message, answer: last.message, events };
}

export async function attach(
  person: ApiClient,
  file: { name: string; bytes: Uint8Array },
): Promise<ChatAttachmentContent> {
  return succeeded(await person.upload('/v1/chat/attachments', file), 201).read(chatAttachmentContent);
}
