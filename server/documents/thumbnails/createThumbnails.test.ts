import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import {
  cyclicPdf,
  emptyBmp,
  giantPagePdf,
  hugePng,
  pdf,
  recursivePdf,
} from '../../../test/fixtures/documents/hostileFiles.ts';
import { officePackage, openDocument } from '../../../test/fixtures/documents/officeFiles.ts';
import { memoryLogger } from '../../../test/helpers/memoryLogger.ts';
import { FILE_TYPES } from '../files/fileTypes.ts';
import { createThumbnails } from './createThumbnails.ts';

const thumbnails = createThumbnails({ threads: 2, logger: memoryLogger() });
afterAll(() => thumbnails.close());

const fixture = (name: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/documents', name));
const make = (bytes: Uint8Array, extension: string) =>
  thumbnails.make(bytes, { mimeType: FILE_TYPES[extension]!.mimeType });

async function pictureOf(bytes: Uint8Array, extension: string) {
  const made = await make(bytes, extension);
  if (typeof made === 'string') return made;
  const { format, width, height } = await sharp(made).metadata();
  const { channels } = await sharp(made).stats();
  return { format, width, height, colour: channels.slice(0, 3).map(({ mean }) => Math.round(mean / 32)) };
}

const red = { create: { width: 800, height: 200, channels: 3, background: { r: 255, g: 0, b: 0 } } } as const;

describe('a thumbnail', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'tiff', 'avif'] as const)(
    'of a picture keeps its shape: %s',
    async (format) => {
      const bytes = await sharp(red).toFormat(format).toBuffer();
      expect(await pictureOf(bytes, format)).toEqual({ format: 'webp', width: 400, height: 100, colour: [8, 0, 0] });
    },
  );

  it('is upright, and never larger than the picture', async () => {
    const small = await sharp({ create: { ...red.create, width: 20, height: 10 } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await pictureOf(small, 'jpg')).toMatchObject({ width: 10, height: 20 });
  });

  it('of a bitmap is made', async () => {
    expect(await pictureOf(fixture('page-24bit.bmp'), 'bmp')).toMatchObject({ format: 'webp' });
  });

  it('of a PDF is its first page in colour', async () => {
    const content = '1 0 0 rg 0 0 200 100 re f';
    const bytes = pdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>',
      `<</Length ${String(content.length)}>>stream\n${content}\nendstream`,
    ]);
    expect(await pictureOf(bytes, 'pdf')).toEqual({ format: 'webp', width: 400, height: 200, colour: [8, 0, 0] });
  });

  it('of an office file is the one it brings along', async () => {
    const picture = await sharp(red).jpeg().toBuffer();
    const word = officePackage('wordprocessingml.document.main+xml', { 'docProps/thumbnail.jpeg': picture });
    expect(await pictureOf(word, 'docx')).toMatchObject({ width: 400, height: 100, colour: [8, 0, 0] });
    const slides = openDocument('presentation', { 'Thumbnails/thumbnail.png': await sharp(red).png().toBuffer() });
    expect(await pictureOf(slides, 'odp')).toMatchObject({ width: 400, height: 100 });
    expect(await make(fixture('libreoffice.docx'), 'docx')).toBe('unsupported');
  });

  it('is unsupported where a format has none', async () => {
    for (const extension of ['txt', 'md', 'json', 'heic', 'doc', 'xls', 'excalidraw', 'rtf']) {
      expect([extension, await make(Buffer.from('x'), extension)]).toEqual([extension, 'unsupported']);
    }
    expect(await thumbnails.make(new Uint8Array(0), { mimeType: 'constructor' })).toBe('unsupported');
  });
});

describe('a file without a usable picture', () => {
  it.each([
    ['a huge picture', () => hugePng(), 'png'],
    ['a cut picture', () => fixture('sideways.png').subarray(0, 500), 'png'],
    ['a picture of nothing', () => new Uint8Array(0), 'gif'],
    ['a bitmap without pixels', () => emptyBmp(), 'bmp'],
    ['an encrypted PDF', () => fixture('encrypted.pdf'), 'pdf'],
    ['no PDF', () => Buffer.from('%PDF-1.7'), 'pdf'],
    ['a PDF whose pages are a circle', () => cyclicPdf(), 'pdf'],
    ['a broken package', () => officePackage('x').subarray(0, 100), 'docx'],
    [
      'a package with a false picture',
      () => officePackage('x', { 'docProps/thumbnail.png': Buffer.from('<svg/>') }),
      'docx',
    ],
    ['a package with a huge picture', () => officePackage('x', { 'docProps/thumbnail.png': hugePng() }), 'pptx'],
  ])('fails quietly: %s', async (_what, bytes, extension) => {
    expect(await make(bytes(), extension)).toBe('failed');
  });

  it.each([
    ['recursion', recursivePdf],
    ['a giant page', giantPagePdf],
  ])('survives a PDF with %s', async (_what, bytes) => {
    const made = await make(bytes(), 'pdf');
    expect(typeof made === 'string' ? made : 'picture').toMatch(/^(?:failed|picture)$/);
    expect(await make(await sharp(red).png().toBuffer(), 'png')).toBeInstanceOf(Uint8Array);
  });
});
