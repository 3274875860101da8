import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import { type RequestFile, unreadable } from './readings.ts';

/** What becomes of a part of a message; `context` is what the client says about the document. */
export type PartContent =
  | { readonly kind: 'file'; readonly file: RequestFile; readonly context: string }
  /** Text that is in the part already. */
  | { readonly kind: 'text'; readonly text: string; readonly name: string; readonly context: string }
  /** No image and no file: it stays as it is. */
  | { readonly kind: 'other' };

const OTHER = Object.freeze({ kind: 'other' } as const);
const RECORDINGS: ReadonlySet<string> = new Set(['input_audio', 'audio', 'video_url', 'input_video']);
const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),(.*)$/s;

/**
 * What a part of a chat message carries.
 * @throws AppError image_not_supported or file_not_supported for what lies elsewhere or cannot be read
 */
export function chatPartContent(part: JsonObject, param: string): PartContent {
  const { type } = part;
  if (type === 'image_url') {
    const image = part['image_url'];
    const url = isJsonObject(image) ? image['url'] : image;
    return fileOf('image', bytesOfUrl('image', url, param), '', param);
  }
  if (type === 'file') {
    const { file_data: data, filename } = isJsonObject(part['file']) ? part['file'] : {};
    if (typeof data !== 'string') {
      throw unreadable('file', param, 'is only named by its identifier; send its content as file_data');
    }
    const bytes = data.startsWith('data:') ? bytesOfUrl('file', data, param) : bytesOfBase64('file', data, param);
    return fileOf('file', bytes, textOf(filename), param);
  }
  if (typeof type === 'string' && RECORDINGS.has(type)) {
    throw unreadable('file', param, 'is a recording, which cannot be anonymized');
  }
  return OTHER;
}

/** What a content block of the messages protocol carries. @throws AppError as {@link chatPartContent} */
export function blockContent(block: JsonObject, param: string): PartContent {
  const { type } = block;
  if (type === 'container_upload') throw unreadable('file', param, 'lies with the provider, where it cannot be read');
  if (type !== 'image' && type !== 'document') return OTHER;
  const kind = type === 'image' ? 'image' : 'file';
  const source = isJsonObject(block['source']) ? block['source'] : {};
  const { type: place, data } = source;
  if (place === 'content' && type === 'document') return OTHER;
  const name = textOf(block['title']);
  const context = textOf(block['context']);
  if (place === 'text' && typeof data === 'string') return { kind: 'text', text: data, name, context };
  if (place !== 'base64') throw unreadable(kind, param, 'lies elsewhere; send its content as base64');
  return fileOf(kind, bytesOfBase64(kind, data, param), name, param, context);
}

function fileOf(kind: 'image' | 'file', bytes: Uint8Array, name: string, param: string, context = ''): PartContent {
  return { kind: 'file', file: { kind, bytes, name, param }, context };
}

function textOf(value: AnyJson | undefined): string {
  return typeof value === 'string' ? value : '';
}

function bytesOfUrl(kind: 'image' | 'file', url: AnyJson | undefined, param: string): Uint8Array {
  const match = typeof url === 'string' ? DATA_URL.exec(url) : null;
  if (match === null) throw unreadable(kind, param, 'lies at an address; send its content as a data URL');
  const [, , parameters, data] = match;
  if (/;base64$/i.test(parameters!)) return bytesOfBase64(kind, data, param);
  try {
    return Buffer.from(decodeURIComponent(data!), 'utf8');
  } catch (error) {
    throw unreadable(kind, param, 'is not encoded as its data URL says', error);
  }
}

function bytesOfBase64(kind: 'image' | 'file', data: AnyJson | undefined, param: string): Uint8Array {
  if (typeof data !== 'string' || !/^[A-Za-z0-9+/_=\s-]+$/.test(data)) {
    throw unreadable(kind, param, 'is not encoded in base64');
  }
  return Buffer.from(data, 'base64');
}
