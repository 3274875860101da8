import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createRecognizer } from '../recognition/createRecognizer.ts';
import type { RewriteRequest } from '../types.ts';
import type { InPlacePicture } from './pictureFile.ts';
import { createPictureFormat } from './pictureFormat.ts';

const fixture = (name: string) => readFile(new URL(`../../../../test/fixtures/documents/${name}`, import.meta.url));
const recognizer = createRecognizer({ threads: 1 });
afterAll(() => recognizer.close());
const signal = new AbortController().signal;
const LABEL = '[[person-k3v9q2xd]]';

/** Masks the first longer word of every page and reads the result again. */
async function maskWords(format: InPlacePicture, bytes: Uint8Array, more: Partial<RewriteRequest> = {}) {
  const kind = createPictureFormat(format, recognizer);
  const before = await kind.read(bytes, { signal, language: 'de' });
  const replacements = before.places.map(({ start, end }) => {
    const match = /\p{L}{7,}/u.exec(before.text.slice(start, end))!;
    return { start: start + match.index, end: start + match.index + match[0].length, text: LABEL };
  });
  const values = replacements.map(({ start, end }) => before.text.slice(start, end));
  const after = await kind.rewrite(bytes, {
    expectedText: before.text,
    replacements,
    forbidden: values.map((value) => ({ value, replacement: LABEL })),
    purpose: 'anonymize',
    layout: before.layout!,
    signal,
    ...more,
  });
  return { before, values, after, again: await kind.read(after.bytes, { signal, language: 'de' }) };
}

