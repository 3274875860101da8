import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { unzipSync, zipSync } from 'fflate';
import {
  fixture,
  forbiddenOf,
  leftovers,
  partText,
  replacementsOf,
  withParts,
} from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { remembering } from '../../../../test/fixtures/documents/inPlace/remembering.ts';
import { convertAllWithOffice, hasOffice } from '../../../../test/helpers/office.ts';
import { openFormat } from '../formats.ts';
import { createReport } from '../report.ts';
import { createPicturesInside } from './picturesInside.ts';
import type { OfficeFormat } from '../officeFormats.ts';
import { createRecognizer } from '../recognition/createRecognizer.ts';
import type { Recognizer } from '../recognition/types.ts';
import { rewriteAsRead } from '../rewriteAsRead.ts';
import type { ReadInPlaceOptions, RewriteRequest } from '../types.ts';
import {
  anonymizePlanted,
  IBAN,
  language,
  LOGO,
  NAME,
  VALUES,
  WORDS,
} from '../../../../test/fixtures/documents/pictures/planted.ts';

const forgetful = createRecognizer({ threads: 2 });
const engines = remembering(forgetful);
afterAll(() => engines.close());
const { signal } = new AbortController();
const PICTURE = /(?:media|Pictures)\/[^/]+$/;

const pictures = (format: string) => fixture(`pictures/pictures.${format}`);
const DOCX = pictures('docx');
const LETTER = 'word/media/image1.jpeg';

/** Counts what is recognized. */
function countingRecognizer(): Recognizer & { readonly count: () => number } {
  let count = 0;
  return {
    ...engines,
    recognize(...picture) {
      count += 1;
      return engines.recognize(...picture);
    },
    count: () => count,
  };
}

async function read(format: OfficeFormat, bytes: Uint8Array, more: Partial<ReadInPlaceOptions> = {}) {
  return await (await openFormat(format, engines)).read(bytes, { signal, language, ...more });
}

const anonymize = async (
  format: OfficeFormat,
  bytes: Uint8Array,
  more: Partial<RewriteRequest> = {},
  recognizer: Recognizer = engines,
) => await anonymizePlanted(await openFormat(format, recognizer), bytes, more);

/** What recognition reads in the pictures of a package. */
async function wordsIn(bytes: Uint8Array): Promise<string> {
  const texts: string[] = [];
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    if (!PICTURE.test(name)) continue;
    const format = await openFormat(name.endsWith('png') ? 'png' : 'jpeg', engines);
    texts.push((await format.read(content, { signal, language })).text);
  }
  return texts.join('\n');
}

const partOf = (bytes: Uint8Array, name: string): Uint8Array => unzipSync(bytes)[name]!;

/** A second relationship of the body, to a part with other content. */
function withLinked(name: string, content: Uint8Array | string): Uint8Array {
  const rels = 'word/_rels/document.xml.rels';
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image';
  const link = `<Relationship Id="rIdMore" Type="${type}" Target="media/${name}"/></Relationships>`;
  const blip = '<a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:embed="rIdMore"/>';
  return withParts(DOCX, {
    [rels]: partText(DOCX, rels).replace('</Relationships>', link),
    'word/document.xml': partText(DOCX, 'word/document.xml').replace(
      '<w:body>',
      `<w:body><w:p><w:r>${blip}</w:r></w:p>`,
    ),
    [`word/media/${name}`]: content,
  });
}

const FILES = [
  { name: 'docx', module: 'writer' },
  { name: 'odt', module: 'writer' },
  { name: 'xlsx', module: 'calc' },
  { name: 'ods', module: 'calc' },
  { name: 'pptx', module: 'impress' },
  { name: 'odp', module: 'impress' },
] as const;

