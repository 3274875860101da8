import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { maxCharacters } from './characters.ts';
import { CATEGORY_PATTERN, category } from './categories.ts';
import { booleanText, integerText, jobId, language, LANGUAGES, uuid } from './common.ts';
import { DOCUMENT_TYPES } from './documentFormats.ts';
import { endpoint, json } from './endpoint.ts';
import { LIMITS } from './limits.ts';

const TAG = 'Anonymization';

/** How much is masked when in doubt; the documented meaning of each level is in the README. */
export const LEVELS = ['fast', 'balanced', 'strict'] as const;
export const level = z.enum(LEVELS).meta({
  id: 'ProtectionLevel',
  description: [
    'How much is masked when in doubt. `fast`: what a check digit, a label, a title or a legal form proves (confidence 0.62 and more).',
    '`balanced`: also what lists, context and models make likely (0.5 and more).',
    '`strict`: also what only may be a value (0.3 and more).',
  ].join(' '),
});
export type ProtectionLevel = z.output<typeof level>;

export const requestLanguage = z.enum(LANGUAGES, { error: 'UNSUPPORTED_LANGUAGE' });
const requestCategories = z.record(z.string().regex(CATEGORY_PATTERN, 'INVALID_CATEGORY'), z.boolean());

/** Steps a job passes through, as shown to people while it runs. */
export const JOB_STAGES = ['queued', 'reading', 'recognizing', 'detecting', 'finishing'] as const;
export type JobStage = (typeof JOB_STAGES)[number];
export const jobStage = z.enum(JOB_STAGES).meta({ id: 'JobStage' });

export const filename = z.string().trim().min(1).check(maxCharacters(LIMITS.filenameCharacters));

const text = z
  .string({ error: (issue) => (issue.input === undefined || issue.input === null ? 'TEXT_REQUIRED' : 'INVALID_BODY') })
  .refine((value) => value.trim() !== '', 'TEXT_REQUIRED')
  .check(maxCharacters(LIMITS.textCharacters, 'TEXT_TOO_LARGE'));

/** Options every way of creating a job shares. */
export const jobOptions = {
  language: requestLanguage.optional().meta({ description: 'Detected from the text when omitted.' }),
  categories: requestCategories.optional().meta({
    description: 'Category → on or off for this job; overrides the settings of the account.',
  }),
  level: level.optional().meta({ description: 'Protection level of this job; the account setting when omitted.' }),
};

export const anonymizeBody = z.object({ text, ...jobOptions, filename: filename.optional() });
export type AnonymizeBody = z.output<typeof anonymizeBody>;

/** JSON in a text field of a form. */
export const jsonField = z.string().transform((value, context) => {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'INVALID_BODY' });
    return z.NEVER;
  }
});

/** The text fields of a form; `categories` arrives as a JSON object in a string. */
export const uploadFields = z.object({
  ...jobOptions,
  categories: jsonField.pipe(requestCategories).optional().meta({ description: 'JSON object: category → boolean.' }),
});
export type UploadFields = z.output<typeof uploadFields>;

export const jobCreated = z
  .object({ job_id: uuid, status: z.literal('processing'), message: z.string() })
  .meta({ id: 'JobCreated' });
export type JobCreated = z.output<typeof jobCreated>;

export const engineInfo = z.object({
  recognizers: z.string().meta({ description: 'Version of the rule set.' }),
  model: z.string().nullable().meta({ description: 'Version of the trained tagger; null when none took part.' }),
});

/** A detector beside the rules, as a job met it. */
export const detectorRun = z.object({
  id: z.string().meta({ description: 'As in the sources of finds, for example model:hospital-names.' }),
  state: z.enum(['ran', 'skipped', 'failed']).meta({
    description:
      '`skipped`: its categories were off or it does not know the language. `failed`: it was not available and is optional.',
  }),
  version: z.string().nullable(),
});

export const jobMetadata = z
  .object({
    filename: z.string(),
    language,
    words: z.number().int(),
    pages: z.number().int().optional(),
    ocr: z.boolean().optional().meta({ description: 'false where the file had a text layer.' }),
    confidence: z.number().min(0).max(1).nullable().optional().meta({ description: 'Mean OCR confidence, 0 to 1.' }),
    recognized_by: z.string().optional().meta({
      description:
        'Engine that looked at pictures in the document, with its version and data; absent where there were none.',
    }),
    entities: z.record(z.string(), z.number().int()).meta({ description: 'Accepted mentions by category.' }),
    engine: engineInfo.extend({
      detectors: z
        .array(detectorRun)
        .optional()
        .meta({ description: 'Detectors beside the rules; absent for old jobs.' }),
    }),
    duration_ms: z.number().int(),
  })
  .meta({ id: 'JobMetadata' });
