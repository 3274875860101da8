import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LANGUAGES, type Language } from '../../server/contract/common.ts';
import { StartError } from '../../server/core/startError.ts';
import { tiltPage, toGraymap, type GrayPage } from '../../server/documents/image/graymap.ts';
import { createEmbeddedEngine } from '../../server/documents/ocr/embeddedEngine.ts';
import type { Engine } from '../../server/documents/ocr/engine.ts';
import { languageData, type LanguageData } from '../../server/documents/ocr/languageData.ts';
import { openOcrProgram } from '../../server/documents/ocr/program/openProgram.ts';
import { createProgramEngine } from '../../server/documents/ocr/program/programEngine.ts';
import { ocrOf } from '../../server/config/ocr.ts';
import { recognizePage } from '../../server/documents/ocr/recognizePage.ts';
import { drawPage } from '../../server/documents/pdf/draw.ts';
import { loadPdfium, withDocument } from '../../server/documents/pdf/pdfium.ts';
import { writePdf } from '../../server/documents/write/pdf.ts';
import { SCAN_TEXTS } from './scanTexts.ts';

/**
 * Error rate and speed of recognition on generated scans: 300 dpi, five languages, Gaussian noise, specks, tilted by two degrees. Run by hand:
 * `node test/bench/ocrQuality.ts`. One thread each; compares data sets of tesseract.js and the system's own program where it is installed.
 */
const TILT_DEGREES = 2;
const NOISE_DEVIATION = 14;
const SPECK_SHARE = 0.0015;
const SYSTEM_DATA = '/usr/share/tesseract-ocr/5/tessdata';

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

function embeddedVariant(name: string, dataOf: (language: Language) => LanguageData): Variant {
  return engineVariant(name, createEmbeddedEngine({ dataOf }), ownSeconds);
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
    return engineVariant('the installed program, as the product uses it', engine, familySeconds);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.log(`Without the installed program: ${error.message}`);
    return null;
  }
}

function systemVariant(folder: string): Variant {
  const file = join(folder, 'page.pgm');
  return {
    name: "the system's tesseract (fast data)",
    async read(page, language) {
      await writeFile(file, toGraymap(page));
      const { model } = languageData(language);
      const options = { env: { ...process.env, OMP_THREAD_LIMIT: '1' } };
      const command = `time -p tesseract ${file} - -l ${model} --dpi 300 2>/dev/null`;
      const { stdout, stderr } = spawnSync('bash', ['-c', command], options);
      const used = [...stderr.toString().matchAll(/^(?:user|sys) ([\d.]+)/gm)].map(([, value]) => Number(value));
      return { text: stdout.toString(), seconds: used.reduce((sum, value) => sum + value, 0) };
    },
    close: () => Promise.resolve(),
  };
}

/** A page with the text, drawn at 300 dpi, tilted and noisy; the same every time. */
async function scanOf(text: string, language: Language): Promise<GrayPage> {
  const pdf = await writePdf({ format: 'pdf', text, title: '', prompt: null, language });
  const pdfium = await loadPdfium();
  const page = tiltPage(
    withDocument(pdfium, pdf, (document) => drawPage(pdfium, document, 0)),
    (TILT_DEGREES * Math.PI) / 180,
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

const folder = await mkdtemp(join(tmpdir(), 'deckname-ocr-'));
try {
  const sibling = (name: string) => (language: Language) => {
    const data = languageData(language);
    return { ...data, folder: join(dirname(data.folder), name) };
  };
  const variants = [embeddedVariant('4.0.0_best_int', languageData), embeddedVariant('4.0.0', sibling('4.0.0'))];
  if (existsSync(SYSTEM_DATA)) {
    variants.push(
      embeddedVariant('fast (data of the system)', (language) => ({
        ...languageData(language),
        folder: SYSTEM_DATA,
        gzip: false,
      })),
      systemVariant(folder),
    );
  }
  const program = await programVariant();
  if (program !== null) variants.push(program);
  console.log(
    `| data | ${LANGUAGES.join(' | ')} | mean error | processor seconds per page |\n| --- |${' ---: |'.repeat(LANGUAGES.length + 2)}`,
  );
  for (const variant of variants) {
    const rates: number[] = [];
    let seconds = 0;
    for (const language of LANGUAGES) {
      const page = await scanOf(SCAN_TEXTS[language], language);
      // The first look loads the model.
      await variant.read({ ...page, height: 400, pixels: page.pixels.subarray(0, 400 * page.width) }, language);
      const { text, seconds: used } = await variant.read(page, language);
      seconds += used;
      // The page number stands below the text.
      rates.push(errorRate(`${SCAN_TEXTS[language]} 1`, text));
    }
    await variant.close();
    const percent = (rate: number) => `${(rate * 100).toFixed(2)} %`;
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    console.log(
      `| ${variant.name} | ${rates.map(percent).join(' | ')} | ${percent(mean)} | ${(seconds / rates.length).toFixed(2)} |`,
    );
  }
} finally {
  await rm(folder, { recursive: true });
}