describe.each(FILES)('pictures in $name', { timeout: 120_000 }, ({ name }) => {
  it('are read, covered and cleaned', async () => {
    const bytes = pictures(name);
    const { before, result } = await anonymize(name, bytes);
    expect(before.text.split(NAME)).toHaveLength(3);
    expect(before.text).toContain(IBAN);
    const letter = before.text.lastIndexOf(NAME);
    expect(before.places.find(({ start, end }) => start <= letter && letter < end)?.part).toMatchObject({
      kind: 'picture',
      name: expect.stringMatching(PICTURE) as string,
    });
    expect(leftovers(result.bytes, VALUES)).toEqual([]);
    const seen = await wordsIn(result.bytes);
    expect(seen).not.toMatch(WORDS);
    expect(seen).toContain('gutgeschrieben');
    expect(result.cleaned).toContainEqual({ kind: 'image_text', count: expect.any(Number) as number });
    expect(result.removed).toEqual([]);
    for (const [part, content] of Object.entries(unzipSync(result.bytes))) {
      if (!PICTURE.test(part)) continue;
      const [old, fresh] = await Promise.all([sharp(partOf(bytes, part)).metadata(), sharp(content).metadata()]);
      expect([fresh.format, fresh.width, fresh.height]).toEqual([old.format, old.width, old.height]);
      expect([fresh.exif, fresh.xmp, fresh.comments]).toEqual([undefined, undefined, undefined]);
    }
  });
});

const ALL_MODULES = FILES.every(({ module }) => hasOffice(module));

it.skipIf(!ALL_MODULES)('covered pictures open in LibreOffice', { timeout: 120_000 }, async () => {
  const files = await Promise.all(
    FILES.map(async ({ name }) => ({
      name: `${name}-out.${name}`,
      bytes: (await anonymize(name, pictures(name))).result.bytes,
    })),
  );
  const pdf = await openFormat('pdf', engines);
  for (const bytes of await convertAllWithOffice(files, 'pdf')) {
    const { text } = await pdf.read(bytes, { signal, language });
    expect(text).toContain('[[person-0000000');
  }
});

