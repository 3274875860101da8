/**
 * Number of words: runs without white space that hold a letter or a digit. One linear pass; a dictionary-based count would take
 * many times longer on a text of five million characters.
 */
export function countWords(text: string): number {
  let words = 0;
  let counted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) counted = false;
    else if (!counted && isWordCharacter(code, text, at)) {
      counted = true;
      words += 1;
    }
  }
  return words;
}

function isSpace(code: number): boolean {
  return (
    code <= 0x20 ||
    code === 0xa0 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x3000
  );
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

function isWordCharacter(code: number, text: string, at: number): boolean {
  if (code < 0x80) return (code >= 0x30 && code <= 0x39) || ((code | 0x20) - 0x61 < 26 && (code | 0x20) >= 0x61);
  return WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(at)!));
}
