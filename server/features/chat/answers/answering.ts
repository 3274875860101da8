import { randomUUID } from 'node:crypto';
import type { ChatConversation, ChatEvent, ChatMessage } from '../../../contract/chatMessages.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { Attachments } from '../attachments/attachments.ts';
import { checkAnonymity, type Conversations, messageNotFound } from '../conversations/conversations.ts';
import { titleOf } from '../conversations/title.ts';
import { EMPTY_BODY, type MessageBodies, type OpenMessage } from '../messageBodies.ts';
import { type ConversationRow, saveConversation } from '../storage/conversations.ts';
import { findMessage, insertMessage, lastPosition } from '../storage/messages.ts';
import type { ChatDependencies, Decisions } from '../types.ts';
import type { AnswerWriter } from './answerWriter.ts';
import { endEvent } from './endEvent.ts';
import type { LiveAnswer, LiveAnswers } from './liveAnswers.ts';

/** How a message is sent; what is undefined is as the conversation has it. */
export interface SendOptions {
  readonly model?: string | undefined;
  readonly anonymous?: boolean | undefined;
}

export interface NewMessage extends SendOptions, Decisions {
  /** An answer, or null at the beginning. */
  readonly parentId: string | null;
  readonly content: string;
  readonly attachmentIds: readonly string[];
}

/** Sends messages and follows their answers. */
export interface Answering {
  send(principal: Principal, conversationId: string, message: NewMessage): Promise<LiveAnswer>;
  /** Writes one more answer to a message of the person. */
  again(principal: Principal, conversationId: string, messageId: string, options: SendOptions): Promise<LiveAnswer>;
  follow(
    caller: Principal,
    conversationId: string,
    messageId: string,
    signal: AbortSignal,
  ): Promise<AsyncIterable<ChatEvent>>;
  stop(caller: Principal, conversationId: string, messageId: string): Promise<ChatMessage>;
}

interface Parts extends Pick<ChatDependencies, 'database' | 'clock'> {
  readonly bodies: MessageBodies;
  readonly conversations: Conversations;
  readonly attachments: Attachments;
  readonly writer: AnswerWriter;
  readonly live: LiveAnswers;
}

export function createAnswering(parts: Parts): Answering {
  const { database, clock, bodies, conversations, attachments, writer, live } = parts;

  const checkRoom = (accountId: string): void => {
    if (live.countOf(accountId) < LIMITS.chatRunningAnswers) return;
    throw new AppError('TOO_MANY_ANSWERS', 'Too many answers are being written at the same time.');
  };

  /** What is settled about an answer before it is stored. */
  const settle = ({ model, anonymous }: ConversationRow, options: SendOptions) => {
    const chosen = options.model ?? model;
    if (chosen === null) throw new AppError('missing_model', 'Choose a model.');
    return { model: chosen, anonymous: options.anonymous ?? anonymous };
  };

  /** The position after the last message; several are wanted at once. */
  const nextPosition = async (db: Db, conversationId: string, wanted: number): Promise<number> => {
    const last = await lastPosition(db, conversationId);
    if (last + wanted <= LIMITS.chatMessages) return last + 1;
    throw new AppError('QUOTA_EXCEEDED', 'The conversation has too many messages.');
  };

  const insert = async (db: Db, message: OpenMessage): Promise<void> => insertMessage(db, await bodies.seal(message));

  const emptyAnswer = (question: OpenMessage, position: number, anonymous: boolean, model: string): OpenMessage => ({
    ...question,
    id: randomUUID(),
    parentId: question.id,
    ...{ position, anonymous, model },
    role: 'assistant',
    state: 'streaming',
    createdAt: isoTime(clock.now()),
    body: EMPTY_BODY,
  });

  return {
    async send(principal, conversationId, message) {
      const { accountId } = principal;
      const { parentId, content, shown, hidden } = message;
      const planned = await database.transaction(async (db) => {
        const conversation = await conversations.require(db, principal, conversationId);
        checkRoom(accountId);
        checkAnonymity(principal, conversation, message.anonymous);
        const { model, anonymous } = settle(conversation, message);
        const parent = parentId === null ? null : await findMessage(db, conversationId, parentId);
        if (parent !== null && parent?.role !== 'assistant') throw messageNotFound();
        if (parent?.state === 'streaming') {
          throw new AppError('ANSWER_RUNNING', 'The answer before this message is still being written.');
        }
        const position = await nextPosition(db, conversationId, 2);
        const taken = await attachments.take(db, principal, message.attachmentIds, conversationId);
        const question: OpenMessage = {
          id: randomUUID(),
          ...{ conversationId, accountId, parentId, position, anonymous },
          role: 'user',
          state: 'complete',
          model: null,
          requestId: null,
          errorCode: null,
          createdAt: isoTime(clock.now()),
          body: {
            ...EMPTY_BODY,
            content,
            shown: [...shown],
            hidden: [...hidden],
            attachmentIds: [...message.attachmentIds],
          },
        };
        const answer = emptyAnswer(question, position + 1, anonymous, model);
        await insert(db, question);
        await insert(db, answer);
        const title = titleOf(content) || (taken[0]?.shown.name ?? '');
        const isTitled = conversation.title !== null || title === '';
        await saveConversation(db, {
          ...conversation,
          ...{ model, anonymous },
          title: isTitled ? conversation.title : await conversations.sealTitle(accountId, conversationId, title),
          activeMessageId: answer.id,
          updatedAt: answer.createdAt,
        });
        return { question, answer, model, isNewQuestion: true, files: await attachments.of(db, conversationId) };
      });
      return writer.begin(principal, planned);
    },

    async again(principal, conversationId, messageId, options) {
      const { accountId } = principal;
      const planned = await database.transaction(async (db) => {
        const conversation = await conversations.require(db, principal, conversationId);
        checkRoom(accountId);
        checkAnonymity(principal, conversation, options.anonymous);
        const { model, anonymous } = settle(conversation, options);
        const row = await findMessage(db, conversationId, messageId);
        if (row?.role !== 'user') throw messageNotFound();
        const [question] = await bodies.open(accountId, [row]);
        const answer = emptyAnswer(question!, await nextPosition(db, conversationId, 1), anonymous, model);
        await insert(db, answer);
        await saveConversation(db, {
          ...conversation,
          ...{ model, anonymous },
          activeMessageId: answer.id,
          updatedAt: answer.createdAt,
        });
        const files = await attachments.of(db, conversationId);
        return { question: question!, answer, model, isNewQuestion: false, files };
      });
      return writer.begin(principal, planned);
    },

    async follow(caller, conversationId, messageId, signal) {
      await conversations.require(database.db, caller, conversationId);
      const running = live.get(messageId);
      if (running?.conversationId === conversationId) return running.join(signal);
      const message = await conversations.message(caller, conversationId, messageId);
      if (message.role !== 'assistant') throw messageNotFound();
      return eventsOfEnded(message, await conversations.one(caller, conversationId));
    },

    async stop(caller, conversationId, messageId) {
      await conversations.require(database.db, caller, conversationId);
      const running = live.get(messageId);
      if (running?.conversationId === conversationId) {
        running.stop('person');
        await running.ended;
      }
      return conversations.message(caller, conversationId, messageId);
    },
  };
}

/** The events of an answer that is over. */
async function* eventsOfEnded(message: ChatMessage, conversation: ChatConversation): AsyncIterable<ChatEvent> {
  yield { type: 'answer', message };
  yield await Promise.resolve(endEvent(message, conversation));
}
