import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { maxCharacters } from './characters.ts';
import {
  anonymizeBody,
  jobCreated,
  jobMetadata,
  jobOptions,
  jobParts,
  jobStage,
  requestLanguage,
} from './anonymization.ts';
import { category } from './categories.ts';
import { empty, jobId, pageFields, pageQuery, pageQueryOf, timestamp, uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';

const TAG = 'Jobs and review';
const { textBody, fileForm, FILE_ERRORS } = jobParts;
const jobParams = z.object({ id: jobId });

export const jobSummary = z
  .object({
    job_id: uuid,
    status: z.enum(['processing', 'completed', 'failed']),
    progress: z.number().min(0).max(1),
    stage: jobStage,
    source: z.enum(['text', 'file']),
    filename: z.string(),
    revision: z.number().int().meta({ description: 'Grows by one with every review change; 1 when completed.' }),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
    metadata: jobMetadata.nullable().meta({ description: 'Once completed.' }),
    error: z.string().nullable(),
    code: z.string().nullable(),
  })
  .meta({ id: 'JobSummary' });
export type JobSummary = z.output<typeof jobSummary>;

export const entity = z
  .object({
    id: z.string(),
    start: z.number().int().nonnegative().meta({ description: 'Offset in original_text, UTF-16 code units.' }),
    end: z.number().int().positive().meta({ description: 'Exclusive end, UTF-16 code units.' }),
    text: z.string(),
    category,
    confidence: z.number().min(0).max(1),
    sources: z.array(z.string()),
    accepted: z.boolean().meta({ description: 'true: replaced in the anonymized text.' }),
    placeholder: z.string().nullable().meta({ description: 'What stands in the anonymized text; null when rejected.' }),
  })
  .meta({ id: 'Entity' });
export type Entity = z.output<typeof entity>;

export const entityList = z
  .object({
    job_id: uuid,
    revision: z.number().int(),
    count: z.number().int().meta({ description: 'Of all pages.' }),
    entities: z.array(entity),
    ...pageFields,
  })
  .meta({ id: 'EntityList' });
export type EntityList = z.output<typeof entityList>;

const allOccurrences = z.boolean().default(false).meta({
  description:
    'Also for every other mention with the same text (add: every other place where the text stands as whole words).',
});

/** One step of a review. Accepting a mention rejects accepted ones that overlap it. */
export const entityOperation = z
  .discriminatedUnion('op', [
    z.object({ op: z.literal('accept'), id: z.string(), all_occurrences: allOccurrences }),
    z.object({ op: z.literal('reject'), id: z.string(), all_occurrences: allOccurrences }),
    z.object({ op: z.literal('categorize'), id: z.string(), category, all_occurrences: allOccurrences }),
    z.object({
      op: z.literal('add'),
      start: z.number().int().nonnegative(),
      end: z.number().int().positive(),
      category,
      all_occurrences: allOccurrences,
    }),
    z.object({ op: z.literal('remove'), id: z.string(), all_occurrences: allOccurrences }).meta({
      description: 'Takes back a mention that was added by hand.',
    }),
  ])
  .meta({ id: 'EntityOperation' });
export type EntityOperation = z.output<typeof entityOperation>;
export type EntityOperationInput = z.input<typeof entityOperation>;

export const reviewBody = z.object({
  revision: z.number().int().optional().meta({ description: 'Revision the change is based on; 409 when it differs.' }),
  operations: z.array(entityOperation).min(1).max(1000),
});

export const reviewResult = z
  .object({
    job_id: uuid,
    revision: z.number().int(),
    changed: z
      .array(entity)
      .meta({ description: 'Mentions that were added or differ from before, in their new state.' }),
    removed: z.array(z.string()),
    anonymized_text_raw: z.string(),
    metadata: jobMetadata,
  })
  .meta({ id: 'ReviewResult' });
export type ReviewResult = z.output<typeof reviewResult>;

export const uploadUrlBody = z.object({
  url: z.string({ error: 'INVALID_URL' }).max(2048, 'INVALID_URL').meta({ description: 'https only.' }),
  ...jobOptions,
});

export const listJobs = endpoint({
  id: 'listJobs',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/v1/jobs',
  summary: 'Jobs of the account, newest first',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  query: pageQuery.extend({
    status: z.enum(['processing', 'completed', 'failed']).optional(),
    q: z
      .string()
      .check(maxCharacters(255))
      .optional()
      .meta({ description: 'Part of the file name, case-insensitive.' }),
  }),
  status: 200,
  response: json(z.object({ jobs: z.array(jobSummary), ...pageFields }), 'A page of jobs.'),
  errors: ['INVALID_QUERY'],
});

export const getJob = endpoint({
  id: 'getJob',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/v1/jobs/:id',
  summary: 'One job',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  params: jobParams,
  status: 200,
  response: json(z.object({ job: jobSummary }), 'The job without its texts.'),
  errors: ['JOB_NOT_FOUND'],
});

export const deleteJob = endpoint({
  id: 'deleteJob',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'delete',
  path: '/v1/jobs/:id',
  summary: 'Delete a job',
  description:
    'Removes the texts, the stored file and the mentions; a running job is stopped first. Values that no other job uses leave the vault, so their placeholders can no longer be resolved.',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  params: jobParams,
  status: 204,
  response: empty,
  errors: ['JOB_NOT_FOUND'],
});

export const cancelJob = endpoint({
  id: 'cancelJob',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'post',
  path: '/v1/jobs/:id/cancel',
  summary: 'Stop a running job',
  description: 'The job ends as failed with code JOB_CANCELLED. A job that has ended stays as it is.',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  params: jobParams,
  status: 200,
  response: json(z.object({ job: jobSummary }), 'The job.'),
  errors: ['JOB_NOT_FOUND'],
});

export const listEntities = endpoint({
  id: 'listEntities',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/v1/jobs/:id/entities',
  summary: 'Every mention found in a job',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  description:
    'All pages show one state of the job: when it is changed between two of them, the next one is refused with REVISION_CONFLICT, and the list is read from its beginning again.',
  params: jobParams,
  query: pageQueryOf({ usual: 1_000, most: 1_000 }),
  status: 200,
  response: json(entityList, 'Mentions in the order of the text, rejected ones included.'),
  errors: ['INVALID_QUERY', 'JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'REVISION_CONFLICT'],
});

export const reviewEntities = endpoint({
  id: 'reviewEntities',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'patch',
  path: '/v1/jobs/:id/entities',
  summary: 'Accept, reject, re-categorize or add mentions',
  description: 'All operations take effect together, or none does. Makes a new anonymized text.',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  params: jobParams,
  body: { kind: 'json', unknownFields: 'refused', schema: reviewBody },
  status: 200,
  response: json(reviewResult, 'What changed, and the new text.'),
  errors: [
    'INVALID_BODY',
    'JOB_NOT_FOUND',
    'JOB_NOT_COMPLETED',
    'ENTITY_NOT_FOUND',
    'INVALID_SPAN',
    'REVISION_CONFLICT',
  ],
});

export const uploadText = endpoint({
  id: 'uploadText',
  agents: 'yes',
  scope: 'anonymize',
  method: 'post',
  path: '/v1/jobs/upload-text',
  summary: 'Create a job from a text',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'anonymize',
  body: textBody(anonymizeBody),
  status: 202,
  response: json(jobCreated, 'The job was created.'),
  errors: ['INVALID_BODY', 'TEXT_REQUIRED', 'TEXT_TOO_LARGE', 'UNSUPPORTED_LANGUAGE', 'INVALID_CATEGORY'],
});

export const uploadUrl = endpoint({
  id: 'uploadUrl',
  agents: 'yes',
  scope: 'anonymize',
  method: 'post',
  path: '/v1/jobs/upload-url',
  summary: 'Create a job from a document on the web',
  description:
    'Fetches an https address and anonymizes what it answers. Private, loopback and link-local addresses are refused.',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'anonymize',
  body: { kind: 'json', unknownFields: 'ignored', schema: uploadUrlBody },
  status: 202,
  response: json(jobCreated, 'The job was created.'),
  errors: ['INVALID_URL', 'FETCH_FAILED', ...FILE_ERRORS.filter((code) => code !== 'FILE_MISSING')],
});

export const uploadFile = endpoint({
  id: 'uploadFile',
  agents: 'yes',
  scope: 'anonymize',
  method: 'post',
  path: '/v1/jobs/upload',
  summary: 'Create a job from a file',
  description: 'Any supported document; plain text files as well. Otherwise as POST /ocr.',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'anonymize',
  body: fileForm,
  status: 202,
  response: json(jobCreated, 'The job was created.'),
  errors: FILE_ERRORS,
});

/** What a term does: `mask` always replaces a value, `allow` never does, `pattern` replaces what an expression matches. */
export const termKind = z.enum(['mask', 'allow', 'pattern']).meta({ id: 'TermKind' });

const termFields = {
  kind: termKind,
  value: z
    .string()
    .min(1)
    .check(maxCharacters(1000))
    .meta({ description: 'The term, or the expression in RE2 syntax.' }),
  category: category.default('custom'),
  caseSensitive: z.boolean().default(false),
  wholeWord: z.boolean().default(true).meta({ description: 'Terms only: not inside a longer word.' }),
  enabled: z.boolean().default(true),
};
export const termBody = z.object(termFields);
export type TermBody = z.output<typeof termBody>;
export const term = z.object({ id: uuid, ...termBody.shape, createdAt: timestamp }).meta({ id: 'Term' });
export type Term = z.output<typeof term>;

export const termMatch = z
  .object({
    start: z.number().int(),
    end: z.number().int(),
    text: z.string(),
    category,
    kind: termKind,
    termId: z.string().nullable().meta({ description: 'null for the term of the request itself.' }),
  })
  .meta({ id: 'TermMatch' });

const TERMS = 'Terms';
const termBase = { tag: TERMS, access: 'session_or_key', rateGroup: 'other' } as const;

export const listTerms = endpoint({
  ...termBase,
  id: 'listTerms',
  ...AGENTS.settings,
  method: 'get',
  path: '/v1/account/terms',
  summary: 'Own terms and patterns',
  query: pageQuery,
  status: 200,
  response: json(z.object({ terms: z.array(term), ...pageFields }), 'A page of terms, oldest first.'),
  errors: [],
});
export const createTerm = endpoint({
  ...termBase,
  id: 'createTerm',
  ...AGENTS.settings,
  method: 'post',
  path: '/v1/account/terms',
  summary: 'Add a term or pattern',
  body: { kind: 'json', unknownFields: 'refused', schema: termBody },
  status: 201,
  response: json(z.object({ term }), 'The new term.'),
  errors: ['INVALID_BODY', 'INVALID_PATTERN'],
});
export const updateTerm = endpoint({
  ...termBase,
  id: 'updateTerm',
  ...AGENTS.settings,
  method: 'patch',
  path: '/v1/account/terms/:id',
  summary: 'Change a term or pattern',
  params: jobParams,
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      value: termFields.value.optional(),
      category: category.optional(),
      caseSensitive: z.boolean().optional(),
      wholeWord: z.boolean().optional(),
      enabled: z.boolean().optional(),
    }),
  },
  status: 200,
  response: json(z.object({ term }), 'The changed term.'),
  errors: ['INVALID_BODY', 'INVALID_PATTERN', 'TERM_NOT_FOUND'],
});
export const deleteTerm = endpoint({
  ...termBase,
  id: 'deleteTerm',
  ...AGENTS.settings,
  method: 'delete',
  path: '/v1/account/terms/:id',
  summary: 'Remove a term or pattern',
  params: jobParams,
  status: 204,
  response: empty,
  errors: ['TERM_NOT_FOUND'],
});
export const testTerms = endpoint({
  ...termBase,
  id: 'testTerms',
  ...AGENTS.settings,
  method: 'post',
  path: '/v1/account/terms/test',
  summary: 'Try terms on a text',
  description:
    'Nothing is stored. Tries `term` when given, else all terms of the account. The first 10,000 matches, those of one term apart from one another.',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      text: z.string().min(1).check(maxCharacters(100_000)),
      term: termBody.optional(),
      language: requestLanguage.optional().meta({ description: 'Terms match alike in every language.' }),
    }),
  },
  status: 200,
  response: json(z.object({ matches: z.array(termMatch) }), 'Where they match.'),
  errors: ['INVALID_BODY', 'INVALID_PATTERN'],
});
