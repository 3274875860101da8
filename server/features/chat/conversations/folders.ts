import { randomUUID } from 'node:crypto';
import type { ChatFolder } from '../../../contract/chat.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import { foldForSearch } from '../../../core/text/foldForSearch.ts';
import * as storage from '../storage/folders.ts';
import type { ChatDependencies } from '../types.ts';

/** What the encrypted name of a folder is bound to. */
export const folderBoundTo = (id: string): string => `chat_folders/${id}/name`;

/** Folders of conversations; names are unique in an account without regard to case. */
export interface Folders {
  list(accountId: string): Promise<ChatFolder[]>;
  create(accountId: string, name: string): Promise<ChatFolder>;
  rename(accountId: string, id: string, name: string): Promise<ChatFolder>;
  delete(accountId: string, id: string): Promise<void>;
}

const notFound = () => new AppError('FOLDER_NOT_FOUND', 'There is no folder with this identifier.');

export function createFolders({
  database,
  vault,
  clock,
}: Pick<ChatDependencies, 'database' | 'vault' | 'clock'>): Folders {
  const folders = async (db: Db, accountId: string): Promise<ChatFolder[]> => {
    const openText = await vault.textOpenerFor(accountId);
    const rows = await storage.listFolders(db, accountId);
    return rows
      .map(({ id, name, createdAt }) => ({ id, name: openText(folderBoundTo(id), name), createdAt }))
      .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  };
  const checkName = (existing: readonly ChatFolder[], name: string): void => {
    if (existing.every((folder) => foldForSearch(folder.name) !== foldForSearch(name))) return;
    throw new AppError('NAME_TAKEN', 'There is a folder of this name.');
  };

  return {
    list: (accountId) => folders(database.db, accountId),

    create(accountId, name) {
      return database.transaction(async (db) => {
        const existing = await folders(db, accountId);
        checkName(existing, name);
        if (existing.length >= LIMITS.chatFolders) {
          throw new AppError('QUOTA_EXCEEDED', 'This account has too many folders.');
        }
        const id = randomUUID();
        const createdAt = isoTime(clock.now());
        const sealed = await vault.encryptText(accountId, folderBoundTo(id), name);
        await storage.insertFolder(db, { id, accountId, name: sealed, createdAt });
        return { id, name, createdAt };
      });
    },

    rename(accountId, id, name) {
      return database.transaction(async (db) => {
        const existing = await folders(db, accountId);
        const folder = existing.find((each) => each.id === id);
        if (folder === undefined) throw notFound();
        checkName(
          existing.filter((each) => each !== folder),
          name,
        );
        await storage.renameFolderRow(db, id, await vault.encryptText(accountId, folderBoundTo(id), name));
        return { ...folder, name };
      });
    },

    async delete(accountId, id) {
      if (!(await storage.deleteFolderRow(database.db, accountId, id))) throw notFound();
    },
  };
}
