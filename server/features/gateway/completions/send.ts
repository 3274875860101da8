import { AppError } from '../../../core/errors.ts';
import type { CreateTranslation, JsonObject, Provider, ProviderAnswer, Translation } from '../../../providers/types.ts';
import type { MaskedConversation, MaskedRequest } from '../anonymizing/types.ts';
import type { Exchanges, OpenExchange } from '../exchanges/types.ts';
import type { Target } from '../models/catalog.ts';
import type { CompletionRequest } from '../types.ts';
import { inClear } from './failures.ts';
import { maskAndRecord } from './maskedSending.ts';
import { type Attempt, NotForThisProvider } from './overTargets.ts';
import type { HeadersFor } from './clientHeaders.ts';
import { askingForUsage, bodyToSend } from './requestParts.ts';

/** A request on its way to one provider or the next. */
export interface Outgoing {
  readonly request: CompletionRequest;
  /** Of `request`, without what is meant for the gateway. */
  readonly body: JsonObject;
  /** null: the request is not anonymous. */
  readonly conversation: { readonly masker: MaskedConversation; readonly requestId: string } | null;
}

/** What is known of a request when its answer begins. */
export interface Sent {
  readonly target: Target;
  readonly provider: Provider;
  readonly translation: Translation;
  readonly body: JsonObject;
  readonly masked: MaskedRequest | null;
  readonly exchange: OpenExchange | null;
  readonly answer: ProviderAnswer;
  /** The usage was asked for on our own account and is not for the client. */
  readonly hidesUsage: boolean;
}

/** Sends a request to one target: translated, masked, recorded, in this order. */
export function createSend({
  translate,
  headersFor,
  exchanges,
}: {
  readonly translate: CreateTranslation;
  readonly headersFor: HeadersFor;
  readonly exchanges: Exchanges;
}): (outgoing: Outgoing, attempt: Attempt) => Promise<Sent> {
  return async ({ request, conversation, body }, { target, provider, isLast }) => {
    const translation = translate(request.protocol, provider.protocol);
    const translated = translateRequest(translation, { ...body, model: target.name });
    const asking = request.protocol === 'chat' && provider.protocol === 'chat' ? askingForUsage(translated) : null;
    const outgoing = asking ?? translated;
    const recorded =
      conversation === null
        ? null
        : await maskAndRecord(conversation.masker, exchanges, outgoing, {
            ...{ accountId: request.accountId, requestId: conversation.requestId },
            ...{ protocol: provider.protocol, model: target.id },
          });
    const masked = recorded?.masked ?? null;
    const exchange = recorded?.exchange ?? null;
    try {
      const answer = await provider.send('generate', bodyToSend(request.anonymous, outgoing, masked), {
        signal: request.signal,
        retries: isLast,
        headers: headersFor(request.headers ?? {}, {
          ...{ anonymous: request.anonymous, client: request.protocol, provider: provider.protocol },
        }),
      });
      return {
        ...{ target, provider, translation, masked, exchange, answer, body: outgoing, hidesUsage: asking !== null },
      };
    } catch (error) {
      await exchange?.end(request.signal.aborted ? 'aborted' : 'failed');
      throw inClear(error, conversation?.masker ?? null);
    }
  };
}

/** A request that this protocol cannot say may fit another provider. */
function translateRequest(translation: Translation, body: JsonObject): JsonObject {
  try {
    return translation.request(body);
  } catch (error) {
    throw error instanceof AppError ? new NotForThisProvider(error) : error;
  }
}
