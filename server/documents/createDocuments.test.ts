import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, it } from 'vitest';
import { EXPORT_FORMATS } from '../contract/anonymization.ts';
import type { Logger } from '../core/log/logger.ts';
import { createDocuments } from './createDocuments.ts';
import type { ExportRequest, ReadOptions } from './types.ts';

const root = new URL('../../', import.meta.url);
const file = (path: string) => new Uint8Array(readFileSync(new URL(path, root)));
const fixture = (name: string) => file(`test/fixtures/documents/${name}`);
const sample = (name: string) => file(`resources/samples/${name}`);

const quiet = () => undefined;
const logger: Logger = { debug: quiet, info: quiet, warn: quiet, error: quiet, failure: quiet };
const documents = createDocuments({ threads: 2, logger });
afterAll(() => documents.close());

async function read(bytes: Uint8Array, name: string, options: Partial<ReadOptions> = {}) {
  const format = await documents.identify(bytes, name);
  return documents.read(bytes, format, { signal: new AbortController().signal, onProgress: quiet, ...options });
}

describe('reading', { timeout: 120_000 }, () => {
  it('reads a Word document', async () => {
    const result = await read(sample('de-brief.docx'), 'brief.docx');
    expect(result).toMatchObject({ ocr: false, confidence: null });
    expect(result.text).toContain('Pos.\tLeistung\tAnsprechpartner\tBetrag\n');
    expect(result.text).toContain('Sehr geehrter Herr Brückner,');
  });

  it('reads the text layer of a PDF', async () => {
    const result = await read(sample('fr-contrat.pdf'), 'contrat.pdf');
    expect(result).toMatchObject({ pages: 2, ocr: false, confidence: null });
    expect(result.text).toContain('IBAN : FR14 2004 1010 0505 0001 3M02 606\n');
    expect(result.text).toContain('\n\nArticle 4. Réception\n');
  });

  it('recognizes a scan in the language it tells itself', async () => {
    const steps: number[] = [];
    const result = await read(sample('it-lettera-scansione.png'), 'scan.png', {
      onProgress: (done) => steps.push(done),
    });
    expect(result).toMatchObject({ pages: 1, ocr: true });
    expect(result.confidence).toBeGreaterThan(0.85);
    expect(result.text).toContain('Gentile Signora\nLucia Marchetti\nPiazza del Carmine 7\n50124 Firenze\n');
    expect(result.text).toContain('La visita sarà eseguita dal dottor Paolo Rinaldi, che conosce già\n');
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.at(-1)).toBe(1);
  });

  it.each(['page.gif', 'page.jpg', 'page-1bit.bmp', 'page-8bit-rle.bmp', 'page-24bit.bmp', 'sideways.png'])(
    'recognizes %s',
    async (name) => {
      const { text } = await read(fixture(name), name, { language: 'de' });
      expect(text).toContain('Anna Berger');
      expect(text).toContain('Lindenweg 5, 50667 Köln');
    },
  );

  it('recognizes every page of a TIFF in order', async () => {
    const result = await read(fixture('two-pages.tif'), 'fax.tif', { language: 'de' });
    expect(result.pages).toBe(2);
    expect(result.text.indexOf('Anna Berger')).toBeGreaterThanOrEqual(0);
    expect(result.text.indexOf('Otto Kranz')).toBeGreaterThan(result.text.indexOf('Anna Berger'));
  });

  it('recognizes only the pages of a PDF that have no text', async () => {
    const pdf = new PDFDocument();
    const chunks: Uint8Array[] = [];
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    const finished = new Promise<void>((resolve) => pdf.on('end', () => resolve()));
    pdf.text('Diese Seite hat einen Text und wird nicht erkannt.');
    pdf.addPage().image(Buffer.from(fixture('page.jpg')), 50, 50, { width: 312 });
    pdf.end();
    await finished;
    const result = await read(new Uint8Array(Buffer.concat(chunks)), 'a.pdf', { language: 'de' });
    expect(result).toMatchObject({ pages: 2, ocr: true });
    expect(result.text).toMatch(/^Diese Seite hat einen Text und wird nicht erkannt\.\n\n[^]*Anna Berger/);
  });

  it('keeps a text file exactly', async () => {
    const text = 'Zeile\r\n\tmit Tab\f\u0301 und 😀\n\n';
    expect((await read(new TextEncoder().encode(text), 'a.txt')).text).toBe(text);
  });

  it.each<[string, Uint8Array, string, string]>([
    ['an encrypted PDF', fixture('encrypted.pdf'), 'a.pdf', 'PASSWORD_PROTECTED'],
    ['a truncated PDF', sample('fr-contrat.pdf').slice(0, 9_000), 'a.pdf', 'UNREADABLE_FILE'],
    ['a bare PDF signature', new TextEncoder().encode('%PDF'), 'a.pdf', 'UNREADABLE_FILE'],
    ['a truncated PNG', sample('it-lettera-scansione.png').slice(0, 20_000), 'a.png', 'UNREADABLE_FILE'],
    ['a truncated GIF', fixture('page.gif').slice(0, 100), 'a.gif', 'UNREADABLE_FILE'],
    ['a text of spaces', new TextEncoder().encode(' \n\t'), 'a.txt', 'TEXT_REQUIRED'],
    ['a text over the limit', new TextEncoder().encode('x'.repeat(5_000_001)), 'a.txt', 'TEXT_TOO_LARGE'],
  ])('refuses %s', async (_what, bytes, name, code) => {
    await expect(read(bytes, name)).rejects.toMatchObject({ code });
  });

  it('stops when the caller gives up, and reads on afterwards', async () => {
    const controller = new AbortController();
    const running = read(sample('it-lettera-scansione.png'), 'scan.png', {
      signal: controller.signal,
      onProgress: (_done, stage) => {
        if (stage === 'recognizing') controller.abort();
      },
    });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect((await read(fixture('page.gif'), 'page.gif', { language: 'de' })).text).toContain('Anna Berger');
  });
});

