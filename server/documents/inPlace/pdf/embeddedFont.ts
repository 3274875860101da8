import type { LabelFont } from '../font/labelFont.ts';
import { packedStream, type PdfDocument } from './syntax/document.ts';
import { encodeText } from './syntax/text.ts';
import { dictOf, nameOf, type PdfRef } from './syntax/values.ts';

/** The typeface of placeholders as a font of the document, with the glyphs that are used. */
export interface EmbeddedFont {
  /** Name in the resources of pages. No page of the document has used it before. */
  readonly name: string;
  readonly reference: PdfRef;
  /** Width in units of the font size. */
  width(text: string): number;
  /** The text as a hexadecimal string in the codes of the font. */
  hex(text: string): string;
  /** Puts the font into the document once all texts are known; does nothing when none was. */
  finish(): void;
}

const NAME = 'DECKNA+DejaVuSans';
const RESOURCE = /^DecknameLabel(\d+)$/;
/** Height of capital letters of DejaVu Sans in thousandths. */
const CAP_HEIGHT = 729;
const SYMBOLIC = 4;
/** Entries of one bfchar section (Adobe Technical Note 5014). */
const SECTION = 100;

export function createEmbeddedFont(document: PdfDocument, labels: LabelFont): EmbeddedFont {
  const { font } = labels;
  const subset = font.createSubset();
  const used = new Map<number, { readonly text: string; readonly width: number }>();
  const name = `DecknameLabel${lastNumber(document) + 1}`;
  const reference = document.add(null);
  const scaled = (value: number) => Math.round((value * 1000) / font.unitsPerEm);
  return {
    name,
    reference,
    width: (text) => labels.width(text),
    hex: (text) =>
      labels
        .glyphs(text)
        .map(({ glyph, text: character }) => {
          const code = subset.includeGlyph(glyph);
          used.set(code, { text: character, width: scaled(glyph.advanceWidth) });
          return code.toString(16).padStart(4, '0');
        })
        .join(''),
    finish() {
      if (used.size === 0) return;
      const program = subset.encode();
      const descriptor = document.add(
        dictOf({
          Type: nameOf('FontDescriptor'),
          FontName: nameOf(NAME),
          Flags: SYMBOLIC,
          FontBBox: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map(scaled),
          ItalicAngle: 0,
          Ascent: scaled(font.ascent),
          Descent: scaled(font.descent),
          CapHeight: CAP_HEIGHT,
          StemV: 80,
          FontFile2: document.add(packedStream(program, dictOf({ Length1: program.length }))),
        }),
      );
      const codes = [...used].sort(([a], [b]) => a - b);
      const descendant = document.add(
        dictOf({
          Type: nameOf('Font'),
          Subtype: nameOf('CIDFontType2'),
          BaseFont: nameOf(NAME),
          CIDSystemInfo: dictOf({ Registry: encodeText('Adobe'), Ordering: encodeText('Identity'), Supplement: 0 }),
          FontDescriptor: descriptor,
          CIDToGIDMap: nameOf('Identity'),
          W: codes.flatMap(([code, { width }]) => [code, [width]]),
        }),
      );
      document.objects.set(
        reference.id,
        dictOf({
          Type: nameOf('Font'),
          Subtype: nameOf('Type0'),
          BaseFont: nameOf(NAME),
          Encoding: nameOf('Identity-H'),
          DescendantFonts: [descendant],
          ToUnicode: document.add(packedStream(Buffer.from(unicodeMap(codes), 'latin1'))),
        }),
      );
    },
  };
}

/** Highest number of a label font in the resources of the document. */
function lastNumber(document: PdfDocument): number {
  let last = 0;
  for (const value of document.objects.values()) {
    const dict = document.dict(value);
    const fonts = document.dict(document.dict(dict?.get('Resources'))?.get('Font')) ?? document.dict(dict?.get('Font'));
    for (const key of [...(fonts?.keys() ?? []), ...(dict?.keys() ?? [])])
      last = Math.max(last, Number(RESOURCE.exec(key)?.[1] ?? 0));
  }
  return last;
}

/** ISO 32000-2, 9.10.3. */
function unicodeMap(codes: readonly (readonly [number, { readonly text: string }])[]): string {
  const entries = codes.map(([code, { text }]) => {
    const units = Buffer.from(text, 'utf16le').swap16().toString('hex');
    return `<${code.toString(16).padStart(4, '0')}> <${units}>`;
  });
  const sections: string[] = [];
  for (let at = 0; at < entries.length; at += SECTION) {
    const section = entries.slice(at, at + SECTION);
    sections.push(`${section.length} beginbfchar\n${section.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...sections,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
