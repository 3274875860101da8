import { isJsonObject, type JsonObject } from '../../../server/providers/types.ts';
import { message, messageEvents } from './messagesAnswers.ts';
import { messagesFault, type MessagesFault } from './messagesRules.ts';
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
import { countTokens, lastUserText } from './script.ts';

export interface MessagesProviderOptions {
  /** Key that has to be sent; default `test-key`. */
  readonly apiKey?: string;
  /** Default `test-model`. */
  readonly models?: readonly string[];
  /** Default refused, as the reference does. */
  readonly unknownFields?: 'refused' | 'accepted';
  /** Default: a free one. */
  readonly port?: number;
}

export interface MessagesProvider extends ProtocolServer {
  /** Base address as it is configured: `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly apiKey: string;
}

const PATH = /^\/v1\/(?<route>messages\/count_tokens|messages|models)(?:\/(?<id>[^/?]+))?(?:\?(?<query>.*))?$/;
const DEFAULT_PAGE = 20;
const ERROR_TYPES: Readonly<Record<number, string>> = Object.freeze({
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
});

/**
 * A server that behaves as the public reference of Anthropic's messages, count_tokens and models says,
 * https://docs.anthropic.com/en/api, with the envelopes and statuses of its errors.
 */
export async function openMessagesProvider(options: MessagesProviderOptions = {}): Promise<MessagesProvider> {
  const { apiKey = 'test-key', models = ['test-model'], unknownFields = 'refused' } = options;
  let answers = 0;

  const respond = (request: RecordedRequest, takeReply: TakeReply): ProtocolAnswer => {
    answers += 1;
    const requestId = `req_${String(answers).padStart(8, '0')}`;
    const headers = { 'request-id': requestId, 'anthropic-organization-id': 'org-test' };
    const refuse = (wrong: MessagesFault): ProtocolAnswer =>
      jsonAnswer(wrong.status, envelope(wrong, requestId), headers);
    const failureBody = (status: number, text: string): JsonObject =>
      envelope({ status, type: ERROR_TYPES[status] ?? 'api_error', message: text }, requestId);
    const { route, id, query } = PATH.exec(request.path)?.groups ?? {};
    if (route === undefined) return refuse({ status: 404, type: 'not_found_error', message: 'Not found' });
    if (request.method !== (route === 'models' ? 'GET' : 'POST')) {
      return refuse({ status: 405, type: 'invalid_request_error', message: 'Method Not Allowed' });
    }
    const refused = headersFault(request, apiKey);
    if (refused !== null) return refuse(refused);

    const operation = route === 'models' ? 'models' : route === 'messages' ? 'generate' : 'count_tokens';
    if (operation === 'models') {
      const scripted = scriptedAnswer(takeReply(operation, request), headers, failureBody);
      if (scripted !== null) return scripted;
      if (id === undefined) return jsonAnswer(200, page(models, new URLSearchParams(query)), headers);
      const name = decodeURIComponent(id);
      if (models.includes(name)) return jsonAnswer(200, model(name), headers);
      return refuse({ status: 404, type: 'not_found_error', message: `model: ${name}` });
    }
    const body = request.json;
    if (!isJsonObject(body)) {
      const text = 'The request body is not valid JSON';
      return refuse({ status: 400, type: 'invalid_request_error', message: text });
    }
    const wrong = messagesFault(body, { models, unknownFields, counting: operation === 'count_tokens' });
    if (wrong !== null) return refuse(wrong);
    const reply = takeReply(operation, request) ?? { answer: { text: lastUserText(body) } };
    const scripted = scriptedAnswer(reply, headers, failureBody);
    if (scripted !== null || !('answer' in reply)) return scripted ?? 'hang-up';
    if (operation === 'count_tokens') {
      return jsonAnswer(200, { input_tokens: countTokens(JSON.stringify(body)) }, headers);
    }
    const { answer, delivery = {} } = reply;
    const common = { id: `msg_${String(answers).padStart(8, '0')}`, model: body['model'] as string };
    if (body['stream'] !== true) return jsonAnswer(200, message(common, answer, body), headers, delivery);
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const errorEvent = `event: error\ndata: ${JSON.stringify(overloaded)}\n\n`;
    return streamAnswer(
      withTrouble(messageEvents(common, answer, body, delivery), delivery, errorEvent),
      headers,
      delivery,
    );
  };

  const server = await openProtocolServer(respond, options.port);
  return Object.assign(server, { url: server.origin, apiKey });
}

function envelope({ type, message: text }: MessagesFault, requestId: string): JsonObject {
  return { type: 'error', error: { type, message: text }, request_id: requestId };
}

function headersFault({ headers }: RecordedRequest, apiKey: string): MessagesFault | null {
  const key = headers['x-api-key'];
  if (key === undefined) return { status: 401, type: 'authentication_error', message: 'x-api-key header is required' };
  if (key !== apiKey) return { status: 401, type: 'authentication_error', message: 'invalid x-api-key' };
  if (headers['anthropic-version'] !== undefined) return null;
  return { status: 400, type: 'invalid_request_error', message: 'anthropic-version: header is required' };
}

const model = (id: string): JsonObject => ({
  type: 'model',
  id,
  display_name: `Model ${id}`,
  created_at: '2025-01-01T00:00:00Z',
});

/** https://docs.anthropic.com/en/api/models-list */
function page(models: readonly string[], query: URLSearchParams): JsonObject {
  const after = query.get('after_id');
  const from = after === null ? 0 : models.indexOf(after) + 1;
  const shown = models.slice(from, from + Number(query.get('limit') ?? DEFAULT_PAGE));
  return {
    data: shown.map(model),
    has_more: from + shown.length < models.length,
    first_id: shown[0] ?? null,
    last_id: shown.at(-1) ?? null,
  };
}
