import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  chatAttachment,
  type ChatAttachment,
  type ChatAttachmentContent,
  type chatCitation,
} from '../../../contract/chatAttachments.ts';
import { DOCUMENT_TYPES } from '../../../contract/documentFormats.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { MissingBlobError, type BlobRef } from '../../../core/blobs/types.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import { countWords } from '../../../core/text/countWords.ts';
import { decodeText, encodeText } from '../../../core/textCodec.ts';
import { DOCUMENT_FORMATS, type DocumentFormat } from '../../../documents/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { ExistingFor } from '../access.ts';
import { NO_DECISIONS, type Preview } from '../masking/preview.ts';
import * as storage from '../storage/attachments.ts';
import type { ChatDependencies } from '../types.ts';

/** What the encrypted details of an attachment are bound to. */
export const attachmentBoundTo = (id: string): string => `chat_attachments/${id}/details`;

/** How long an attachment waits for a message. */
const WAITING_MS = 24 * 60 * 60_000;

const details = chatAttachment.omit({ id: true }).extend({ format: z.enum(DOCUMENT_FORMATS) });
type Details = z.output<typeof details>;

/** An attachment with what is known of it. */
export interface OpenAttachment {
  readonly row: storage.AttachmentRow;
  readonly format: DocumentFormat;
  readonly shown: ChatAttachment;
}

/** A file to attach. */
interface Candidate {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly citation: z.output<typeof chatCitation> | null;
}

/** Files that messages bring along, with their texts. What does not exist for the caller is ATTACHMENT_NOT_FOUND, like one that never was. */
export interface Attachments {
  /** Reads a file and keeps it. @throws AppError for what cannot be read; QUOTA_EXCEEDED */
  add(
    caller: Principal,
    file: { readonly name: string; readonly bytes: Uint8Array },
    signal: AbortSignal,
  ): Promise<ChatAttachmentContent>;
  /** The same for a file of the workspace. */
  addNode(principal: Principal, nodeId: string, signal: AbortSignal): Promise<ChatAttachmentContent>;
  content(caller: Principal, id: string, signal: AbortSignal): Promise<ChatAttachmentContent>;
  file(caller: Principal, id: string): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
  /** Takes back one that no message has. @throws AppError ATTACHMENT_NOT_FOUND, ATTACHMENT_IN_USE */
  remove(caller: Principal, id: string): Promise<void>;
  /** Gives attachments to a message of a conversation. @throws AppError ATTACHMENT_NOT_FOUND, ATTACHMENT_IN_USE */
  take(db: Db, caller: Principal, ids: readonly string[], conversationId: string): Promise<OpenAttachment[]>;
  /** Those of a conversation, by id. */
  of(db: Db, conversationId: string): Promise<ReadonlyMap<string, OpenAttachment>>;
  text(attachment: OpenAttachment): Promise<string>;
  bytes(attachment: OpenAttachment): Promise<Uint8Array>;
  /** Removes rows of a conversation; the result removes their objects, to be called after the commit. */
  dropAll(db: Db, conversationId: string): Promise<() => Promise<void>>;
  /** Removes what has waited too long for a message. */
  dropForgotten(): Promise<void>;
}

/** Files of the workspace that attachments come from. */
export const nodesOf = (attachments: Iterable<OpenAttachment>): string[] =>
  [...attachments].flatMap(({ shown }) => shown.citation?.nodeId ?? []);

const notFound = () => new AppError('ATTACHMENT_NOT_FOUND', 'There is no attachment with this identifier.');
const inUse = () => new AppError('ATTACHMENT_IN_USE', 'The attachment belongs to a message.');