describe('writing', { timeout: 120_000 }, () => {
  const text =
    'Sehr geehrte Frau [[person-k3v9q2xd]],\n\nam\t[[date-0123abcd]] kam ein Brief aus Łódź.\nZweite Zeile (Größe: 5 €)';
  const request = (format: ExportRequest['format'], changes: Partial<ExportRequest> = {}): ExportRequest => ({
    format,
    text,
    title: 'Dokument',
    prompt: null,
    language: 'de',
    ...changes,
  });

  it('writes a text file with exactly the text', async () => {
    expect(new TextDecoder().decode(await documents.write(request('txt')))).toBe(text);
  });

  it('writes a Word document that reads back line by line', async () => {
    const bytes = await documents.write(request('docx'));
    expect((await read(bytes, 'a.docx')).text).toContain(`Dokument\n${text.trimEnd()}`);
  });

  it('writes a PDF that reads back with every word', async () => {
    const bytes = await documents.write(request('pdf'));
    const words = (await read(bytes, 'a.pdf')).text.split(/\s+/);
    for (const word of text.split(/\s+/)) expect(words).toContain(word);
  });

  it.each(EXPORT_FORMATS)('puts the instructions before the text in %s', async (format) => {
    const bytes = await documents.write(request(format, { prompt: 'Behalte die Platzhalter.' }));
    const written = (await read(bytes, `a.${format}`)).text;
    expect(written.indexOf('Behalte')).toBeGreaterThanOrEqual(0);
    expect(written.indexOf('Sehr geehrte')).toBeGreaterThan(written.indexOf('Behalte'));
  });

  it('survives characters a format cannot hold and shows that something is there', async () => {
    const odd = 'a\u0000\u0007b \ud800 中文 \ufffe שלום';
    expect((await read(await documents.write(request('docx', { text: odd })), 'a.docx')).text).toContain(
      'a\ufffd\ufffdb \ufffd 中文',
    );
    expect((await read(await documents.write(request('pdf', { text: odd })), 'a.pdf')).text).toContain(
      'a\u25a1\u25a1b',
    );
  });

  it('breaks a token that is longer than a line', async () => {
    const token = 'X'.repeat(1_000);
    const written = (await read(await documents.write(request('pdf', { text: token })), 'a.pdf')).text;
    expect(written.replace(/[^X]/g, '')).toBe(token);
  });

  const long = 'Ein Absatz mit [[person-k3v9q2xd]] und einigen Wörtern mehr.\n'.repeat(81_000);

  it('writes nearly five million characters as a Word document that reads back', async () => {
    const bytes = await documents.write(request('docx', { text: long }));
    expect((await read(bytes, 'a.docx')).text === `Dokument\n${long.trimEnd()}`).toBe(true);
  });

  it('writes nearly five million characters as a whole PDF', async () => {
    const bytes = await documents.write(request('pdf', { text: long }));
    expect(Buffer.from(bytes.subarray(-6)).toString('latin1')).toContain('%%EOF');
    expect(await documents.identify(bytes, 'a.pdf')).toBe('pdf');
  });
});
