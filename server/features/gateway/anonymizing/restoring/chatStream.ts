import { isJsonObject, type AnyJson, type JsonObject, type ServerSentEvent } from '../../../../providers/types.ts';
import type { StreamTransform } from '../../../../providers/types.ts';
import { restoreAnnotations } from './annotations.ts';
import { forTools, nameOf, type RestoreBook } from './book.ts';
import { createPartsRestorer, type PartsRestorer } from './contentParts.ts';
import { dataOf, objectsOf, withData } from './events.ts';
import { createJsonRestorer } from './jsonRestorer.ts';
import { mapObject, restoreLeaves } from './leaves.ts';
import { createLogprobsRestorer, type LogprobsRestorer } from './logprobs.ts';
import type { PieceRestorer } from './pieces.ts';
import { createTextRestorer } from './textRestorer.ts';

/** Fields of a delta that carry text piece by piece; the last two are those of providers that show their model's reasoning. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['content', 'refusal', 'reasoning_content', 'reasoning']);
/** Fields of a delta that some servers fill with lists of parts, each delta with more of them. */
const PART_FIELDS: ReadonlySet<string> = new Set([...TEXT_FIELDS, 'reasoning_details']);

/** One text of an answer that comes in pieces, and how a piece of it is wrapped. */
interface Channel {
  readonly restorer: PieceRestorer;
  /** A delta that carries a piece. */
  readonly wrap: (piece: string) => JsonObject;
}

/** What is being read of one choice. */
interface Channels {
  readonly texts: Map<string, Channel>;
  /** By field. */
  readonly lists: Map<string, PartsRestorer>;
  /** Deltas that have to leave before the one that is being read. */
  readonly early: JsonObject[];
  /** By field. */
  readonly logprobs: Map<string, LogprobsRestorer>;
  /** The content as the model wrote it, which annotations point into. */
  written: string;
}

/**
 * Restores the chunks of a streamed chat completion, text by text (choice and field, or choice and tool call). What was held back leaves before
 * the chunk that ends its choice.
 */
export function createChatStream(book: RestoreBook): StreamTransform {
  const choices = new Map<number, Channels>();
  let last: { readonly event: ServerSentEvent; readonly chunk: JsonObject } | null = null;

  const channelsOf = (index: number): Channels => {
    const channels: Channels = choices.get(index) ?? newChannels();
    choices.set(index, channels);
    return channels;
  };
  /** Ends every channel of a choice; one chunk for each that still held something. */
  const flush = (index: number, event: ServerSentEvent, chunk: JsonObject): ServerSentEvent[] => {
    const { texts, lists, logprobs } = channelsOf(index);
    const pieces = [...texts.values()].flatMap(({ restorer, wrap }) => {
      const piece = restorer.end();
      return piece === '' ? [] : [wrap(piece)];
    });
    const parts = [...lists].flatMap(([name, list]): JsonObject[] => {
      const held = list.end();
      return held.length === 0 ? [] : [{ [name]: held }];
    });
    const tokens = [...logprobs].flatMap(([name, list]): [string, AnyJson][] => {
      const held = list.end();
      return held.length === 0 ? [] : [[name, held]];
    });
    choices.delete(index);
    return [
      ...[...pieces, ...parts].map((delta) => withData(event, chunkWith(chunk, index, delta))),
      ...(tokens.length === 0
        ? []
        : [withData(event, chunkWith(chunk, index, {}, { logprobs: Object.fromEntries(tokens) }))]),
    ];
  };
  const flushAll = (): ServerSentEvent[] =>
    last === null ? [] : [...choices.keys()].flatMap((index) => flush(index, last!.event, last!.chunk));

  return {
    push(event) {
      const chunk = dataOf(event);
      if (chunk === undefined) return [...flushAll(), event];
      if (!Array.isArray(chunk['choices'])) return [withData(event, restored(chunk, book))];
      last = { event, chunk };
      const before: ServerSentEvent[] = [];
      const kept = objectsOf(chunk['choices']).flatMap((choice) => {
        const index = typeof choice['index'] === 'number' ? choice['index'] : 0;
        const channels = channelsOf(index);
        const changed = restoreChoice(choice, book, channels);
        before.push(...channels.early.splice(0).map((delta) => withData(event, chunkWith(chunk, index, delta))));
        if (!isEnd(choice)) return hasContent(choice, changed) ? [changed] : [];
        // The last chunk may carry text itself: it goes first, so that what follows it stays in order.
        const tokens: JsonObject = isJsonObject(changed['logprobs']) ? { logprobs: changed['logprobs'] } : {};
        const tail = hasDelta(changed)
          ? [withData(event, chunkWith(chunk, index, changed['delta'] as JsonObject, tokens))]
          : [];
        const rest = flush(index, event, chunk);
        if (rest.length === 0) return [changed];
        before.push(...tail, ...rest);
        return [{ ...changed, delta: {}, ...(tail.length > 0 && 'logprobs' in tokens && { logprobs: null }) }];
      });
      const isEmptied = kept.length === 0 && chunk['choices'].length > 0 && !isJsonObject(chunk['usage']);
      return isEmptied ? before : [...before, withData(event, { ...restored(chunk, book), choices: kept })];
    },
    end: flushAll,
  };
}

/** All of a chunk but its choices. */
function restored(chunk: JsonObject, book: RestoreBook): JsonObject {
  return mapObject(chunk, (name, value) => (name === 'choices' ? value : restoreLeaves(value, book)));
}

