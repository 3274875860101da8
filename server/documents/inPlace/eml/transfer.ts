/** How the bytes of a part are written (RFC 2045, 6). A message is handled as a string of bytes: each character is one. */
export type TransferEncoding = 'identity' | 'quoted-printable' | 'base64';

export function transferEncoding(name: string): TransferEncoding | null {
  const token = name
    .replace(/\([^)]*(?:\)|$)/g, '')
    .trim()
    .toLowerCase();
  if (token === 'base64' || token === 'quoted-printable') return token;
  return ['', '7bit', '8bit', 'binary'].includes(token) ? 'identity' : null;
}

export function decodeTransfer(raw: string, encoding: TransferEncoding): Buffer {
  switch (encoding) {
    case 'identity':
      return Buffer.from(raw, 'latin1');
    case 'base64':
      return Buffer.from(raw, 'base64');
    case 'quoted-printable':
      return Buffer.from(decodeQuotedPrintable(raw), 'latin1');
  }
}

/** RFC 2045, 6.7; white space at the end of a line is none of the text's. Codes that are none stay as they are. */
const decodeQuotedPrintable = (raw: string): string =>
  raw
    .replace(/(?<![\t ])[\t ]+(?=\r?\n|$)/g, '')
    .replace(/=\r?\n/g, '')
    .replace(/=$/, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const LINE_CHARACTERS = 76;

export function encodeTransfer(bytes: Buffer, encoding: TransferEncoding, lineBreak: string): string {
  switch (encoding) {
    case 'identity':
      return bytes.toString('latin1');
    case 'base64':
      return (bytes.toString('base64').match(/.{1,76}/g) ?? []).join(lineBreak) + lineBreak;
    case 'quoted-printable':
      return encodeQuotedPrintable(bytes.toString('latin1'), lineBreak);
  }
}

const code = (character: string): string => `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

function encodeQuotedPrintable(text: string, lineBreak: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => {
    const coded = line.replace(/[^\t\x20-\x3C\x3E-\x7E]/g, code).replace(/[\t ]$/, code);
    if (coded.length <= LINE_CHARACTERS) return coded;
    const parts: string[] = [];
    for (let at = 0; at < coded.length;) {
      let end = Math.min(at + LINE_CHARACTERS - 1, coded.length);
      // No code may be torn apart.
      if (end < coded.length) end -= coded[end - 1] === '=' ? 1 : coded[end - 2] === '=' ? 2 : 0;
      parts.push(coded.slice(at, end));
      at = end;
    }
    return parts.join(`=${lineBreak}`);
  });
  return lines.join(lineBreak);
}
