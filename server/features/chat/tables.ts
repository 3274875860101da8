declare module '../../core/db/types.ts' {
  interface Tables {
    chat_folders: ChatFolderTable;
    chat_conversations: ChatConversationTable;
    chat_messages: ChatMessageTable;
    chat_attachments: ChatAttachmentTable;
    chat_prompts: ChatPromptTable;
  }
}

export interface ChatFolderTable {
  id: string;
  account_id: string;
  /** Encrypted. */
  name: Uint8Array;
  created_at: string;
}

export interface ChatConversationTable {
  id: string;
  account_id: string;
  folder_id: string | null;
  /** Encrypted; null until there is one. */
  title: Uint8Array | null;
  /** Booleans as 0 and 1, which every database has. */
  anonymous: number;
  model: string | null;
  pinned: number;
  /** Last message of the branch that is shown. */
  active_message_id: string | null;
  created_at: string;
  updated_at: string;
  /** API key that made it; null: a person did. */
  key_id: string | null;
}

export interface ChatMessageTable {
  id: string;
  conversation_id: string;
  account_id: string;
  parent_id: string | null;
  /** 1, 2, … within the conversation, in the order of writing. */
  position: number;
  role: string;
  state: string;
  anonymous: number;
  model: string | null;
  request_id: string | null;
  error_code: string | null;
  /** Encrypted JSON: texts, marks, decisions, attachments. */
  body: Uint8Array;
  created_at: string;
}

export interface ChatAttachmentTable {
  id: string;
  account_id: string;
  /** null until a message takes it. */
  conversation_id: string | null;
  /** Encrypted JSON: name and what was found out about it. */
  details: Uint8Array;
  size_bytes: number;
  file_ref: string;
  text_ref: string;
  created_at: string;
  /** API key that made it; null: a person did. */
  key_id: string | null;
}

export interface ChatPromptTable {
  id: string;
  /** Who made it. */
  account_id: string;
  /** 1: for the whole team, encrypted under the key of the installation instead of the account's. */
  shared: number;
  /** Encrypted JSON: title and text. */
  content: Uint8Array;
  created_at: string;
  updated_at: string;
}
