import type { z } from 'zod';
import { errorBody } from '../common.ts';
import type { EndpointSpec, RequestBody, ResponseBody } from '../endpoint.ts';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { gatewayCode, gatewayErrorBody } from '../gatewayErrors.ts';
import { EXAMPLES } from './examples.ts';
import { type Json, schemaComponents, type SchemaComponents } from './schemas.ts';

const DESCRIPTION = [
  'Finds personal data in texts and documents, replaces it by placeholders and puts the originals back exactly.',
  'Requests carry an API key as `Authorization: Bearer dk_…`. The web interface uses a session cookie instead; its requests that',
  'change something carry `X-Requested-With: deckname`. Answers carry `X-Request-Id`; a request may bring its own.',
  'A known address with another method answers 405 with `Allow`, an unknown one 404 `NOT_FOUND`. In local mode only requests to and',
  'from loopback addresses are answered; any other gets 403 `FORBIDDEN`. Error messages never quote a request or a document;',
  'only names of fields that a route does not know are named. Routes that make jobs or put texts back, those of language models and those that',
  'sign in ignore such fields, every other route refuses them with 400. Integers in queries are decimal digits. Lengths count',
  'characters: code points in NFC. A cursor belongs to its list with its parameters. An empty field of a form is an absent one.',
].join(' ');

const SECURITY = Object.freeze({
  none: [],
  session_or_key: [{ apiKey: [] }, { session: [] }],
  key_only: [{ apiKey: [] }],
  session_only: [{ session: [] }],
  session_key_or_link: [{ apiKey: [] }, { session: [] }, {}],
} as const) satisfies Readonly<Record<EndpointSpec['access'], readonly Json[]>>;

const SECURITY_SCHEMES: Json = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `dk_` and 43 letters and digits.' },
  xApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same API key, as the clients of the messages protocol send it.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'deckname_session',
    description: 'Session of the web interface; over https the name is `__Host-deckname_session`.',
  },
};

const integer = (description: string): Json => ({ description, schema: { type: 'integer' } });
const HEADERS: Json = {
  'X-Request-Id': { description: 'Identifier of the request.', schema: { type: 'string' } },
  'X-RateLimit-Limit-Requests': integer('Requests allowed in the window with the fewest requests left.'),
  'X-RateLimit-Remaining-Requests': integer('Requests left in it.'),
  'X-RateLimit-Reset-Requests': integer('Unix time in seconds at which it starts anew.'),
  'Retry-After': integer('Seconds to wait.'),
};

/** The OpenAPI 3.1 document of the endpoints, made from the schemas that also validate requests and answers. */
export function openApiDocument(endpoints: readonly EndpointSpec[], version: string): Json {
  const components = schemaComponents();
  components.of(errorBody, 'output');
  components.of(gatewayErrorBody, 'output');
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method] = operation(endpoint, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deckname',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: components.schemas, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

function operation(endpoint: EndpointSpec, components: SchemaComponents): Json {
  const { id, tag, summary, description, access, params, query, body } = endpoint;
  const roles = endpoint.roles && `For the roles ${endpoint.roles.join(' and ')}.`;
  const text = [description, roles].filter((part) => part !== undefined).join(' ');
  const parameters = [
    ...(params === undefined ? [] : parametersOf(params, 'path', components)),
    ...(query === undefined ? [] : parametersOf(query, 'query', components)),
    ...headersAsked(endpoint),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(text !== '' && { description: text }),
    security: [...SECURITY[access], ...(endpoint.xApiKey === true ? [{ xApiKey: [] }] : [])],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: requestBody(body, components, EXAMPLES[id]?.request) }),
    responses: {
      ...successes(endpoint, components),
      ...failures(endpoint),
    },
  };
}

