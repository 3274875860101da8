import { countCharacters } from '../../../contract/characters.ts';
import { LIMITS } from '../../../contract/limits.ts';

/** Control characters, slashes, and lone surrogates, which no UTF-8 holds. */
const FORBIDDEN = /[\p{Cc}\p{Cs}/\\]/u;

/**
 * What is not seen: embeddings, overrides and isolates of bidirectional text (UAX #9), which make `gpj.exe` read as `exe.jpg`, and characters
 * without width, by which two names look the same (UTS #39, 5.4). The two joiners are looked at below, by what stands beside them.
 */
const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]/u;

/** The signs that join or silence consonants (Canonical_Combining_Class Virama), of the scripts in use in India and around it. */
const VIRAMA =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0f84\\u1039\\u103a\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab\\ua953\\ua9c0\\uabed';
const CURSIVE =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Mandaic}\\p{Script=Adlam}]';
/**
 * Joiners that change what is seen. Persian and the scripts of India do not do without them, so they stand where RFC 5892, appendix A.1 and A.2 (the rules
 * for domain names) have them: behind a virama, and the non-joiner also between letters that join. UTS #51 adds pictures joined into one.
 */
const JOINERS_IN_PLACE = new RegExp(
  `(?<=[${VIRAMA}])[\\u200c\\u200d]|(?<=${CURSIVE}\\p{M}{0,8})\\u200c(?=\\p{M}{0,8}${CURSIVE})|(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})`,
  'gu',
);
const JOINER = /[\u200c\u200d]/;

/** Names of devices in Windows, with any extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const RESERVED_BY_WINDOWS = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\.|$)/iu;

/** Whether a node can have this name: NFC, without spaces at its ends (decisions 5, rights 3). */
export function isNodeName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    countCharacters(name) <= LIMITS.nodeNameCharacters &&
    !FORBIDDEN.test(name) &&
    !INVISIBLE.test(name) &&
    !(JOINER.test(name) && JOINER.test(name.replace(JOINERS_IN_PLACE, ''))) &&
    !RESERVED_BY_WINDOWS.test(name)
  );
}
