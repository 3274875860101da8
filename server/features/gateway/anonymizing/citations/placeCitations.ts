import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import { mapObject } from '../restoring/leaves.ts';
import type { SentDocument } from './documents.ts';

/**
 * Gives the citations that come back with earlier answers their places in what is sent now. One whose place is not there any more is left out:
 * the text that it belonged to says the same without it.
 * @param body - masked, of the messages protocol
 */
export function placeCitations(body: JsonObject, documents: readonly SentDocument[]): JsonObject {
  const { messages } = body;
  return Array.isArray(messages) ? { ...body, messages: inList(messages as readonly AnyJson[], documents) } : body;
}

/** Messages, or blocks of which some hold others. */
function inList(list: readonly AnyJson[], documents: readonly SentDocument[]): AnyJson[] {
  return list.map((item): AnyJson => {
    if (!isJsonObject(item)) return item;
    return mapObject(item, (name, value): AnyJson => {
      if (!Array.isArray(value) || (name !== 'content' && name !== 'citations')) return value;
      const items = value as readonly AnyJson[];
      if (name === 'content') return inList(items, documents);
      return items.flatMap((citation) => placed(citation, documents) ?? []);
    });
  });
}

/** null: it has no place. */
function placed(citation: AnyJson, documents: readonly SentDocument[]): AnyJson {
  if (!isJsonObject(citation)) return citation;
  const { type, document_index: index } = citation;
  if (index === undefined) return citation;
  const document = typeof index === 'number' ? documents[index] : undefined;
  if (document === undefined) return null;
  const titled = { ...citation, document_title: document.sentTitle };
  if (document.text === null) return type === 'content_block_location' ? titled : null;
  const range = rangeOf(citation, document);
  if (range === null) return null;
  return {
    ...{ type: 'char_location', document_index: index, document_title: document.sentTitle },
    ...{ cited_text: range.text, start_char_index: range.start, end_char_index: range.end },
  };
}

function rangeOf(citation: JsonObject, { text, pages }: SentDocument) {
  const { type, cited_text: cited } = citation;
  const { start_char_index: start, end_char_index: end, start_page_number: page } = citation;
  if (type === 'char_location' && typeof start === 'number' && typeof end === 'number') {
    return text!.inSent({ start, end });
  }
  if (type !== 'page_location' || typeof cited !== 'string') return null;
  const from = pages.find(({ number }) => number === page);
  return from === undefined ? null : text!.find(cited, from.start);
}
