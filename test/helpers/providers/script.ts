import type { AnyJson, JsonObject } from '../../../server/providers/types.ts';

/** What a test wants of the next request of one operation. */
export type ScriptedOperation = 'generate' | 'embeddings' | 'count_tokens' | 'models';

export interface ScriptedToolCall {
  /** Made up when absent. */
  readonly id?: string;
  readonly name: string;
  /** A text is sent as it is, so that broken JSON can be sent too. */
  readonly arguments: JsonObject | string;
}

/** Tokens that an answer reports. */
export interface ScriptedUsage {
  readonly input: number;
  readonly output: number;
  /** Of `input`, those read from a cache. */
  readonly cached?: number;
}

/** What a model says, whatever the protocol is. */
export interface ModelAnswer {
  /** Absent: no text at all, as beside tool calls. */
  readonly text?: string;
  /** `reasoning_content` of chat; a thinking block with its signature in messages. */
  readonly reasoning?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Chat only: a refusal instead of a text. */
  readonly refusal?: string;
  /** The protocol's own word (`length`, `max_tokens`, …); default what the reference says for such an answer. */
  readonly stop?: string;
  readonly usage?: ScriptedUsage;
}

/** How an answer crosses the wire. Every part is one HTTP chunk (RFC 9112, 7.1) and so reaches the client as a part of its own. */
export interface Delivery {
  /** Division of texts into the deltas of a stream; default: four characters each, surrogate pairs kept whole. */
  readonly deltas?: (text: string) => readonly string[];
  /** Tool calls of a stream in turns instead of one after the other (chat). */
  readonly interleaved?: boolean;
  /**
   * Where the bytes are cut: at the end of every event (default), after every byte, at the given positions from the start, or after random
   * numbers of bytes, `most` at the most.
   */
  readonly cuts?: 'events' | 'bytes' | readonly number[] | { readonly seed: number; readonly most: number };
  /** Wait before every part; default none. */
  readonly delayMs?: number;
  /** Ends early, after so many bytes. */
  readonly stopAfter?: { readonly bytes: number; readonly how: EarlyEnd };
  /** Line ends of the events; default LF (WHATWG HTML, 9.2.5). */
  readonly lineEnd?: '\n' | '\r\n' | '\r';
  /** Put before the event with this index: `data: ` and half a JSON object. */
  readonly malformedBefore?: number;
  /** Put before the event with this index, and nothing after it: an error event of the protocol. */
  readonly errorBefore?: number;
}

/**
 * - `reset`: the connection breaks
 * - `half-close`: the sender closes its side in the middle of the body
 * - `end`: the body ends properly, the protocol does not
 * - `silence`: nothing more comes, and the connection stays
 */
export type EarlyEnd = 'reset' | 'half-close' | 'end' | 'silence';

/** One scripted reply. */
export type Reply =
  | { readonly answer: ModelAnswer; readonly delivery?: Delivery }
  /** An error answer in the protocol's envelope, or with a body of its own. */
  | {
      readonly error: {
        readonly status: number;
        readonly message?: string;
        readonly headers?: Readonly<Record<string, string>>;
        readonly body?: AnyJson | string;
      };
    }
  /** Any bytes; an iterable is written as fast as the client reads. */
  | {
      readonly raw: {
        readonly status?: number;
        readonly contentType: string;
        readonly parts: Iterable<string | Uint8Array>;
      };
      readonly delivery?: Delivery;
    }
  /** Reads the request and says nothing, or hangs up. */
  | { readonly trouble: 'silence' | 'hang-up' };

/** Text of the last message of the user, in either protocol. */
export function lastUserText(body: JsonObject): string {
  const messages = Array.isArray(body['messages']) ? (body['messages'] as readonly JsonObject[]) : [];
  const content = messages.findLast(({ role }) => role === 'user')?.['content'];
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly JsonObject[])
    .map((part) => part['text'])
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** Division into parts of `size` characters (code points). */
export function partsOf(text: string, size: number): string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
}

/** Division of a text of a stream when the test gives none. */
export const DEFAULT_DELTAS = (text: string): string[] => partsOf(text, 4);

/** Rough count of tokens that both servers report. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
