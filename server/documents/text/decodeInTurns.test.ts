import { expect, it } from 'vitest';
import { decodeText, decodeTextInTurns } from './decode.ts';

const LARGE = 3_000_000;
const filled = (text: string): string => text.repeat(LARGE / text.length);

it.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(filled('Müller €😀 '))],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${filled('Müller ')}`)],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${filled('Müller ')}`, 'utf16le')],
  ['UTF-16', Buffer.from(filled('Müller '), 'utf16le')],
  ['Windows-1252', Buffer.from(filled('Müller \x80 '), 'latin1')],
  ['a byte that Windows-1252 leaves undefined', Buffer.from(`${filled('Müller ')}\x81`, 'latin1')],
  ['a control character', Buffer.from(`${filled('Müller ')}\u0001`)],
  ['a control character in Windows-1252', Buffer.from(`${filled('Müller ')}\u0001`, 'latin1')],
  ['a zero byte', Buffer.from(`${filled('Müller ')}\0`)],
  ['a mark and bytes that are none', Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf, 0xff), Buffer.from(filled('a'))])],
])('decodes a large file of %s in turns as at once', async (_what, bytes) => {
  expect((await decodeTextInTurns(bytes)) === decodeText(bytes)).toBe(true);
});