function isEnd(choice: JsonObject): boolean {
  return choice['finish_reason'] !== undefined && choice['finish_reason'] !== null;
}

function hasDelta(choice: JsonObject): boolean {
  return isJsonObject(choice['delta']) && Object.keys(choice['delta']).length > 0;
}

/** false for a choice whose whole delta is held back. */
function hasContent(before: JsonObject, after: JsonObject): boolean {
  return hasDelta(after) || !hasDelta(before);
}

/** A chunk of the same answer with one delta. */
function chunkWith(chunk: JsonObject, index: number, delta: JsonObject, more: JsonObject = {}): JsonObject {
  const { usage, ...head } = chunk;
  const choice = { index, delta, ...more, finish_reason: null };
  // Providers that tell the usage say null in all chunks but the last one.
  return { ...head, choices: [choice], ...(usage !== undefined && { usage: null }) };
}

function restoreChoice(choice: JsonObject, book: RestoreBook, channels: Channels): JsonObject {
  return mapObject(choice, (name, value) => {
    if (name === 'delta' && isJsonObject(value)) return restoreDelta(value, book, channels);
    if (name === 'logprobs' && isJsonObject(value)) return restoreTokens(value, book, channels);
    return restoreLeaves(value, book);
  });
}

/** The tokens of a delta; those of a text that is held back are held back with it. */
function restoreTokens(logprobs: JsonObject, book: RestoreBook, channels: Channels): JsonObject {
  return mapObject(logprobs, (name, value) => {
    if (!Array.isArray(value)) return value;
    const list = channels.logprobs.get(name) ?? createLogprobsRestorer(book);
    channels.logprobs.set(name, list);
    return list.push(value as readonly AnyJson[]);
  });
}

function newChannels(): Channels {
  return { texts: new Map(), lists: new Map(), early: [], logprobs: new Map(), written: '' };
}

function restoreDelta(delta: JsonObject, book: RestoreBook, channels: Channels): JsonObject {
  if (typeof delta['content'] === 'string') channels.written += delta['content'];
  return mapObject(delta, (name, value) => {
    if (name === 'annotations') return restoreAnnotations(value, channels.written, book);
    if (TEXT_FIELDS.has(name) && typeof value === 'string') {
      endList(channels, name);
      return pieceOf(channels, name, value, () => ({
        restorer: createTextRestorer(book),
        wrap: (piece) => ({ [name]: piece }),
      }));
    }
    if (PART_FIELDS.has(name) && Array.isArray(value)) {
      endText(channels, name);
      const list = channels.lists.get(name) ?? createPartsRestorer(book);
      channels.lists.set(name, list);
      const parts = list.push(value as readonly AnyJson[]);
      return parts.length === 0 && value.length > 0 ? undefined : parts;
    }
    if (name === 'tool_calls' && Array.isArray(value)) {
      const calls = objectsOf(value).flatMap((call) => restoreCall(call, book, channels));
      return calls.length === 0 && value.length > 0 ? undefined : calls;
    }
    if (name === 'function_call' && isJsonObject(value)) {
      const called = restorePart(value, book, channels, name, (part) => ({ function_call: part }));
      return Object.keys(called).length === 0 ? undefined : called;
    }
    return restoreLeaves(value, book);
  });
}

/** Ends the list of a field that goes on as a text. */
function endList({ lists, early }: Channels, name: string): void {
  const held = lists.get(name)?.end() ?? [];
  if (held.length > 0) early.push({ [name]: held });
}

/** Ends the text of a field that goes on as a list. */
function endText({ texts, early }: Channels, name: string): void {
  const text = texts.get(name);
  const held = text?.restorer.end() ?? '';
  if (text !== undefined && held !== '') early.push(text.wrap(held));
}

/** A piece of a tool call; none when all of it is held back. */
function restoreCall(call: JsonObject, book: RestoreBook, channels: Channels): JsonObject[] {
  const index = typeof call['index'] === 'number' ? call['index'] : 0;
  const changed = mapObject(call, (name, value) => {
    if ((name !== 'function' && name !== 'custom') || !isJsonObject(value)) return restoreLeaves(value, book);
    const wrap = (part: JsonObject) => ({ tool_calls: [{ index, [name]: part }] });
    const part = restorePart(value, book, channels, `${index}/${name}`, wrap);
    return Object.keys(part).length === 0 && Object.keys(value).length > 0 ? undefined : part;
  });
  return Object.keys(changed).some((name) => name !== 'index') ? [changed] : [];
}

/** The function of a call, whose arguments are JSON, or a custom tool, whose input is text. */
function restorePart(
  part: JsonObject,
  book: RestoreBook,
  channels: Channels,
  key: string,
  wrap: (part: JsonObject) => JsonObject,
): JsonObject {
  return mapObject(part, (name, value) => {
    if (typeof value !== 'string') return restoreLeaves(value, book);
    if (name === 'name') return nameOf(value, book);
    return pieceOf(channels, `${key}/${name}`, value, () => ({
      restorer: name === 'arguments' ? createJsonRestorer(book) : createTextRestorer(forTools(book)),
      wrap: (piece) => wrap({ [name]: piece }),
    }));
  });
}

/** What is certain of a channel after one more piece; undefined when the piece is held back as a whole. */
function pieceOf(channels: Channels, key: string, piece: string, make: () => Channel): AnyJson | undefined {
  const channel = channels.texts.get(key) ?? make();
  channels.texts.set(key, channel);
  const out = channel.restorer.push(piece);
  return out === '' && piece !== '' ? undefined : out;
}
