import { z } from 'zod';
import type { ProtectionLevel } from '../../contract/anonymization.ts';
import { jobMetadata, level } from '../../contract/anonymization.ts';
import { categorySwitches } from '../../contract/categories.ts';
import { language, type Language } from '../../contract/common.ts';
import type { BlobStore } from '../../core/blobs/types.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, Db } from '../../core/db/types.ts';
import type { SafeFetch } from '../../core/fetch/safeFetch.ts';
import type { JobRunner } from '../../core/jobs/types.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { Vault } from '../../core/vault/types.ts';
import type { Detector } from '../../detection/types.ts';
import { type Archive, DOCUMENT_FORMATS, type Documents, type DocumentViews } from '../../documents/types.ts';
import type { Principal } from '../../http/types.ts';

/** What this feature writes into the audit log: who did what to which job; never what a document says. */
export interface AnonymizationAudit {
  record(
    db: Db,
    event: {
      readonly action: 'job.created' | 'job.deleted' | 'job.reviewed' | 'job.exported' | 'text.deanonymized';
      readonly principal: Principal;
      readonly target?: { readonly kind: 'job'; readonly id: string };
    },
  ): Promise<void>;
}

/** The part of an account's settings that decides over detection. */
export interface DetectionSettings {
  /** Deviations from the defaults of the categories. */
  readonly categories: Readonly<Record<string, boolean>>;
  readonly level: ProtectionLevel;
  /** Language of texts; null detects it. */
  readonly defaultLanguage: Language | null;
}

/** What createServer hands in. */
export interface AnonymizationDependencies {
  readonly database: Database;
  readonly vault: Vault;
  readonly blobs: BlobStore;
  readonly jobs: JobRunner;
  readonly detector: Detector;
  readonly documents: Documents;
  readonly views: DocumentViews;
  /** Opens a ZIP of files; null for everything else. */
  readonly openArchive: (bytes: Uint8Array) => Promise<Archive | null>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly audit: AnonymizationAudit;
  /** Those of these files of the workspace that the caller may read. */
  readonly readableNodes: (principal: Principal, nodeIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly accountSettings: (accountId: string) => Promise<DetectionSettings>;
  /** Name and address of an account, for reports. */
  readonly accountName: (accountId: string) => Promise<string>;
  /** Days after which finished jobs are deleted; null keeps them. */
  readonly jobRetentionDays: () => Promise<number | null>;
  /** Fetches documents of POST /v1/jobs/upload-url. */
  readonly fetchDocument: SafeFetch;
}

/** Options of a job, settled when it is made, so that a run after a crash finds the same. */
export const jobOptionsRecord = z.object({
  language: language.nullable(),
  level,
  categories: categorySwitches,
});
export type JobOptions = z.output<typeof jobOptionsRecord>;

/** Metadata as stored: all but the file name, which is encrypted in its own column. */
export const storedMetadata = jobMetadata.omit({ filename: true });
export type StoredMetadata = z.output<typeof storedMetadata>;

export const documentFormat = z.enum(DOCUMENT_FORMATS);

/** A mention as stored; its text is the part of the original between its offsets (UTF-16 code units). */
export const storedEntity = z.object({
  id: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  category: z.string(),
  confidence: z.number(),
  sources: z.array(z.string()),
  accepted: z.boolean(),
  /** Mentions of one person or company share it. */
  entity: z.number().int().optional(),
  /** null when not accepted. */
  placeholder: z.string().nullable(),
});
export type StoredEntity = z.output<typeof storedEntity>;

/** All mentions of a job, sorted by start. Accepted ones never overlap. */
export const entityState = z.object({
  /** Number of the next mention: identifiers are never used twice. */
  nextNumber: z.number().int(),
  entities: z.array(storedEntity),
});
export type EntityState = z.output<typeof entityState>;
