import { createHash } from 'node:crypto';
import { isJsonObject, type AnyJson, type JsonObject } from '../../../server/providers/types.ts';
import { chatCompletion, chatEvents } from './chatAnswers.ts';
import { chatFault, type ChatFault } from './chatRules.ts';
import {
  jsonAnswer,
  openProtocolServer,
  scriptedAnswer,
  streamAnswer,
  withTrouble,
  type ProtocolAnswer,
  type ProtocolServer,
  type RecordedRequest,
  type TakeReply,
} from './protocolServer.ts';
import { countTokens, lastUserText, type Reply } from './script.ts';

export interface ChatProviderOptions {
  /** Key that has to be sent; null: none is asked for (local servers). Default `test-key`. */
  readonly apiKey?: string | null;
  /** How the key is sent; default `bearer`, `api-key` is Azure's header. */
  readonly auth?: 'bearer' | 'api-key';
  /** Default `test-model` and `test-embedding`. */
  readonly models?: readonly string[];
  /** Fields of the reference that this server refuses. */
  readonly refusedFields?: readonly string[];
  /** Default refused, as the reference does. */
  readonly unknownFields?: 'refused' | 'accepted';
  /** Numbers in an embedding when the request does not say; default 8. */
  readonly dimensions?: number;
  /** Default: a free one. */
  readonly port?: number;
}