export function createAttachments({
  database,
  vault,
  blobs,
  clock,
  logger,
  documents,
  readNode,
  preview,
  existingFor,
}: Omit<ChatDependencies, 'detect' | 'bookOf' | 'complete'> & {
  readonly preview: Preview;
  readonly existingFor: ExistingFor;
}): Attachments {
  const open = async (row: storage.AttachmentRow): Promise<OpenAttachment> => {
    const { format, ...shown } = details.parse(
      JSON.parse(await vault.decryptText(row.accountId, attachmentBoundTo(row.id), row.details)),
    );
    return { row, format, shown: { id: row.id, ...shown } };
  };
  const require = async (db: Db, caller: Principal, id: string): Promise<OpenAttachment> => {
    const row = await storage.findAttachment(db, caller.accountId, id);
    if (row === undefined) throw notFound();
    const attachment = await open(row);
    const existing = await existingFor(caller, [{ keyId: row.keyId, nodeIds: nodesOf([attachment]) }]);
    if (existing.length === 0) throw notFound();
    return attachment;
  };
  const readBlob = async (accountId: string, ref: BlobRef): Promise<Uint8Array> => {
    try {
      return await blobs.get(accountId, ref);
    } catch (cause) {
      if (!(cause instanceof MissingBlobError)) throw cause;
      throw new AppError('BLOB_UNAVAILABLE', 'The stored content is missing or damaged.', { cause });
    }
  };
  /** What fails is left to the sweep at the next start. */
  const dropBlobs = async (accountId: string, refs: readonly BlobRef[]): Promise<void> => {
    for (const ref of refs) {
      try {
        await blobs.delete(accountId, ref);
      } catch (error) {
        logger.failure('chat.object_left', error);
      }
    }
  };
  const refsOf = ({ fileRef, textRef }: storage.AttachmentRow) => [fileRef, textRef];

  const store = async (
    { accountId, keyId }: Principal,
    bytes: Uint8Array,
    text: string,
    found: Details,
  ): Promise<ChatAttachment> => {
    const id = randomUUID();
    const refs: BlobRef[] = [];
    try {
      for (const object of [bytes, encodeText(text)]) refs.push(await blobs.create(accountId, object));
      const row: storage.AttachmentRow = {
        ...{ id, accountId, keyId, conversationId: null, sizeBytes: bytes.byteLength },
        details: await vault.encryptText(accountId, attachmentBoundTo(id), JSON.stringify(found)),
        fileRef: refs[0]!,
        textRef: refs[1]!,
        createdAt: isoTime(clock.now()),
      };
      await database.transaction(async (db) => {
        const used = await storage.attachedBytes(db, accountId);
        if (used + row.sizeBytes > LIMITS.chatAttachmentsBytes) {
          throw new AppError('QUOTA_EXCEEDED', 'The attachments of this account take too much room.');
        }
        await storage.insertAttachment(db, row);
      });
      return (await open(row)).shown;
    } catch (error) {
      await dropBlobs(accountId, refs);
      throw error;
    }
  };

  const attach = async (
    caller: Principal,
    { name, bytes, citation }: Candidate,
    signal: AbortSignal,
  ): Promise<ChatAttachmentContent> => {
    const format = await documents.identify(bytes, name);
    const read = await documents.read(bytes, format, { signal, onProgress: () => undefined });
    const { text } = read;
    if (text.length > LIMITS.chatAttachmentCharacters) {
      throw new AppError('TEXT_TOO_LARGE', 'The text of the document is too long for a message.');
    }
    const finds = await preview.finds(caller.accountId, text, NO_DECISIONS, signal);
    signal.throwIfAborted();
    const attachment = await store(caller, bytes, text, {
      ...{ name, format, citation, sizeBytes: bytes.byteLength },
      kind: DOCUMENT_TYPES[format].pictures === 'is' ? 'image' : 'document',
      characters: text.length,
      words: countWords(text),
      pages: read.pages ?? null,
      ocr: read.ocr,
      confidence: read.confidence,
      maskedValues: new Set(finds.map(({ placeholder }) => placeholder)).size,
    });
    return { attachment, text, finds };
  };

  const attachments: Attachments = {
    add: (caller, file, signal) => attach(caller, { ...file, citation: null }, signal),

    async addNode(principal, nodeId, signal) {
      const { name, revision, bytes } = await readNode(principal, nodeId);
      return attach(principal, { name, bytes, citation: { nodeId, name, revision } }, signal);
    },

    async content(caller, id, signal) {
      const attachment = await require(database.db, caller, id);
      const text = await attachments.text(attachment);
      return {
        attachment: attachment.shown,
        text,
        finds: await preview.finds(caller.accountId, text, NO_DECISIONS, signal),
      };
    },

    async file(caller, id) {
      const attachment = await require(database.db, caller, id);
      return { name: attachment.shown.name, bytes: await attachments.bytes(attachment) };
    },

    async remove(caller, id) {
      const { row } = await require(database.db, caller, id);
      if (!(await storage.deleteUntaken(database.db, id))) throw inUse();
      await dropBlobs(row.accountId, refsOf(row));
    },

    async take(db, caller, ids, conversationId) {
      const taken: OpenAttachment[] = [];
      for (const id of ids) {
        const attachment = await require(db, caller, id);
        const { row } = attachment;
        if (row.conversationId === null) await storage.giveToConversation(db, id, conversationId);
        else if (row.conversationId !== conversationId) throw inUse();
        taken.push(attachment);
      }
      return taken;
    },

    async of(db, conversationId) {
      const rows = await storage.attachmentsOf(db, conversationId);
      return new Map(await Promise.all(rows.map(async (row) => [row.id, await open(row)] as const)));
    },

    text: async ({ row }) => decodeText(await readBlob(row.accountId, row.textRef)),
    bytes: ({ row }) => readBlob(row.accountId, row.fileRef),

    async dropAll(db, conversationId) {
      const rows = await storage.attachmentsOf(db, conversationId);
      await storage.deleteAttachmentsOf(db, conversationId);
      return async () => {
        for (const row of rows) await dropBlobs(row.accountId, refsOf(row));
      };
    },

    async dropForgotten() {
      for (const row of await storage.forgottenAttachments(database.db, isoTime(clock.now() - WAITING_MS))) {
        if (await storage.deleteUntaken(database.db, row.id)) await dropBlobs(row.accountId, refsOf(row));
      }
    },
  };
  return attachments;
}
