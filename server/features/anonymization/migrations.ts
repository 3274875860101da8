import { sql } from 'kysely';
import type { Migration } from '../../core/db/types.ts';

declare module '../../core/db/types.ts' {
  interface Tables {
    anonymization_jobs: AnonymizationJobTable;
    mappings: MappingTable;
    mapping_uses: MappingUseTable;
    terms: TermTable;
    batches: BatchTable;
    batch_files: BatchFileTable;
    job_areas: JobAreaTable;
    job_exports: JobExportTable;
  }
}

/** What a job is about; its state, progress and errors are the job runner's. */
export interface AnonymizationJobTable {
  id: string;
  account_id: string;
  source: string;
  /** Encrypted: a file name often is the name of a client. */
  filename: Uint8Array;
  /** Document format of the input; null for a text. */
  format: string | null;
  /** JSON of the options as they were when the job was made. */
  options: string;
  /** 0 until completed, then one more with every review change. */
  revision: number;
  input_ref: string;
  original_ref: string | null;
  anonymized_ref: string | null;
  entities_ref: string | null;
  /** Recognized words with their places; null where nothing was recognized. */
  layout_ref: string | null;
  /** JSON without any value of the document; null until completed. */
  metadata: string | null;
  created_at: string;
  completed_at: string | null;
  /** API key that made the job; null: a person did. */
  key_id: string | null;
  /** File of the workspace that the job was made from; null: it came with the request. */
  node_id: string | null;
}

/** The vault of replaced values: one row per exact form and category of an account; its key is account and hash. */
export interface MappingTable {
  account_id: string;
  hash: string;
  /** HMAC of category and form: finds a value without storing it. */
  value_key: string;
  category: string;
  /** Encrypted. */
  original: Uint8Array;
  created_at: string;
}

/** What holds which placeholder: a mapping lives as long as something uses it. */
export interface MappingUseTable {
  /** UUID of a job, of a request to a language model, or of whatever else keeps texts with placeholders. */
  owner_id: string;
  account_id: string;
  hash: string;
}

export interface TermTable {
  id: string;
  account_id: string;
  kind: string;
  /** Encrypted. */
  value: Uint8Array;
  category: string;
  /** Booleans as 0 and 1, which every database has. */
  case_sensitive: number;
  whole_word: number;
  enabled: number;
  created_at: string;
}

/** Files that were sent together. */
export interface BatchTable {
  id: string;
  account_id: string;
  /** Encrypted. */
  name: Uint8Array;
  created_at: string;
  /** API key that made the batch; null: a person did. */
  key_id: string | null;
}

/** A file of a batch; it goes with its job. */
export interface BatchFileTable {
  batch_id: string;
  /** Place in the batch, from 1 on. */
  number: number;
  /** Encrypted. */
  name: Uint8Array;
  /** null: it could not become a job. */
  job_id: string | null;
  /** Why it could not become a job. */
  code: string | null;
}

/** An area that a person drew on a page; it goes with its job. */
export interface JobAreaTable {
  job_id: string;
  /** UUID that the caller chose. */
  id: string;
  /** Encrypted: page and rectangle as JSON. */
  place: Uint8Array;
  created_at: string;
}

/** A document that is written in the background, until it is fetched; it goes with its job. How far it is, the job runner knows. */
export interface JobExportTable {
  id: string;
  job_id: string;
  account_id: string;
  /** JSON of what it is to contain. */
  choices: string;
  /** Of the review that is written. */
  revision: number;
  /** What was written. */
  file_ref: string | null;
  /** Encrypted: which values stood in the way, and where. */
  obstacles: Uint8Array | null;
  created_at: string;
}

