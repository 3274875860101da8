import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import { asksForCitations, type ClientDocument } from '../citations/documents.ts';
import type { MaskableProtocol } from '../types.ts';
import { blockContent, chatPartContent, type PartContent } from './parts.ts';
import type { FileText, RequestFile } from './readings.ts';

/** A body with texts where images and files were. */
export interface ReadableBody {
  readonly body: JsonObject;
  /** Those that answers may cite; none where no citations are asked for. */
  readonly documents: readonly ClientDocument[];
}

/** How the parts of a body are read. */
interface Reading {
  readonly contentOf: (part: JsonObject, param: string) => PartContent;
  readonly read: (file: RequestFile) => Promise<FileText>;
  /** Documents stay documents and are noted here, in their order; null: each becomes a text. */
  readonly documents: ClientDocument[] | null;
}

/**
 * Puts the text of every image and file of the messages in its place, as a text part that says what it was. Where citations are asked for,
 * documents stay documents, with their text as the source.
 * @param read - the text of a file
 */
export async function readFiles(
  protocol: MaskableProtocol,
  body: JsonObject,
  read: (file: RequestFile) => Promise<FileText>,
): Promise<ReadableBody> {
  const { messages, system } = body;
  if (protocol === 'embeddings' || !Array.isArray(messages)) return { body, documents: [] };
  const contentOf = protocol === 'chat' ? chatPartContent : blockContent;
  const documents = protocol === 'messages' && asksForCitations(body) ? [] : null;
  const reading: Reading = { contentOf, read, documents };
  const changed = await mapList(messages as readonly AnyJson[], 'messages', (message, param) =>
    withTexts(message, param, reading),
  );
  const isList = protocol === 'messages' && Array.isArray(system);
  const instructions = isList && {
    system: await partsWithTexts(system as readonly AnyJson[], 'system', { ...reading, documents: null }),
  };
  return { body: { ...body, messages: changed, ...instructions }, documents: documents ?? [] };
}

/** A message, or a block that holds others, with the texts of its parts. */
async function withTexts(holder: JsonObject, param: string, reading: Reading): Promise<JsonObject> {
  const { content, source } = holder;
  if (Array.isArray(content)) {
    const parts = await partsWithTexts(content as readonly AnyJson[], `${param}.content`, reading);
    return { ...holder, content: parts };
  }
  return isJsonObject(source) ? { ...holder, source: await withTexts(source, `${param}.source`, reading) } : holder;
}

function partsWithTexts(parts: readonly AnyJson[], param: string, reading: Reading): Promise<AnyJson[]> {
  return mapList(parts, param, async (part, at) => {
    const content = reading.contentOf(part, at);
    const isDocument = part['type'] === 'document' && reading.documents !== null;
    if (content.kind === 'other') {
      if (isDocument) reading.documents.push(clientDocument(part, null));
      const within = await withTexts(part, at, reading);
      return isDocument ? { ...within, ...titleOf(part) } : within;
    }
    const read = content.kind === 'text' ? { text: content.text, pages: [] } : await reading.read(content.file);
    if (isDocument) {
      reading.documents.push(clientDocument(part, read));
      return { ...part, source: { type: 'text', media_type: 'text/plain', data: read.text }, ...titleOf(part) };
    }
    const isImage = content.kind === 'file' && content.file.kind === 'image';
    const { cache_control: cache } = part;
    const title = heading(isImage, content.kind === 'text' ? content.name : content.file.name);
    return {
      type: 'text',
      text: [title, content.context, read.text].filter((piece) => piece !== '').join('\n\n'),
      ...(cache !== undefined && { cache_control: cache }),
    };
  });
}

function clientDocument({ title }: JsonObject, read: FileText | null): ClientDocument {
  return { title: typeof title === 'string' ? title : null, text: read?.text ?? null, pages: read?.pages ?? [] };
}

/** The title of a document in a form in which values are found in it; citations get the client's own. */
function titleOf({ title }: JsonObject): JsonObject {
  return typeof title === 'string' ? { title: wordsApart(title) } : {};
}

/** Says to the model why there is a text where a file was. */
function heading(isImage: boolean, name: string): string {
  if (isImage) return '[Text read from an attached image; the image itself was not sent.]';
  const title = wordsApart(name);
  return `[Text of an attached file${title === '' ? '' : ` named "${title}"`}; the file itself was not sent.]`;
}

/** The name of a file whose words stand apart, so that a name of a person among them is found. */
function wordsApart(name: string): string {
  return name.replace(/[_-]+/g, ' ');
}

/** One after the other: recognition uses all threads for one file. */
async function mapList(
  list: readonly AnyJson[],
  param: string,
  change: (item: JsonObject, param: string) => Promise<JsonObject>,
): Promise<AnyJson[]> {
  const out: AnyJson[] = [];
  for (const [index, item] of list.entries()) {
    out.push(isJsonObject(item) ? await change(item, `${param}[${index}]`) : item);
  }
  return out;
}
