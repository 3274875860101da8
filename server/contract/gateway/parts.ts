import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { LIMITS } from '../limits.ts';

const TAG = 'Language models';

/** A field that a request cannot do without: absent is `missing`, anything else that does not fit is `invalid_request`. */
const orMissing = (missing: ErrorCode) => (issue: { readonly input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? missing : 'invalid_request';

/** No body at all lacks a model first of all. */
export const noBody = { error: orMissing('missing_model') };
export const model = z
  .string({ error: orMissing('missing_model') })
  .min(1, 'missing_model')
  .max(300, 'invalid_request')
  .meta({
    description:
      '`provider/model`, an alias, or the name of a model that exactly one provider has. A name that no provider lists is passed on when it can be one: ' +
      'letters, digits and `._:/@~-`, at most 128. To an anonymous request it must not hold personal data (400).',
  });
const message = z.looseObject({ role: z.string('invalid_request') });
export const messages = z
  .array(message, { error: orMissing('missing_messages') })
  .min(1, 'missing_messages')
  .meta({ description: "The conversation; other fields are those of the protocol's reference." });
export const flag = (description: string) => z.boolean('invalid_request').nullish().meta({ description });
export const stream = flag('Answer with server-sent events.');
export const options = z
  .object(
    { deanonymize: z.boolean('invalid_request').optional(), links: z.boolean('invalid_request').optional() },
    'invalid_request',
  )
  .optional()
  .meta({
    description:
      'Read by Deckname and never sent. `deanonymize: false` keeps the placeholders in the answer. `links: true` puts values back in addresses of the answer too, ' +
      'where else their placeholders stay.',
  });

/** An answer that a page of the reference describes. */
export const whole = (id: string, description: string) => z.looseObject({}).meta({ id, description });

/** What can go wrong between here and a provider. */
export const PROVIDER_ERRORS = [
  'invalid_request',
  'missing_model',
  'model_not_found',
  'rate_limit_exceeded',
  'provider_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];
/** What can go wrong beside that when nothing may leave unmasked. */
export const MASKING_ERRORS = [
  'image_not_supported',
  'file_not_supported',
  'anonymization_failed',
] as const satisfies readonly ErrorCode[];

const ANONYMOUS =
  'Every text that leaves is anonymized under the account of the key and the answer is put back, also while it streams. ' +
  '`X-Deckname-Masked` tells how many different values were masked, `X-Deckname-Request-Id` names the record of what the model saw. ' +
  '`start_index` and `end_index` of annotations count the code points of the restored text. In `logprobs` the tokens of a placeholder are one ' +
  'entry with the original, as likely as all of them together. An address that the provider would call (`mcp_servers`, `allowed_domains`) stays as it is; ' +
  'with personal data in it the request is refused (400), and so are images and files at an address. Documents are sent as their text. Where their ' +
  'citations are asked for, `cited_text` and the indices are those of the text that the client sent, in code points as the provider counts; a PDF is cited by its ' +
  'pages, another file by the text that is read in it. Citations that come back with earlier answers are left out where their document is not sent again. ' +
  'In addresses of an answer that a program would open (links, images, attributes, query strings) placeholders stay, unless the whole address was a value or it is `mailto:` ' +
  'or `tel:`; `deckname.held` of the answer, in a stream of its last event, and `X-Deckname-Held` count the values that were held back so. Of `anthropic-beta` and ' +
  '`openai-beta` known features pass. Encrypted reasoning and results go back to the provider only with the seal that the answer gave them; else they are left out.';

/** A JSON body of a request to a model. */
export const body = <S extends z.ZodType>(schema: S) =>
  ({ kind: 'json', unknownFields: 'ignored', schema, maxBytes: LIMITS.gatewayBodyBytes }) as const;
/** JSON or, for a streamed answer, events. */
export const either = (schema: z.ZodType, description: string) =>
  ({ kind: 'json_or_events', schema, description }) as const;

/** What the routes have in common; {@link anthropic} is for those of the messages protocol. */
export const keyOnly = { tag: TAG, access: 'key_only', status: 200 } as const;
export const plain = { ...keyOnly, rateGroup: 'llm_chat', envelope: 'openai' } as const;
export const anonymous = {
  ...keyOnly,
  rateGroup: 'anonymous_chat',
  envelope: 'openai',
  description: ANONYMOUS,
} as const;
export const anthropic = { envelope: 'anthropic', xApiKey: true } as const;
export const generateErrors = [...PROVIDER_ERRORS, 'missing_messages'] as const;
export const anonymousErrors = [...generateErrors, ...MASKING_ERRORS] as const;