/** Schema history of anonymization. */
export const migrations: readonly Migration[] = Object.freeze([
  {
    id: '0003-anonymization',
    async up(db) {
      await db.schema
        .createTable('anonymization_jobs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('filename', 'blob', (column) => column.notNull())
        .addColumn('format', 'text')
        .addColumn('options', 'text', (column) => column.notNull())
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('input_ref', 'text', (column) => column.notNull())
        .addColumn('original_ref', 'text')
        .addColumn('anonymized_ref', 'text')
        .addColumn('entities_ref', 'text')
        .addColumn('metadata', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('completed_at', 'text')
        .execute();
      await db.schema
        .createIndex('anonymization_jobs_by_account')
        .on('anonymization_jobs')
        .columns(['account_id', 'created_at', 'id'])
        .execute();
      await db.schema
        .createTable('mappings')
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('value_key', 'text', (column) => column.notNull())
        .addColumn('category', 'text', (column) => column.notNull())
        .addColumn('original', 'blob', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('mappings_key', ['account_id', 'hash'])
        .addUniqueConstraint('mappings_one_per_value', ['account_id', 'value_key'])
        .execute();
      await db.schema
        .createTable('job_mappings')
        .addColumn('job_id', 'text', (column) =>
          column.notNull().references('anonymization_jobs.id').onDelete('cascade'),
        )
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('job_mappings_key', ['job_id', 'hash'])
        .addForeignKeyConstraint('job_mappings_mapping', ['account_id', 'hash'], 'mappings', ['account_id', 'hash'])
        .execute();
      await db.schema
        .createIndex('job_mappings_by_mapping')
        .on('job_mappings')
        .columns(['account_id', 'hash'])
        .execute();
      await db.schema
        .createTable('terms')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('value', 'blob', (column) => column.notNull())
        .addColumn('category', 'text', (column) => column.notNull())
        .addColumn('case_sensitive', 'integer', (column) => column.notNull().defaultTo(sql`0`))
        .addColumn('whole_word', 'integer', (column) => column.notNull().defaultTo(sql`1`))
        .addColumn('enabled', 'integer', (column) => column.notNull().defaultTo(sql`1`))
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('terms_by_account').on('terms').columns(['account_id', 'created_at', 'id']).execute();
    },
  },
  // Mappings that belong to more than jobs; after the history of other features.
  {
    id: '0007-mapping-uses',
    async up(db) {
      await db.schema
        .createTable('mapping_uses')
        .addColumn('owner_id', 'text', (column) => column.notNull())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('mapping_uses_key', ['owner_id', 'hash'])
        .addForeignKeyConstraint('mapping_uses_mapping', ['account_id', 'hash'], 'mappings', ['account_id', 'hash'])
        .execute();
      await sql`insert into mapping_uses (owner_id, account_id, hash) select job_id, account_id, hash from job_mappings`.execute(
        db,
      );
      await db.schema.dropTable('job_mappings').execute();
      await db.schema
        .createIndex('mapping_uses_by_mapping')
        .on('mapping_uses')
        .columns(['account_id', 'hash'])
        .execute();
    },
  },
  // What documents in their own format need; after the history of other features.
  {
    id: '0010-job-layouts',
    async up(db) {
      await db.schema.alterTable('anonymization_jobs').addColumn('layout_ref', 'text').execute();
    },
  },
  // Many files at once; after the history of other features.
  {
    id: '0011-batches',
    async up(db) {
      await db.schema
        .createTable('batches')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('name', 'blob', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('batches_by_account')
        .on('batches')
        .columns(['account_id', 'created_at', 'id'])
        .execute();
      await db.schema
        .createTable('batch_files')
        .addColumn('batch_id', 'text', (column) => column.notNull().references('batches.id').onDelete('cascade'))
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('name', 'blob', (column) => column.notNull())
        .addColumn('job_id', 'text', (column) => column.references('anonymization_jobs.id').onDelete('cascade'))
        .addColumn('code', 'text')
        .addPrimaryKeyConstraint('batch_files_key', ['batch_id', 'number'])
        .execute();
      await db.schema.createIndex('batch_files_by_job').on('batch_files').column('job_id').execute();
    },
  },
  // What people draw on pages; after the history of other features.
  {
    id: '0012-job-areas',
    async up(db) {
      await db.schema
        .createTable('job_areas')
        .addColumn('job_id', 'text', (column) =>
          column.notNull().references('anonymization_jobs.id').onDelete('cascade'),
        )
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('place', 'blob', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('job_areas_key', ['job_id', 'id'])
        .execute();
    },
  },
  // Which key made something, and which file a job was made from: what agents may know depends on it. One step for all features, after their histories.
  {
    id: '0014-origins',
    async up(db) {
      await db.schema.alterTable('anonymization_jobs').addColumn('key_id', 'text').execute();
      await db.schema.alterTable('anonymization_jobs').addColumn('node_id', 'text').execute();
      await db.schema.alterTable('batches').addColumn('key_id', 'text').execute();
      await db.schema.alterTable('chat_attachments').addColumn('key_id', 'text').execute();
      await db.schema.alterTable('chat_conversations').addColumn('key_id', 'text').execute();
      await db.schema.alterTable('upload_sessions').addColumn('key_id', 'text').execute();
      await db.schema.alterTable('api_keys').addColumn('rotated_at', 'text').execute();
      await db.schema.createIndex('anonymization_jobs_by_node').on('anonymization_jobs').column('node_id').execute();
      // Files know the last job that was made from them.
      await db
        .updateTable('anonymization_jobs')
        .set({
          node_id: (eb) =>
            eb
              .selectFrom('nodes')
              .select((node) => node.fn.min<string>('nodes.id').as('id'))
              .whereRef('nodes.anonymization_job_id', '=', 'anonymization_jobs.id'),
        })
        .execute();
    },
  },
  // Documents that are written in the background; after the history of other features.
  {
    id: '0020-job-exports',
    async up(db) {
      await db.schema
        .createTable('job_exports')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('job_id', 'text', (column) =>
          column.notNull().references('anonymization_jobs.id').onDelete('cascade'),
        )
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('choices', 'text', (column) => column.notNull())
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('file_ref', 'text')
        .addColumn('obstacles', 'blob')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('job_exports_by_job').on('job_exports').column('job_id').execute();
      await db.schema.createIndex('job_exports_by_time').on('job_exports').column('created_at').execute();
    },
  },
]);
