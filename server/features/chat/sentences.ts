import type { ErrorCode } from '../../contract/errors.ts';

/** Sentences for the reasons why an answer fails. A provider's own words may quote the conversation and are not kept. */
const SENTENCES: Partial<Record<ErrorCode, string>> = Object.freeze({
  model_not_found: 'The model does not exist, or it is not open to this account.',
  invalid_request: 'The model cannot take this conversation.',
  service_unavailable: 'No model answers, or no provider is configured.',
  rate_limit_exceeded: 'The provider takes no more requests at the moment.',
  anonymization_failed: 'Something could not be masked, so nothing was sent.',
  image_not_supported: 'An image could not be read, so nothing was sent.',
  file_not_supported: 'A file could not be read, so nothing was sent.',
  provider_error: 'The model provider failed.',
  BLOB_UNAVAILABLE: 'A stored attachment is missing or damaged.',
  ANSWER_INTERRUPTED: 'The server ended while the answer was being written.',
});

/** What is said of an answer that failed. */
export function sentenceFor(code: ErrorCode): string {
  return SENTENCES[code] ?? 'The answer could not be written.';
}
