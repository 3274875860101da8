import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, editableText, encodeText } from './textBytes.ts';

const bytesOf = (...values: number[]) => Uint8Array.from(values);

describe('text of a file in the editor', () => {
  it('is decoded by its mark, as UTF-8, or as Windows-1252', () => {
    expect(decodeText(new TextEncoder().encode('Müller – 5 €'))).toBe('Müller – 5 €');
    expect(decodeText(bytesOf(0xff, 0xfe, 0x41, 0x00, 0xe9, 0x00))).toBe('Aé');
    expect(decodeText(bytesOf(0xfe, 0xff, 0x00, 0x41))).toBe('A');
    expect(decodeText(bytesOf(0xef, 0xbb, 0xbf, 0x41))).toBe('A');
    expect(decodeText(bytesOf(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72))).toBe('Müller');
    expect(decodeText(Uint8Array.from(Buffer.from('Müller', 'utf16le')))).toBe('Müller');
    expect(decodeText(Uint8Array.from(Buffer.from('Müller', 'utf16le').swap16()))).toBe('Müller');
    expect(decodeText(bytesOf(0x41, 0x00, 0x42))).toBeNull();
  });

  it('keeps the ends of lines of the file', () => {
    const { text, lineEnd } = editableText('one\r\ntwo\r\nthree');
    expect(text).toBe('one\ntwo\nthree');
    expect(new TextDecoder().decode(encodeText(text, lineEnd))).toBe('one\r\ntwo\r\nthree');
    expect(editableText('one\ntwo\r\nthree\n').lineEnd).toBe('\n');
  });

  it('leads from places in the editor to the same characters of the file and back', () => {
    const texts = fc
      .array(fc.constantFrom('a', '\r\n', '\n', '😀', 'é', '\r'), { maxLength: 40 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (original) => {
        const { text, places } = editableText(original);
        for (let offset = 0; offset < text.length; offset += 1) {
          const inFile = places.toFile(offset);
          expect(places.toEditor(inFile)).toBe(offset);
          expect(original[inFile]).toBe(text[offset] === '\n' && original[inFile] === '\r' ? '\r' : text[offset]);
        }
        expect(places.toFile(text.length)).toBe(original.length);
        expect(places.toEditor(original.length)).toBe(text.length);
      }),
    );
  });
});