describe('pictures in office documents', { timeout: 120_000 }, () => {
  it('give the same text with and without recognized words', async () => {
    const opened = await openFormat('docx', engines);
    const first = await opened.read(DOCX, { signal, language });
    const recognizer = countingRecognizer();
    const again = await openFormat('docx', recognizer);
    const second = await again.read(DOCX, { signal, ...(first.layout && { layout: first.layout }) });
    expect(second.text).toBe(first.text);
    expect(second.layout).toEqual(first.layout);
    expect(recognizer.count()).toBe(0);
  });

  it('are recognized once where their bytes are the same; bullets are not', async () => {
    const twice = withLinked('copy.jpeg', partOf(DOCX, LETTER));
    const recognizer = countingRecognizer();
    const { before, result } = await anonymize('docx', twice, {}, recognizer);
    expect(recognizer.count()).toBe(2);
    expect(before.text.split(IBAN)).toHaveLength(3);
    expect(partOf(result.bytes, 'word/media/copy.jpeg')).toEqual(partOf(result.bytes, LETTER));
  });

  it('stand in the order of their places', async () => {
    const { text, places } = await read(
      'docx',
      withLinked('first.png', partOf(pictures('xlsx'), 'xl/media/image1.png')),
    );
    const names = places.flatMap(({ part }) => (part.kind === 'picture' ? [part.name] : []));
    expect(names).toEqual(['word/media/first.png', LETTER, 'word/media/image3.png']);
    expect(text.indexOf(LOGO)).toBeGreaterThan(text.lastIndexOf(IBAN));
  });

  it('keep the pixels of those without finds', async () => {
    const { result } = await anonymize('docx', DOCX, { replacements: [], forbidden: [] });
    const [old, fresh] = [partOf(DOCX, LETTER), partOf(result.bytes, LETTER)];
    expect(await sharp(fresh).raw().toBuffer()).toEqual(await sharp(old).raw().toBuffer());
    expect(Buffer.from(old).includes('aufgenommen')).toBe(true);
    expect(Buffer.from(fresh).includes('aufgenommen')).toBe(false);
  });

  it.each([
    ['broken.png', Buffer.from('\x89PNG\r\n\x1a\n Leonore', 'latin1'), 'png'],
    ['cut.jpeg', partOf(DOCX, LETTER).subarray(0, 4_000), 'jpeg'],
    ['none.tiff', Buffer.from('Leonore'), 'tiff'],
  ] as const)('become grey where they cannot be read: %s', async (name, content, format) => {
    const { result } = await anonymize('docx', withLinked(name, content));
    expect(result.removed).toEqual([{ kind: 'image_text', count: 1 }]);
    const fresh = sharp(partOf(result.bytes, `word/media/${name}`));
    const [{ format: written, width }, { channels }] = [await fresh.metadata(), await fresh.stats()];
    for (const { min, max } of channels) expect(max - min).toBeLessThan(4);
    expect([written, width]).toEqual([format, name === 'cut.jpeg' ? 760 : 64]);
  });

  it('become grey where they declare more pixels than are decoded, in their proportions', async () => {
    const huge = await sharp({ create: { width: 50, height: 50, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    // IHDR: its length, its name, width, height, five bytes more, and the check sum of all but the length.
    huge.writeUInt32BE(20_000, 16);
    huge.writeUInt32BE(5_000, 20);
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
    const { result } = await anonymize('docx', withLinked('huge.png', huge));
    expect(result.removed).toEqual([{ kind: 'image_text', count: 1 }]);
    const { width, height } = await sharp(partOf(result.bytes, 'word/media/huge.png')).metadata();
    expect([width, height]).toEqual([1_000, 250]);
  });

  it('take metafiles and other drawings out', async () => {
    const emf = Buffer.alloc(200);
    emf.writeUInt32LE(1, 0);
    emf.writeUInt32LE(88, 4);
    [10, 20, 310, 220].forEach((value, index) => emf.writeInt32LE(value, 8 + 4 * index));
    emf.write(' EMF', 40, 'latin1');
    emf.write(NAME, 100, 'utf16le');
    const { result } = await anonymize('docx', withLinked('chart.emf', emf));
    const fresh = Buffer.from(partOf(result.bytes, 'word/media/chart.emf'));
    expect(result.removed).toEqual([{ kind: 'image_text', count: 1 }]);
    expect(fresh.subarray(40, 44).toString('latin1')).toBe(' EMF');
    expect([8, 12, 16, 20].map((at) => fresh.readInt32LE(at))).toEqual([10, 20, 310, 220]);
    expect(fresh.readUInt32LE(48)).toBe(fresh.length);
  });

  it('read the text of SVG and take the file out', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text>${NAME}</text></svg>`;
    const bytes = withLinked('sign.svg', svg);
    const { before, result } = await anonymize('docx', bytes);
    expect(before.text.split(NAME)).toHaveLength(4);
    expect(unzipSync(result.bytes)['word/media/sign.svg']).toBeUndefined();
    expect(partText(result.bytes, 'word/document.xml')).not.toContain('rIdMore');
    expect(result.removed).toEqual([{ kind: 'image_text', count: 1 }]);
  });

  it('are left out when asked, and stay as they are when originals are put back', async () => {
    const { text, layout } = await read('docx', DOCX, { pictures: false });
    expect(text).not.toContain(IBAN);
    expect(layout).toBeUndefined();
    const opened = await openFormat('docx', engines);
    const whole = await opened.read(DOCX, { signal, language });
    const at = whole.text.indexOf(IBAN);
    const restored = await opened.rewrite(DOCX, {
      replacements: [{ start: at, end: at + IBAN.length, text: 'anders' }],
      ...{ purpose: 'restore', forbidden: [], signal, layout: whole.layout!, expectedText: whole.text },
    });
    expect(partOf(restored.bytes, LETTER)).toEqual(partOf(DOCX, LETTER));
    expect(restored.unread).toEqual([{ kind: 'image_text', count: 3 }]);
  });

  it('that nobody has seen lose all their words, for documents that were read by an older version', async () => {
    const opened = await openFormat('docx', engines);
    const { text } = await opened.read(DOCX, { signal, pictures: false });
    const request = {
      replacements: replacementsOf(text, VALUES),
      forbidden: forbiddenOf(VALUES),
      signal,
      language,
    } as const;
    const result = await rewriteAsRead(opened, DOCX, { ...request, expectedText: text, purpose: 'anonymize' });
    const seen = await wordsIn(result.bytes);
    expect(seen).not.toMatch(WORDS);
    expect(seen).not.toMatch(/Amselweg|gutgeschrieben/);
    expect(result.removed).toEqual([{ kind: 'image_text', count: 2 }]);
    await expect(
      rewriteAsRead(opened, DOCX, { ...request, expectedText: `${text}.`, purpose: 'anonymize' }),
    ).rejects.toMatchObject({ code: 'NOT_EXPORTABLE' });
  });

  it('that are more than are recognized become grey, the first ones are read', async () => {
    const sources = ['word/media/image1.jpeg', 'word/media/image3.png'].map((name) => ({
      ...{ name, bytes: partOf(DOCX, name) },
    }));
    const report = createReport();
    for (const limits of [
      { pages: 1, pixels: 1e9 },
      { pages: 9, pixels: 760 * 330 },
    ]) {
      const inside = createPicturesInside({
        recognizer: engines,
        language,
        forbidden: [],
        reviewed: true,
        limits,
        signal,
      });
      const read = await inside.read(sources);
      expect(read.map(({ text }) => text.includes(IBAN) || text.includes(LOGO))).toEqual([true, false]);
      const { channels } = await sharp(await read[1]!.write([], report)).stats();
      for (const { min, max } of channels) expect(max).toBe(min);
    }
    expect(report.result().removed).toEqual([{ kind: 'image_text', count: 2 }]);
  });

  it('are read in documents inside documents and in archives, also in archives of an older version', async () => {
    const rels = 'word/_rels/document.xml.rels';
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/package';
    const link = `<Relationship Id="rIdBook" Type="${type}" Target="embeddings/book.xlsx"/></Relationships>`;
    const nested = withParts(DOCX, {
      [rels]: partText(DOCX, rels).replace('</Relationships>', link),
      'word/embeddings/book.xlsx': pictures('xlsx'),
    });
    const archive = zipSync({ 'brief.docx': nested });
    const zip = await openFormat('zip', engines);
    const whole = await zip.read(archive, { signal, language });
    expect(whole.text.split(IBAN)).toHaveLength(3);
    const older = await zip.read(archive, { signal, language, pictures: false });
    expect(older.text).not.toContain(IBAN);
    for (const { text } of [whole, older]) {
      const replacements = replacementsOf(text, VALUES);
      const request = { expectedText: text, replacements, forbidden: forbiddenOf(VALUES), signal, language } as const;
      const { bytes } = await rewriteAsRead(zip, archive, { ...request, purpose: 'anonymize' });
      const docx = partOf(bytes, 'brief.docx');
      const seen = `${await wordsIn(docx)}\n${await wordsIn(partOf(docx, 'word/embeddings/book.xlsx'))}`;
      expect(seen).not.toMatch(WORDS);
      expect(seen.includes('gutgeschrieben')).toBe(text === whole.text);
    }
  });

  it('stop when the work is cancelled', async () => {
    const cancelled = new AbortController();
    const opened = await openFormat('docx', {
      ...forgetful,
      recognize(page, wanted, own) {
        cancelled.abort();
        return forgetful.recognize(page, wanted, own);
      },
    });
    await expect(opened.read(DOCX, { signal: cancelled.signal, language })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
