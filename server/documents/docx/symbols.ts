/** Signs of the two symbol fonts Word inserts by w:sym that carry meaning in letters and forms. */
const WINGDINGS: Readonly<Record<number, string>> = Object.freeze({
  0x28: '☎',
  0x2a: '✉',
  0x4a: '☺',
  0x6f: '☐',
  0x78: '☒',
  0xa8: '☐',
  0xa7: '▪',
  0xe0: '→',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
});
const SYMBOL_GREEK = Object.freeze({
  upper: 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ',
  lower: 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ',
});
/** A sign that cannot be told is shown as a box, so that nobody overlooks that something stands there. */
const UNKNOWN = '□';

/**
 * The character a w:sym element stands for (ECMA-376 part 1, 17.3.3.30): fonts of symbols map their glyphs to U+F020…U+F0FF of the private use area.
 * `char` is hexadecimal.
 */
export function symbolText(font: string | undefined, char: string | undefined): string {
  const code = Number.parseInt(char ?? '', 16);
  if (!Number.isInteger(code) || code < 0x20 || code > 0xffff) return UNKNOWN;
  if (code < 0xe000 || code > 0xf8ff) return String.fromCharCode(code);
  const glyph = code & 0xff;
  const family = font?.toLowerCase() ?? '';
  if (family.startsWith('wingdings')) return WINGDINGS[glyph] ?? UNKNOWN;
  if (family !== 'symbol') return UNKNOWN;
  if (glyph >= 0x41 && glyph <= 0x5a) return SYMBOL_GREEK.upper[glyph - 0x41]!;
  if (glyph >= 0x61 && glyph <= 0x7a) return SYMBOL_GREEK.lower[glyph - 0x61]!;
  if (glyph === 0xb7) return '•';
  return glyph <= 0x3f ? String.fromCharCode(glyph) : UNKNOWN;
}
