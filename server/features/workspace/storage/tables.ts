import type { Generated } from 'kysely';

declare module '../../../core/db/types.ts' {
  interface Tables {
    spaces: SpaceTable;
    project_members: ProjectMemberTable;
    nodes: NodeTable;
    stars: { user_id: string; node_id: string; created_at: string };
    changes: ChangeTable;
    change_audience: { user_id: string; position: number; sees_parent: number };
    notes: NoteTable;
    shares: ShareTable;
    inbox: InboxTable;
    versions: VersionTable;
    restore_requests: RestoreRequestTable;
    comment_threads: CommentThreadTable;
    comment_messages: CommentMessageTable;
    upload_sessions: UploadSessionTable;
    upload_chunks: { session_id: string; start: number; size_bytes: number; content_ref: string };
    images: ImageTable;
    /** Which documents show which images; 0 in `shown`: an earlier state did. */
    image_uses: { node_id: string; image_id: string; shown: number };
    node_words: { space_id: string; word_key: string; node_id: string };
  }
}

/**
 * A tree of nodes with its own quota and its own data key: the personal space of a user has the user's id, a project's that of the project. `id` is also the
 * account under which everything in the space is encrypted.
 */
export interface SpaceTable {
  id: string;
  /** `personal` or `project`. */
  kind: string;
  /** Encrypted under the installation's key; null for personal spaces. */
  name: Uint8Array | null;
  /** Contents of all revisions, trash included. */
  bytes_used: number;
  /** Files, trash included. */
  file_count: number;
  created_at: string;
}

export interface ProjectMemberTable {
  project_id: string;
  user_id: string;
  role: string;
  created_at: string;
}

export interface NodeTable {
  id: string;
  space_id: string;
  /** null at the root. */
  parent_id: string | null;
  /** The parent's id, at the root the space's: names are unique below it. */
  parent_key: string;
  /** `folder` or `file`. */
  type: string;
  /** Encrypted: a file name often is the name of a client. */
  name: Uint8Array;
  /** HMAC of the case-folded name: finds siblings of the same name without storing it. */
  name_key: string;
  mime_type: string | null;
  kind: string | null;
  size_bytes: number | null;
  revision: number | null;
  content_ref: string | null;
  thumbnail_state: string;
  thumbnail_ref: string | null;
  /** Encrypted. */
  description: Uint8Array | null;
  color: string | null;
  icon: string | null;
  /** 0, 1, or null: inherit. */
  agent_read: number | null;
  agent_write: number | null;
  trashed_at: string | null;
  /** The node that was put into the trash when this one went there; itself, or a folder above. */
  trash_root: string | null;
  /** null beside a revision: no job could be made of it. */
  anonymization_job_id: string | null;
  /** Account whose job it is. */
  anonymization_account_id: string | null;
  /** Revision that the job anonymizes. */
  anonymized_revision: number | null;
  created_by: string;
  created_at: string;
  updated_at: string;
}

/** One step of the change feed with the node as it was then. Positions grow in the order of commits. */
export interface ChangeTable {
  position: Generated<number>;
  id: string;
  action: string;
  at: string;
  space_id: string;
  node_id: string;
  /** Encrypted under the space's key. */
  name: Uint8Array;
  type: string;
  parent_id: string | null;
  revision: number | null;
  trashed_at: string | null;
  /** Whether agents could read the node, and the folder it lies in, at that moment. */
  agent_reads: number;
  agent_reads_parent: number;
  user_id: string | null;
  agent_id: string | null;
  agent_name: string | null;
}

/** What the history of a file tells beside its changes; nobody follows it. */
export interface NoteTable {
  number: Generated<number>;
  /** Position of the latest change when this happened. */
  position: number;
  id: string;
  action: string;
  at: string;
  space_id: string;
  node_id: string;
  revision: number | null;
  user_id: string;
  agent_id: string | null;
  agent_name: string | null;
}

export interface ShareTable {
  id: string;
  node_id: string;
  /** `user` or `group`. */
  kind: string;
  grantee_id: string;
  role: string;
  source: string;
  synced_at: string | null;
  created_by: string;
  created_at: string;
}

export interface InboxTable {
  id: string;
  user_id: string;
  kind: string;
  node_id: string | null;
  actor_id: string | null;
  role: string | null;
  thread_id: string | null;
  request_id: string | null;
  read_at: string | null;
  created_at: string;
}

/** Every state of a file's content that is kept, the present one included. */
export interface VersionTable {
  id: string;
  node_id: string;
  revision: number;
  size_bytes: number;
  content_ref: string;
  actor: string;
  author_id: string;
  agent_id: string | null;
  agent_name: string | null;
  author_source: string;
  pinned: number;
  /** Encrypted. */
  label: Uint8Array | null;
  created_at: string;
}

export interface RestoreRequestTable {
  id: string;
  node_id: string;
  revision: number;
  current_revision: number;
  status: string;
  requested_by: string;
  /** The agent that asked in the person's name. */
  agent_id: string | null;
  agent_name: string | null;
  asked_of: string;
  answered_by: string | null;
  created_at: string;
  expires_at: string;
  answered_at: string | null;
}

export interface CommentThreadTable {
  id: string;
  node_id: string;
  status: string;
  version: number;
  /** JSON, encrypted. */
  anchor: Uint8Array;
  orphaned: number;
  author_id: string;
  resolved_by: string | null;
  resolved_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface CommentMessageTable {
  id: string;
  thread_id: string;
  /** 0 for the first message of a thread. */
  position: number;
  /** Encrypted. */
  body: Uint8Array;
  author_id: string;
  created_at: string;
  updated_at: string;
}

export interface UploadSessionTable {
  /** API key that began it; null: a person did. */
  key_id: string | null;
  id: string;
  account_id: string;
  agent_id: string | null;
  agent_name: string | null;
  via: string;
  /** SHA-256 of the secret in the address of the session. */
  access_hash: string;
  space_id: string;
  parent_id: string | null;
  /** File whose content is replaced; null: a new file. */
  node_id: string | null;
  revision: number | null;
  /** Encrypted. */
  name: Uint8Array;
  size_bytes: number;
  received_bytes: number;
  /** Encrypted. */
  outcome: Uint8Array | null;
  created_at: string;
  expires_at: string;
}

export interface ImageTable {
  id: string;
  account_id: string;
  extension: string;
  size_bytes: number;
  content_ref: string;
  created_at: string;
}
