import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../providers/types.ts';
import type { ConversationMasker } from '../anonymizing/types.ts';
import { type Catalog, listsModel } from '../models/catalog.ts';
import { estimateBodyTokens } from '../usage/tokens.ts';
import type { HeadersFor } from './clientHeaders.ts';
import { inClear } from './failures.ts';
import type { WholeAnswer, WholeRequest } from './embeddings.ts';
import type { Attempt, Dispatcher } from './overTargets.ts';
import { bodyToSend, modelOf, takeOptions } from './requestParts.ts';

export interface CountTokensOptions {
  readonly catalog: Catalog;
  readonly dispatcher: Dispatcher;
  readonly masker: ConversationMasker;
  readonly headersFor: HeadersFor;
}

/**
 * Counts the tokens of a messages request: by the provider where it can, else estimated here, where nothing needs to leave. Costs nothing, so
 * no figures are kept.
 */
export function createCountTokens(options: CountTokensOptions): (request: WholeRequest) => Promise<WholeAnswer> {
  const { catalog, dispatcher, masker, headersFor } = options;
  return async (request) => {
    const { accountId, anonymous, signal } = request;
    const { body, deanonymize } = takeOptions(request.body);
    const targets = await catalog.targets(accountId, modelOf(body));
    const requestId = randomUUID();
    const conversation = anonymous
      ? await masker.begin({ accountId, requestId, deanonymize, signal, listsModel: listsModel(catalog, targets) })
      : null;

    async function count({ target, provider, isLast }: Attempt): Promise<WholeAnswer> {
      if (provider.protocol !== 'messages' || !provider.operations.has('count_tokens')) {
        return { requestId, body: { input_tokens: estimateBodyTokens(body) }, maskedValues: anonymous ? 0 : null };
      }
      const outgoing: JsonObject = { ...body, model: target.name };
      const masked = (await conversation?.mask('messages', outgoing)) ?? null;
      const headers = headersFor(request.headers ?? {}, { anonymous, client: 'messages', provider: 'messages' });
      const answer = await provider
        .send('count_tokens', bodyToSend(anonymous, outgoing, masked), { signal, headers, retries: isLast })
        .catch((error: unknown) => {
          throw inClear(error, conversation);
        });
      if (answer.kind !== 'json') throw new Error('counts are never streamed');
      return { requestId, body: answer.body, maskedValues: masked?.maskedValues ?? null };
    }
    return dispatcher.overTargets(targets, signal, count);
  };
}
