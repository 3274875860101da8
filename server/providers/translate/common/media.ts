/** Bytes in base64 with their media type. */
export interface EncodedMedia {
  /** Lower case, without parameters. */
  readonly mediaType: string;
  readonly base64: string;
}

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/i;

/** Reads a `data:` URL (RFC 2397); undefined when `url` is none. Percent-encoded data comes back in base64 too. */
export function readDataUrl(url: string): EncodedMedia | undefined {
  const match = DATA_URL.exec(url);
  if (match === null) return undefined;
  const mediaType = (match[1] ?? '').trim().toLowerCase();
  const data = url.slice(match[0].length);
  if (/;\s*base64$/i.test(match[2] ?? '')) return { mediaType, base64: data };
  try {
    return { mediaType, base64: Buffer.from(decodeURIComponent(data), 'utf8').toString('base64') };
  } catch {
    return undefined;
  }
}

export function dataUrl(media: EncodedMedia): string {
  return `data:${media.mediaType};base64,${media.base64}`;
}

/** The text of base64 bytes in UTF-8; undefined when they are no UTF-8. */
export function decodeText(base64: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

const TYPES_BY_EXTENSION: Readonly<Record<string, string>> = Object.freeze({
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  xml: 'text/xml',
  json: 'application/json',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
});

/** `%PDF-` in base64. */
const PDF_START = 'JVBERi0';

/** The media of a chat completions file part: a data URL, or bare base64 whose type its first bytes or its name tell. */
export function readFileData(fileData: string, filename: string): EncodedMedia {
  const media = readDataUrl(fileData);
  if (media !== undefined && media.mediaType !== '' && media.mediaType !== 'application/octet-stream') return media;
  const base64 = media?.base64 ?? fileData;
  if (base64.startsWith(PDF_START)) return { mediaType: 'application/pdf', base64 };
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  return { mediaType: TYPES_BY_EXTENSION[extension] ?? 'application/octet-stream', base64 };
}

/** True for media types whose bytes are text for people and models. */
export function isTextType(mediaType: string): boolean {
  return mediaType.startsWith('text/') || mediaType === 'application/json' || mediaType === 'application/xml';
}

/** The image types that both protocols take. */
export const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
