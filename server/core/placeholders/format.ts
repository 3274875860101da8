/**
 * Crockford's base 32 (https://www.crockford.com/base32.html), in lower case: no i, l, o or u, so that a hash that was read
 * or typed by a person or rewritten by a model can still be told.
 */
export const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Characters of a hash: eight, more where two values of an account would share them. */
export const HASH_LENGTH: Readonly<Record<'normal' | 'longest', number>> = Object.freeze({ normal: 8, longest: 26 });

const EXACT = /^\[\[([a-z][a-z0-9_]{0,30})-([0-9a-hjkmnp-tv-z]{8,26})\]\]$/;
const HASH = /^[0-9a-hjkmnp-tv-z]{8,26}$/;

/** The two parts of a placeholder. */
export interface PlaceholderParts {
  readonly category: string;
  readonly hash: string;
}

/** `[[<category>-<hash>]]` (interface 2.2). */
export function formatPlaceholder(category: string, hash: string): string {
  return `[[${category}-${hash}]]`;
}

/** The parts of a text that is one exact placeholder and nothing else. */
export function parsePlaceholder(text: string): PlaceholderParts | undefined {
  const match = EXACT.exec(text);
  return match === null ? undefined : { category: match[1]!, hash: match[2]! };
}

/** Most significant bits first, the last group filled up with zeros. */
export function encodeBase32(bytes: Uint8Array): string {
  let out = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += ALPHABET[(buffer >> bits) & 31]!;
    }
  }
  return bits === 0 ? out : out + ALPHABET[(buffer << (5 - bits)) & 31]!;
}

/**
 * Reads a hash as Crockford's decoding does: any case, i and l as 1, o as 0. Undefined when it still is no hash.
 */
export function canonicalHash(text: string): string | undefined {
  const folded = text.toLowerCase().replace(/[il]/g, '1').replaceAll('o', '0');
  return HASH.test(folded) ? folded : undefined;
}
