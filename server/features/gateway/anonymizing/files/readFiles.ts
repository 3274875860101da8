import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import type { MaskableProtocol } from '../types.ts';
import { blockContent, chatPartContent, type PartContent } from './parts.ts';
import type { RequestFile } from './readings.ts';

type ContentOf = (part: JsonObject, param: string) => PartContent;

/**
 * Puts the text of every image and file of the messages in its place, as a text part that says what it was.
 * @param read - the text of a file
 */
export async function readFiles(
  protocol: MaskableProtocol,
  body: JsonObject,
  read: (file: RequestFile) => Promise<string>,
): Promise<JsonObject> {
  const { messages } = body;
  if (protocol === 'embeddings' || !Array.isArray(messages)) return body;
  const contentOf = protocol === 'chat' ? chatPartContent : blockContent;
  const changed = await mapList(messages as readonly AnyJson[], 'messages', (message, param) =>
    withTexts(message, param, contentOf, read),
  );
  const { system } = body;
  const isList = protocol === 'messages' && Array.isArray(system);
  return {
    ...body,
    messages: changed,
    ...(isList && { system: await partsWithTexts(system as readonly AnyJson[], 'system', contentOf, read) }),
  };
}

/** A message, or a block that holds others, with the texts of its parts. */
async function withTexts(
  holder: JsonObject,
  param: string,
  contentOf: ContentOf,
  read: (file: RequestFile) => Promise<string>,
): Promise<JsonObject> {
  const { content, source } = holder;
  if (Array.isArray(content)) {
    const parts = await partsWithTexts(content as readonly AnyJson[], `${param}.content`, contentOf, read);
    return { ...holder, content: parts };
  }
  return isJsonObject(source)
    ? { ...holder, source: await withTexts(source, `${param}.source`, contentOf, read) }
    : holder;
}

function partsWithTexts(
  parts: readonly AnyJson[],
  param: string,
  contentOf: ContentOf,
  read: (file: RequestFile) => Promise<string>,
): Promise<AnyJson[]> {
  return mapList(parts, param, async (part, at) => {
    const content = contentOf(part, at);
    if (content.kind === 'other') return withTexts(part, at, contentOf, read);
    const text = content.kind === 'text' ? content.text : await read(content.file);
    const isImage = content.kind === 'file' && content.file.kind === 'image';
    const { cache_control: cache } = part;
    const title = heading(isImage, content.kind === 'text' ? content.name : content.file.name);
    return {
      type: 'text',
      text: [title, content.context, text].filter((piece) => piece !== '').join('\n\n'),
      ...(cache !== undefined && { cache_control: cache }),
    };
  });
}

/** Says to the model why there is a text where a file was. */
function heading(isImage: boolean, name: string): string {
  if (isImage) return '[Text read from an attached image; the image itself was not sent.]';
  // Words apart, so that a name among them is found.
  const title = name.replace(/[_-]+/g, ' ');
  return `[Text of an attached file${title === '' ? '' : ` named "${title}"`}; the file itself was not sent.]`;
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
