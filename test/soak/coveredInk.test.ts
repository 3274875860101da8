import { afterAll, expect, it } from 'vitest';
import { createRecognizer } from '../../server/documents/inPlace/recognition/createRecognizer.ts';
import { readableLetters, type Holder } from '../helpers/readableLetters.ts';
import type { PageLook } from '../helpers/valuePages.ts';

const FONTS = ['Times-Roman', 'Helvetica', 'DejaVu'] as const;
const TILTS = [0, 0.4, -1.1, 2, -3] as const;
const HOLDERS: readonly Holder[] = ['picture', 'picture', 'scan', 'picture in PDF', 'picture in DOCX'];
const RESOLUTIONS = [150, 200, 300, 400] as const;

const recognizer = createRecognizer({ threads: 2 });
afterAll(() => recognizer.close());

/** Pages in all looks until 3,000 values were found. */
it('no letter of 3,000 found values can be read, whatever the page looks like', async () => {
  let found = 0;
  const readable: unknown[] = [];
  for (let seed = 1; found < 3000 && seed <= 200; seed += 1) {
    const look: PageLook = {
      font: FONTS[seed % 3]!,
      tilt: TILTS[seed % 5]!,
      dpi: RESOLUTIONS[seed % 4]!,
      size: 9 + (seed % 5),
      noise: seed % 7 === 0 ? 14 : 0,
      jpeg: seed % 2 === 0,
      tight: seed % 11 === 0,
      table: seed % 6 === 0,
    };
    const holder = HOLDERS[Math.floor(seed / 5) % 5]!;
    const page = await readableLetters(recognizer, look, seed, holder);
    found += page.found;
    readable.push(...page.readable.map((left) => ({ ...left, seed, look, holder })));
  }
  expect(found).toBeGreaterThanOrEqual(3000);
  expect(readable).toEqual([]);
});