describe('createPictureFormat', () => {
  it.each([
    ['jpeg', 'page.jpg'],
    ['gif', 'page.gif'],
    ['bmp', 'page-8bit-rle.bmp'],
    ['tiff', 'two-pages.tif'],
    ['png', 'sideways.png'],
  ] as const)('masks words in %s and keeps format, size and pages', async (format, name) => {
    const bytes = await fixture(name);
    const { before, values, after, again } = await maskWords(format, bytes);
    expect(values.length).toBe(before.pages);
    for (const value of values) {
      expect(before.text).toContain(value);
      expect(again.text).not.toContain(value);
    }
    expect(after.cleaned).toContainEqual({ kind: 'image_text', count: expect.any(Number) as number });
    expect(again.pages).toBe(before.pages);
    if (format !== 'bmp') {
      const [old, fresh] = [await sharp(bytes).metadata(), await sharp(after.bytes).metadata()];
      expect([fresh.format, fresh.width, fresh.height]).toEqual([format, old.width, old.height]);
    }
  });

  it.each(['png', 'gif'] as const)('reads and masks light letters on a transparent ground in %s', async (format) => {
    const text = '<text x="10" y="45" font-family="DejaVu Sans" font-size="28" fill="white">Ottokar Birnbaum</text>';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="80">${text}</svg>`;
    const bytes = await sharp(Buffer.from(svg)).toFormat(format).toBuffer();
    const { before, again } = await maskWords(format, bytes);
    expect(before.text).toBe('Ottokar Birnbaum');
    expect(again.text).not.toContain('Ottokar');
  });

  it('masks webp', async () => {
    const bytes = await sharp(await fixture('page.jpg'))
      .webp({ quality: 90 })
      .toBuffer();
    const { values, again } = await maskWords('webp', bytes);
    expect(again.text).not.toContain(values[0]);
  });

  it('changes no pixel outside the masks of a lossless picture', async () => {
    const bytes = await sharp(await fixture('page.gif'))
      .png()
      .toBuffer();
    const { after } = await maskWords('png', bytes);
    const raw = (picture: Uint8Array) =>
      sharp(picture).flatten({ background: 'white' }).toColourspace('srgb').raw().toBuffer();
    const [old, fresh] = [await raw(bytes), await raw(after.bytes)];
    const { width } = await sharp(bytes).metadata();
    const columns = new Set<number>();
    const rows = new Set<number>();
    for (let at = 0; at < old.length; at += 3) {
      if (old[at] === fresh[at] && old[at + 1] === fresh[at + 1] && old[at + 2] === fresh[at + 2]) continue;
      columns.add((at / 3) % width);
      rows.add(Math.floor(at / 3 / width));
    }
    expect(rows.size).toBeGreaterThan(10);
    // One word on one line: the changes make one small rectangle.
    expect(Math.max(...rows) - Math.min(...rows)).toBeLessThan(70);
    expect(Math.max(...columns) - Math.min(...columns)).toBeLessThan(width / 2);
  });

  it('removes what is embedded about the picture and applies its orientation', async () => {
    const bytes = await sharp(await fixture('page.jpg'))
      .withExif({ IFD0: { Artist: 'Kordula Zwiebelfisch', Copyright: 'Kordula Zwiebelfisch' } })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    const turned = await sharp(bytes).autoOrient().toBuffer();
    const { after } = await maskWords('jpeg', bytes, { replacements: [], forbidden: [] });
    const metadata = await sharp(after.bytes).metadata();
    expect([metadata.exif, metadata.xmp, metadata.icc]).toEqual([undefined, undefined, undefined]);
    expect(after.cleaned.map(({ kind }) => kind)).toEqual(['image_metadata']);
    const [old, fresh] = [
      await sharp(turned).greyscale().raw().toBuffer(),
      await sharp(after.bytes).greyscale().raw().toBuffer(),
    ];
    const different = old.reduce((sum, shade, index) => sum + (Math.abs(shade - fresh[index]!) > 60 ? 1 : 0), 0);
    expect(different / old.length).toBeLessThan(0.002);
  });

  it('blackens drawn areas', async () => {
    const bytes = await fixture('page.jpg');
    const areas = [{ page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.4 }];
    const { after } = await maskWords('jpeg', bytes, { replacements: [], forbidden: [], areas });
    const { data, info } = await sharp(after.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    const shade = (x: number, y: number) =>
      data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)]!;
    for (const [x, y] of [
      [0.11, 0.22],
      [0.25, 0.4],
      [0.39, 0.58],
    ] as const)
      expect(shade(x, y)).toBeLessThan(20);
  });

  it('gives the picture itself back where originals are to be restored', async () => {
    const bytes = await fixture('page.jpg');
    const kind = createPictureFormat('jpeg', recognizer);
    const result = await kind.rewrite(bytes, { replacements: [], forbidden: [], purpose: 'restore', signal });
    expect(result.bytes).toBe(bytes);
  });

  it.each([
    ['png', {}],
    ['webp', { lossless: true, exact: true }],
    ['tiff', { compression: 'deflate' }],
    ['gif', {}],
  ] as const)('keeps no colours under what is transparent in %s', async (format, options) => {
    const bytes = await sharp(await hiddenWords())
      .toFormat(format, options)
      .toBuffer();
    const kind = createPictureFormat(format, recognizer);
    const { bytes: result } = await kind.rewrite(bytes, {
      replacements: [],
      forbidden: [],
      purpose: 'anonymize',
      signal,
    });
    const { data, info } = await sharp(result).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const colors = new Set<string>();
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 0) colors.add(data.subarray(at, at + 3).join());
    }
    expect([info.width, info.height, colors.size]).toEqual([300, 80, 1]);
    const { data: seen } = await sharp(result)
      .extract({ left: 0, top: 0, width: 20, height: 20 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...seen.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  });
});

/** Black words on white, all transparent but a red corner. */
async function hiddenWords(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><rect width="300" height="80" fill="#fff"/><text x="10" y="55" font-size="28">Ottokar Birnbaum</text><rect width="20" height="20" fill="red"/></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 4) {
    const pixel = at / 4;
    if (pixel % info.width >= 20 || pixel / info.width >= 20) data[at + 3] = 0;
  }
  return await sharp(data, { raw: { width: 300, height: 80, channels: 4 } })
    .png()
    .toBuffer();
}