export type JobMetadata = z.output<typeof jobMetadata>;

export const jobProcessing = z
  .object({ job_id: uuid, status: z.literal('processing'), progress: z.number().min(0).max(1), stage: jobStage })
  .meta({ id: 'JobProcessing' });
export const jobCompleted = z
  .object({
    job_id: uuid,
    status: z.literal('completed'),
    anonymized_text_raw: z.string(),
    original_text: z
      .string()
      .nullable()
      .meta({ description: 'null for keys of agents that may not see originals of this job.' }),
    metadata: jobMetadata,
  })
  .meta({ id: 'JobCompleted' });
export const jobFailed = z
  .object({ job_id: uuid, status: z.literal('failed'), error: z.string(), code: z.string() })
  .meta({ id: 'JobFailed' });
export const jobStatus = z
  .discriminatedUnion('status', [jobProcessing, jobCompleted, jobFailed])
  .meta({ id: 'JobStatus' });
export type JobStatus = z.output<typeof jobStatus>;

export const hashPair = z
  .object({
    original: z.string(),
    hash: z.string(),
    prefix_name: category,
    placeholder: z.string(),
    count: z.number().int(),
    confidence: z.number().min(0).max(1),
    sources: z.array(z.string()),
  })
  .meta({ id: 'HashPair' });
export type HashPair = z.output<typeof hashPair>;
export const hashPairs = z
  .object({ job_id: uuid, count: z.number().int(), hash_pairs: z.array(hashPair) })
  .meta({ id: 'HashPairs' });
export type HashPairs = z.output<typeof hashPairs>;

