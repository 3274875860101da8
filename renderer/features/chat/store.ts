import { defineStore } from 'pinia';
import { ref, shallowReactive, shallowRef, watch, type Ref } from 'vue';
import {
  createChatFolder,
  createConversation,
  deleteChatFolder,
  deleteConversation,
  listChatFolders,
  listConversations,
  renameChatFolder,
  updateConversation,
  type ChatFolder,
} from '../../../server/contract/chat.ts';
import type { ChatConversation } from '../../../server/contract/chatMessages.ts';
import { listChatPrompts, type ChatPrompt } from '../../../server/contract/chatPrompts.ts';
import { call } from '../../api/index.ts';
import { MOST_PER_PAGE } from '../../api/pages.ts';
import { fetchModels, type ChatModel } from './models.ts';

/** A choice of this browser that outlives the page. */
function remembered(key: string, initial: string): Ref<string> {
  const name = `deckname.chat.${key}`;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(name);
  } catch {
    // Storage can be switched off; the choice then lasts until the window is closed.
  }
  const value = ref(stored ?? initial);
  watch(value, (next) => {
    try {
      localStorage.setItem(name, next);
    } catch {
      // As above.
    }
  });
  return value;
}

type Change = Partial<Pick<ChatConversation, 'title' | 'folderId' | 'anonymous' | 'model' | 'pinned'>>;

/** Everything of the chat beside the open conversation: the list of conversations, folders, models, prompts. */
export const useChat = defineStore('chat', () => {
  const rail = remembered('rail', 'open');
  const seen = remembered('seen', 'closed');
  /** The model chosen last, for new conversations. */
  const lastModel = remembered('model', '');

  const conversations = shallowReactive(new Map<string, ChatConversation>());
  const cursor = ref<string | null>(null);
  const folders = shallowRef<readonly ChatFolder[]>([]);
  /** null until they are known. */
  const models = shallowRef<readonly ChatModel[] | null>(null);
  const modelsFailed = ref(false);
  const prompts = shallowRef<readonly ChatPrompt[]>([]);
  const loaded = ref(false);
  /** Unsent texts by conversation; '' is the new one. */
  const drafts = new Map<string, string>();

  const upsert = (conversation: ChatConversation): void => {
    conversations.set(conversation.id, conversation);
  };
  async function load(): Promise<void> {
    const [page, folderList] = await Promise.all([
      call(listConversations, { query: { limit: MOST_PER_PAGE } }),
      call(listChatFolders),
    ]);
    conversations.clear();
    page.conversations.forEach(upsert);
    cursor.value = page.cursor;
    folders.value = folderList.folders;
    loaded.value = true;
  }
  async function loadMore(): Promise<void> {
    if (cursor.value === null) return;
    const page = await call(listConversations, { query: { limit: MOST_PER_PAGE, cursor: cursor.value } });
    page.conversations.forEach(upsert);
    cursor.value = page.cursor;
  }
  async function loadModels(): Promise<void> {
    try {
      models.value = await fetchModels();
      modelsFailed.value = false;
    } catch (error) {
      modelsFailed.value = true;
      throw error;
    }
  }
  async function loadPrompts(): Promise<void> {
    prompts.value = (await call(listChatPrompts)).prompts;
  }

  async function create(body: {
    anonymous: boolean;
    model: string | null;
    folderId: string | null;
  }): Promise<ChatConversation> {
    const { conversation } = await call(createConversation, { body });
    upsert(conversation);
    return conversation;
  }
  async function change(id: string, body: Change): Promise<ChatConversation> {
    const { conversation } = await call(updateConversation, { params: { id }, body });
    upsert(conversation);
    return conversation;
  }
  async function remove(id: string): Promise<void> {
    await call(deleteConversation, { params: { id } });
    conversations.delete(id);
    drafts.delete(id);
  }
  const byName = (list: readonly ChatFolder[]): ChatFolder[] => [...list].sort((a, b) => a.name.localeCompare(b.name));
  async function createFolder(name: string): Promise<ChatFolder> {
    const { folder } = await call(createChatFolder, { body: { name } });
    folders.value = byName([...folders.value, folder]);
    return folder;
  }
  async function renameFolder(id: string, name: string): Promise<void> {
    const { folder } = await call(renameChatFolder, { params: { id }, body: { name } });
    folders.value = byName(folders.value.map((other) => (other.id === id ? folder : other)));
  }
  async function removeFolder(id: string): Promise<void> {
    await call(deleteChatFolder, { params: { id } });
    folders.value = folders.value.filter((folder) => folder.id !== id);
    for (const conversation of conversations.values()) {
      if (conversation.folderId === id) upsert({ ...conversation, folderId: null });
    }
  }

  return {
    rail,
    seen,
    lastModel,
    conversations,
    cursor,
    folders,
    models,
    modelsFailed,
    prompts,
    loaded,
    drafts,
    upsert,
    load,
    loadMore,
    loadModels,
    loadPrompts,
    create,
    change,
    remove,
    createFolder,
    renameFolder,
    removeFolder,
  };
});
