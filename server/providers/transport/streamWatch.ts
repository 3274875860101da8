import type { ProviderError, ServerSentEvent } from '../types.ts';

/** Follows the events of one streamed answer as its protocol says. */
export interface StreamWatch {
  /**
   * Looks at the next event.
   * @returns true when the answer is complete with it
   * @throws ProviderError for an error event, malformed for anything that is none of the protocol
   */
  see(event: ServerSentEvent): boolean;
  /** The body has ended: null when the answer is complete, else what is wrong. */
  ended(): ProviderError | null;
}
