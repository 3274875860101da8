import type { JsonObject, ServerSentEvent } from '../../../providers/types.ts';
import type { MaskableProtocol, MaskedRequest } from '../anonymizing/types.ts';

/** How a request to a provider ended. `open`: it is running, or the server ended before it did. */
export type ExchangeOutcome = 'open' | 'completed' | 'failed' | 'aborted';

/** What is about to be sent. */
export interface ExchangeRequest {
  readonly accountId: string;
  /** A UUID, the `requestId` of the conversation that was masked. */
  readonly requestId: string;
  /** What the provider speaks. */
  readonly protocol: MaskableProtocol;
  /** `provider/model`. */
  readonly model: string;
  readonly masked: MaskedRequest;
}

/** The record of one request that is running. */
export interface OpenExchange {
  /**
   * When the request and its mappings survive a power cut; the end of the process they survive from the beginning. Nothing that a client
   * could need them for is to be told before. Rejects when the disk fails.
   */
  readonly onDisk: Promise<void>;
  /** The provider's whole answer, before anything is restored. */
  answered(body: JsonObject): void;
  /** An event of the provider's streamed answer, before anything is restored. Keeps what it needs; never throws. */
  saw(event: ServerSentEvent): void;
  /** Stores what has come, a moment later. To be called once, however the request ended; never throws. */
  end(outcome: Exclude<ExchangeOutcome, 'open'>): Promise<void>;
}

/** Keeps what the models saw. */
export interface Exchanges {
  /**
   * Commits a masked request and the mappings it uses, right before it is sent; again for the next provider when one fails. Stores nothing
   * when the installation keeps no records.
   * @returns null when another request gave one of its values another placeholder meanwhile; then nothing is stored, and it has to be masked again
   */
  begin(request: ExchangeRequest): Promise<OpenExchange | null>;
}
