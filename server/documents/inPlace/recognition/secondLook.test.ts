import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { createPictureFormat } from '../image/pictureFormat.ts';
import { createRecognizer } from './createRecognizer.ts';
import { packLayout, unpackLayout } from './layout.ts';
import type { RewriteRequest } from '../types.ts';
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

/** Finds a letter beside the cover as long as there is ink. */
const endless: Recognizer = {
  recognize({ pixels, width, height }, language) {
    // Stretches reach five heights of 44 pixels beyond the cover and have a rim of 24.
    const letters = { left: width - 24 - 220 + 2, right: width - 24 - 220 + 20, top: 24 + 26, bottom: 24 + 66 };
    let ink = false;
    for (let at = 0; at < pixels.length; at += 1) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const isInside = x > letters.left && x < letters.right && y > letters.top && y < letters.bottom;
      ink ||= isInside && pixels[at]! < 100;
    }
    const word = { ...letters, letters, text: 'x', softHyphen: false, confidence: 1 };
    const words = ink ? [word] : [];
    return Promise.resolve({
      ...{ words, confidence: 1, language: language ?? 'de', toPicture: [1 / width, 0, 0, 1 / height, 0, 0] },
    });
  },
  close: () => Promise.resolve(),
};

it('tells where letters stick out without end, and is content with an area drawn there', async () => {
  const page = await drawn(line('Guten Tag Herr Haver mmmmmmmmmmmmmmmmmmmmm', 80, '#000'), '#fff');
  const { text, layout } = await createPictureFormat('png', recognizer).read(page, { signal, language: 'de' });
  const [key, picture] = [...unpackLayout(layout!)][0]!;
  const known = packLayout(
    new Map([[key, { ...picture, words: picture.words.filter((word) => !/m{5}/.test(word.text)) }]]),
  );
  const start = text.indexOf('Haver');
  const format = createPictureFormat('png', endless);
  const request: RewriteRequest = {
    ...{ replacements: [{ start, end: start + 5, text: '[[person-k3v9q2xd]]' }], forbidden: [], purpose: 'anonymize' },
    ...{ layout: known, signal },
  };
  const error: unknown = await format.rewrite(page, request).catch((reason: unknown) => reason);
  const box = { x: expect.any(Number) as number, y: expect.any(Number) as number };
  expect(error).toMatchObject({
    code: 'DOCUMENT_ANONYMIZATION_FAILED',
    details: { remaining: [{ replacement: '[[person-k3v9q2xd]]', page: 1, reason: 'ink', box }] },
  });
  const [{ box: told }] = (error as { remaining: { box: { x: number; y: number; width: number; height: number } }[] })
    .remaining as [{ box: { x: number; y: number; width: number; height: number } }];
  // Around the word, which stands in the third of the picture's height.
  expect(told.y).toBeGreaterThan(0.1);
  expect(told.y + told.height).toBeLessThan(0.5);
  const area = { page: 1, ...told, width: 1 - told.x };
  const { bytes } = await format.rewrite(page, { ...request, areas: [area] });
  expect((await rgb(bytes)).length).toBe((await rgb(page)).length);
});
