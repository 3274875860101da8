import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { createPictureFormat } from '../image/pictureFormat.ts';
import { createRecognizer } from './createRecognizer.ts';
import { packLayout, unpackLayout } from './layout.ts';
import type { Recognizer } from './types.ts';

const recognizer = createRecognizer({ threads: 1 });
afterAll(() => recognizer.close());
const signal = new AbortController().signal;

const line = (text: string, at: number, shade: string) =>
  `<text x="40" y="${at}" font-family="DejaVu Sans" font-size="32" fill="${shade}">${text}</text>`;
const drawn = (texts: string, ground: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="260"><rect width="100%" height="100%" fill="${ground}"/>${texts}</svg>`,
    ),
  )
    .png()
    .toBuffer();

/** Covers the word "Haver" on a page whose recognition left a word out; says how often was recognized then. */
async function coverHaver(page: Buffer, leftOut: string | null) {
  let looks = 0;
  const counting: Recognizer = {
    recognize(...all) {
      looks += 1;
      return recognizer.recognize(...all);
    },
    close: () => Promise.resolve(),
  };
  const first = await createPictureFormat('png', recognizer).read(page, { signal, language: 'de' });
  const known = [...unpackLayout(first.layout!)].map(
    ([key, picture]) => [key, { ...picture, words: picture.words.filter(({ text }) => text !== leftOut) }] as const,
  );
  const layout = packLayout(new Map(known));
  const text = leftOut === null ? first.text : first.text.replace(` ${leftOut}`, '');
  expect(text === first.text).toBe(leftOut === null);
  const start = text.indexOf('Haver');
  expect(start).toBeGreaterThanOrEqual(0);
  const { bytes } = await createPictureFormat('png', counting).rewrite(page, {
    ...{ replacements: [{ start, end: start + 5, text: '' }], forbidden: [], purpose: 'anonymize', layout, signal },
  });
  return { looks, bytes };
}

const rgb = async (bytes: Buffer | Uint8Array) => {
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: data.length / 3 }, (_, at) => [...data.subarray(at * 3, at * 3 + 3)].join());
};

it.each([
  { name: 'black on white', ink: '0,0,0', value: '128,0,0', paper: '#fff' },
  { name: 'white on blue', ink: '255,255,255', value: '255,220,200', paper: '#224' },
])('covers letters that recognition has left out beside a word ($name)', async ({ ink, value, paper }) => {
  const red = `<tspan fill="rgb(${value})">Haver stock</tspan>`;
  const page = await drawn(
    line(`Guten Tag Herr ${red} wohnhaft`, 80, `rgb(${ink})`) + line('in der Gartenstadt am Rand', 150, `rgb(${ink})`),
    paper,
  );
  const { bytes } = await coverHaver(page, 'stock');
  const [before, after] = [await rgb(page), await rgb(bytes)];
  expect(before.filter((shade) => shade === value).length).toBeGreaterThan(500);
  expect(after.filter((shade) => shade === value).length).toBe(0);
  // Ink of the words around stays.
  const covered = before.filter((shade, at) => shade === ink && after[at] !== ink);
  expect(covered).toEqual([]);
});

it('recognizes nothing again where all ink belongs to words', async () => {
  const ink = '#000';
  const page = await drawn(line('Guten Tag Herr Haver, wohnhaft hier', 80, ink) + line('am Rand', 150, ink), '#fff');
  const { looks } = await coverHaver(page, null);
  expect(looks).toBe(0);
});
