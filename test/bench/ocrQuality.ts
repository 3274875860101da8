import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ocrOf } from '../../server/config/ocr.ts';
import { LANGUAGES, type Language } from '../../server/contract/common.ts';
import { StartError } from '../../server/core/startError.ts';
import { tiltPage, type GrayPage } from '../../server/documents/image/graymap.ts';
import { createEmbeddedEngine } from '../../server/documents/ocr/embeddedEngine.ts';
import type { Engine } from '../../server/documents/ocr/engine.ts';
import { MODELS, shippedModels, type ModelFolder } from '../../server/documents/ocr/languageData.ts';
import { openOcrProgram } from '../../server/documents/ocr/program/openProgram.ts';
import { createProgramEngine } from '../../server/documents/ocr/program/programEngine.ts';
import { recognizePage } from '../../server/documents/ocr/recognizePage.ts';
import { drawPage } from '../../server/documents/pdf/draw.ts';
import { loadPdfium, withDocument } from '../../server/documents/pdf/pdfium.ts';
import { writePdf } from '../../server/documents/write/pdf.ts';
import { readLetters } from '../eval/inlineMarks.ts';
import { SCAN_TEXTS } from './scanTexts.ts';

/**
 * Error rate and speed of recognition on generated scans: 300 dpi, three pages in each of five languages, Gaussian noise, specks, tilted by two degrees. Run by
 * hand: `node test/bench/ocrQuality.ts`. One thread each; compares the engines of the product with the system's own program where it is installed.
 */
const TILT = (2 * Math.PI) / 180;
const NOISE_DEVIATION = 14;
const SPECK_SHARE = 0.0015;
/** Minutes of a meeting and a letter of lawyers. */
const LETTERS = /^(?:de|en|fr|es|it)-o0[57]\.txt$/;
/** A page holds this many lines of this many letters; what is longer is cut off. */
const PAGE_LINES = 44;
const LINE_LETTERS = 88;

interface Variant {
  readonly name: string;
  /** The text, and the seconds of processor time that it took. */
  read(page: GrayPage, language: Language): Promise<{ readonly text: string; readonly seconds: number }>;
  close(): Promise<void>;
}

const noTeller = () => Promise.reject(new Error('the language is given'));

function engineVariant(name: string, engine: Engine, seconds: () => number): Variant {
  return {
    name,
    async read(page, language) {
      const before = seconds();
      const { text } = await recognizePage(engine, page, language, noTeller);
      return { text, seconds: seconds() - before };
    },
    close: () => engine.close(),
  };
}

/** Processor seconds of this process. */
function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function embeddedVariant(name: string, models: ModelFolder): Variant {
  return engineVariant(name, createEmbeddedEngine({ models }), ownSeconds);
}

/** Processor seconds of this process and of all children that have ended (proc(5): utime, stime, cutime, cstime in hundredths). */
function familySeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
}

async function programVariant(): Promise<Variant | null> {
  try {
    const ocr = ocrOf({ ocrEngine: 'system' }, process.env);
    if (ocr.engine !== 'system') return null;
    const program = await openOcrProgram({ program: ocr.program, threads: 1 });
    const { signal } = new AbortController();
    const engine = createProgramEngine((picture) => program.recognize(picture, signal));
    return engineVariant('installed program, by setting', engine, familySeconds);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.log(`Without the installed program: ${error.message}`);
    return null;
  }
}

/** The page as a Netpbm portable graymap (P5). */
function toGraymap({ pixels, width, height }: GrayPage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
}

/** The system's own command, on the page as `prepared` leaves it; only the command's time counts. */
function commandVariant(name: string, folder: string, prepared: (page: GrayPage) => GrayPage): Variant {
  const file = join(folder, 'page.pgm');
  return {
    name,
    async read(page, language) {
      await writeFile(file, toGraymap(prepared(page)));
      const before = familySeconds();
      const options = { env: { ...process.env, OMP_THREAD_LIMIT: '1' } };
      const { stdout, status } = spawnSync('tesseract', [file, '-', '-l', MODELS[language], '--dpi', '300'], options);
      if (status !== 0) throw new Error(`no tesseract with data for ${MODELS[language]}`);
      return { text: stdout.toString(), seconds: familySeconds() - before };
    },
    close: () => Promise.resolve(),
  };
}

