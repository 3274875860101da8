import { describe, expect, it } from 'vitest';
import { decodeText } from './decode.ts';

describe('decodeText', () => {
  it.each<[string, readonly number[], string | null]>([
    ['UTF-8', [...Buffer.from('Zoë 😀\r\n')], 'Zoë 😀\r\n'],
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
    ['UTF-16 little endian', [0xff, 0xfe, 0xe4, 0x00], 'ä'],
    ['UTF-16 big endian', [0xfe, 0xff, 0x00, 0xe4], 'ä'],
    ['UTF-16 without a mark, little endian', [...Buffer.from('„Zoë“ zahlt 5 €\n', 'utf16le')], '„Zoë“ zahlt 5 €\n'],
    ['UTF-16 without a mark, big endian', [...Buffer.from('Zoë Übel\n', 'utf16le').swap16()], 'Zoë Übel\n'],
    ['UTF-16 without a mark that ends in the middle', [...Buffer.from('Zoë Übel', 'utf16le'), 0x61], null],
    ['zero bytes on both sides', [0x61, 0, 0x62, 0, 0, 0x63, 0, 0x64], null],
    ['numbers of two bytes', [0x61, 0, 0x01, 0, 0x62, 0, 0x02, 0], null],
    ['Windows-1252', [0x80, 0x20, 0xe4], '€ ä'],
    ['a form feed and a tab', [0x61, 0x0c, 0x09], 'a\f\t'],
    ['a NUL character', [0x61, 0x00], null],
    ['control characters', [0x61, 0x01], null],
    ['bytes Windows-1252 leaves undefined', [0x81, 0xe4], null],
    ['half a UTF-16 character', [0xff, 0xfe, 0xe4], null],
    ['a lone surrogate', [0xff, 0xfe, 0x00, 0xd8], null],
  ])('%s', (_what, bytes, text) => {
    expect(decodeText(new Uint8Array(bytes))).toBe(text);
  });
});
