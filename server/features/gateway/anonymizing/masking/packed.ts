import { isUtf8 } from 'node:buffer';
import type { Encoded } from './decoding.ts';

/** Runs of the alphabets of base64 and base64url (RFC 4648) that could hold a word. */
const TOKENS = /[A-Za-z0-9+/_-]{12,}={0,2}/g;
/** Even the shortest text is worth a look: a name has few letters. */
const LEAST_LETTERS = 4;
const LEAST_SHARE = 0.6;
const HEX = /^[0-9a-f]{12,}$/i;

/** Texts that are packed into characters of a text. What decodes to no readable text is left alone. */
export function findPacked(text: string): Encoded[] {
  const found: Encoded[] = [];
  for (const match of text.matchAll(TOKENS)) {
    const [token] = match;
    const says =
      (token.length % 2 === 0 && HEX.test(token) ? readable(Buffer.from(token, 'hex')) : undefined) ??
      readable(fromBase64(token));
    if (says !== undefined) found.push({ start: match.index, end: match.index + token.length, says });
  }
  return found;
}

function fromBase64(token: string): Buffer {
  return Buffer.from(token, 'base64');
}

/** Shorter texts could be a name or a number. */
const LEAST_OPAQUE = 40;

/** Whether a text is bytes in base64 that nobody can read: encrypted, or signed. */
export function isOpaque(text: string): boolean {
  if (text.length < LEAST_OPAQUE || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return false;
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && findPacked(text).length === 0;
}

/** Bytes as text, when they are one that a person could read. */
function readable(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  if (/[\0-\x08\x0e-\x1f\x7f]/.test(text)) return undefined;
  const letters = text.match(/[\p{L}\p{N}\s]/gu)?.length ?? 0;
  return letters >= LEAST_LETTERS && letters >= text.length * LEAST_SHARE ? text : undefined;
}

/**
 * First bytes of files, in base64: JPEG, PNG, GIF, PDF, ZIP and the office formats, WebP and WAV, TIFF, old office formats, MP3, Ogg, WebM
 * and MP4.
 */
const FILE_STARTS =
  /^(?:\/9j\/|iVBORw0KGgo|R0lGOD|JVBERi0|UEsDB|UklGR|SUkqA|TU0AK|0M8R4KGx|SUQz|\/\/u[Qk]|T2dnUw|GkXfo|AAAA[\w+/]{3}mdHlw)/;
const LONG_TOKEN = /[A-Za-z0-9+/]{200,}/g;

/** What stands before the data of an address (RFC 2397). */
const DATA = /data:/i;
const TEXT_TYPE = /^data:text\/[-+.a-z0-9]/i;
const MEDIA_TYPE_AT_END = /data:[a-z]+\/[-+.a-z0-9]+$/i;

/** The heads of all data addresses of a text, each from the first `data:` behind a comma or white space up to the next comma. */
function dataHeads(text: string): string[] {
  const heads: string[] = [];
  // Each run is looked at once: a pattern that tried every `data:` would read to the end of the text for each of them.
  for (const [run, stretch, comma] of text.matchAll(/([^,\s]+)(,?)/g)) {
    const at = comma === '' ? -1 : run.search(DATA);
    if (at !== -1) heads.push(stretch!.slice(at));
  }
  return heads;
}

/** Whether a head says a media type and base64; what stands before the media type may be anything. */
function isPacked(head: string): boolean {
  const parts = head.split(';');
  if (parts.pop()?.toLowerCase() !== 'base64') return false;
  for (let part = parts.pop(); part !== undefined && part !== ''; part = parts.pop()) {
    if (MEDIA_TYPE_AT_END.test(part)) return true;
  }
  return false;
}

/** Whether a text carries a picture or a document that nobody has read. */
export function carriesFile(text: string): boolean {
  const heads = dataHeads(text);
  if (heads.some(isPacked) && !heads.every((head) => TEXT_TYPE.test(head))) return true;
  return [...text.matchAll(LONG_TOKEN)].some(([token]) => FILE_STARTS.test(token));
}
