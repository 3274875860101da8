import type { PdfString } from './values.ts';

/** PDFDocEncoding where it differs from Latin-1 (ISO 32000-2, table D.2): 0x18 to 0x1f and 0x80 to 0xa0. */
const LOW = '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc';
const HIGH =
  '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac';
/** Language marks inside UTF-16 text (ISO 32000-2, 7.9.2.2). */
const LANGUAGE_MARK = /\u001b[^\u001b]*\u001b/g;

/** The text of a text string: UTF-16 with a byte order mark, UTF-8 with one, else PDFDocEncoding (ISO 32000-2, 7.9.2.2); NFC. */
export function decodeText({ bytes }: PdfString): string {
  return decodeRaw(bytes).toWellFormed().normalize('NFC');
}

function decodeRaw(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes).replace(LANGUAGE_MARK, '');
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes).replace(LANGUAGE_MARK, '');
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes);
  let text = '';
  for (const byte of bytes) {
    if (byte >= 0x18 && byte <= 0x1f) text += LOW[byte - 0x18]!;
    else if (byte >= 0x80 && byte <= 0xa0) text += HIGH[byte - 0x80]!;
    else text += String.fromCharCode(byte);
  }
  return text;
}

/** A text string: plain ASCII as it is, everything else in UTF-16BE with a byte order mark. */
export function encodeText(text: string): PdfString {
  if (/^[\t\n\r -~]*$/.test(text)) return { kind: 'string', bytes: new Uint8Array(Buffer.from(text, 'latin1')) };
  const bytes = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  for (let at = 0; at + 1 < bytes.length; at += 2) [bytes[at], bytes[at + 1]] = [bytes[at + 1]!, bytes[at]!];
  return { kind: 'string', bytes };
}
