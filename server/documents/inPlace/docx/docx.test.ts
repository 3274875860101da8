import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allParts,
  anonymize,
  fixture,
  forbiddenOf,
  leftovers,
  partText,
  PLAIN,
  readText,
  replacementsOf,
  restore,
  spliced,
  throughLibreOffice,
  withParts,
} from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { hasOffice } from '../../../../test/helpers/office.ts';
import { openFormat } from '../formats.ts';
import { richDocx, RICH_VALUES } from '../../../../test/fixtures/documents/docx/richDocument.ts';

const docx = await openFormat('docx');
const letter = fixture('docx/letter.docx');
const VALUES = [
  'Quentin Moosgruber',
  'Rosalinde Eichkorn',
  'Hildegund Sandmeier',
  '0171 5550199',
  'Ottfried Blumenschein',
  'Tassilo Grauwinkel',
  'quentin.moosgruber@example.org',
  'Adelgunde Fassbinder',
  'Benedikt Rotfuchs',
  'Moosweg 17\n80999 Beispielstadt',
  'Müllerhaus',
  'Moosgruber',
  'DE02120300000000202051',
  'Korbinian Tiefenbach',
];
/** In places that are cleaned: authors, properties, deleted text. */
const CLEANED = [
  'Leopold',
  'Verfasserin',
  'Gerlinde',
  'Revisorin',
  'Waldtraud',
  'Kernbeisser',
  'Moosweg',
  'Quentin',
  'Akte',
];
const signal = new AbortController().signal;

