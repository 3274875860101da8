import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as hostile from '../../../../test/fixtures/documents/hostileFiles.ts';
import { loadPdfium, withDocument, type Pdfium } from '../../pdf/pdfium.ts';
import { createRecognizer } from '../recognition/createRecognizer.ts';
import type { InPlaceText, RewriteRequest, TextReplacement } from '../types.ts';
import { createPdfFormat } from './pdfFormat.ts';
import { drawUnrotated } from './pictures.ts';

const fixture = (name: string) => readFile(new URL(`../../../../test/fixtures/documents/pdf/${name}`, import.meta.url));
const recognizer = createRecognizer({ threads: 1 });
const format = createPdfFormat(recognizer);
const signal = new AbortController().signal;
let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});
afterAll(() => recognizer.close());

const read = (bytes: Uint8Array) => format.read(bytes, { signal, language: 'de' });

/** Replacements for every occurrence of the values, whatever white space stands in them. Longer values come first in `values`. */
function replacementsFor(text: string, values: Readonly<Record<string, string>>): TextReplacement[] {
  const found: TextReplacement[] = [];
  for (const [value, replacement] of Object.entries(values)) {
    const pattern = value
      .split(' ')
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+');
    for (const { index, 0: match } of text.matchAll(new RegExp(pattern, 'g'))) {
      const end = index + match.length;
      if (!found.some((other) => index < other.end && end > other.start))
        found.push({ start: index, end, text: replacement });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function applied(text: string, replacements: readonly TextReplacement[]): string {
  return [...replacements]
    .reverse()
    .reduce((all, { start, end, text: next }) => all.slice(0, start) + next + all.slice(end), text);
}

async function anonymize(
  bytes: Uint8Array,
  values: Readonly<Record<string, string>>,
  more: Partial<RewriteRequest> = {},
  given?: InPlaceText,
) {
  const before = given ?? (await read(bytes));
  const replacements = replacementsFor(before.text, values);
  const result = await format.rewrite(bytes, {
    expectedText: before.text,
    replacements,
    forbidden: Object.entries(values).map(([value, replacement]) => ({ value, replacement })),
    purpose: 'anonymize',
    signal,
    language: 'de',
    ...(before.layout === undefined ? {} : { layout: before.layout }),
    ...more,
  });
  return { before, replacements, ...result, after: await read(result.bytes) };
}

/** All bytes of a file and of its streams, unpacked; not by the code under test. */
function everyByte(bytes: Uint8Array): string[] {
  const raw = Buffer.from(bytes).toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(([, body]) => {
    try {
      return inflateSync(Buffer.from(body!, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return [raw, ...streams];
}

function encodings(value: string): string[] {
  const utf16 = Buffer.from(value, 'utf16le');
  const forms = [Buffer.from(value, 'latin1'), Buffer.from(value, 'utf8'), utf16, Buffer.from(utf16).swap16()];
  return forms.flatMap((form) => [form.toString('latin1'), form.toString('hex'), form.toString('hex').toUpperCase()]);
}

function expectGone(bytes: Uint8Array, values: readonly string[]): void {
  const places = everyByte(bytes);
  for (const value of values) {
    for (const form of encodings(value)) expect(places.some((place) => place.includes(form))).toBe(false);
  }
}

const LETTER = {
  'Kordula Zwiebelfisch': '[[person-k3v9q2xd]]',
  Zwiebelfisch: '[[person-k3v9q2aa]]',
  'kordula@zwiebelfisch.example': '[[email-8f2m0c7t]]',
  'Lindenallee 17': '[[address-p4w8n1zz]]',
  Musterhausen: '[[location-b7x2c9dd]]',
  'DE02 1203 0000 0000 2020 51': '[[iban-h5j1k8ww]]',
  'Balduin Schreiberling': '[[person-z6y3u0qq]]',
};
const VALUES = [...Object.keys(LETTER), 'Kordula', 'Balduin', 'Schreiberling'];
const words = (text: string) => text.split(/\s+/).sort();

describe('createPdfFormat', () => {
  it.each(['letter.pdf', 'attached.pdf', 'owner-password.pdf'])('leaves no value in %s', async (name) => {
    const { before, replacements, bytes, after, cleaned, removed } = await anonymize(await fixture(name), LETTER);
    expect(replacements.length).toBeGreaterThan(8);
    expectGone(bytes, VALUES);
    expect(words(after.text)).toEqual(words(applied(before.text, replacements)));
    expect(cleaned.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['annotation', 'link', 'authors']));
    expect(removed).toEqual(name === 'attached.pdf' ? [{ kind: 'attachment', count: 1 }] : []);
  });

  it('changes no pixel outside the boxes', async () => {
    const source = await fixture('letter.pdf');
    const plain = await anonymize(source, {});
    const { bytes } = await anonymize(source, LETTER);
    const draw = (file: Uint8Array) =>
      withDocument(pdfium, file, (document) => drawUnrotated(pdfium, document, 0, 100));
    const [original, cleaned, masked] = [draw(source), draw(plain.bytes), draw(bytes)];
    expect(Buffer.compare(original.pixels, cleaned.pixels)).toBe(0);
    const rows = new Set<number>();
    let changed = 0;
    for (let at = 0; at < original.pixels.length; at += 3) {
      const difference = Math.max(
        ...[0, 1, 2].map((part) => Math.abs(original.pixels[at + part]! - masked.pixels[at + part]!)),
      );
      if (difference <= 8) continue;
      changed += 1;
      rows.add(Math.floor(at / 3 / original.width));
    }
    expect(changed).toBeGreaterThan(1_000);
    expect(changed / (original.pixels.length / 3)).toBeLessThan(0.04);
    // The lines without a value: the ones below the two columns and between the paragraphs.
    expect(Math.max(...rows)).toBeLessThan(0.36 * original.height);
  });

  it('gives the same text for the same bytes', async () => {
    const bytes = await fixture('letter.pdf');
    const [first, second] = [await read(bytes), await read(bytes)];
    expect(second).toEqual(first);
    for (const [index, { start, end }] of first.places.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(start).toBeGreaterThanOrEqual(first.places[index - 1]?.end ?? 0);
    }
  });

  it('puts originals back in place', async () => {
    const { before, bytes, after } = await anonymize(await fixture('letter.pdf'), LETTER);
    const originals = Object.fromEntries(Object.entries(LETTER).map(([value, placeholder]) => [placeholder, value]));
    const restored = await format.rewrite(bytes, {
      replacements: replacementsFor(after.text, originals),
      forbidden: [],
      purpose: 'restore',
      signal,
    });
    expect(words((await read(restored.bytes)).text)).toEqual(words(before.text));
  });

  it('blackens the words of a scan and writes its text layer anew', async () => {
    const source = await fixture('scan.pdf');
    const values = { 'Kordula Zwiebelfisch': LETTER['Kordula Zwiebelfisch'], Musterhausen: LETTER.Musterhausen };
    const { bytes, after } = await anonymize(source, values);
    expectGone(bytes, Object.keys(values));
    expect(after.text).toContain('[[person-k3v9q2xd]]');
    expect(after.text).toContain('Schilderung');
    // Without the text layer, recognition finds what the pixels show.
    const pixels = withDocument(pdfium, bytes, (document) => drawUnrotated(pdfium, document, 0, 210));
    const { words: seen } = await recognizer.recognize(
      {
        ...pixels,
        pixels: pixels.channels === 1 ? pixels.pixels : pixels.pixels.filter((_, at) => at % 3 === 0),
        dpi: 210,
      },
      'de',
      signal,
    );
    const text = seen.map((word) => word.text).join(' ');
    expect(text).toContain('Treppenhaus');
    expect(text).not.toMatch(/Zwiebelfisch|Kordula|Musterhausen/);
  });

  it('blackens words in a picture on a page of text', async () => {
    const picture = await readFile(new URL('../../../../test/fixtures/documents/page.jpg', import.meta.url));
    const document = new PDFDocument({ size: 'A4' });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => document.on('end', resolve));
    document.text('Ein Bericht mit einem Bild darunter, das Worte enthält.', 50, 60);
    document.image(picture, 50, 200, { width: 400 });
    document.end();
    await ended;
    const source = Buffer.concat(chunks);
    const before = await read(source);
    const value = /\p{L}{7,}/u.exec(before.text.slice(before.text.indexOf('enthält') + 9))![0];
    const { bytes, after, cleaned } = await anonymize(source, { [value]: '[[person-k3v9q2xd]]' }, {}, before);
    expect(after.text).not.toContain(value);
    expect(after.text).toContain('Ein Bericht mit einem Bild');
    expect(after.text).toContain('[[person-k3v9q2xd]]');
    expect(cleaned).toContainEqual({ kind: 'image_text', count: 1 });
    const draw = (file: Uint8Array) => withDocument(pdfium, file, (handle) => drawUnrotated(pdfium, handle, 0, 72));
    const [old, fresh] = [draw(source), draw(bytes)];
    const different = old.pixels.reduce(
      (sum, shade, at) => sum + (Math.abs(shade - fresh.pixels[at]!) > 40 ? 1 : 0),
      0,
    );
    expect(different).toBeGreaterThan(50);
    expect(different / old.pixels.length).toBeLessThan(0.01);
  });

  it('reads a scanned form under what was typed on it, and that only once', { timeout: 60_000 }, async () => {
    const words = await readFile(new URL('../../../../test/fixtures/documents/page.jpg', import.meta.url));
    const paper = sharp({ create: { width: 1654, height: 2339, channels: 3, background: 'white' } });
    const picture = await paper
      .composite([{ input: words, left: 150, top: 400 }])
      .jpeg()
      .toBuffer();
    const document = new PDFDocument({ size: 'A4', margin: 0 });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => document.on('end', resolve));
    document.image(picture, 0, 0, { width: 595, height: 842 });
    const typed = 'Getippte Angaben zum Vordruck, ausgefüllt am Rechner. '.repeat(6);
    document.fontSize(7).text(typed, 30, 790, { width: 530, lineBreak: true });
    document.end();
    await ended;
    const source = Buffer.concat(chunks);
    const before = await read(source);
    expect(before.text.split('Getippte')).toHaveLength(7);
    const scanned = before.text.replaceAll(/\s+/g, ' ').replaceAll(/Getippte Angaben[^.]*\./g, '');
    const value = /\p{L}{7,}/u.exec(scanned)![0];
    const { after, cleaned } = await anonymize(source, { [value]: '[[person-k3v9q2xd]]' }, {}, before);
    expect(after.text).not.toContain(value);
    expect(after.text.split('Getippte')).toHaveLength(7);
    expect(cleaned).toContainEqual({ kind: 'image_text', count: 1 });
  });

  it('blackens drawn areas for good', async () => {
    const areas = [{ page: 1, x: 0, y: 0.05, width: 1, height: 0.1 }];
    const { bytes, before, after } = await anonymize(await fixture('letter.pdf'), {}, { areas });
    expect(before.text).toContain('Bericht über Kordula');
    expect(after.text).toContain('Treppenhaus');
    const pixels = withDocument(pdfium, bytes, (document) => drawUnrotated(pdfium, document, 0, 50));
    const at = Math.floor(0.1 * pixels.height) * pixels.width + Math.floor(pixels.width / 2);
    expect(pixels.pixels[at * pixels.channels]).toBeLessThan(16);
    const page = after.places.find(({ part }) => part.kind === 'page')!;
    expect(after.text.slice(page.start, page.end)).not.toContain('Bericht über');
  });

  it('removes annotations, links and their texts under drawn areas', async () => {
    const areas = [{ page: 1, x: 0, y: 0, width: 1, height: 1 }];
    const { before, after } = await anonymize(await fixture('letter.pdf'), {}, { areas });
    expect(before.text).toContain('nochmals anrufen');
    expect(before.text).toContain('https://example.org/akten');
    expect(after.places.filter(({ part }) => part.kind === 'page' || part.kind === 'comment')).toEqual([]);
    expect(after.text).not.toContain('example.org');
  });

  it('refuses a file that takes a password', async () => {
    await expect(read(await fixture('encrypted.pdf'))).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
  });

  it.each<[string, () => Uint8Array]>([
    ['a page tree that contains itself', hostile.cyclicPdf],
    ['a form that draws itself', hostile.recursivePdf],
    ['a page that inflates without end', hostile.inflatingPdf],
    ['a page of 200 inches', hostile.giantPagePdf],
    ['no PDF', () => Buffer.from('%PDF-1.7\nnothing')],
  ])(
    'answers %s with a code or a document',
    async (_what, make) => {
      const outcome = await anonymize(make(), { Unbekannt: '[[person-k3v9q2xd]]' }).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code,
      );
      expect(['done', 'UNREADABLE_FILE', 'TEXT_TOO_LARGE']).toContain(outcome);
    },
    60_000,
  );
});
