import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { EXPORT_FORMATS, EXPORT_TYPES } from './anonymization.ts';
import { category } from './categories.ts';
import { empty, LANGUAGES, timestamp, uuid } from './common.ts';
import { DOCUMENT_TYPES } from './documentFormats.ts';
import { areaShape } from './documentView.ts';
import { endpoint, json } from './endpoint.ts';

const TAG = 'Anonymization';

/** What an export is to contain; as the query of GET /v1/jobs/{id}/export. */
export const exportOrder = z
  .object({
    format: z.enum([...EXPORT_FORMATS, 'native'], { error: 'INVALID_FORMAT' }),
    textType: z.enum(['anonymized', 'original']).default('anonymized'),
    includePrompts: z.boolean().default(false),
    language: z.enum(LANGUAGES, { error: 'UNSUPPORTED_LANGUAGE' }).default('de'),
  })
  .meta({ id: 'ExportOrder' });
export type ExportOrder = z.output<typeof exportOrder>;

/** Why a document cannot be written safely in its own format: a value would stay. */
export const exportObstacle = z
  .object({
    entityId: z.string().nullable().meta({
      description: 'A mention of the value, on this page where there is one; null where the review has changed since.',
    }),
    placeholder: z.string().meta({ description: 'What was to stand for the value.' }),
    category,
    page: z.number().int().positive().nullable().meta({
      description: 'From 1; null where it belongs to no page. An area drawn on the page takes it away.',
    }),
    box: z.object(areaShape).omit({ page: true }).nullable().meta({
      description: 'Where it stands, in shares of the page as it is shown; null where it is nowhere to be seen.',
    }),
    reason: z.enum(['text', 'ink', 'data']).meta({
      description:
        '`text`: it can be read or selected. `ink`: letters stick out of what covers them. `data`: it stands in what nobody sees, such as a colour profile.',
    }),
  })
  .meta({ id: 'ExportObstacle' });
export type ExportObstacle = z.output<typeof exportObstacle>;

/** `details` of DOCUMENT_ANONYMIZATION_FAILED. */
export const exportObstacles = z.object({ items: z.array(exportObstacle) });

export const EXPORT_STAGES = ['queued', 'reading', 'writing', 'checking'] as const;
export type ExportStage = (typeof EXPORT_STAGES)[number];

export const exportRun = z
  .object({
    export_id: uuid,
    job_id: uuid,
    status: z.enum(['processing', 'completed', 'failed']),
    progress: z.number().min(0).max(1),
    stage: z.enum(EXPORT_STAGES),
    page: z.number().int().positive().nullable().meta({ description: 'The page written last, from 1.' }),
    pages: z.number().int().positive().nullable().meta({ description: 'Pages of the document, where it has any.' }),
    seconds_left: z
      .number()
      .int()
      .positive()
      .nullable()
      .meta({ description: 'An estimate; null while there is none.' }),
    revision: z.number().int().meta({ description: 'Revision of the review that is exported.' }),
    created_at: timestamp,
    error: z.string().nullable(),
    code: z.string().nullable(),
    details: exportObstacles.nullable().meta({
      description: 'With code DOCUMENT_ANONYMIZATION_FAILED: which values would stay, and where. Never a value itself.',
    }),
  })
  .meta({ id: 'ExportRun' });
export type ExportRun = z.output<typeof exportRun>;

const jobParams = z.object({ id: z.string() });
const exportParams = z.object({ id: z.string(), export_id: z.string() });
const base = {
  ...AGENTS.originals,
  scope: 'anonymize',
  tag: TAG,
  access: 'session_or_key',
  rateGroup: 'other',
} as const;

export const createExport = endpoint({
  ...base,
  id: 'createExport',
  method: 'post',
  path: '/v1/jobs/:id/exports',
  summary: 'Export a job in the background',
  description: [
    'For documents that take long to write in their own format: scans are drawn page by page. Poll GET /v1/jobs/{id}/exports/{export_id} for the progress, then',
    'download it. What is exported is the review as it is when the writing begins. An export takes the place of an earlier one of the same job with the same',
    'choices, and is deleted after a day.',
  ].join(' '),
  params: jobParams,
  body: { kind: 'json', unknownFields: 'refused', schema: exportOrder },
  status: 202,
  response: json(z.object({ export: exportRun }), 'The export was begun.'),
  errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'INVALID_BODY', 'INVALID_FORMAT', 'UNSUPPORTED_LANGUAGE'],
});

export const getExport = endpoint({
  ...base,
  id: 'getExport',
  method: 'get',
  path: '/v1/jobs/:id/exports/:export_id',
  summary: 'Progress of an export',
  params: exportParams,
  status: 200,
  response: json(z.object({ export: exportRun }), 'How far it is, or why it failed.'),
  errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'EXPORT_NOT_FOUND'],
});

export const downloadExport = endpoint({
  ...base,
  id: 'downloadExport',
  method: 'get',
  path: '/v1/jobs/:id/exports/:export_id/download',
  summary: 'Download an export',
  description: 'As often as wanted, until it is deleted.',
  params: exportParams,
  status: 200,
  response: {
    kind: 'binary',
    contentTypes: [
      ...new Set<string>([
        ...Object.values(EXPORT_TYPES),
        ...Object.values(DOCUMENT_TYPES).map(({ mimeType }) => mimeType),
      ]),
    ],
    description: 'The document as a download.',
    conditional: true,
  },
  errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'EXPORT_NOT_FOUND', 'EXPORT_NOT_COMPLETED'],
});

export const deleteExport = endpoint({
  ...base,
  id: 'deleteExport',
  method: 'delete',
  path: '/v1/jobs/:id/exports/:export_id',
  summary: 'Stop an export, or delete its file',
  description: 'Answers 204 also where there is none with this identifier. The job stays.',
  params: exportParams,
  status: 204,
  response: empty,
  errors: ['JOB_NOT_FOUND'],
});