/** Texts of one page each. */
function textsOf(language: Language): string[] {
  const letters = readLetters(join(import.meta.dirname, '../eval/letters'), LETTERS);
  const own = letters.filter((letter) => letter.language === language).map(({ text }) => onePage(text));
  return [SCAN_TEXTS[language], ...own];
}

function onePage(text: string): string {
  let lines = 0;
  const kept = text.split('\n').filter((paragraph) => {
    lines += Math.max(1, Math.ceil(paragraph.length / LINE_LETTERS));
    return lines <= PAGE_LINES;
  });
  return kept.join('\n');
}

/** A page with the text, drawn at 300 dpi, tilted and noisy; the same every time. */
async function scanOf(text: string, language: Language): Promise<GrayPage> {
  const pdf = await writePdf({ format: 'pdf', text, title: '', prompt: null, language });
  const pdfium = await loadPdfium();
  const page = tiltPage(
    withDocument(pdfium, pdf, (document) => drawPage(pdfium, document, 0)),
    TILT,
  );
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let at = 0; at < page.pixels.length; at += 1) {
    const normal = Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
    const shade = 0.86 * page.pixels[at]! + 18 + NOISE_DEVIATION * normal;
    page.pixels[at] = random() < SPECK_SHARE ? 0 : Math.min(255, Math.max(0, shade));
  }
  return page;
}

/** Edit distance over the length of the truth; white space counts as one space. */
function errorRate(truth: string, read: string): number {
  const [a, b] = [truth, read].map((text) => text.normalize('NFC').replace(/\s+/g, ' ').trim()) as [string, string];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]! / a.length;
}

/** Copies the integer models of the best quality, from the packages that the compiler of the word lists reads, into one folder. */
async function bestModels(folder: string): Promise<ModelFolder> {
  for (const model of Object.values(MODELS)) {
    const manifest = createRequire(import.meta.url).resolve(`@tesseract.js-data/${model}/package.json`);
    const file = `${model}.traineddata.gz`;
    await copyFile(join(dirname(manifest), '4.0.0_best_int', file), join(folder, file));
  }
  return { folder, gzip: true };
}

const percent = (rate: number): string => `${(rate * 100).toFixed(2)} %`;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const folder = await mkdtemp(join(tmpdir(), 'deckname-ocr-'));
try {
  const variants = [
    embeddedVariant('embedded', shippedModels()),
    embeddedVariant('embedded, `4.0.0_best_int`', await bestModels(folder)),
  ];
  const program = await programVariant();
  if (program !== null) {
    const straightened = (page: GrayPage) => tiltPage(page, -TILT);
    variants.push(
      program,
      commandVariant('`tesseract` on the straightened page', folder, straightened),
      commandVariant('`tesseract` on the page as it is', folder, (page) => page),
    );
  }
  const results = variants.map(() => ({ rates: new Map<Language, number[]>(), seconds: [] as number[] }));
  for (const language of LANGUAGES) {
    for (const text of textsOf(language)) {
      const page = await scanOf(text, language);
      // One after the other on the same page: what else the machine does meets all alike.
      for (const [index, variant] of variants.entries()) {
        // The first look loads the model.
        await variant.read({ ...page, height: 400, pixels: page.pixels.subarray(0, 400 * page.width) }, language);
        const { text: read, seconds } = await variant.read(page, language);
        const { rates, seconds: all } = results[index]!;
        all.push(seconds);
        // The page number stands below the text.
        rates.set(language, [...(rates.get(language) ?? []), errorRate(`${text} 1`, read)]);
      }
    }
  }
  console.log(`| engine and data | ${LANGUAGES.join(' | ')} | mean | seconds |`);
  console.log(`| --- |${' ---: |'.repeat(LANGUAGES.length + 2)}`);
  for (const [index, { name }] of variants.entries()) {
    const { rates, seconds } = results[index]!;
    const byLanguage = [...rates.values()].map((values) => percent(mean(values)));
    const all = percent(mean([...rates.values()].flat()));
    console.log(`| ${name} | ${byLanguage.join(' | ')} | ${all} | ${mean(seconds).toFixed(2)} |`);
  }
  await Promise.all(variants.map((variant) => variant.close()));
} finally {
  await rm(folder, { recursive: true });
}
