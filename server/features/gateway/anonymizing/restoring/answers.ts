import { type AnyJson, isJsonObject, type JsonObject, type ProviderProtocol } from '../../../../providers/types.ts';
import type { SentDocument } from '../citations/documents.ts';
import { restoreCitation } from '../citations/restoreCitation.ts';
import { restoreAnnotations } from './annotations.ts';
import { forTools, nameOf, type RestoreBook } from './book.ts';
import { restoreJsonText } from './jsonRestorer.ts';
import { mapObject, restoreInput, restoreLeaves } from './leaves.ts';
import { restoreLogprobs } from './logprobs.ts';
import type { ThinkingSeal } from './seal.ts';
import { mapEncrypted } from './stamps.ts';
import { restoreText } from './textRestorer.ts';

/** What blocks of the messages protocol need beside the values. */
export interface BlockTools {
  readonly seal: ThinkingSeal;
  /** Those of the request that answers may cite. */
  readonly documents: readonly SentDocument[];
}

/** Puts the originals into a whole answer: every text of it, names and arguments of tool calls by their own rules. */
export function restoreAnswer(
  protocol: ProviderProtocol,
  body: JsonObject,
  book: RestoreBook,
  tools: BlockTools,
): JsonObject {
  return mapObject(body, (name, value) => {
    if (protocol === 'messages' && name === 'content')
      return listOf(value, (block) => restoreBlock(block, book, tools));
    if (protocol === 'chat' && name === 'choices') return listOf(value, (choice) => restoreChoice(choice, book));
    return restoreLeaves(value, book);
  });
}

function listOf(value: AnyJson, change: (item: JsonObject) => AnyJson): AnyJson {
  if (!Array.isArray(value)) return value;
  return (value as readonly AnyJson[]).map((item) => (isJsonObject(item) ? change(item) : item));
}

function restoreChoice(choice: JsonObject, book: RestoreBook): JsonObject {
  return mapObject(choice, (name, value) => {
    if (name === 'logprobs' && isJsonObject(value)) return restoreLogprobs(value, book);
    if (name !== 'message' || !isJsonObject(value)) return restoreLeaves(value, book);
    const written = typeof value['content'] === 'string' ? value['content'] : '';
    return mapObject(value, (field, content) => {
      if (field === 'annotations') return restoreAnnotations(content, written, book);
      if (field === 'tool_calls') return listOf(content, (call) => restoreCall(call, book));
      if (field === 'function_call' && isJsonObject(content)) return restoreFunction(content, book);
      return restoreLeaves(content, book);
    });
  });
}

function restoreCall(call: JsonObject, book: RestoreBook): JsonObject {
  return mapObject(call, (name, value) =>
    (name === 'function' || name === 'custom') && isJsonObject(value)
      ? restoreFunction(value, book)
      : restoreLeaves(value, book),
  );
}

/** A function with JSON arguments, or a custom tool with free text. */
export function restoreFunction(called: JsonObject, book: RestoreBook): JsonObject {
  return mapObject(called, (name, value) => {
    if (typeof value !== 'string') return name === 'arguments' ? restoreInput(value, book) : restoreLeaves(value, book);
    if (name === 'name') return nameOf(value, book);
    return name === 'arguments' ? restoreJsonText(value, book) : restoreText(value, forTools(book));
  });
}

/** A content block of the messages protocol. */
export function restoreBlock(block: JsonObject, book: RestoreBook, { seal, documents }: BlockTools): JsonObject {
  const { type, thinking, signature } = block;
  const restored = mapObject(block, (name, value) => {
    if (type === 'thinking' && name === 'signature' && typeof thinking === 'string' && typeof signature === 'string') {
      return signature === '' ? signature : seal.seal({ thinking, signature });
    }
    if (name === 'name' && typeof value === 'string') return nameOf(value, book);
    if (name === 'citations') return listOf(value, (citation) => restoreCitation(citation, documents, book));
    return name === 'input' ? restoreInput(value, book) : restoreLeaves(value, book);
  });
  return mapEncrypted(restored, (encrypted) => seal.stamp(encrypted)) as JsonObject;
}
