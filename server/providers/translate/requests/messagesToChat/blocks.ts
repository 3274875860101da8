import type { AnyJson, JsonObject } from '../../../json.ts';
import { isJsonObject } from '../../../json.ts';
import { dataUrl } from '../../common/media.ts';
import { listOf, objectOf, textOf } from '../../common/read.ts';
import { refusal } from '../../common/refuse.ts';

/** The blocks of a message's content; a text stands for one block. */
export function blocksOf(content: AnyJson | undefined, at: string): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content).map((block, index) => {
    if (!isJsonObject(block)) throw refusal(`${at}.${index}`, 'A content block must be an object.');
    return block;
  });
}

/**
 * A block of a user's content as parts of a chat message. Cache marks have no place there: the servers find repeated beginnings
 * themselves.
 * @param at - where the block stands in the client's body
 */
export function contentParts(block: JsonObject, at: string): readonly JsonObject[] {
  switch (textOf(block['type'])) {
    case 'text':
      return textParts(textOf(block['text']));
    case 'image':
      return [imagePart(objectOf(block['source']), at)];
    case 'document':
      return documentParts(block, at);
    case 'search_result': {
      const content = blocksOf(block['content'], `${at}.content`).map((item) => textOf(item['text']));
      return textParts([textOf(block['title']), textOf(block['source']), ...content].join('\n'));
    }
    default:
      throw refusal(`${at}.type`, 'The provider of this model does not take content blocks of this type.');
  }
}

function textParts(text: string): readonly JsonObject[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function imagePart(source: JsonObject, at: string): JsonObject {
  switch (textOf(source['type'])) {
    case 'base64': {
      const url = dataUrl({ mediaType: textOf(source['media_type']), base64: textOf(source['data']) });
      return { type: 'image_url', image_url: { url } };
    }
    case 'url':
      return { type: 'image_url', image_url: { url: textOf(source['url']) } };
    default:
      throw refusal(
        `${at}.source.type`,
        'Images stored at a provider cannot be used here: send their data or their address.',
        'image_not_supported',
      );
  }
}

function documentParts(block: JsonObject, at: string): readonly JsonObject[] {
  const source = objectOf(block['source']);
  const title = textOf(block['title']);
  switch (textOf(source['type'])) {
    case 'base64': {
      const fileData = dataUrl({ mediaType: textOf(source['media_type']), base64: textOf(source['data']) });
      return [{ type: 'file', file: { filename: title || 'document.pdf', file_data: fileData } }];
    }
    case 'text':
      return textParts([title, textOf(source['data'])].filter((text) => text !== '').join('\n\n'));
    case 'content': {
      const within = `${at}.source.content`;
      const content = blocksOf(source['content'], within);
      return [...textParts(title), ...content.flatMap((item, index) => contentParts(item, `${within}.${index}`))];
    }
    default:
      throw refusal(`${at}.source.type`, 'Documents must come with their data.', 'file_not_supported');
  }
}

/** Content of a chat message: a plain text where there is one part of text only, as the simplest servers want it. */
export function chatContent(parts: readonly JsonObject[]): AnyJson {
  const [first, ...others] = parts;
  if (first === undefined) return '';
  return first['type'] === 'text' && others.length === 0 ? textOf(first['text']) : parts;
}
