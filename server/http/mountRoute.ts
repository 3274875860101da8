import type { Request, RequestHandler, Response } from 'express';
import type { EndpointSpec, RateGroup, SuccessStatus } from '../contract/endpoint.ts';
import { AppError } from '../core/errors.ts';
import { sendAnswer } from './answer.ts';
import { AUTH_ROUTES, type AuthenticationOptions, authorize, identify } from './auth.ts';
import type { BodyRoom } from './bodyRoom.ts';
import { bytesReader } from './bytesBody.ts';
import { cursorBinding } from './cursors.ts';
import { disconnectSignal } from './disconnect.ts';
import { refuseForeignOrigin } from './hosts.ts';
import { jsonReader } from './jsonBody.ts';
import { multipartReader } from './multipartBody.ts';
import { textParams } from './paths.ts';
import type { RateLimiter } from './rateLimits.ts';
import { requestIdOf } from './requestId.ts';
import type { Route } from './route.ts';
import type { Principal, RequestContext, RequestHead, UploadedFile } from './types.ts';
import { invalidParams, issueReporter, repeatedParameters, unknownFields } from './validation.ts';

const LIMIT_HEADER = 'X-RateLimit-Limit-Requests';

/** What every route needs beside its own handler. */
export interface RouteServices extends AuthenticationOptions {
  readonly rateLimiter: RateLimiter;
  readonly bodyRoom: BodyRoom;
  /** The app's own sessions of local mode are not limited; keys always are. */
  readonly mode: 'local' | 'team';
  /** Address under which a proxy in front of the server is reached; null: none stands there. */
  readonly publicUrl: string | null;
  /** Parse answers by their schemas before they are sent (tests and development). */
  readonly checkResponses: boolean;
}

/** Express handler of one route: who, how often, with what; then the handler, then the answer. */
export function mountRoute({ endpoint, admit, rateGroupOf, handle }: Route, services: RouteServices): RequestHandler {
  // The type asks for it; a declaration that was made in another way must not open a route.
  const { agents, agentsReason } = endpoint;
  if (agents !== 'yes' && !(['own', 'no'].includes(agents) && agentsReason !== undefined))
    throw new TypeError(`${endpoint.id} does not say what agents may do, and why`);
  const readParams = paramsReader(endpoint);
  const readQuery = queryReader(endpoint);
  const readBody = bodyReader(endpoint, services.bodyRoom);
  const cursors = cursorBinding(endpoint);

  return async (request, response) => {
    const signal = disconnectSignal(response);
    showLimit(endpoint.rateGroup, response, services.rateLimiter);
    const principal = await identify(request, endpoint, services);
    const count = (group: RateGroup): Promise<void> => limitRate(group, principal, response, services);
    // Before the right to call is looked at: refusals are answers to somebody as well, and cost work.
    if (rateGroupOf === undefined) await count(endpoint.rateGroup);
    authorize(endpoint, principal, request, () => services.authenticator.isLocked());
    if (principal?.via !== 'api_key' && (principal !== null || endpoint.path.startsWith(AUTH_ROUTES))) {
      refuseForeignOrigin(request, services.publicUrl);
    }
    let status: SuccessStatus = endpoint.status;
    const asked = { params: readParams(request), query: readQuery(request), principal };
    const head: RequestHead<EndpointSpec> = {
      params: asked.params,
      query: cursors?.read(asked) ?? asked.query,
      // authorize() lets nobody through without a principal unless the endpoint is open.
      principal: principal!,
      requestId: requestIdOf(response),
      remoteAddress: request.ip ?? '',
      origin: originOf(request),
      signal,
      header: (name) => request.get(name),
      setHeader: (name, value) => response.setHeader(name, value),
      setStatus: (other) => (status = other),
    };
    await admit?.(head);
    const { body, files } = await readBody(request, response, signal).catch(async (error: unknown) => {
      if (rateGroupOf !== undefined) await count(endpoint.rateGroup);
      throw error;
    });
    const context = { ...head, body: body as RequestContext<EndpointSpec>['body'], file: files[0], files };
    if (rateGroupOf !== undefined) await count(await rateGroupOf(context));
    const answer = await handleWithStatuses(endpoint, () => handle(context));
    const bound = cursors?.write(asked, answer) ?? answer;
    await sendAnswer(response, endpoint, { answer: bound, status }, services.checkResponses);
  };
}