export const EXPORT_FORMATS = ['pdf', 'docx', 'txt'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_TYPES = Object.freeze({
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain; charset=utf-8',
} as const) satisfies Readonly<Record<ExportFormat, string>>;

export const exportQuery = z.object({
  format: z.enum([...EXPORT_FORMATS, 'native'], { error: 'INVALID_FORMAT' }).meta({
    description:
      '`native`: the document in its own format, with placeholders in place and what tells of people removed from its bytes, or (textType original) the file as it came.',
  }),
  textType: z.enum(['anonymized', 'original']).default('anonymized'),
  includePrompts: booleanText.prefault('false').meta({ description: 'true adds instructions for a language model.' }),
  language: z.enum(LANGUAGES, { error: 'UNSUPPORTED_LANGUAGE' }).default('de'),
});
export type ExportQuery = z.output<typeof exportQuery>;

export const deanonymizeBody = z.object({
  text: z
    .string({
      error: (issue) => (issue.input === undefined || issue.input === null ? 'TEXT_REQUIRED' : 'INVALID_BODY'),
    })
    .check(maxCharacters(LIMITS.maskedCharacters, 'TEXT_TOO_LARGE')),
});
/** A placeholder that stayed. */
export const unresolvedPlaceholder = z
  .object({
    placeholder: z.string().meta({ description: 'As it stands in the text.' }),
    count: z.number().int().positive(),
    hint: z.enum(['unknown', 'shortened']).meta({
      description:
        '`unknown`: complete, but the caller may not see what it stands for: another account made it, or its document was deleted; which of them is not told. `shortened`: a part of it is missing.',
    }),
  })
  .meta({ id: 'UnresolvedPlaceholder' });
export type UnresolvedPlaceholder = z.output<typeof unresolvedPlaceholder>;

export const deanonymized = z
  .object({
    text: z.string(),
    restored: z.number().int().meta({ description: 'Placeholders that were replaced.' }),
    unresolved: z
      .array(z.string())
      .meta({ description: 'Placeholders without an original that the caller may see, each once.' }),
    unresolved_placeholders: z.array(unresolvedPlaceholder).meta({ description: 'The same with counts and hints.' }),
  })
  .meta({ id: 'Deanonymized' });

const legacyJob = z.object({ job_id: jobId });
const textBody = <S extends z.ZodType>(schema: S) =>
  ({
    kind: 'json',
    unknownFields: 'ignored',
    schema,
    maxBytes: LIMITS.textBodyBytes,
    tooLargeCode: 'TEXT_TOO_LARGE',
  }) as const;
const fileForm = {
  kind: 'multipart',
  unknownFields: 'ignored',
  fields: uploadFields,
  fileField: 'file',
  maxFileBytes: LIMITS.fileBytes,
} as const;
const exportFile = {
  kind: 'binary',
  contentTypes: [
    ...new Set<string>([
      ...Object.values(EXPORT_TYPES),
      ...Object.values(DOCUMENT_TYPES).map(({ mimeType }) => mimeType),
    ]),
  ],
  description: 'The document as a download.',
  conditional: true,
} as const;

export const createJob = endpoint({
  id: 'createJob',
  agents: 'yes',
  scope: 'anonymize',
  method: 'post',
  path: '/anonymize',
  summary: 'Anonymize a text',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'anonymize',
  body: textBody(anonymizeBody),
  status: 202,
  response: json(jobCreated, 'The job was created; poll GET /status/{job_id}.'),
  errors: ['INVALID_BODY', 'TEXT_REQUIRED', 'TEXT_TOO_LARGE', 'UNSUPPORTED_LANGUAGE', 'INVALID_CATEGORY'],
});

const FILE_ERRORS = [
  'FILE_MISSING',
  'FILE_TOO_LARGE',
  'UNSUPPORTED_TYPE',
  'CONTENT_MISMATCH',
  'ZIP_RATIO_SUSPICIOUS',
  'UNSUPPORTED_LANGUAGE',
  'INVALID_CATEGORY',
  'PASSWORD_PROTECTED',
  'UNREADABLE_FILE',
] as const;

export const createOcrJob = endpoint({
  id: 'createOcrJob',
  agents: 'yes',
  scope: 'anonymize',
  method: 'post',
  path: '/ocr',
  summary: 'Recognize and anonymize a document',
  description: 'PDF, PNG, JPG, JPEG, GIF, BMP, TIFF or DOCX, told by its leading bytes, not by its name.',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'anonymize',
  body: fileForm,
  status: 202,
  response: json(jobCreated, 'The job was created; poll GET /status/{job_id}.'),
  errors: FILE_ERRORS,
});

/** How long a question for the state of a job may wait for its end: less than what proxies take for a broken connection. */
const LONGEST_WAIT_SECONDS = 30;

export const getStatus = endpoint({
  id: 'getStatus',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/status/:job_id',
  summary: 'State and result of a job',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  params: legacyJob,
  query: z.object({
    wait: integerText(z.number().int().nonnegative().max(LONGEST_WAIT_SECONDS))
      .default(0)
      .meta({
        description: `Seconds, at most ${String(LONGEST_WAIT_SECONDS)}: while the job is processing the answer waits for its end, and comes as soon as the job has completed, has failed or is gone.`,
      }),
  }),
  status: 200,
  response: json(jobStatus, 'The state; with the texts once completed.'),
  errors: ['JOB_NOT_FOUND'],
});

export const getStrings = endpoint({
  id: 'getStrings',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/status/:job_id/strings',
  summary: 'Replaced values of a job',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  params: legacyJob,
  status: 200,
  response: json(hashPairs, 'Each replaced value once, with its placeholder.'),
  errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED'],
});

const exportBase = {
  method: 'get',
  summary: 'Export a job as a document',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  query: exportQuery,
  status: 200,
  response: exportFile,
  errors: [
    ...['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'INVALID_FORMAT', 'UNSUPPORTED_LANGUAGE'],
    ...['NOT_EXPORTABLE', 'DOCUMENT_ANONYMIZATION_FAILED'],
  ],
} as const;
export const exportJob = endpoint({
  ...exportBase,
  id: 'exportJob',
  ...AGENTS.originals,
  scope: 'anonymize',
  path: '/jobs/:job_id/export',
  params: legacyJob,
});
export const exportJobV1 = endpoint({
  ...exportBase,
  id: 'exportJobV1',
  ...AGENTS.originals,
  scope: 'anonymize',
  path: '/v1/jobs/:id/export',
  params: z.object({ id: jobId }),
});

export const deanonymize = endpoint({
  id: 'deanonymize',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'post',
  path: '/deanonymize',
  summary: 'Put the original values back',
  description:
    'Works for texts anonymized with the same account. Placeholders that a model altered are recognized when exactly one mapping fits.',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
  body: { ...textBody(deanonymizeBody), maxBytes: 2 * LIMITS.textBodyBytes },
  status: 200,
  response: json(deanonymized, 'The text with the originals.'),
  errors: ['INVALID_BODY', 'TEXT_REQUIRED', 'TEXT_TOO_LARGE'],
});

export const jobParts = { textBody, fileForm, FILE_ERRORS };
