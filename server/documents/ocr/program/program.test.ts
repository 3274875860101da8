import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memoryLogger } from '../../../../test/helpers/memoryLogger.ts';
import { tempDir } from '../../../../test/helpers/tempDir.ts';
import { StartError } from '../../../core/startError.ts';
import { ocrOf } from '../../../config/ocr.ts';
import { createDocuments } from '../../createDocuments.ts';
import { drawPage } from '../../pdf/draw.ts';
import { loadPdfium, withDocument } from '../../pdf/pdfium.ts';
import { writePdf } from '../../write/pdf.ts';
import type { GrayPage } from '../../image/graymap.ts';
import { createEngines } from '../engines.ts';
import { embeddedEngineName } from '../languageData.ts';
import { toBitmap } from './bitmap.ts';
import { askThrough, serveProgram } from './channel.ts';
import { openOcrProgram, type OcrProgram } from './openProgram.ts';
import { createProgramEngine } from './programEngine.ts';
import type { InstalledProgram } from './runProgram.ts';

/** Every language is tried; each start takes a while on a busy machine. */
const MANY_STARTS = 120_000;
const TEXT = 'Sehr geehrte Frau Müller, vielen Dank für Ihr Schreiben vom 14. März aus Köln.';

const installed = (() => {
  try {
    const config = ocrOf({ ocrEngine: 'system' }, process.env);
    if (config.engine !== 'system') return null;
    const list = execFileSync(config.program.path, ['--list-langs']).toString().split('\n');
    return ['deu', 'eng', 'fra', 'spa', 'ita'].every((model) => list.includes(model)) ? config.program : null;
  } catch {
    return null;
  }
})();

async function page(): Promise<GrayPage> {
  const pdf = await writePdf({ format: 'pdf', text: TEXT, title: '', prompt: null, language: 'de' });
  const pdfium = await loadPdfium();
  return withDocument(pdfium, pdf, (document) => drawPage(pdfium, document, 0));
}

const stops: AbortController[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop.abort()));

function connected(program: OcrProgram) {
  const { port1, port2 } = new MessageChannel();
  const stop = new AbortController();
  stops.push(stop);
  serveProgram(program, port1, stop.signal);
  return createProgramEngine(askThrough(port2));
}

describe.skipIf(installed === null)('an installed tesseract with data for all languages', () => {
  const program = installed!;
  let open: OcrProgram;
  beforeAll(async () => {
    open = await openOcrProgram({ program, threads: 1 });
  }, MANY_STARTS);

  it(
    'reads a page through a port',
    async () => {
      expect(open.name).toMatch(/^tesseract v?5\.\S+, data [0-9a-f]{12}, preparation \d+$/);
      const { text, words, confidence } = await connected(open).recognize(await page(), 'de');
      expect(text.replace(/\s+/g, ' ')).toContain(TEXT);
      expect(confidence).toBeGreaterThan(0.8);
      const [first] = words;
      expect(first).toMatchObject({ text: 'Sehr', softHyphen: false });
      expect(first!.letters.right).toBeGreaterThan(first!.letters.left);
    },
    MANY_STARTS,
  );

  it(
    'stops with the work that asked for it',
    async () => {
      const stop = new AbortController();
      const bitmap = toBitmap(await page());
      const running = open.recognize({ bitmap, dpi: 300, language: 'de' }, stop.signal);
      stop.abort(new Error('cancelled'));
      await expect(running).rejects.toThrow('cancelled');
      // Its place is free again.
      await open.recognize({ bitmap, dpi: 300, language: 'de' }, new AbortController().signal);
    },
    MANY_STARTS,
  );

  it(
    'reads documents in worker threads, and reads them again for an export in their own format',
    async () => {
      const documents = createDocuments({ threads: 1, logger: memoryLogger(), engines: createEngines(open) });
      try {
        const { pixels, width, height } = await page();
        const png = await sharp(pixels, { raw: { width, height, channels: 1 } })
          .png()
          .toBuffer();
        const zip = zipSync({ 'scan.png': [png, { level: 0 }] });
        const { signal } = new AbortController();
        const onProgress = () => undefined;
        const read = await documents.read(zip, 'zip', { language: 'de', signal, onProgress });
        expect(read.recognizedBy).toBe(open.name);
        const start = read.text.indexOf('Müller');
        expect(start).toBeGreaterThan(0);
        const change = {
          replacements: [{ start, end: start + 6, text: '[[person-k3v9q2xd]]' }],
          forbidden: [{ value: 'Müller', replacement: '[[person-k3v9q2xd]]' }],
          purpose: 'anonymize',
          language: 'de',
          signal,
        } as const;
        const { bytes } = await documents.rewrite(zip, 'zip', { ...change, recognizedBy: open.name });
        const again = await documents.read(bytes, 'zip', { language: 'de', signal, onProgress });
        expect(again.text).toContain('Sehr geehrte');
        expect(again.text).not.toContain('Müller');
        const other = documents.rewrite(zip, 'zip', { ...change, recognizedBy: 'tesseract 5.0.0, data 000000000000' });
        await expect(other).rejects.toMatchObject({ code: 'NOT_EXPORTABLE' });
      } finally {
        await documents.close();
      }
    },
    MANY_STARTS,
  );

  it('is used for what it read, and only in the version that read it', async () => {
    const engines = createEngines(open);
    const kindFor = (name: string | null | undefined) => engines.use(name, ({ order }) => Promise.resolve(order.kind));
    expect(await kindFor(undefined)).toBe('program');
    expect(await kindFor(open.name)).toBe('program');
    expect(await kindFor(null)).toBe('embedded');
    expect(await kindFor(embeddedEngineName())).toBe('embedded');
    await expect(kindFor('tesseract 5.0.0, data 000000000000')).rejects.toMatchObject({ code: 'NOT_EXPORTABLE' });
    await expect(createEngines(null).use(open.name, () => Promise.resolve())).rejects.toMatchObject({
      code: 'NOT_EXPORTABLE',
    });
  });
});