/** RFC 9112, 3.2: only HTTP/1.0 requests come without a Host. */
function originOf(request: Request): string {
  const { localAddress, localPort } = request.socket;
  return `${request.protocol}://${request.host || `${String(localAddress)}:${String(localPort)}`}`;
}

/** Gives an error the status that the route declares for its code. */
async function handleWithStatuses({ errorStatuses }: EndpointSpec, handle: () => unknown): Promise<unknown> {
  try {
    return await handle();
  } catch (error) {
    const status = error instanceof AppError ? errorStatuses?.[error.code] : undefined;
    if (!(error instanceof AppError) || status === undefined) throw error;
    const { code, message, details, fields, callerMessage, cause } = error;
    throw new AppError(code, message, { cause, status, details, fields, callerMessage });
  }
}

/** Interface 8.1: every answer says how many requests its group allows, also one to nobody. */
export function showLimit(group: RateGroup, response: Response, rateLimiter: RateLimiter): void {
  const limit = rateLimiter.limitOf(group);
  if (limit === null) response.removeHeader(LIMIT_HEADER);
  else response.setHeader(LIMIT_HEADER, limit);
}

async function limitRate(
  rateGroup: RateGroup,
  principal: Principal | null,
  response: Response,
  { rateLimiter, mode }: RouteServices,
): Promise<void> {
  const limit = rateLimiter.limitOf(rateGroup);
  showLimit(rateGroup, response, rateLimiter);
  if (limit === null || principal === null) return;
  const exempt = principal.via === 'desktop' || (principal.via === 'session' && mode === 'local');
  const state = exempt ? null : await rateLimiter.consume(rateGroup, principal.keyId ?? principal.accountId);
  response.setHeader(LIMIT_HEADER, state?.limit ?? limit);
  response.setHeader('X-RateLimit-Remaining-Requests', state?.remaining ?? limit);
  response.setHeader('X-RateLimit-Reset-Requests', state?.resetAt ?? Math.ceil(Date.now() / 1000));
  const wait = state?.retryAfterSeconds ?? null;
  if (wait === null) return;
  throw new AppError('rate_limit_exceeded', 'Too many requests; try again later.', {
    details: { retryAfterSeconds: wait },
  });
}

function paramsReader(endpoint: EndpointSpec): (request: Request) => RequestContext<EndpointSpec>['params'] {
  const { params: schema } = endpoint;
  return (request) => {
    if (schema === undefined) return {};
    const result = schema.safeParse(textParams(request.params));
    if (!result.success) throw invalidParams(endpoint);
    return result.data;
  };
}

function queryReader({ query: schema }: EndpointSpec): (request: Request) => RequestContext<EndpointSpec>['query'] {
  if (schema === undefined) return () => ({});
  const report = issueReporter(schema, 'INVALID_QUERY');
  return (request) => {
    const refused = repeatedParameters(schema, request.query);
    if (refused !== null) throw refused;
    const result = schema.safeParse(request.query);
    if (!result.success) throw report(result.error.issues);
    return result.data;
  };
}

interface ReadBody {
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

type BodyReader = (request: Request, response: Response, signal: AbortSignal) => Promise<ReadBody>;

function bodyReader({ body }: EndpointSpec, room: BodyRoom): BodyReader {
  if (body === undefined) return () => Promise.resolve({ body: undefined, files: [] });
  if (body.kind === 'bytes') {
    const read = bytesReader(body);
    return async (request) => ({ body: await read(request), files: [] });
  }
  const schema = body.kind === 'json' ? body.schema : body.fields;
  const report = issueReporter(schema, 'INVALID_BODY');
  const parse = async (value: unknown): Promise<unknown> => {
    const result = await schema.safeParseAsync(value);
    if (!result.success) throw report(result.error.issues);
    const unknown = body.unknownFields === 'refused' ? unknownFields(value, result.data) : null;
    if (unknown !== null) throw unknown;
    return result.data;
  };
  if (body.kind === 'json') {
    const read = jsonReader(body);
    return async (request) => ({ body: await parse(await read(request)), files: [] });
  }
  const read = multipartReader(body, room);
  return async (request, response, signal) => {
    const { fields, files } = await read(request, response, signal);
    return { body: await parse(fields), files };
  };
}
