import type { AnyJson, JsonObject } from '../../../json.ts';
import { isJsonObject } from '../../../json.ts';
import { decodeText, IMAGE_TYPES, isTextType, readDataUrl, readFileData } from '../../common/media.ts';
import { listOf, objectOf, present, textOf } from '../../common/read.ts';
import { refusal } from '../../common/refuse.ts';

/**
 * Content of a chat message as blocks of the messages protocol. Empty texts are left out: the protocol refuses them.
 * @param path - where the content stands in the client's body
 */
export function contentBlocks(content: AnyJson | undefined, path: string): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content).flatMap((part, index) => {
    const at = `${path}[${index}]`;
    if (!isJsonObject(part)) throw refusal(at, 'A content part must be an object.');
    const block = partBlock(part, at);
    return block === undefined ? [] : [{ ...block, ...cacheControl(part) }];
  });
}

function partBlock(part: JsonObject, at: string): JsonObject | undefined {
  switch (textOf(part['type'])) {
    case 'text':
      return textBlock(textOf(part['text']));
    case 'refusal':
      return textBlock(textOf(part['refusal']));
    case 'image_url':
      return imageBlock(part['image_url'], at);
    case 'file':
      return fileBlock(objectOf(part['file']), at);
    default:
      throw refusal(`${at}.type`, 'The provider of this model does not take content parts of this type.');
  }
}

function textBlock(text: string): JsonObject | undefined {
  return text === '' ? undefined : { type: 'text', text };
}

function imageBlock(image: AnyJson | undefined, at: string): JsonObject {
  const param = `${at}.image_url`;
  const url = typeof image === 'string' ? image : textOf(objectOf(image)['url']);
  const media = readDataUrl(url);
  if (media !== undefined) return encodedImage(media.mediaType, media.base64, param);
  if (!/^https?:\/\//i.test(url)) {
    throw refusal(param, 'An image must be a data URL or an http(s) address.', 'image_not_supported');
  }
  return { type: 'image', source: { type: 'url', url } };
}

function encodedImage(mediaType: string, data: string, param: string): JsonObject {
  const type = mediaType === 'image/jpg' ? 'image/jpeg' : mediaType;
  if (!IMAGE_TYPES.has(type)) {
    throw refusal(param, 'Images must be JPEG, PNG, GIF or WebP.', 'image_not_supported');
  }
  return { type: 'image', source: { type: 'base64', media_type: type, data } };
}

function fileBlock(file: JsonObject, at: string): JsonObject {
  const param = `${at}.file`;
  const data = textOf(file['file_data']);
  if (data === '') {
    throw refusal(param, 'Files stored at a provider cannot be used here: send file_data.', 'file_not_supported');
  }
  const filename = textOf(file['filename']);
  const { mediaType, base64 } = readFileData(data, filename);
  if (mediaType.startsWith('image/')) return encodedImage(mediaType, base64, param);
  const title = present({ title: filename || null });
  if (mediaType === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type: mediaType, data: base64 }, ...title };
  }
  const text = isTextType(mediaType) ? decodeText(base64) : undefined;
  if (text === undefined) {
    throw refusal(param, 'The provider of this model takes PDF and text files only.', 'file_not_supported');
  }
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, ...title };
}

/**
 * The cache mark of a part, a message or a tool: Anthropic's own `cache_control`, which clients of chat completions send as an
 * extension, or OpenAI's `prompt_cache_breakpoint`, whose lifetimes of 30 minutes and more come nearest to one hour.
 */
export function cacheControl(marked: JsonObject): JsonObject {
  if (isJsonObject(marked['cache_control'])) return { cache_control: marked['cache_control'] };
  const breakpoint = marked['prompt_cache_breakpoint'];
  if (!isJsonObject(breakpoint)) return {};
  return { cache_control: { type: 'ephemeral', ...present({ ttl: breakpoint['ttl'] === undefined ? null : '1h' }) } };
}