function parametersOf(schema: z.ZodObject, place: 'path' | 'query', components: SchemaComponents): Json[] {
  const { properties = {}, required = [] } = components.of(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

/** Request headers that change what an endpoint does. */
function headersAsked({ ifMatch, response }: EndpointSpec): Json[] {
  const header = (name: string, description: string): Json => ({
    ...{ name, description, in: 'header', required: false },
    schema: { type: 'string' },
  });
  const isConditional = response.kind === 'binary' && response.conditional === true;
  return [
    ...(ifMatch === true || isConditional ? [header('If-Match', 'ETag of the content; of another state: 412.')] : []),
    ...(isConditional
      ? [
          header('If-None-Match', 'ETags that the caller has; 304 when it is one of them.'),
          header('Range', 'Bytes; several ranges that leave gaps are answered with all of them.'),
          header('If-Range', 'ETag for which the range is meant; of another state: all of it.'),
        ]
      : []),
  ];
}

function requestBody(body: RequestBody, components: SchemaComponents, example: unknown): Json {
  if (body.kind === 'json') {
    const media = {
      schema: closed(components.of(body.schema, 'input'), body),
      ...(example !== undefined && { example }),
    };
    return { required: true, content: { 'application/json': media } };
  }
  if (body.kind === 'bytes') {
    const schema = { type: 'string', format: 'binary', description: `At most ${body.maxBytes} bytes.` };
    return { required: true, content: { 'application/octet-stream': { schema } } };
  }
  const fields = components.of(body.fields, 'input') as { properties?: Json; required?: string[] };
  const file = {
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description: `At most ${body.maxFileBytes} bytes.`,
  };
  const { several } = body;
  const files = several && {
    type: 'array',
    items: file,
    minItems: 1,
    maxItems: several.maxFiles,
    description: `At most ${several.maxTotalBytes} bytes together.`,
  };
  const schema = {
    type: 'object',
    properties: { [body.fileField]: files ?? file, ...fields.properties },
    required: [body.fileField, ...(fields.required ?? [])],
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

/** JSON Schema of an object that takes no other fields, where the route refuses them. */
function closed(schema: Json, { unknownFields }: Extract<RequestBody, { schema: z.ZodType }>): Json {
  const isObject = schema['properties'] !== undefined;
  return isObject && unknownFields === 'refused' ? { ...schema, additionalProperties: false } : schema;
}

function successes(endpoint: EndpointSpec, components: SchemaComponents): Json {
  const answer = success(endpoint, components);
  const successes: Record<string, Json> = { [endpoint.status]: answer };
  for (const [status, description] of Object.entries(endpoint.otherAnswers ?? {})) {
    successes[status] = { ...answer, description };
  }
  if (endpoint.response.kind === 'binary' && endpoint.response.conditional === true) {
    successes['206'] = { ...answer, description: 'The range; Content-Range names it.' };
    successes['304'] = { description: 'If-None-Match names the present content.', headers: refs('X-Request-Id') };
  }
  return successes;
}

function success(endpoint: EndpointSpec, components: SchemaComponents): Json {
  const headers = endpoint.access === 'none' ? refs('X-Request-Id') : refs('X-Request-Id', ...RATE_HEADERS);
  const content = contentOf(endpoint.response, components, EXAMPLES[endpoint.id]?.response);
  return { description: endpoint.response.description, headers, ...(content !== undefined && { content }) };
}

function contentOf(response: ResponseBody, components: SchemaComponents, example: unknown): Json | undefined {
  switch (response.kind) {
    case 'json': {
      const schema = components.of(response.schema, 'output');
      return { 'application/json': { schema, ...(example !== undefined && { example }) } };
    }
    case 'binary':
      return Object.fromEntries(
        response.contentTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      );
    case 'events':
      // OpenAPI 3.1 has no word for streams: the schema is that of one event's data.
      return { 'text/event-stream': { schema: components.of(response.schema, 'output') } };
    case 'json_or_events':
      return {
        'application/json': { schema: components.of(response.schema, 'output') },
        'text/event-stream': { schema: { type: 'string', description: 'The events of the protocol.' } },
      };
    case 'empty':
      return undefined;
  }
}

const RATE_HEADERS = Object.keys(HEADERS).filter((name) => name.startsWith('X-RateLimit'));

function refs(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Error answers by status, each with the codes it may carry. */
function failures(endpoint: EndpointSpec): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodes(endpoint)) {
    const status = endpoint.errorStatuses?.[code] ?? ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: status === 429 ? refs('X-Request-Id', 'Retry-After', ...RATE_HEADERS) : refs('X-Request-Id'),
        content: {
          'application/json': { schema: errorSchema(endpoint, status, codes) },
        },
      },
    ]),
  );
}

