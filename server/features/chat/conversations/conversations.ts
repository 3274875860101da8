import { randomUUID } from 'node:crypto';
import type { ChatConversation, ChatMessage } from '../../../contract/chatMessages.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { ExistingFor } from '../access.ts';
import { type Attachments, nodesOf } from '../attachments/attachments.ts';
import type { LiveAnswers } from '../answers/liveAnswers.ts';
import { type MessageBodies, type OpenMessage, presentMessage } from '../messageBodies.ts';
import * as storage from '../storage/conversations.ts';
import { folderExists } from '../storage/folders.ts';
import { countMessages, findMessage, listMessages, requestsOf } from '../storage/messages.ts';
import type { ChatDependencies } from '../types.ts';

/** What the encrypted title of a conversation is bound to. */
export const titleBoundTo = (id: string): string => `chat_conversations/${id}/title`;

/** Changes of a conversation; what is undefined stays. */
export interface ConversationChange {
  readonly title?: string | undefined;
  readonly folderId?: string | null | undefined;
  readonly anonymous?: boolean | undefined;
  readonly model?: string | null | undefined;
  readonly pinned?: boolean | undefined;
  readonly activeMessageId?: string | undefined;
}

/** Conversations of the accounts. What does not exist for the caller is CONVERSATION_NOT_FOUND, like one that never was. */
export interface Conversations {
  require(db: Db, caller: Principal, id: string): Promise<storage.ConversationRow>;
  /** Whether messages go out anonymously unless they say otherwise; also for a conversation that is not there. */
  isAnonymous(accountId: string, id: string): Promise<boolean>;
  /** Those of some conversations of the account that exist for the caller. */
  existing(db: Db, caller: Principal, rows: readonly storage.ConversationRow[]): Promise<storage.ConversationRow[]>;
  present(rows: readonly storage.ConversationRow[]): Promise<ChatConversation[]>;
  /** Empty while it has none. */
  titleOf(conversation: storage.ConversationRow): Promise<string>;
  one(caller: Principal, id: string): Promise<ChatConversation>;
  create(
    caller: Principal,
    wanted: {
      readonly title?: string | undefined;
      readonly folderId: string | null;
      readonly anonymous: boolean;
      readonly model: string | null;
    },
  ): Promise<ChatConversation>;
  /** @throws AppError FORBIDDEN when an agent takes anonymity off */
  update(caller: Principal, id: string, change: ConversationChange): Promise<ChatConversation>;
  delete(caller: Principal, id: string): Promise<void>;
  /** Messages with their bodies, oldest first. */
  messages(conversation: storage.ConversationRow): Promise<OpenMessage[]>;
  /** Messages as they are shown, running answers as they stand. */
  shown(conversation: storage.ConversationRow): Promise<ChatMessage[]>;
  message(caller: Principal, conversationId: string, messageId: string): Promise<ChatMessage>;
  sealTitle(accountId: string, id: string, title: string): Promise<Uint8Array>;
}

interface Parts extends Pick<ChatDependencies, 'database' | 'vault' | 'clock' | 'forgetRequest'> {
  readonly bodies: MessageBodies;
  readonly attachments: Pick<Attachments, 'of' | 'dropAll'>;
  readonly live: LiveAnswers;
  readonly existingFor: ExistingFor;
}

export const messageNotFound = () => new AppError('MESSAGE_NOT_FOUND', 'There is no message with this identifier.');

