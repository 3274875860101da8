import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { maxCharacters } from './characters.ts';
import { engineInfo } from './anonymization.ts';
import { BUILT_IN_CATEGORIES } from './categories.ts';
import { empty } from './common.ts';
import { endpoint, json } from './endpoint.ts';
import { LIMITS } from './limits.ts';

const TAG = 'Detectors';

/** Part of the source of every find (`model:<name>`) and of the address of the detector. */
export const DETECTOR_NAME_PATTERN = /^[a-z0-9][a-z0-9-]{0,39}$/;
/** One folder name, never a path: only folders inside the models folder of the server can be named. */
export const MODEL_FOLDER_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

const builtInCategory = z.enum(BUILT_IN_CATEGORIES);
const modelLabel = z.string().trim().min(1).check(maxCharacters(80));

/** Hosts of this machine as a URL names them (RFC 6761 for localhost, RFC 1122 and RFC 4291 for the addresses). */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const localUrl = z
  .url({ protocol: /^http$/, error: 'must be an http address' })
  .max(200)
  .refine((value) => {
    const url = URL.parse(value);
    return (
      url !== null &&
      LOOPBACK_HOST.test(url.hostname) &&
      url.username === '' &&
      url.password === '' &&
      url.search === '' &&
      url.hash === ''
    );
  }, 'must name this machine (localhost, 127.0.0.1 or [::1])')
  .meta({
    description: 'Base of an OpenAI-compatible interface on this machine, for example http://127.0.0.1:11434/v1.',
  });

const common = {
  name: z.string().regex(DETECTOR_NAME_PATTERN).meta({ description: 'Lower-case letters, digits and hyphens.' }),
  enabled: z.boolean().default(true),
  need: z.enum(['required', 'optional']).default('required').meta({
    description:
      '`required`: a job fails with DETECTOR_UNAVAILABLE when this detector cannot work. `optional`: the job goes on without it and says so in its metadata.',
  }),
};
const folder = z.string().regex(MODEL_FOLDER_PATTERN).meta({ description: 'Name of a folder in the models folder.' });
const threshold = z.number().min(0).max(1).default(0.5).meta({
  description: 'Least confidence of a find. The protection level applies beside it.',
});

export const tokenClassification = z.object({
  ...common,
  kind: z.literal('token_classification'),
  folder,
  labels: z
    .record(modelLabel, builtInCategory.nullable())
    .refine((labels) => Object.keys(labels).length <= 500, 'must name at most 500 labels')
    .default({})
    .meta({
      description:
        "Label of the model without B-, I-, E- or S- → category; null ignores it. Labels that are not named follow the product's own table.",
    }),
  threshold,
});
export type TokenClassification = z.output<typeof tokenClassification>;

/** What a GLiNER model is asked for when nothing else is set. */
export const DEFAULT_PROMPT_LABELS = Object.freeze({
  person: 'person',
  organization: 'organization',
  location: 'location',
  'street address': 'address',
  username: 'username',
} as const);

export const gliner = z.object({
  ...common,
  kind: z.literal('gliner'),
  folder,
  labels: z
    .record(modelLabel, builtInCategory)
    .refine((labels) => Object.keys(labels).length > 0 && Object.keys(labels).length <= 30, 'must name 1 to 30 labels')
    .default(DEFAULT_PROMPT_LABELS)
    .meta({ description: 'What to look for, in words → category.' }),
  threshold,
});
export type Gliner = z.output<typeof gliner>;

export const languageModel = z.object({
  ...common,
  kind: z.literal('language_model'),
  url: localUrl,
  model: z.string().trim().min(1).check(maxCharacters(200)).meta({ description: 'Name of the model at that address.' }),
  categories: z.array(builtInCategory).min(1).max(BUILT_IN_CATEGORIES.length),
  timeoutSeconds: z.number().int().min(5).max(600).default(60).meta({
    description: 'Longest time for one answer. A text of about 4,000 characters is one question.',
  }),
});
export type LanguageModel = z.output<typeof languageModel>;

/** A detector that the owner of an installation adds to those of the product. */
export const detectorDefinition = z
  .discriminatedUnion('kind', [tokenClassification, gliner, languageModel])
  .meta({ id: 'DetectorDefinition' });
export type DetectorDefinition = z.output<typeof detectorDefinition>;

export const pluggedDetector = z
  .object({
    definition: detectorDefinition,
    origin: z.enum(['settings', 'configuration']).meta({
      description: '`configuration`: from the environment or the configuration file; cannot be changed here.',
    }),
  })
  .meta({ id: 'PluggedDetector' });
export type PluggedDetector = z.output<typeof pluggedDetector>;