describe('docx in place', () => {
  it('reads every channel once, values split over runs in one piece', async () => {
    const text = await readText(docx, letter);
    for (const value of VALUES) expect(text).toContain(value);
    expect(text.split('Textrahmen Korbinian Tiefenbach')).toHaveLength(2);
    expect(text).toContain('mailto:quentin.moosgruber@example.org');
    expect(text).toContain('Sehr geehrter Herr Quentin Moosgruber,\n');
  });

  it('says where the text stands', async () => {
    const { text, places } = await docx.read(letter, { signal });
    const kindOf = (value: string) => {
      const at = text.indexOf(value);
      return places.find(({ start, end }) => start <= at && at < end)?.part.kind;
    };
    expect(kindOf('Rosalinde Eichkorn')).toBe('body');
    expect(kindOf('Hildegund Sandmeier')).toBe('header');
    expect(kindOf('0171 5550199')).toBe('footer');
    expect(kindOf('Ottfried Blumenschein')).toBe('footnote');
    expect(kindOf('Kommentar')).toBe('comment');
    expect(kindOf('Textrahmen')).toBe('textbox');
  });

  it('leaves no planted value in any part and keeps the format of the first run', async () => {
    const result = await anonymize(docx, letter, VALUES);
    expect(leftovers(result.bytes, [...VALUES, ...CLEANED])).toEqual([]);
    const kinds = result.cleaned.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['properties', 'authors', 'tracked_changes']));
    expect(partText(result.bytes, 'word/document.xml')).toContain(
      '<w:b/></w:rPr><w:t xml:space="preserve">[[person-00000000]]</w:t>',
    );
    expect(partText(result.bytes, 'word/comments.xml')).toContain('w:author="Author 1"');
  });

  it('puts the values back with their format', async () => {
    const before = await readText(docx, letter);
    const anonymized = await anonymize(docx, letter, VALUES);
    const restored = await restore(docx, anonymized.bytes, VALUES);
    const after = await readText(docx, restored);
    // Deleted text stays deleted; everything else is back.
    expect(after).toBe(before.slice(0, before.indexOf('\ngeloeschter Name')));
    // The value that was split over two runs is in the first one; all other markup of the body is as it was.
    const accepted = partText(letter, 'word/document.xml')
      .replace(/<w:del .*?<\/w:del>|<\/?w:ins\b[^>]*>/g, '')
      .replaceAll(' xml:space="preserve"', '');
    const markup = partText(restored, 'word/document.xml').replaceAll(' xml:space="preserve"', '');
    expect(textless(markup)).toBe(textless(accepted));
  });

  it('covers the channels that LibreOffice does not write', async () => {
    const rich = richDocx();
    const text = await readText(docx, rich);
    const result = await anonymize(docx, rich, RICH_VALUES.inText);
    for (const value of RICH_VALUES.inText) expect(text).toContain(value);
    expect(leftovers(result.bytes, [...RICH_VALUES.inText, ...RICH_VALUES.cleaned])).toEqual([]);
    const names = [...allParts(result.bytes).keys()];
    for (const name of RICH_VALUES.removedParts) expect(names).not.toContain(name);
    expect(result.removed).toContainEqual({ kind: 'embedded_object', count: 2 });
    expect(result.removed).toContainEqual({ kind: 'image_text', count: 1 });
    expect((await readText(docx, await restore(docx, result.bytes, RICH_VALUES.inText))).split('\n')).toEqual(
      expect.arrayContaining(['Feld Wendelin Haberland Ende', 'mailto:wendelin.haberland@example.org']),
    );
  });

  it('replaces forbidden values that nobody marked in the text', async () => {
    const result = await docx.rewrite(letter, {
      replacements: [],
      forbidden: forbiddenOf(VALUES),
      purpose: 'anonymize',
      signal,
    });
    expect(leftovers(result.bytes, VALUES)).toEqual([]);
  });

  it('leaves untouched parts as they are when values are put back', async () => {
    const result = await docx.rewrite(letter, {
      replacements: [{ start: 0, end: 4, text: 'Liebe' }],
      forbidden: [],
      purpose: 'restore',
      signal,
    });
    const before = allParts(letter);
    const changed = [...allParts(result.bytes)].filter(([name, part]) => !before.get(name)?.equals(part));
    expect(changed.map(([name]) => name)).toEqual(['word/document.xml']);
    expect(result.cleaned).toEqual([]);
  });

  it('writes any text in any place of a text element', async () => {
    const text = await readText(docx, letter);
    const line = text.split('\n')[3]!;
    const from = text.indexOf(line);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(line.length - 1), fc.nat(9), fc.string({ unit: 'grapheme', maxLength: 8 })), {
          maxLength: 4,
        }),
        async (choices) => {
          const replacements = nonOverlapping(choices, from, line.length);
          const result = await docx.rewrite(letter, { replacements, forbidden: [], purpose: 'restore', signal });
          expect(await readText(docx, result.bytes)).toBe(spliced(text, replacements));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('refuses documents with macros, other packages and damaged ones', async () => {
    const types = partText(letter, '[Content_Types].xml');
    const macros = withParts(letter, {
      '[Content_Types].xml': types.replace(
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
        'application/vnd.ms-word.document.macroEnabled.main+xml',
      ),
    });
    await expect(docx.read(macros, { signal })).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' });
    const bomb = withParts(letter, { 'word/document.xml': '<!DOCTYPE d [<!ENTITY e "x">]><d>&e;</d>' });
    await expect(docx.read(bomb, { signal })).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
    const cut = withParts(letter, { 'word/document.xml': partText(letter, 'word/document.xml').slice(0, 3_000) });
    await expect(docx.read(cut, { signal })).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });

  it.skipIf(!hasOffice('writer'))(
    'opens in LibreOffice with the expected text (skipped where LibreOffice is not installed)',
    async () => {
      const values = VALUES.filter((value) => !value.includes('\n'));
      const { bytes } = await anonymize(docx, letter, values);
      const shown = await throughLibreOffice([letter, bytes], 'docx', PLAIN);
      const [before, after] = shown.map((text) => text.toString('utf8').replaceAll('\u00AD', ''));
      const expected = before!.replace('geloeschter Name Waldtraud Kernbeisser', '');
      expect(after).toBe(spliced(expected, replacementsOf(expected, values)));
    },
    120_000,
  );
});

/** Markup of runs; a text in two elements of one run looks like one in one element. */
const textless = (xml: string): string =>
  xml.replace(/(<w:t>)[^<]*/g, '$1').replace(/(?:<w:t><\/w:t>)+/g, '<w:t></w:t>');

function nonOverlapping(choices: readonly (readonly [number, number, string])[], from: number, length: number) {
  let last = -1;
  return [...choices]
    .sort(([a], [b]) => a - b)
    .flatMap(([start, size, text]) => {
      if (start <= last) return [];
      last = Math.min(start + size + 1, length);
      return [{ start: from + start, end: from + last, text: cleanText(text) }];
    });
}

/** Characters that XML cannot hold, and those that do not show, are not put in. */
const cleanText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\uFFFE\uFFFF\u00AD]/gu, '?');
