import { encodeAs } from '../../text/encoding.ts';

/** Encodings by the number of a code page, where its name does not tell it. */
const PAGES: Readonly<Record<number, string>> = Object.freeze({
  ...{
    437: 'windows-1252',
    850: 'windows-1252',
    10000: 'macintosh',
    866: 'ibm866',
    874: 'windows-874',
    932: 'shift_jis',
  },
  ...{ 936: 'gbk', 949: 'euc-kr', 950: 'big5', 65001: 'utf-8', 20127: 'windows-1252', 20866: 'koi8-r' },
  ...{ 28591: 'windows-1252', 28592: 'iso-8859-2', 28595: 'iso-8859-5', 28599: 'windows-1254', 28605: 'iso-8859-15' },
});

/** Decodes bytes of a code page; throws TypeError where they end within a character. */
export function decoderOf(page: number): (bytes: Uint8Array) => string {
  try {
    const decoder = new TextDecoder(PAGES[page] ?? `windows-${String(page)}`, { fatal: true, ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  } catch {
    const decoder = new TextDecoder('windows-1252', { ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  }
}

/** Bytes of a text in a code page; null where it lacks a character, or is none that is written. */
export function encodePage(text: string, page: number): Uint8Array | null {
  const encoding = PAGES[page] ?? `windows-${String(page)}`;
  if (/^[\x00-\x7F]*$/.test(text) || encoding === 'utf-8') return encodeAs(text, 'utf-8') ?? null;
  return encoding === 'windows-1252' ? (encodeAs(text, 'windows-1252') ?? null) : null;
}
