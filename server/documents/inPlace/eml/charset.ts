import { encodeAs } from '../../text/encoding.ts';

/** Decodes text of a mail: by the encoding it names, else as UTF-8, else as Western text, which reads any bytes. */
export function decodeCharset(bytes: Uint8Array, label: string): string {
  for (const name of [label.trim().toLowerCase(), 'utf-8']) {
    try {
      if (name !== '') return new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      // An unknown name, or bytes that are not what it says.
    }
  }
  return new TextDecoder('windows-1252', { ignoreBOM: true }).decode(bytes);
}

/** Encodes text in the encoding it had, or else in UTF-8; `charset` names it. */
export function encodeCharset(text: string, label: string): { readonly bytes: Buffer; readonly charset: string } {
  const utf8 = Buffer.from(text.toWellFormed(), 'utf8');
  const name = label.trim() === '' ? 'us-ascii' : label.trim();
  const known = encodingOf(name);
  // Encodings that extend ASCII; those that shift (ISO-2022, UTF-16) do not.
  if (/^[\x00-\x7F]*$/.test(text) && !/^(?:utf-16|iso-2022|hz|replacement)/.test(known))
    return { bytes: utf8, charset: name };
  if (known === 'windows-1252') {
    const bytes = encodeAs(text, 'windows-1252');
    if (bytes !== undefined && label.trim() !== '' && !/ascii/i.test(label))
      return { bytes: Buffer.from(bytes), charset: name };
  }
  return { bytes: utf8, charset: 'utf-8' };
}

function encodingOf(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return '';
  }
}
