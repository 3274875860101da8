import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../providers/types.ts';
import type { MaskedConversation, MaskedRequest } from '../anonymizing/types.ts';
import type { ExchangeRequest, Exchanges, OpenExchange } from '../exchanges/types.ts';

/** Attempts when requests of one account assign the same values at the same moment; each one finds what those before it stored. */
const MOST_ATTEMPTS = 8;

/** An anonymous request as it is about to leave. */
export interface RecordedRequest {
  readonly masked: MaskedRequest;
  readonly exchange: OpenExchange;
}

/**
 * Masks a body and commits its mappings before anything is sent; masks it again when another request gave one of its values another placeholder
 * meanwhile.
 * @throws AppError anonymization_failed and what {@link MaskedConversation.mask} throws
 */
export async function maskAndRecord(
  conversation: MaskedConversation,
  exchanges: Exchanges,
  body: JsonObject,
  request: Omit<ExchangeRequest, 'masked'>,
): Promise<RecordedRequest> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const masked = await conversation.mask(request.protocol, body);
    const exchange = await exchanges.begin({ ...request, masked });
    if (exchange !== null) return { masked, exchange };
  }
  throw new AppError('anonymization_failed', 'The request could not be recorded, so nothing was sent.');
}
