import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Glyph, GlyphOrGap, Turn } from './glyphs.ts';
import { readGlyphs } from './glyphs.ts';
import { packGlyphs } from './packedGlyphs.ts';
import { loadPdfium, withDocument, withPage } from './pdfium.ts';

const sample = new URL('../../../resources/samples/fr-contrat.pdf', import.meta.url);

describe('packed glyphs', () => {
  it('are those of a page again', async () => {
    const pdfium = await loadPdfium();
    const bytes = new Uint8Array(await readFile(sample));
    const { glyphs } = withDocument(pdfium, bytes, (document) =>
      withPage(pdfium, document, 0, (page) => readGlyphs(pdfium, page)),
    );
    const packed = packGlyphs(glyphs);
    expect(packed.count).toBeGreaterThan(500);
    expect(packed.unpack()).toEqual(glyphs);
  });

  it('keep whatever a character is', () => {
    const edge = fc.float({ noNaN: true });
    const height = fc.double({ noNaN: true });
    const glyph: fc.Arbitrary<Glyph> = fc.record({
      text: fc.constantFrom('a', 'ffi', '😀', '-'),
      ...{ left: edge, right: edge, top: height, bottom: height },
      turn: fc.constantFrom<Turn>(0, 1, 2, 3, null),
      ...{ softHyphen: fc.boolean(), invisible: fc.boolean() },
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(glyph, fc.constant<GlyphOrGap>(null))), (glyphs) => {
        const packed = packGlyphs(glyphs);
        expect(packed.unpack()).toEqual(glyphs);
        expect(packed.count).toBe(glyphs.filter((each) => each !== null).length);
      }),
    );
  });
});
