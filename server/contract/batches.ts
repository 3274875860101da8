import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { maxCharacters } from './characters.ts';
import { jobParts, jsonField, uploadFields } from './anonymization.ts';
import { empty, jobId, pageFields, pageQuery, timestamp, uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';
import { LIMITS } from './limits.ts';

const TAG = 'Batches';
const base = { tag: TAG, access: 'session_or_key' } as const;

const counts = z.object({
  total: z.number().int(),
  processing: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
});

export const batchSummary = z
  .object({
    batch_id: uuid,
    name: z.string(),
    status: z.enum(['processing', 'completed']).meta({
      description: '`completed`: nothing of it runs any more; single files may have failed.',
    }),
    progress: z.number().min(0).max(1),
    counts,
    created_at: timestamp,
  })
  .meta({ id: 'BatchSummary' });
export type BatchSummary = z.output<typeof batchSummary>;

export const batchFile = z
  .object({
    number: z
      .number()
      .int()
      .meta({ description: 'Place in the batch from 1 on; the name in the download, in its folders.' }),
    name: z.string().meta({ description: 'As it was sent, with its folders where they are known.' }),
    job_id: uuid.nullable().meta({ description: 'Null where the file could not become a job.' }),
    status: z.enum(['processing', 'completed', 'failed']),
    progress: z.number().min(0).max(1),
    code: z.string().nullable().meta({ description: 'Why it failed.' }),
  })
  .meta({ id: 'BatchFile' });
export type BatchFile = z.output<typeof batchFile>;

export const batch = batchSummary.extend({ files: z.array(batchFile) }).meta({ id: 'Batch' });
export type Batch = z.output<typeof batch>;

/** report.json in the download of a batch: what became of every file, and no value of any of them. */
export const batchReport = z
  .object({
    batch_id: uuid,
    created_at: timestamp,
    reported_at: timestamp,
    counts,
    files: z.array(
      z.object({
        number: z.number().int(),
        job_id: uuid.nullable(),
        status: z.enum(['processing', 'completed', 'failed']),
        code: z.string().nullable(),
        file: z.string().nullable().meta({ description: 'Path in the download; null when there is none.' }),
        format: z.string().nullable().meta({ description: 'Format of the input; null where it was not read.' }),
        own_format: z.boolean().meta({
          description: 'false: the text alone, because the document could not be written safely in its own format.',
        }),
        sha256: z.string().nullable().meta({ description: 'Of the file in the download, hexadecimal.' }),
        words: z.number().int().nullable(),
        pages: z.number().int().nullable(),
        masked: z.record(z.string(), z.number().int()).meta({ description: 'Accepted mentions by category.' }),
      }),
    ),
  })
  .meta({ id: 'BatchReport' });
export type BatchReport = z.output<typeof batchReport>;

export const createBatch = endpoint({
  ...base,
  id: 'createBatch',
  agents: 'yes',
  scope: 'anonymize',
  method: 'post',
  path: '/v1/batches',
  summary: 'Anonymize many files at once',
  description: [
    'Several files under the field `files`, or one ZIP of them, which is unpacked. Every file becomes a job of its own; the same value gets the same',
    'placeholder in all of them. Files that cannot become a job are listed as failed with their code. Jobs of a batch let other jobs of the account go first.',
  ].join(' '),
  rateGroup: 'anonymize',
  body: {
    ...jobParts.fileForm,
    fields: uploadFields.extend({
      name: z.string().trim().min(1).check(maxCharacters(LIMITS.filenameCharacters)).optional().meta({
        description: 'Name of the batch; that of its first file when omitted.',
      }),
      paths: jsonField.pipe(z.array(z.string()).max(LIMITS.batchFiles)).optional().meta({
        description:
          'JSON array with the path of each file, `/` between folders, in the order of the files: forms carry names alone. Not for a ZIP, which has its own.',
      }),
    }),
    fileField: 'files',
    maxFileBytes: LIMITS.batchBytes,
    several: { maxFiles: LIMITS.batchFiles, maxTotalBytes: LIMITS.batchBytes },
  },
  status: 202,
  response: json(z.object({ batch_id: uuid }), 'The batch was created; poll GET /v1/batches/{id}.'),
  errors: [
    ...['FILE_MISSING', 'FILE_TOO_LARGE', 'TOO_MANY_FILES', 'UNSUPPORTED_LANGUAGE', 'INVALID_CATEGORY'],
    ...['ZIP_RATIO_SUSPICIOUS', 'PASSWORD_PROTECTED', 'UNREADABLE_FILE'],
  ] as const,
});

export const listBatches = endpoint({
  ...base,
  id: 'listBatches',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/v1/batches',
  summary: 'Batches of the account, newest first',
  rateGroup: 'other',
  query: pageQuery,
  status: 200,
  response: json(z.object({ batches: z.array(batchSummary), ...pageFields }), 'A page of batches.'),
  errors: ['INVALID_QUERY'],
});

const one = { ...base, rateGroup: 'other', params: z.object({ id: jobId }) } as const;

export const getBatch = endpoint({
  ...one,
  id: 'getBatch',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/v1/batches/:id',
  summary: 'One batch with the state of its files',
  status: 200,
  response: json(z.object({ batch }), 'The batch.'),
  errors: ['BATCH_NOT_FOUND'],
});

export const cancelBatch = endpoint({
  ...one,
  id: 'cancelBatch',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'post',
  path: '/v1/batches/:id/cancel',
  summary: 'Stop a batch',
  description: 'Its waiting and running jobs end as failed with code JOB_CANCELLED; what is done stays.',
  status: 200,
  response: json(z.object({ batch }), 'The batch.'),
  errors: ['BATCH_NOT_FOUND'],
});

export const deleteBatch = endpoint({
  ...one,
  id: 'deleteBatch',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'delete',
  path: '/v1/batches/:id',
  summary: 'Delete a batch with its jobs',
  status: 204,
  response: empty,
  errors: ['BATCH_NOT_FOUND'],
});

export const downloadBatch = endpoint({
  ...one,
  id: 'downloadBatch',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/v1/batches/:id/download',
  summary: 'The anonymized documents of a batch as a ZIP',
  description: [
    'Every document in its own format, or as TXT where that is not possible, under its number in the batch: original names may themselves name people.',
    'Folders keep their names, but for what the detector finds in them and what is masked in the documents of the batch.',
    'report.json, in the shape of BatchReport, says what became of every file.',
  ].join(' '),
  status: 200,
  response: { kind: 'binary', contentTypes: ['application/zip'], description: 'The ZIP, streamed.' },
  errors: ['BATCH_NOT_FOUND', 'BATCH_NOT_COMPLETED'],
});