export const modelFolder = z
  .object({ name: z.string(), kind: z.enum(['token_classification', 'gliner']) })
  .meta({ id: 'ModelFolder' });
export type ModelFolder = z.output<typeof modelFolder>;

/** Why a detector cannot work: `details.reason` of DETECTOR_UNAVAILABLE. */
export const DETECTOR_FAILURES = [
  'folder_missing',
  'file_missing',
  'file_too_large',
  'not_a_model',
  'unsupported_model',
  'runtime_missing',
  'not_local',
  'unreachable',
  'bad_answer',
  'timeout',
] as const;
export type DetectorFailure = (typeof DETECTOR_FAILURES)[number];

const admin = { tag: TAG, access: 'session_or_key', roles: ['owner', 'admin'], rateGroup: 'other' } as const;
const params = z.object({ name: z.string() });
const answer = json(z.object({ detector: pluggedDetector }), 'The detector.');

export const listDetectors = endpoint({
  ...admin,
  id: 'listDetectors',
  ...AGENTS.administration,
  method: 'get',
  path: '/v1/admin/detectors',
  summary: 'Detectors of this installation',
  description:
    'Those that ship and those that were added; with the folders in the models folder that can be added. At most 20 can be added.',
  status: 200,
  response: json(
    z.object({
      builtIn: engineInfo,
      detectors: z.array(pluggedDetector),
      modelsDir: z.string().meta({ description: 'The models folder on the server.' }),
      folders: z.array(modelFolder),
    }),
    'Every detector.',
  ),
  errors: ['FORBIDDEN'],
});
export const createDetector = endpoint({
  ...admin,
  id: 'createDetector',
  ...AGENTS.administration,
  method: 'post',
  path: '/v1/admin/detectors',
  summary: 'Add a detector',
  description:
    'Takes part in every job from now on. Try it first: a required detector that cannot work makes jobs fail.',
  body: { kind: 'json', unknownFields: 'refused', schema: z.object({ definition: detectorDefinition }) },
  status: 201,
  response: answer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'NAME_TAKEN', 'TOO_MANY_DETECTORS'],
});
export const updateDetector = endpoint({
  ...admin,
  id: 'updateDetector',
  ...AGENTS.administration,
  method: 'put',
  path: '/v1/admin/detectors/:name',
  summary: 'Replace the definition of a detector',
  params,
  body: { kind: 'json', unknownFields: 'refused', schema: z.object({ definition: detectorDefinition }) },
  status: 200,
  response: answer,
  errors: ['INVALID_BODY', 'FORBIDDEN', 'NAME_TAKEN', 'DETECTOR_NOT_FOUND', 'DETECTOR_READ_ONLY'],
});
export const deleteDetector = endpoint({
  ...admin,
  id: 'deleteDetector',
  ...AGENTS.administration,
  method: 'delete',
  path: '/v1/admin/detectors/:name',
  summary: 'Remove a detector',
  params,
  status: 204,
  response: empty,
  errors: ['FORBIDDEN', 'DETECTOR_NOT_FOUND', 'DETECTOR_READ_ONLY'],
});

export const tryDetectorResult = z
  .object({
    finds: z.array(
      z.object({
        start: z.number().int().meta({ description: 'UTF-16 code units.' }),
        end: z.number().int(),
        text: z.string(),
        category: z.string(),
        confidence: z.number().min(0).max(1),
      }),
    ),
    labels: z
      .array(z.object({ label: z.string(), category: builtInCategory.nullable() }))
      .meta({ description: 'Every label the model knows and what becomes of it.' }),
    version: z.string().meta({
      description: 'First 12 hexadecimal digits of the SHA-256 of the model file, or the name of the language model.',
    }),
    milliseconds: z.number().int(),
  })
  .meta({ id: 'DetectorTrial' });
export type TryDetectorResult = z.output<typeof tryDetectorResult>;
export const tryDetector = endpoint({
  ...admin,
  id: 'tryDetector',
  ...AGENTS.administration,
  method: 'post',
  path: '/v1/admin/detectors/try',
  summary: 'Try a detector on a sample text',
  description: 'Runs this detector alone, whether it has been added or not. Nothing is stored.',
  body: {
    kind: 'json',
    unknownFields: 'refused',
    schema: z.object({
      definition: detectorDefinition,
      text: z.string().min(1).check(maxCharacters(LIMITS.detectorSampleCharacters)),
    }),
  },
  status: 200,
  response: json(tryDetectorResult, 'What it finds.'),
  errors: ['INVALID_BODY', 'FORBIDDEN', 'DETECTOR_UNAVAILABLE'],
});
