import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFormat } from '../../server/documents/inPlace/formats.ts';
import { loadPdfium, type Pdfium } from '../../server/documents/pdf/pdfium.ts';
import { anonymize, forbiddenOf, leftovers, replacementsOf, spliced } from '../fixtures/documents/inPlace/checks.ts';
import { comparePages, showPages, type ShownPage } from '../helpers/drawnPages.ts';
import { convertAllWithOffice, hasFont, hasOffice, type OfficeModule } from '../helpers/office.ts';

/** As long as a placeholder each: in a font whose letters are all equally wide, nothing around them moves. */
const VALUES = [
  'Hildegunde Sandmair',
  'Leopold Grauwinkler',
  'Quentin Moosgrubers',
  'Benedikta Rotfuchse',
  '+49 171 555 0199 12',
  'quentin@example.org',
  'Adelgunde Fassbinde',
  'Ottfriede Blumental',
  'Walburgis Kernbeiss',
];
const PLACEHOLDERS = forbiddenOf(VALUES).map(({ replacement }) => replacement);

/** Each with a font size that a broken rewrite would lose: the part it stands in, how it is written there, and another one. */
const FORMATS = [
  { format: 'docx', file: 'text', module: 'writer', size: ['word/document.xml', 'w:sz w:val="48"', 'w:sz w:val="44"'] },
  { format: 'odt', file: 'text', module: 'writer', size: ['content.xml', '"24pt"', '"22pt"'] },
  { format: 'rtf', file: 'plain', module: 'writer', size: [null, '\\fs48', '\\fs44'] },
  { format: 'html', file: 'plain', module: 'writer', size: [null, 'font-size: 24pt', 'font-size: 22pt'] },
  { format: 'xlsx', file: 'sheet', module: 'calc', size: ['xl/styles.xml', 'sz val="10"', 'sz val="9"'] },
  { format: 'ods', file: 'sheet', module: 'calc', size: ['styles.xml', '"10pt"', '"9pt"'] },
  { format: 'pptx', file: 'slides', module: 'impress', size: ['ppt/slides/slide1.xml', 'sz="3600"', 'sz="3400"'] },
  { format: 'odp', file: 'slides', module: 'impress', size: ['content.xml', '"36pt"', '"34pt"'] },
] as const;
type Row = (typeof FORMATS)[number];

/** What a rewrite that loses a font size would give. */
function broken(bytes: Uint8Array, [part, from, to]: Row['size']): Uint8Array {
  const change = (content: Uint8Array): Uint8Array => {
    const text = strFromU8(content, true);
    expect(text).toContain(from);
    return strToU8(text.replaceAll(from, to), true);
  };
  if (part === null) return change(bytes);
  const parts = unzipSync(bytes);
  return zipSync({ ...parts, [part]: change(parts[part]!) });
}

interface Shown {
  readonly output: Uint8Array;
  readonly before: readonly ShownPage[];
  readonly after: readonly ShownPage[];
  readonly broken: readonly ShownPage[];
}

/** The font of the fixtures; another one might not have letters of one width. */
const hasFonts = hasFont('Liberation Mono');
const canShow = (module: OfficeModule): boolean => hasFonts && hasOffice(module);
const available = FORMATS.filter(({ module }) => canShow(module));
const shown = new Map<string, Shown>();

beforeAll(async () => {
  if (available.length === 0) return;
  const files = await Promise.all(
    available.map(async (row) => {
      const path = join(import.meta.dirname, '../fixtures/documents/layout', `${row.file}.${row.format}`);
      const bytes = new Uint8Array(readFileSync(path));
      const { bytes: output } = await anonymize(await openFormat(row.format), bytes, VALUES);
      return [bytes, output, broken(output, row.size)] as const;
    }),
  );
  const pdfs = await convertAllWithOffice(
    available.flatMap(({ format }, at) =>
      files[at]!.map((bytes, state) => ({ name: `${format}-${state}.${format}`, bytes })),
    ),
    'pdf',
  );
  const pdfium: Pdfium = await loadPdfium();
  const pages = pdfs.map((pdf) => showPages(pdfium, pdf));
  for (const [at, { format }] of available.entries()) {
    const [before, after, wrong] = pages.slice(3 * at, 3 * at + 3);
    shown.set(format, { output: files[at]![1], before: before!, after: after!, broken: wrong! });
  }
});

const differences = (before: readonly ShownPage[], after: readonly ShownPage[]) =>
  before.map((page, index) => comparePages([page, VALUES], [after[index]!, PLACEHOLDERS]));

describe.each(FORMATS)('$format as LibreOffice shows it', ({ format, module }) => {
  it.skipIf(!canShow(module))('holds no planted value in any part', () => {
    expect(leftovers(shown.get(format)!.output, VALUES)).toEqual([]);
  });

  it.skipIf(!canShow(module))('reads as before, with the placeholders', () => {
    const { before, after } = shown.get(format)!;
    const expected = before.map(({ text }) => spliced(text, replacementsOf(text, VALUES)));
    expect(after.map(({ text }) => text)).toEqual(expected);
    for (const placeholder of PLACEHOLDERS.slice(0, 3)) expect(expected.join('\n')).toContain(placeholder);
  });

  it.skipIf(!canShow(module))('looks as before but for the replaced words', () => {
    const { before, after } = shown.get(format)!;
    const pages = differences(before, after);
    expect(pages.map(({ outside }) => outside)).toEqual(before.map(() => 0));
    expect(pages.every(({ inside }) => inside > 100)).toBe(true);
  });

  it.skipIf(!canShow(module))('would be seen to differ if a font size were lost', () => {
    const { before, broken: wrong } = shown.get(format)!;
    const outside = differences(before, wrong).reduce((sum, page) => sum + page.outside, 0);
    expect(outside).toBeGreaterThan(100);
  });
});