export interface ChatProvider extends ProtocolServer {
  /** Base address as it is configured: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  readonly apiKey: string | null;
}

/** Paths of OpenAI (`/v1/…`) and of an Azure deployment (`/openai/deployments/NAME/…`). */
const PATH =
  /^(?:\/v1|\/openai(?:\/deployments\/(?<deployment>[^/]+))?)\/(?<route>chat\/completions|embeddings|models)(?:\/(?<id>[^/?]+))?(?:\?.*)?$/;
const CREATED = 1_735_689_600;

/**
 * A server that behaves as the public reference of OpenAI's chat completions, embeddings and models says,
 * https://platform.openai.com/docs/api-reference, with the envelopes and statuses of its errors.
 */
export async function openChatProvider(options: ChatProviderOptions = {}): Promise<ChatProvider> {
  const { apiKey = 'test-key', auth = 'bearer', models = ['test-model', 'test-embedding'], dimensions = 8 } = options;
  const refusedFields = new Set(options.refusedFields);
  const unknownFields = options.unknownFields ?? 'refused';
  let answers = 0;

  const respond = (request: RecordedRequest, takeReply: TakeReply): ProtocolAnswer => {
    answers += 1;
    const headers = { 'x-request-id': `req_${answers}`, 'openai-processing-ms': '1', 'openai-version': '2020-10-01' };
    const refuse = (wrong: ChatFault): ProtocolAnswer => jsonAnswer(wrong.status, envelope(wrong), headers);
    const scripted = (reply: Reply | null): ProtocolAnswer | null => scriptedAnswer(reply, headers, failureBody);
    const { route, deployment, id } = PATH.exec(request.path)?.groups ?? {};
    const method = route === 'models' ? 'GET' : 'POST';
    if (route === undefined || request.method !== method) {
      return refuse({
        status: 404,
        message: `Invalid URL (${request.method} ${request.path})`,
        param: null,
        code: null,
      });
    }
    const unauthorized = keyFault(request, apiKey, auth);
    if (unauthorized !== null) return refuse(unauthorized);
    const modelInPath = deployment !== undefined;

    if (route === 'models') {
      const wanted = scripted(takeReply('models', request));
      if (wanted !== null) return wanted;
      if (id === undefined) return jsonAnswer(200, { object: 'list', data: models.map(model) }, headers);
      const name = decodeURIComponent(id);
      return models.includes(name) ? jsonAnswer(200, model(name), headers) : refuse(unknownModel(name));
    }
    const body = request.json;
    if (!isJsonObject(body)) {
      const message = 'We could not parse the JSON body of your request.';
      return refuse({ status: 400, message, param: null, code: null });
    }
    if (route === 'embeddings') {
      const wrong = embeddingsFault(body, models, modelInPath);
      if (wrong !== null) return refuse(wrong);
      return scripted(takeReply('embeddings', request)) ?? jsonAnswer(200, embeddings(body, dimensions), headers);
    }
    const wrong = chatFault(body, { models, refusedFields, unknownFields, modelInPath });
    if (wrong !== null) return refuse(wrong);
    const reply = takeReply('generate', request) ?? { answer: { text: lastUserText(body) } };
    const other = scripted(reply);
    if (other !== null || !('answer' in reply)) return other ?? 'hang-up';
    const { answer, delivery = {} } = reply;
    const common = {
      id: `chatcmpl-${String(answers).padStart(8, '0')}`,
      created: CREATED,
      model: deployment ?? (body['model'] as string),
    };
    if (body['stream'] !== true) return jsonAnswer(200, chatCompletion(common, answer, body), headers, delivery);
    const errorEvent = `data: ${JSON.stringify(failureBody(500, 'The server had an error.'))}\n\n`;
    return streamAnswer(
      withTrouble(chatEvents(common, answer, body, delivery), delivery, errorEvent),
      headers,
      delivery,
    );
  };

  const server = await openProtocolServer(respond, options.port);
  return Object.assign(server, { url: `${server.origin}/v1`, apiKey });
}

function failureBody(status: number, message: string): JsonObject {
  return envelope({ status, message, param: null, code: status === 429 ? 'rate_limit_exceeded' : null });
}

const model = (id: string): JsonObject => ({ id, object: 'model', created: CREATED, owned_by: 'test' });

const unknownModel = (name: string): ChatFault => ({
  status: 404,
  message: `The model '${name}' does not exist`,
  param: 'model',
  code: 'model_not_found',
});

function envelope({ status, message, param, code }: ChatFault): JsonObject {
  const type = status === 429 ? 'rate_limit_exceeded' : status >= 500 ? 'server_error' : 'invalid_request_error';
  return { error: { message, type, param, code } };
}

function keyFault(request: RecordedRequest, apiKey: string | null, auth: 'bearer' | 'api-key'): ChatFault | null {
  if (apiKey === null) return null;
  const sent = auth === 'bearer' ? request.headers.authorization : request.headers['api-key'];
  if (sent === undefined) return { status: 401, message: "You didn't provide an API key.", param: null, code: null };
  if (sent === (auth === 'bearer' ? `Bearer ${apiKey}` : apiKey)) return null;
  return { status: 401, message: 'Incorrect API key provided.', param: null, code: 'invalid_api_key' };
}

function embeddingsFault(body: JsonObject, models: readonly string[], modelInPath: boolean): ChatFault | null {
  const { model: name, input } = body;
  if (!modelInPath) {
    if (typeof name !== 'string')
      return { status: 400, message: 'you must provide a model parameter', param: null, code: null };
    if (!models.includes(name)) return unknownModel(name);
  }
  const valid = typeof input === 'string' ? input !== '' : Array.isArray(input) && input.length > 0;
  return valid ? null : { status: 400, message: "'$.input' is invalid.", param: 'input', code: null };
}

/** The same text always has the same vector; https://platform.openai.com/docs/api-reference/embeddings */
function embeddings(body: JsonObject, defaultDimensions: number): JsonObject {
  const { input, dimensions, encoding_format: format } = body;
  const size = typeof dimensions === 'number' ? dimensions : defaultDimensions;
  const inputs: readonly AnyJson[] =
    Array.isArray(input) && typeof input[0] !== 'number' ? (input as readonly AnyJson[]) : [input ?? ''];
  const data = inputs.map((entry, index) => {
    const seed = createHash('sha256').update(JSON.stringify(entry)).digest();
    const vector = Float32Array.from({ length: size }, (_, at) => seed[at % seed.length]! / 255);
    const embedding = format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector];
    return { object: 'embedding', index, embedding };
  });
  const tokens = countTokens(JSON.stringify(input));
  return { object: 'list', data, model: body['model'] ?? '', usage: { prompt_tokens: tokens, total_tokens: tokens } };
}
