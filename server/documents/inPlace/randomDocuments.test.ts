import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allParts,
  anonymize,
  leftovers,
  readText,
  replacementsOf,
  restore,
  spliced,
} from '../../../test/fixtures/documents/inPlace/checks.ts';
import {
  plain,
  randomContent,
  type RandomContent,
  type Sign,
} from '../../../test/fixtures/documents/inPlace/randomContent.ts';
import { openFormat } from './formats.ts';
import { odfSigns, randomOdp, randomOds } from '../../../test/fixtures/documents/random/odf.ts';
import type { OfficeFormat } from './officeFormats.ts';
import { pptxSigns, randomPptx } from '../../../test/fixtures/documents/random/pptx.ts';
import { randomXlsx, xlsxSigns } from '../../../test/fixtures/documents/random/xlsx.ts';

/** Of a busy machine; an idle one takes seconds. */
const TIMEOUT = 120_000;

interface Row {
  readonly format: OfficeFormat;
  readonly make: (content: RandomContent) => Uint8Array;
  readonly signs: (bytes: Uint8Array) => Sign[][];
}

const FORMATS: readonly Row[] = [
  { format: 'xlsx', make: randomXlsx, signs: xlsxSigns },
  { format: 'pptx', make: randomPptx, signs: pptxSigns },
  { format: 'ods', make: randomOds, signs: odfSigns },
  { format: 'odp', make: randomOdp, signs: odfSigns },
];

/** Signs after values were replaced and put back: a value has the formatting of its first sign throughout. */
function restoredSigns(paragraph: readonly Sign[], values: readonly string[]): Sign[] {
  const result = [...paragraph];
  // The sign of every code unit.
  const signAt = paragraph.flatMap(([sign], index) => Array.from({ length: sign.length }, () => index));
  const text = paragraph.map(([sign]) => sign).join('');
  for (const { start, end } of replacementsOf(text, values)) {
    const format = paragraph[signAt[start]!]![1];
    for (let at = signAt[start]!; at <= signAt[end - 1]!; at += 1) result[at] = [paragraph[at]![0], format];
  }
  return result;
}

/** Stretches of one formatting. */
const shown = (paragraph: readonly Sign[]): string =>
  paragraph.map(([sign, format], at) => (paragraph[at - 1]?.[1] === format ? sign : `|${format}|${sign}`)).join('');

describe.each(FORMATS)('any $format', ({ format: name, make, signs }) => {
  it(
    'holds no value after anonymizing, reads as expected, and gets its texts and formatting back',
    { timeout: TIMEOUT },
    async () => {
      const format = await openFormat(name);
      await fc.assert(
        fc.asyncProperty(randomContent, async (content) => {
          const { values } = content;
          const bytes = make(content);
          const text = await readText(format, bytes);
          const anonymized = await anonymize(format, bytes, values);

          expect(leftovers(anonymized.bytes, values)).toEqual([]);
          for (const part of allParts(anonymized.bytes).values()) {
            const unescaped = plain(part.toString());
            expect(values.filter((value) => unescaped.includes(value))).toEqual([]);
          }
          expect(await readText(format, anonymized.bytes)).toBe(spliced(text, replacementsOf(text, values)));

          const restored = await restore(format, anonymized.bytes, values);
          expect(await readText(format, restored)).toBe(text);
          expect(signs(restored).map(shown)).toEqual(
            signs(bytes).map((paragraph) => shown(restoredSigns(paragraph, values))),
          );
        }),
        { numRuns: 30 },
      );
    },
  );
});