function errorSchema({ envelope = 'standard' }: EndpointSpec, status: number, codes: readonly ErrorCode[]): Json {
  if (envelope !== 'standard') {
    const error = { type: 'object', properties: { code: { type: 'string', enum: codes } } };
    return { allOf: [{ $ref: '#/components/schemas/GatewayError' }, { properties: { error } }] };
  }
  return { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: codeProperties(status, codes) }] };
}

/** Every 401 has one code; its reason says what was wrong. */
function codeProperties(status: number, codes: readonly ErrorCode[]): Record<string, unknown> {
  if (status !== 401) return { code: { type: 'string', enum: codes } };
  const reasons = codes.filter((code) => code !== 'invalid_api_key');
  return {
    code: { const: 'invalid_api_key' },
    ...(reasons.length > 0 && {
      details: { type: 'object', properties: { reason: { type: 'string', enum: reasons } } },
    }),
  };
}

/** Every code an endpoint can answer with: its own and those that follow from its declaration. Sorted by status. */
export function errorCodes(endpoint: EndpointSpec): ErrorCode[] {
  const codes = new Set<ErrorCode>([...endpoint.errors, ...bodyCodes(endpoint.body), ...accessCodes(endpoint)]);
  if (endpoint.query !== undefined) codes.add('INVALID_QUERY');
  if (endpoint.params !== undefined && ![...codes].some((code) => /_not_found$/i.test(code))) codes.add('NOT_FOUND');
  const isConditional = endpoint.response.kind === 'binary' && endpoint.response.conditional === true;
  if (isConditional) codes.add('RANGE_NOT_SATISFIABLE');
  if (isConditional || endpoint.ifMatch === true) codes.add('PRECONDITION_FAILED');
  codes.add('INTERNAL').add('SHUTTING_DOWN');
  const isGateway = endpoint.envelope !== undefined && endpoint.envelope !== 'standard';
  const sent = isGateway ? new Set([...codes].map(gatewayCode)) : codes;
  return [...sent].sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]);
}

function bodyCodes(body: RequestBody | undefined): ErrorCode[] {
  if (body === undefined) return [];
  if (body.kind === 'bytes') return ['UNSUPPORTED_MEDIA_TYPE', body.tooLargeCode];
  return body.kind === 'json'
    ? ['INVALID_BODY', 'UNSUPPORTED_MEDIA_TYPE', body.tooLargeCode ?? 'BODY_TOO_LARGE']
    : ['INVALID_BODY', 'FILE_MISSING', 'FILE_TOO_LARGE', 'SERVER_BUSY'];
}

function accessCodes({ access, method, path, roles, beforeSecondFactor }: EndpointSpec): ErrorCode[] {
  if (access === 'none') return [];
  const codes: ErrorCode[] = ['invalid_api_key', 'rate_limit_exceeded'];
  if (access !== 'key_only') {
    if (!path.startsWith('/v1/auth/')) codes.push('APP_LOCKED');
    if (beforeSecondFactor !== true) codes.push('SECOND_FACTOR_SETUP');
    if (method !== 'get') codes.push('CSRF_REQUIRED');
  }
  if (access === 'session_only' || roles !== undefined) codes.push('FORBIDDEN');
  return codes;
}
