import { letterDocx, letterPdf, letters, listXlsx, scanPdf } from './documentFiles.ts';
import { officeSeconds, pdftotextSeconds, tesseractSecondsPerPage } from './documentBaselines.ts';
import { costs, runDocument, runExport, whole, type DocumentRun } from './documentRuns.ts';
import type { Figure } from './measure.ts';

/** Documents from the upload to their anonymized form, over HTTP. Every part has a most of seconds, after which it tells how far it has come. */

const LANGUAGE = 'de';
const LETTERS = 200;
const SCANNED_PAGES = 100;
/** A scan as offices have them, every page another one. */
const EXPORTED_PAGES = 42;
const EXPORT_GOAL_SECONDS = 15;
/** Pages for the baseline: enough for all processors. */
const BASELINE_PAGES = 4;
/** A little below the most cells that are accepted. */
const ROWS = 60_000;
const CELLS_PER_ROW = 8;
const LIMIT_SECONDS = 300;
const LONG_LIMIT_SECONDS = 900;

const text = (): string => letters(LANGUAGE, LETTERS).join('\n\n');

const twoDigits = (value: number): string => (value < 10 ? value.toPrecision(2) : value.toFixed(0));

/** Units per second; what was not finished is counted as far as it came. */
function rates({ share, found, written }: DocumentRun, count: number, unit: string): Figure[] {
  const rate = (units: number, seconds: number): string => `${twoDigits(units / seconds)} ${unit}s/s`;
  const isRead = share === 1;
  const ratio = isRead ? `${String(count)} ${unit}s` : `stopped at ${(share * 100).toFixed(0)} % of the reading`;
  return [
    { name: 'until the finds', value: rate(share * count, found), ratio },
    {
      name: 'with the export',
      value: written === null ? 'not finished' : rate(count, found + written),
      ratio: written === null ? '' : `${(found + written).toFixed(1)} s`,
    },
  ];
}

function against(name: string, run: DocumentRun, seconds: number | null): Figure {
  const own = whole(run);
  return {
    name: `  baseline: ${name}`,
    value: seconds === null ? 'not measured' : `${seconds.toFixed(2)} s`,
    ratio: seconds === null || own === null ? '' : `Deckname takes ${(own / seconds).toFixed(1)} × that`,
  };
}

/** The same letters as text. */
async function textSeconds(): Promise<number | null> {
  const bytes = Buffer.from(text());
  const units = { count: LETTERS, name: 'letters' };
  return whole(await runDocument({ name: 'brief.txt', bytes, language: LANGUAGE, units, limitSeconds: LIMIT_SECONDS }));
}

export async function benchPdf(): Promise<Figure[]> {
  const bytes = await letterPdf(text(), LANGUAGE);
  const count =
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 0;
  const units = { count, name: 'pages' };
  const run = await runDocument({ name: 'brief.pdf', bytes, language: LANGUAGE, units, limitSeconds: LIMIT_SECONDS });
  return [
    ...rates(run, count, 'page'),
    ...costs(run),
    against('pdftotext', run, await pdftotextSeconds(bytes)),
    against('the same text without layout', run, await textSeconds()),
  ];
}

export async function benchDocx(): Promise<Figure[]> {
  const bytes = await letterDocx(text(), LANGUAGE);
  const count = text().split('\n').length;
  const units = { count, name: 'paragraphs' };
  const run = await runDocument({ name: 'brief.docx', bytes, language: LANGUAGE, units, limitSeconds: LIMIT_SECONDS });
  return [
    ...rates(run, count, 'paragraph'),
    ...costs(run),
    against('LibreOffice opens and saves', run, await officeSeconds('brief.docx', bytes, 'writer')),
    against('the same text without layout', run, await textSeconds()),
  ];
}

/** A list of people of nearly the size that is the most. */
export async function benchXlsx(): Promise<Figure[]> {
  const bytes = listXlsx(ROWS);
  const count = ROWS * CELLS_PER_ROW;
  const units = { count, name: 'cells' };
  const limitSeconds = LONG_LIMIT_SECONDS;
  const run = await runDocument({ name: 'liste.xlsx', bytes, language: LANGUAGE, units, limitSeconds });
  return [
    ...rates(run, count, 'cell'),
    ...costs(run),
    against('LibreOffice opens and saves', run, await officeSeconds('liste.xlsx', bytes, 'calc')),
  ];
}

export async function benchScan(): Promise<Figure[]> {
  const bytes = await scanPdf(LANGUAGE, SCANNED_PAGES);
  const count = SCANNED_PAGES;
  const units = { count, name: 'pages' };
  const limitSeconds = LONG_LIMIT_SECONDS;
  const run = await runDocument({ name: 'scan.pdf', bytes, language: LANGUAGE, units, limitSeconds });
  const baseline = await tesseractSecondsPerPage(await scanPdf(LANGUAGE, BASELINE_PAGES, BASELINE_PAGES));
  const own = run.found / (run.share * count);
  return [
    ...rates(run, count, 'page'),
    ...costs(run),
    {
      name: '  baseline: tesseract of the system',
      value: baseline === null ? 'not measured' : `${baseline.toFixed(2)} s/page`,
      ratio: baseline === null ? '' : `Deckname takes ${(own / baseline).toFixed(2)} × that until the finds`,
    },
  ];
}

/** The own-format export of a scan that was read before. */
export async function benchScanExport(): Promise<Figure[]> {
  const bytes = await scanPdf(LANGUAGE, EXPORTED_PAGES, EXPORTED_PAGES);
  const units = { count: EXPORTED_PAGES, name: 'pages' };
  const { seconds, told, processor } = await runExport({
    ...{ name: 'scan.pdf', bytes, language: LANGUAGE, units, limitSeconds: LONG_LIMIT_SECONDS },
  });
  return [
    {
      name: `export of ${String(EXPORTED_PAGES)} scanned pages`,
      value: `${seconds.toFixed(1)} s`,
      ratio: processor === null ? '' : `${processor.toFixed(1)} s of processor time`,
      goal: `${String(EXPORT_GOAL_SECONDS)} s`,
    },
    { name: '  pages told on the way', value: String(told) },
  ];
}