export function createConversations(parts: Parts): Conversations {
  const { database, vault, clock, forgetRequest, bodies, attachments, live, existingFor } = parts;
  const sealTitle = (accountId: string, id: string, title: string) =>
    vault.encryptText(accountId, titleBoundTo(id), title);

  const checkFolder = async (db: Db, accountId: string, folderId: string | null): Promise<void> => {
    if (folderId === null || (await folderExists(db, accountId, folderId))) return;
    throw new AppError('FOLDER_NOT_FOUND', 'There is no folder with this identifier.');
  };

  const shownAttachments = async (conversationId: string) =>
    new Map([...(await attachments.of(database.db, conversationId))].map(([id, { shown }]) => [id, shown]));

  const conversations: Conversations = {
    sealTitle,

    async existing(db, caller, rows) {
      if (caller.agent === null) return [...rows];
      const list = [];
      for (const row of rows) {
        list.push({ row, keyId: row.keyId, nodeIds: nodesOf((await attachments.of(db, row.id)).values()) });
      }
      return (await existingFor(caller, list)).map(({ row }) => row);
    },

    async require(db, caller, id) {
      const row = await storage.findConversation(db, caller.accountId, id);
      const [found] = row === undefined ? [] : await conversations.existing(db, caller, [row]);
      if (found === undefined) {
        throw new AppError('CONVERSATION_NOT_FOUND', 'There is no conversation with this identifier.');
      }
      return found;
    },

    isAnonymous: async (accountId, id) =>
      (await storage.findConversation(database.db, accountId, id))?.anonymous ?? true,

    titleOf: async ({ accountId, id, title }) =>
      title === null ? '' : vault.decryptText(accountId, titleBoundTo(id), title),

    async present(rows) {
      const counts = await countMessages(
        database.db,
        rows.map(({ id }) => id),
      );
      return Promise.all(
        rows.map(async (row) => {
          const { id, folderId, anonymous, model, pinned, activeMessageId, createdAt, updatedAt } = row;
          return {
            ...{ id, folderId, anonymous, model, pinned, activeMessageId, createdAt, updatedAt },
            title: await conversations.titleOf(row),
            answering: live.inConversation(id).length > 0,
            messageCount: counts.get(id) ?? 0,
          };
        }),
      );
    },

    async one(caller, id) {
      const [shown] = await conversations.present([await conversations.require(database.db, caller, id)]);
      return shown!;
    },

    async create(caller, { title, folderId, anonymous, model }) {
      const { accountId, keyId } = caller;
      const id = randomUUID();
      const now = isoTime(clock.now());
      const conversation: storage.ConversationRow = {
        ...{ id, accountId, folderId, anonymous, model, keyId },
        title: title === undefined ? null : await sealTitle(accountId, id, title),
        pinned: false,
        activeMessageId: null,
        createdAt: now,
        updatedAt: now,
      };
      await database.transaction(async (db) => {
        await checkFolder(db, accountId, folderId);
        if ((await storage.countConversations(db, accountId)) >= LIMITS.chatConversations) {
          throw new AppError('QUOTA_EXCEEDED', 'This account has too many conversations.');
        }
        await storage.insertConversation(db, conversation);
      });
      return conversations.one(caller, id);
    },

    async update(caller, id, { title, folderId, anonymous, model, pinned, activeMessageId }) {
      const { accountId } = caller;
      const sealed = title === undefined ? undefined : await sealTitle(accountId, id, title);
      await database.transaction(async (db) => {
        const conversation = await conversations.require(db, caller, id);
        checkAnonymity(caller, conversation, anonymous);
        if (folderId !== undefined) await checkFolder(db, accountId, folderId);
        if (activeMessageId !== undefined && (await findMessage(db, id, activeMessageId)) === undefined) {
          throw messageNotFound();
        }
        // Looking at another branch, or pinning, does not bring a conversation to the top.
        await storage.saveConversation(db, {
          ...conversation,
          ...(sealed !== undefined && { title: sealed }),
          ...(folderId !== undefined && { folderId }),
          ...(anonymous !== undefined && { anonymous }),
          ...(model !== undefined && { model }),
          ...(pinned !== undefined && { pinned }),
          ...(activeMessageId !== undefined && { activeMessageId }),
        });
      });
      return conversations.one(caller, id);
    },

    async delete(caller, id) {
      const { accountId } = caller;
      await conversations.require(database.db, caller, id);
      const running = live.inConversation(id);
      for (const answer of running) answer.stop('person');
      await Promise.all(running.map(({ ended }) => ended));
      // Before the conversation, which alone knows the requests: what fails here is done when it is deleted once more.
      for (const request of await requestsOf(database.db, id)) await forgetRequest(accountId, request);
      const dropObjects = await database.transaction(async (db) => {
        await conversations.require(db, caller, id);
        const drop = await attachments.dropAll(db, id);
        await storage.deleteConversationRow(db, accountId, id);
        return drop;
      });
      await dropObjects();
    },

    async messages({ accountId, id }) {
      return bodies.open(accountId, await listMessages(database.db, id));
    },

    async shown(conversation) {
      const files = await shownAttachments(conversation.id);
      const show = (message: OpenMessage): ChatMessage => {
        if (message.state !== 'streaming') return presentMessage(message, files);
        return live.get(message.id)?.snapshot() ?? presentMessage(interrupted(message), files);
      };
      const isSettled = ({ state, id }: OpenMessage) => state !== 'streaming' || live.get(id) !== undefined;
      const messages = await conversations.messages(conversation);
      if (messages.every(isSettled)) return messages.map(show);
      // An answer has ended after its row was read: by now its row tells all.
      return (await conversations.messages(conversation)).map(show);
    },

    async message(caller, conversationId, messageId) {
      const conversation = await conversations.require(database.db, caller, conversationId);
      const running = live.get(messageId);
      if (running?.conversationId === conversationId) return running.snapshot();
      const row = await findMessage(database.db, conversation.id, messageId);
      if (row === undefined) throw messageNotFound();
      const [message] = await bodies.open(caller.accountId, [row]);
      const settled = message!.state === 'streaming' ? interrupted(message!) : message!;
      return presentMessage(settled, await shownAttachments(conversationId));
    },
  };
  return conversations;
}

/** Rights 1: what was agreed to leave without names only, people alone let leave with them. @throws AppError FORBIDDEN */
export function checkAnonymity(caller: Principal, { anonymous }: storage.ConversationRow, wanted?: boolean): void {
  if (caller.agent === null || !anonymous || wanted !== false) return;
  throw new AppError('FORBIDDEN', 'The key of an agent cannot take anonymity off a conversation.', {
    details: { reason: 'agent' },
  });
}

/** An answer that nobody writes any more although its row says so. */
function interrupted(message: OpenMessage): OpenMessage {
  return { ...message, state: 'failed', errorCode: 'ANSWER_INTERRUPTED' };
}
