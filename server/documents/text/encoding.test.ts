import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode.ts';
import { encodeAs, encodingOf, type TextEncoding } from './encoding.ts';

const TEXT = 'Grüße\r\nà Zoë\n';

describe('text encodings', () => {
  it.each<[TextEncoding, string]>([
    ['utf-8', '4772c3bcc39f65'],
    ['utf-8-bom', 'efbbbf4772c3bcc39f65'],
    ['utf-16le', 'fffe47007200fc00df006500'],
    ['utf-16be', 'feff0047007200fc00df0065'],
    ['utf-16le-bare', '47007200fc00df006500'],
    ['utf-16be-bare', '0047007200fc00df0065'],
    ['windows-1252', '4772fcdf65'],
  ])('%s is written as its bytes and told by them', (encoding, hex) => {
    expect(Buffer.from(encodeAs('Grüße', encoding)!).toString('hex')).toBe(hex);
    const bytes = encodeAs(TEXT, encoding)!;
    expect(decodeText(bytes)).toBe(TEXT);
    expect(encodingOf(bytes, TEXT)).toBe(encoding);
  });

  it('says when an encoding lacks a character', () => {
    expect(encodeAs('日', 'windows-1252')).toBeUndefined();
    expect(encodeAs('\ud800', 'utf-8')).toBeUndefined();
    expect(Buffer.from(encodeAs('€', 'windows-1252')!).toString('hex')).toBe('80');
    expect(encodingOf(Buffer.from('ab'), 'abc')).toBeUndefined();
  });

  it('writes whatever was read again without a change', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = decodeText(bytes);
        if (text === null) return;
        const encoding = encodingOf(bytes, text);
        expect(encoding).toBeDefined();
        expect(Buffer.compare(encodeAs(text, encoding!)!, bytes)).toBe(0);
      }),
      { numRuns: 5000 },
    );
  });

  it('tells UTF-16 without a mark and writes it so again', () => {
    const line = fc.stringMatching(/^[\x20-\x7eäöüßéèñçàì]{8,40}$/);
    fc.assert(
      fc.property(line, fc.constantFrom('utf-16le-bare' as const, 'utf-16be-bare' as const), (text, encoding) => {
        const bytes = encodeAs(text, encoding)!;
        expect(decodeText(bytes)).toBe(text);
        expect(encodingOf(bytes, text)).toBe(encoding);
      }),
    );
  });
});
