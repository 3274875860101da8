import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ChatPrompt } from '../../../contract/chatPrompts.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeText, encodeText } from '../../../core/textCodec.ts';
import type { Principal } from '../../../http/types.ts';
import * as storage from '../storage/prompts.ts';
import type { ChatDependencies } from '../types.ts';

/** What an encrypted prompt is bound to. */
export const promptBoundTo = (id: string): string => `chat_prompts/${id}/content`;

type Content = Pick<ChatPrompt, 'title' | 'text'>;
const content = z.object({ title: z.string(), text: z.string() });

/** Changes of a prompt; what is undefined stays. */
export type PromptChange = { readonly [K in keyof Content | 'shared']?: ChatPrompt[K] | undefined };

/** The library of prompts: everybody's own ones and those of the team. */
export interface Prompts {
  list(accountId: string): Promise<ChatPrompt[]>;
  /** @throws AppError FORBIDDEN when a member or an agent shares one; QUOTA_EXCEEDED */
  create(principal: Principal, wanted: Content & { readonly shared: boolean }): Promise<ChatPrompt>;
  /** @throws AppError PROMPT_NOT_FOUND, FORBIDDEN */
  update(principal: Principal, id: string, change: PromptChange): Promise<ChatPrompt>;
  delete(principal: Principal, id: string): Promise<void>;
}

export function createPrompts({
  database,
  vault,
  clock,
}: Pick<ChatDependencies, 'database' | 'vault' | 'clock'>): Prompts {
  const seal = async (row: Omit<storage.PromptRow, 'content'>, value: Content): Promise<storage.PromptRow> => {
    const text = JSON.stringify({ title: value.title, text: value.text });
    const sealed = row.shared
      ? vault.encryptSystem(promptBoundTo(row.id), encodeText(text))
      : await vault.encryptText(row.accountId, promptBoundTo(row.id), text);
    return { ...row, content: sealed };
  };
  const open = async (row: storage.PromptRow): Promise<ChatPrompt> => {
    const text = row.shared
      ? decodeText(vault.decryptSystem(promptBoundTo(row.id), row.content))
      : await vault.decryptText(row.accountId, promptBoundTo(row.id), row.content);
    const { id, shared, createdAt, updatedAt } = row;
    return { id, ...content.parse(JSON.parse(text)), shared, createdAt, updatedAt };
  };

  const checkSharing = ({ role, agent }: Principal, shared: boolean): void => {
    if (!shared) return;
    if (agent !== null) {
      const message = 'Prompts of the team are written by people.';
      throw new AppError('FORBIDDEN', message, { details: { reason: 'agent' } });
    }
    if (role !== 'member') return;
    throw new AppError('FORBIDDEN', 'Owners and admins alone write prompts of the team.');
  };
  const checkRoom = async (db: Db, accountId: string): Promise<void> => {
    const prompts = await storage.listPrompts(db, accountId);
    if (prompts.filter((prompt) => prompt.accountId === accountId).length < LIMITS.chatPrompts) return;
    throw new AppError('QUOTA_EXCEEDED', 'This account keeps too many prompts.');
  };
  /** A prompt that the caller may change. */
  const require = async (db: Db, principal: Principal, id: string): Promise<storage.PromptRow> => {
    const row = (await storage.listPrompts(db, principal.accountId)).find((prompt) => prompt.id === id);
    if (row === undefined) throw new AppError('PROMPT_NOT_FOUND', 'There is no prompt with this identifier.');
    checkSharing(principal, row.shared);
    return row;
  };

  return {
    async list(accountId) {
      const prompts = await Promise.all((await storage.listPrompts(database.db, accountId)).map(open));
      return prompts.sort((a, b) => a.title.localeCompare(b.title) || (a.id < b.id ? -1 : 1));
    },

    create(principal, wanted) {
      checkSharing(principal, wanted.shared);
      return database.transaction(async (db) => {
        const { accountId } = principal;
        await checkRoom(db, accountId);
        const now = isoTime(clock.now());
        const base = { id: randomUUID(), accountId, shared: wanted.shared, createdAt: now, updatedAt: now };
        const row = await seal(base, wanted);
        await storage.insertPrompt(db, row);
        return open(row);
      });
    },

    update(principal, id, { title, text, shared }) {
      return database.transaction(async (db) => {
        const row = await require(db, principal, id);
        const before = await open(row);
        const changed = { ...row, shared: shared ?? row.shared, updatedAt: isoTime(clock.now()) };
        checkSharing(principal, changed.shared);
        const next = await seal(changed, { title: title ?? before.title, text: text ?? before.text });
        await storage.savePrompt(db, next);
        return open(next);
      });
    },

    delete: (principal, id) =>
      database.transaction(async (db) => {
        await require(db, principal, id);
        await storage.deletePromptRow(db, id);
      }),
  };
}
