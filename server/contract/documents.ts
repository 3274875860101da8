import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { jobParts } from './anonymization.ts';
import { category } from './categories.ts';
import { jobId, language, LANGUAGES, timestamp, uuid } from './common.ts';
import { DOCUMENT_TYPES } from './documentFormats.ts';
import { endpoint } from './endpoint.ts';

const TAG = 'Documents';
const mimeTypes = [...new Set(Object.values(DOCUMENT_TYPES).map(({ mimeType }) => mimeType))];

export const deanonymizeDocument = endpoint({
  id: 'deanonymizeDocument',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'post',
  path: '/v1/deanonymize/document',
  summary: 'Put the original values back into a document',
  description: [
    'Takes a document that was anonymized with this account and perhaps edited since, and gives it back in its own format with the originals in',
    'place and its formatting kept. The header X-Deckname-Restored says how many placeholders were replaced, X-Deckname-Unresolved how many',
    'different ones stay, and X-Deckname-Unresolved-Placeholders what the first of them are, as many as fit into 6,000 characters: JSON (UnresolvedPlaceholder[]), percent-encoded. Pictures in office documents stay as they are: words that were blackened cannot come back.',
  ].join(' '),
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  body: { ...jobParts.fileForm, fields: z.object({}) },
  status: 200,
  response: { kind: 'binary', contentTypes: mimeTypes, description: 'The document in its own format.' },
  errors: [
    ...['FILE_MISSING', 'FILE_TOO_LARGE', 'UNSUPPORTED_TYPE', 'CONTENT_MISMATCH', 'ZIP_RATIO_SUSPICIOUS'],
    ...['PASSWORD_PROTECTED', 'UNREADABLE_FILE', 'NOT_EXPORTABLE', 'TEXT_TOO_LARGE', 'TEXT_REQUIRED'],
  ] as const,
});

/** What is left in an anonymized text that may point to somebody together with other facts. */
export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export const jobReport = z
  .object({
    job_id: uuid,
    created_at: timestamp,
    completed_at: timestamp,
    reported_at: timestamp,
    document: z.object({
      format: z.string().nullable().meta({ description: 'Null for a text.' }),
      language,
      words: z.number().int(),
      pages: z.number().int().nullable(),
      recognized: z.boolean().meta({ description: 'Text of pictures was recognized.' }),
    }),
    settings: z.object({
      level: z.string(),
      categories: z.record(z.string(), z.boolean()).meta({ description: 'What was looked for.' }),
    }),
    engine: z.object({ recognizers: z.string(), model: z.string().nullable(), detectors: z.array(z.string()) }),
    masked: z.array(
      z.object({
        category,
        mentions: z.number().int(),
        values: z.number().int().meta({ description: 'Different values.' }),
      }),
    ),
    rejected: z.number().int().meta({ description: 'Finds that a person decided to leave as they are.' }),
    added: z.number().int().meta({ description: 'Mentions that a person added.' }),
    areas: z
      .number()
      .int()
      .meta({ description: 'Areas that a person drew on pages; what lies under them is blackened.' }),
    review: z.object({
      account: z.string().meta({ description: 'Who anonymized and reviewed: name and address of the account.' }),
      changes: z.number().int().meta({ description: 'Reviews since the detection.' }),
    }),
    checksums: z.object({ input: z.string(), original: z.string(), anonymized: z.string() }).meta({
      description: 'SHA-256, hexadecimal, of the file as it came, of its text and of the anonymized text (UTF-8).',
    }),
    risk: z
      .object({
        level: z.enum(RISK_LEVELS),
        visible: z.record(z.string(), z.number().int()).meta({ description: 'Facts still visible, by category.' }),
        uncertain: z
          .number()
          .int()
          .meta({ description: 'Places in the anonymized text that only the strict level would mask.' }),
      })
      .meta({ description: 'What could still point to somebody: a help for the person who decides, no proof.' }),
  })
  .meta({ id: 'JobReport' });
export type JobReport = z.output<typeof jobReport>;

export const REPORT_FORMATS = ['pdf', 'json'] as const;

export const getJobReport = endpoint({
  id: 'getJobReport',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/v1/jobs/:id/report',
  summary: 'Audit report of a job',
  description:
    'What was masked by category and count, by whom, with which settings and versions, with checksums and a note on the remaining risk; no value of the document. As PDF, or as JSON in the shape of JobReport.',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  params: z.object({ id: jobId }),
  query: z.object({
    format: z.enum(REPORT_FORMATS, { error: 'INVALID_FORMAT' }),
    language: z.enum(LANGUAGES, { error: 'UNSUPPORTED_LANGUAGE' }).default('de'),
  }),
  status: 200,
  response: {
    kind: 'binary',
    contentTypes: ['application/pdf', 'application/json'],
    description: 'The report as a download.',
    conditional: true,
  },
  errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'INVALID_FORMAT', 'UNSUPPORTED_LANGUAGE'],
});
