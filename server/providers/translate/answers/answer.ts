import type { JsonObject } from '../../json.ts';
import type { ServerSentEvent, StreamFailure } from '../../types.ts';

/** Tokens of one request. */
export interface Usage {
  /** All of the input, cached parts included. */
  readonly input: number;
  /** Of the input: read from the provider's cache. */
  readonly cacheRead: number;
  /** Of the input: written to the provider's cache. */
  readonly cacheWrite: number;
  /** All of the output, reasoning included. */
  readonly output: number;
  /** Of the output: reasoning; null when the provider does not tell. */
  readonly reasoning: number | null;
}

export const NO_USAGE: Usage = Object.freeze({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: null });

/**
 * Why an answer ended.
 * - `end`: it was complete; `sequence`: a stop sequence came; `length`: the limit of tokens or of the context was reached
 * - `tools`: the model calls tools; `filtered`: it was refused or cut by a safety filter
 */
export type StopReason = 'end' | 'sequence' | 'length' | 'tools' | 'filtered';

export interface Stop {
  readonly reason: StopReason;
  /** The stop sequence, where the provider tells it. */
  readonly sequence: string | null;
  /** What the provider says about a refusal. */
  readonly explanation: string | null;
}

/** A part of an answer, in the words of neither protocol. */
export type AnswerBlock =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Annotations as chat completions give them. */
      readonly annotations: readonly JsonObject[];
      /** Log probabilities of the tokens as chat completions give them. */
      readonly logprobs: readonly JsonObject[];
    }
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly kind: 'redacted'; readonly data: string }
  | { readonly kind: 'tool'; readonly id: string; readonly name: string; readonly arguments: string };

/** A whole answer, in the words of neither protocol. */
export interface Answer {
  readonly id: string;
  readonly model: string;
  /** Unix seconds; null when the provider does not tell. */
  readonly created: number | null;
  readonly blocks: readonly AnswerBlock[];
  readonly stop: Stop;
  readonly usage: Usage;
}

/** A block as it opens in a stream; its text follows. */
export type OpenBlock =
  | { readonly kind: 'text' | 'refusal' | 'thinking' }
  | { readonly kind: 'redacted'; readonly data: string }
  | { readonly kind: 'tool'; readonly id: string; readonly name: string };

/** A block of which nothing came yet. */
export function emptyBlock(block: OpenBlock): AnswerBlock {
  switch (block.kind) {
    case 'text':
      return { kind: 'text', text: '', annotations: [], logprobs: [] };
    case 'refusal':
      return { kind: 'refusal', text: '' };
    case 'thinking':
      return { kind: 'thinking', text: '', signature: '' };
    case 'redacted':
      return block;
    case 'tool':
      return { ...block, arguments: '' };
  }
}

/**
 * A streamed answer, in the words of neither protocol. First `start`; then blocks one after the other, each `open`, any number of
 * `text`, `close`; last `end`. At most one block is open at a time.
 */
export type AnswerEvent =
  | {
      readonly type: 'start';
      readonly id: string;
      readonly model: string;
      readonly created: number | null;
      readonly usage: Usage;
    }
  | { readonly type: 'open'; readonly block: OpenBlock }
  | { readonly type: 'text'; readonly text: string; readonly logprobs: readonly JsonObject[] }
  | { readonly type: 'annotations'; readonly annotations: readonly JsonObject[] }
  /** `signature`: of a block of thinking, else ''. */
  | { readonly type: 'close'; readonly signature: string }
  | { readonly type: 'end'; readonly stop: Stop; readonly usage: Usage };

/** A provider's stream broke its protocol or said that it failed. */
export class AnswerFailed extends Error {
  readonly failure: StreamFailure;

  constructor(failure: StreamFailure) {
    super('The answer of the provider failed.');
    this.name = 'AnswerFailed';
    this.failure = failure;
  }
}

/** Understands one protocol's stream. */
export interface AnswerReader {
  /** @throws AnswerFailed when the provider reports an error or says something else than its protocol */
  read(event: ServerSentEvent): readonly AnswerEvent[];
  /**
   * Called after the last event.
   * @throws AnswerFailed when the answer is not complete
   */
  end(): readonly AnswerEvent[];
}

/** Speaks one protocol's stream. */
export interface AnswerWriter {
  write(event: AnswerEvent): readonly ServerSentEvent[];
  /** The protocol's error event. */
  fail(failure: StreamFailure): readonly ServerSentEvent[];
}