describe.skipIf(process.platform === 'win32')('a program that is not what it should be', () => {
  /** A tesseract that answers with a script. */
  function fake(script: string): InstalledProgram {
    const path = join(tempDir(), 'tesseract');
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return { path, env: { PATH: '/usr/bin:/bin' } };
  }
  const version = 'if [ "$1" = --version ]; then echo "tesseract 5.3.0"; exit; fi';
  const reason = async (script: string) => {
    const error: unknown = await openOcrProgram({ program: fake(script), threads: 1 }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  };

  it('stops the start with a message that names the setting', async () => {
    expect(await reason('exit 1')).toMatch(/^The setting DECKNAME_OCR_ENGINE .* cannot be started/);
    expect(await reason('echo hello')).toContain('does not say that it is tesseract');
    expect(await reason('echo tesseract 4.1.1')).toContain('older than version 5');
    const some = `${version}; printf 'List of available languages in "/data/" (2):\\ndeu\\neng\\n'`;
    expect(await reason(some)).toContain('no data for fra, spa, ita');
    const dir = tempDir();
    const all = (list: string) =>
      `${version}; if [ "$1" = --list-langs ]; then printf 'List of available languages in "${list}" (5):\\ndeu\\neng\\nfra\\nspa\\nita\\n'; exit; fi`;
    expect(await reason(all(dir))).toContain('data cannot be read');
    for (const model of ['deu', 'eng', 'fra', 'spa', 'ita']) writeFileSync(join(dir, `${model}.traineddata`), model);
    expect(await reason(`${all(dir)}; exit 1`)).toContain('cannot read with the data for');
  });
});

describe('ocrOf', () => {
  it('takes the embedded engine unless told otherwise, and finds nothing in relative folders', () => {
    expect(ocrOf({}, {})).toEqual({ engine: 'embedded' });
    expect(() => ocrOf({ ocrProgram: '/usr/bin/tesseract' }, {})).toThrow(
      /DECKNAME_OCR_PROGRAM .* DECKNAME_OCR_ENGINE/,
    );
    expect(() => ocrOf({ ocrEngine: 'system' }, { PATH: '.:' })).toThrow(/DECKNAME_OCR_ENGINE .* no tesseract on PATH/);
    expect(() => ocrOf({ ocrEngine: 'system', ocrProgram: '/nowhere' }, {})).toThrow('/nowhere is no program');
    expect(ocrOf({ ocrEngine: 'system', ocrProgram: process.execPath }, { TESSDATA_PREFIX: '/t', HOME: '/h' })).toEqual(
      {
        engine: 'system',
        program: { path: process.execPath, env: { TESSDATA_PREFIX: '/t' } },
      },
    );
  });
});
