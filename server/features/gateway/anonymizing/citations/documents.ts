import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import type { Mapping } from '../../../../core/placeholders/assign.ts';
import { createSentText, type SentText } from './sentText.ts';

/** Where a page of a document begins in its text, in UTF-16 code units. */
export interface PageStart {
  readonly start: number;
  /** From 1. */
  readonly number: number;
}

/** A document of a request that an answer may cite, as the client knows it. */
export interface ClientDocument {
  /** null: it has none. */
  readonly title: string | null;
  /** null: a list of blocks, of which citations name the numbers. */
  readonly text: string | null;
  /** Empty where it has no pages, or the client sent a text. */
  readonly pages: readonly PageStart[];
}

/** The same document as it left. */
export interface SentDocument extends Pick<ClientDocument, 'pages'> {
  /** What the client is told. */
  readonly title: AnyJson;
  readonly sentTitle: AnyJson;
  /** null as in {@link ClientDocument}. */
  readonly text: SentText | null;
}

/**
 * The documents of a masked body, in the order in which citations number them.
 * @param documents - those of the request before it was masked, in the same order
 * @param deanonymize - false: the client gets what was sent
 */
export function sentDocuments(
  documents: readonly ClientDocument[],
  { body, mappings }: { readonly body: JsonObject; readonly mappings: readonly Mapping[] },
  deanonymize: boolean,
): SentDocument[] {
  if (documents.length === 0) return [];
  const originals = new Map(mappings.map(({ hash, original }) => [hash, original]));
  const sent = [...documentBlocks(body['messages'])];
  if (sent.length !== documents.length) throw new Error('the masked body has other documents than the request');
  return sent.map((block, index) => {
    const { title, text, pages } = documents[index]!;
    const { title: sentTitle = null, source } = block;
    const data = isJsonObject(source) ? source['data'] : undefined;
    const isText = text !== null && typeof data === 'string';
    return {
      ...{ title: deanonymize ? title : sentTitle, sentTitle, pages },
      text: isText ? createSentText(text, data, originals) : null,
    };
  });
}

/** The documents of messages and of the results of tools, in their order. */
function* documentBlocks(value: AnyJson | undefined): Generator<JsonObject> {
  if (!Array.isArray(value)) return;
  for (const item of value as readonly AnyJson[]) {
    if (!isJsonObject(item)) continue;
    if (item['type'] === 'document') yield item;
    yield* documentBlocks(item['content']);
  }
}

/**
 * Whether citations of its documents are asked for (https://docs.anthropic.com/en/docs/build-with-claude/citations): then all of them have to be
 * sent as documents, because citations name them by their numbers.
 */
export function asksForCitations(body: JsonObject): boolean {
  return [...documentBlocks(body['messages'])].some(
    ({ citations }) => isJsonObject(citations) && citations['enabled'] === true,
  );
}
