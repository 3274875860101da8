import * as contract from '../../../contract/gateway/index.ts';
import type { EndpointSpec } from '../../../contract/endpoint.ts';
import { type Route, route } from '../../../http/route.ts';
import type { JsonOrEvents, RequestContext } from '../../../http/types.ts';
import type { ClientProtocol, JsonObject } from '../../../providers/types.ts';
import type { ResponseService } from '../responses/responses.ts';
import type { Completion, CompletionRequest } from '../types.ts';
import type { WholeAnswer, WholeRequest } from './embeddings.ts';
import { clientHeaders } from './clientHeaders.ts';

export interface CompletionRoutesOptions {
  readonly complete: (request: CompletionRequest) => Promise<Completion>;
  readonly respond: ResponseService['respond'];
  readonly embed: (request: WholeRequest) => Promise<WholeAnswer>;
  readonly countTokens: (request: WholeRequest) => Promise<WholeAnswer>;
}

type Context = Pick<RequestContext<EndpointSpec>, 'principal' | 'signal' | 'header' | 'setHeader' | 'requestId'> & {
  readonly body: Readonly<Record<string, unknown>>;
};

/** Routes that clients of the protocols call. */
export function completionRoutes({ complete, respond, embed, countTokens }: CompletionRoutesOptions): Route[] {
  const requestOf = ({ principal, signal, header, body }: Context, anonymous: boolean): WholeRequest => ({
    accountId: principal.accountId,
    keyId: principal.keyId,
    // It was read from JSON.
    body: body as JsonObject,
    ...{ anonymous, signal },
    headers: clientHeaders(header),
  });
  const completed =
    (protocol: ClientProtocol, anonymous: boolean) =>
    async (context: Context): Promise<JsonOrEvents> => {
      const send = protocol === 'responses' ? respond : complete;
      const completion = await send({ ...requestOf(context, anonymous), protocol });
      tell(context, protocol, completion.requestId, completion.masking?.maskedValues ?? null);
      if (completion.held > 0) context.setHeader('X-Deckname-Held', String(completion.held));
      return completion;
    };
  const whole =
    (protocol: ClientProtocol, anonymous: boolean, send: (request: WholeRequest) => Promise<WholeAnswer>) =>
    async (context: Context) => {
      const answer = await send(requestOf(context, anonymous));
      tell(context, protocol, answer.requestId, answer.maskedValues);
      return answer.body;
    };
  return [
    route(contract.createChatCompletion, completed('chat', false)),
    route(contract.createAnonymousChatCompletion, completed('chat', true)),
    route(contract.createResponse, completed('responses', false)),
    route(contract.createAnonymousResponse, completed('responses', true)),
    route(contract.createMessage, completed('messages', false)),
    route(contract.createAnonymousMessage, completed('messages', true)),
    route(contract.createAnonymousMessageV1, completed('messages', true)),
    route(contract.createEmbeddings, whole('chat', false, embed)),
    route(contract.createAnonymousEmbeddings, whole('chat', true, embed)),
    route(contract.countTokens, whole('messages', false, countTokens)),
    route(contract.countAnonymousTokens, whole('messages', true, countTokens)),
    route(contract.countAnonymousTokensV1, whole('messages', true, countTokens)),
  ];
}

/** What an answer says beside its body. */
function tell(
  { setHeader, requestId }: Context,
  protocol: ClientProtocol,
  ownId: string,
  maskedValues: number | null,
): void {
  setHeader('X-Deckname-Request-Id', ownId);
  if (maskedValues !== null) setHeader('X-Deckname-Masked', String(maskedValues));
  // Where the Anthropic clients look for the identifier of a request.
  if (protocol === 'messages') setHeader('request-id', requestId);
}
