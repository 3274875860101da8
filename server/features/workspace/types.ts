import type { BlobStore } from '../../core/blobs/types.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, Db } from '../../core/db/types.ts';
import type { JobRunner } from '../../core/jobs/types.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { Vault } from '../../core/vault/types.ts';
import type { SafeFetch } from '../../core/fetch/safeFetch.ts';
import type { AuditAction, AuditTarget } from '../../contract/administration.ts';
import type { InterfaceLanguage } from '../../contract/languages.ts';
import type { PlainWorkbook } from '../../contract/workspace/fs.ts';
import type { NodeKind } from '../../contract/workspace/node.ts';
import type { Principal, UploadedFile } from '../../http/types.ts';
import type { SpaceLimits } from './spaces/spaces.ts';

/** A person of the team as others see them. */
export interface TeamPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** People and groups of the installation; the accounts feature knows them. */
export interface Directory {
  /** People by id; unknown ids are left out. */
  people(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, TeamPerson>>;
  /** The enabled account of this address. */
  personByEmail(db: Db, email: string): Promise<TeamPerson | undefined>;
  isEnabled(db: Db, userId: string): Promise<boolean>;
  /** Whether a key is neither revoked nor expired, and its secret the one that it had at `since` (ISO 8601). */
  isKeyValid(db: Db, keyId: string, times: { readonly since: string; readonly now: string }): Promise<boolean>;
  groupsOf(db: Db, userId: string): Promise<readonly string[]>;
  groupMembers(db: Db, groupId: string): Promise<readonly string[]>;
  groups(db: Db): Promise<readonly { readonly id: string; readonly name: string }[]>;
  groupById(db: Db, id: string): Promise<{ readonly id: string; readonly name: string } | undefined>;
}

/** What content is, told by its bytes and its name. */
export interface FileType {
  readonly mimeType: string;
  readonly kind: NodeKind | null;
}

/** Pictures that documents may refer to, by their usual extension. */
export const IMAGE_EXTENSIONS = ['png', 'jpg', 'gif', 'webp'] as const;
export type ImageExtension = (typeof IMAGE_EXTENSIONS)[number];

/** Checks of files before they are stored; what reads them is not part of the workspace. */
export interface FileInspector {
  /**
   * Type of a name alone, before content is there.
   * @throws AppError BLOCKED_TYPE, UNSUPPORTED_TYPE
   */
  typeOfName(name: string): FileType;
  /**
   * @param present - MIME type that the file has, which a name without a known extension keeps
   * @throws AppError BLOCKED_TYPE, UNSUPPORTED_TYPE, CONTENT_MISMATCH, ZIP_RATIO_SUSPICIOUS
   */
  inspect(bytes: Uint8Array, name: string, present?: string): Promise<FileType>;
  /** The kind of a picture by its leading bytes; null for every other content. */
  imageOf(bytes: Uint8Array): Promise<ImageExtension | null>;
}

/** Text of files, for what compares, follows or finds it. Offsets in it are UTF-16 code units. */
export interface FileTexts {
  /** Text of a plain-text file (also Markdown, code, CSV); null for every other type. Takes time linear in the size. */
  plain(bytes: Uint8Array, type: Pick<FileType, 'mimeType'>): Promise<string | null>;
  /**
   * As plain, and of word-processing documents; null for types without text.
   * @throws AppError PASSWORD_PROTECTED, UNREADABLE_FILE, ZIP_RATIO_SUSPICIOUS, TEXT_TOO_LARGE
   */
  read(bytes: Uint8Array, type: Pick<FileType, 'mimeType'>, signal: AbortSignal): Promise<string | null>;
  /** As read, and of the text layer of a PDF; pages that are pictures have none. */
  searchable(bytes: Uint8Array, type: Pick<FileType, 'mimeType'>, signal: AbortSignal): Promise<string | null>;
}

/** Small pictures of files. */
export interface Thumbnails {
  /** WebP bytes; `unsupported` for types without a picture, `failed` where it could not be made. Never throws. */
  make(bytes: Uint8Array, type: FileType): Promise<Uint8Array | 'unsupported' | 'failed'>;
}

/** Empty office documents. */
export interface BlankDocuments {
  /** Extension with its dot, by kind. */
  readonly extensions: Readonly<Record<'doc' | 'sheet' | 'slides' | 'sketch', string>>;
  readonly create: (
    kind: 'doc' | 'sheet' | 'slides' | 'sketch',
    options: { readonly sheetName: string },
  ) => Promise<Uint8Array>;
}

/** Workbooks that consist of values alone. */
export interface Workbooks {
  /** @throws AppError FILE_TOO_LARGE */
  write(workbook: PlainWorkbook): Promise<Uint8Array>;
  /**
   * Why a workbook cannot be written anew from values without a loss; empty for one that `write` made and nothing else has changed.
   * @throws AppError for one that cannot be read
   */
  obstacles(bytes: Uint8Array): Promise<readonly { readonly reason: string; readonly words: string }[]>;
}

/** Anonymization as the workspace uses it. */
export interface NodeAnonymizer {
  /** Makes a job of the caller's account, which knows the file it comes from. @throws AppError as POST /v1/jobs/upload */
  begin(principal: Principal, nodeId: string, file: UploadedFile): Promise<{ readonly jobId: string }>;
  /** State of jobs by their ids; deleted ones are left out. */
  states(
    db: Db,
    jobs: readonly { readonly accountId: string; readonly jobId: string }[],
  ): Promise<ReadonlyMap<string, 'processing' | 'completed' | 'failed'>>;
  /**
   * Deletes the jobs of all accounts that were made from files, with their values, in the caller's transaction.
   * @returns to be called after the commit
   */
  deleteOfNodes(db: Db, nodeIds: readonly string[]): Promise<() => Promise<void>>;
}

/** What the audit log is told; identifiers only. */
export interface WorkspaceAudit {
  record(
    db: Db,
    event: {
      readonly principal: Principal | 'system';
      readonly action: AuditAction;
      readonly target?: { readonly kind: AuditTarget; readonly id: string };
    },
  ): Promise<void>;
}

/** Everything the workspace is built on. */
export interface WorkspaceDependencies {
  readonly database: Database;
  readonly vault: Vault;
  readonly blobs: BlobStore;
  readonly jobs: JobRunner;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly audit: WorkspaceAudit;
  readonly directory: Directory;
  /** Language in which the server names what it makes for somebody. */
  readonly languageOf: (accountId: string) => Promise<InterfaceLanguage>;
  readonly inspector: FileInspector;
  readonly texts: FileTexts;
  readonly thumbnails: Thumbnails;
  readonly anonymizer: NodeAnonymizer;
  readonly blank: BlankDocuments;
  readonly workbooks: Workbooks;
  readonly fetchImage: SafeFetch;
  readonly limits: SpaceLimits;
  /** Base of absolute addresses; null: taken from the request. */
  readonly publicUrl: string | null;
}
