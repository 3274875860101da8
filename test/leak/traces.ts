import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Values planted in documents. Each is unlikely anywhere else; the name is one that detection need not find: whether a value is masked is another question
 * than whether it leaks into a place where nothing of a document belongs.
 */
export const CANARY = Object.freeze({
  name: 'Quorilda Zwöntzelbach',
  word: 'Xylquibbra-Murnfaltz',
  number: '84719305562048',
});

/** Every form in which a value could lie in bytes: UTF-8, UTF-16, JSON escapes, percent-encoding, hex, base64 at each alignment. */
export function encodings(value: string): readonly Buffer[] {
  const utf8 = Buffer.from(value, 'utf8');
  const forms = [value, value.toLowerCase(), value.toUpperCase(), value.normalize('NFD')].flatMap((form) => [
    Buffer.from(form, 'utf8'),
    Buffer.from(form, 'utf16le'),
    Buffer.from(form, 'latin1'),
  ]);
  const escaped = JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // Base64 depends on where a value begins within a group of three bytes; the first and last characters mix with the neighbours.
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), utf8])
      .toString('base64')
      .replaceAll('=', '');
    return Buffer.from(text.slice(shift === 0 ? 0 : shift + 1, -3));
  });
  return [
    ...forms,
    Buffer.from(escaped.slice(1, -1)),
    Buffer.from(encodeURIComponent(value)),
    Buffer.from(utf8.toString('hex')),
    ...base64,
  ];
}

const NEEDLES = Object.entries(CANARY).flatMap(([name, value]) => encodings(value).map((bytes) => ({ name, bytes })));

/** Names of the canaries that show in some bytes. */
export function canariesIn(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [...new Set(NEEDLES.filter((needle) => buffer.includes(needle.bytes)).map(({ name }) => name))];
}

/** Files below a folder that hold a canary in their bytes or their path, with the canaries. */
export function leakingFiles(folder: string): { path: string; canaries: string[] }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, canaries: canariesIn(Buffer.concat([Buffer.from(path), readFileSync(path)])) }))
    .filter(({ canaries }) => canaries.length > 0);
}
