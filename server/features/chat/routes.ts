import * as chat from '../../contract/chat.ts';
import * as files from '../../contract/chatAttachments.ts';
import * as messages from '../../contract/chatMessages.ts';
import * as library from '../../contract/chatPrompts.ts';
import type { RateGroup } from '../../contract/endpoint.ts';
import type { Database } from '../../core/db/types.ts';
import { countedRoute, route, type Route } from '../../http/route.ts';
import type { Principal } from '../../http/types.ts';
import type { Answering } from './answers/answering.ts';
import type { Attachments } from './attachments/attachments.ts';
import { branchTo, mergeDecisions } from './branches.ts';
import type { Conversations } from './conversations/conversations.ts';
import type { Exporter } from './conversations/exporter.ts';
import type { Folders } from './conversations/folders.ts';
import type { Listing } from './conversations/listing.ts';
import type { Preview } from './masking/preview.ts';
import type { Prompts } from './prompts/prompts.ts';
import type { Decisions } from './types.ts';

interface Services {
  readonly database: Database;
  readonly conversations: Conversations;
  readonly listing: Listing;
  readonly exporter: Exporter;
  readonly folders: Folders;
  readonly answering: Answering;
  readonly attachments: Attachments;
  readonly preview: Preview;
  readonly prompts: Prompts;
}

export function chatRoutes(services: Services): readonly Route[] {
  return [
    ...conversationRoutes(services),
    ...messageRoutes(services),
    ...attachmentRoutes(services),
    ...promptRoutes(services),
  ];
}

function conversationRoutes({ database, conversations, listing, exporter, folders }: Services): Route[] {
  return [
    route(chat.listConversations, ({ principal, query }) => listing.page(principal, query)),
    route(chat.createConversation, async ({ principal, body }) => ({
      conversation: await conversations.create(principal, body),
    })),
    route(chat.getConversation, async ({ principal, params }) => {
      const row = await conversations.require(database.db, principal, params.id);
      return {
        conversation: await conversations.one(principal, params.id),
        messages: await conversations.shown(row),
      };
    }),
    route(chat.updateConversation, async ({ principal, params, body }) => ({
      conversation: await conversations.update(principal, params.id, body),
    })),
    route(chat.deleteConversation, ({ principal, params }) => conversations.delete(principal, params.id)),
    route(chat.exportConversation, ({ principal, params, query: { format, textType }, signal }) =>
      exporter.export(principal, params.id, { format, anonymized: textType === 'anonymized', signal }),
    ),
    route(chat.listChatFolders, async ({ principal }) => ({ folders: await folders.list(principal.accountId) })),
    route(chat.createChatFolder, async ({ principal, body }) => ({
      folder: await folders.create(principal.accountId, body.name),
    })),
    route(chat.renameChatFolder, async ({ principal, params, body }) => ({
      folder: await folders.rename(principal.accountId, params.id, body.name),
    })),
    route(chat.deleteChatFolder, ({ principal, params }) => folders.delete(principal.accountId, params.id)),
  ];
}

function messageRoutes({ database, answering, conversations, preview }: Services): Route[] {
  const decidedIn = async (caller: Principal, conversationId: string): Promise<Decisions[]> => {
    const conversation = await conversations.require(database.db, caller, conversationId);
    const all = await conversations.messages(conversation);
    return branchTo(all, conversation.activeMessageId).map(({ body }) => body);
  };
  /** As the gateway counts; a conversation that is not there counts as it begins. */
  const rateGroupOf = async ({
    principal: { accountId },
    params,
    body,
  }: {
    readonly principal: Principal;
    readonly params: { readonly id: string };
    readonly body: { readonly anonymous?: boolean | undefined };
  }): Promise<RateGroup> => {
    const isAnonymous = body.anonymous ?? (await conversations.isAnonymous(accountId, params.id));
    return isAnonymous ? 'anonymous_chat' : 'llm_chat';
  };
  return [
    countedRoute(messages.sendChatMessage, rateGroupOf, async ({ principal, params, body, signal }) =>
      (await answering.send(principal, params.id, body)).follow(signal),
    ),
    countedRoute(messages.regenerateChatAnswer, rateGroupOf, async ({ principal, params, body, signal }) =>
      (await answering.again(principal, params.id, params.messageId, body)).follow(signal),
    ),
    route(messages.followChatAnswer, ({ principal, params, signal }) =>
      answering.follow(principal, params.id, params.messageId, signal),
    ),
    route(messages.stopChatAnswer, async ({ principal, params }) => ({
      message: await answering.stop(principal, params.id, params.messageId),
    })),
    route(messages.previewChatMessage, async ({ principal, body, signal }) => {
      const { text, conversationId, shown, hidden } = body;
      const before = conversationId === undefined ? [] : await decidedIn(principal, conversationId);
      return {
        finds: await preview.finds(principal.accountId, text, mergeDecisions([...before, { shown, hidden }]), signal),
      };
    }),
  ];
}

function attachmentRoutes({ attachments }: Services): Route[] {
  return [
    route(files.addChatAttachment, ({ principal, file, signal }) => attachments.add(principal, file!, signal)),
    route(files.addChatAttachmentFromNode, ({ principal, body, signal }) =>
      attachments.addNode(principal, body.nodeId, signal),
    ),
    route(files.getChatAttachment, ({ principal, params, signal }) =>
      attachments.content(principal, params.id, signal),
    ),
    route(files.downloadChatAttachment, async ({ principal, params }) => {
      const { name, bytes } = await attachments.file(principal, params.id);
      return {
        contentType: 'application/octet-stream',
        read: () => Promise.resolve(bytes),
        filename: name,
        etag: params.id,
      };
    }),
    route(files.deleteChatAttachment, ({ principal, params }) => attachments.remove(principal, params.id)),
  ];
}

function promptRoutes({ prompts }: Services): Route[] {
  return [
    route(library.listChatPrompts, async ({ principal }) => ({ prompts: await prompts.list(principal.accountId) })),
    route(library.createChatPrompt, async ({ principal, body }) => ({
      prompt: await prompts.create(principal, body),
    })),
    route(library.updateChatPrompt, async ({ principal, params, body }) => ({
      prompt: await prompts.update(principal, params.id, body),
    })),
    route(library.deleteChatPrompt, ({ principal, params }) => prompts.delete(principal, params.id)),
  ];
}
