import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { clearJobs, dropFile } from './documents.ts';
import { ROOT, settled, type OpenApp } from './helpers.ts';
import type { Screen } from './screens.ts';

const fixture = (...names: readonly string[]): string => join(ROOT, 'test', 'fixtures', 'documents', ...names);
const sample = (name: string): string => join(ROOT, 'resources', 'samples', name);

/** Documents made by other programs, one for each way of being shown. */
export const REAL_DOCUMENTS = Object.freeze({
  pdf: sample('fr-contrat.pdf'),
  form: fixture('pdf', 'letter.pdf'),
  scan: fixture('pdf', 'scan.pdf'),
  picture: sample('it-lettera-scansione.png'),
  sideways: fixture('sideways.png'),
  tiff: fixture('two-pages.tif'),
  docx: fixture('docx', 'letter.docx'),
  odt: fixture('odt', 'letter.odt'),
  xlsx: fixture('xlsx', 'sheet.xlsx'),
  ods: fixture('ods', 'sheet.ods'),
  pptx: fixture('pptx', 'slides.pptx'),
  odp: fixture('odp', 'slides.odp'),
  html: fixture('flow', 'letter.html'),
  rtf: fixture('flow', 'letter.rtf'),
  mail: fixture('flow', 'mail.eml'),
  outlook: fixture('flow', 'message.msg'),
  markdown: fixture('flow', 'notes.md'),
  csv: fixture('flow', 'table.csv'),
});
export type RealDocument = keyof typeof REAL_DOCUMENTS;

/** Anonymizes a document and opens its review with the document in sight. */
export async function openDocument(
  { page, goto }: OpenApp,
  name: RealDocument,
  surface: 'document' | 'both' = 'document',
): Promise<void> {
  await clearJobs(page);
  await page.evaluate((value) => localStorage.setItem('deckname.review.surface', value), surface);
  await goto('/anonymize');
  await dropFile(page, REAL_DOCUMENTS[name]);
  await page
    .getByRole('listitem')
    .filter({ hasText: basename(REAL_DOCUMENTS[name]) })
    .locator('a[href^="/jobs/"]')
    .first()
    .click();
  await page.locator('[data-document] [data-find]').first().waitFor();
  await settled(page);
}

/** Hands a file to the API and opens its review; on the start screen an archive becomes a batch. */
export async function openUploaded({ page, goto }: OpenApp, name: string, bytes: Uint8Array): Promise<void> {
  await clearJobs(page);
  await page.evaluate(() => localStorage.removeItem('deckname.review.surface'));
  const id = await page.evaluate(
    async ([filename, base64]) => {
      const body = new FormData();
      body.set('file', new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], filename));
      const headers = { 'X-Requested-With': 'deckname' };
      const answer = await fetch('/api/v1/jobs/upload', { method: 'POST', headers, body });
      return ((await answer.json()) as { job_id: string }).job_id;
    },
    [name, Buffer.from(bytes).toString('base64')] as const,
  );
  await goto(`/jobs/${id}`);
  await page.locator('[data-document] [data-find]').first().waitFor();
  await settled(page);
}

/** An archive of files that other programs made, in folders. */
export const openArchive = (app: OpenApp): Promise<void> =>
  openUploaded(app, 'files.zip', readFileSync(fixture('flow', 'files.zip')));

/** A hundred files, some with long names and deep folders. */
export function openLargeArchive(app: OpenApp): Promise<void> {
  const files = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => {
      const folder = ['Mandanten', `${2020 + (index % 6)}`, 'Schriftverkehr mit der Gegenseite und dem Gericht'];
      const depth = index % 4;
      const long = index % 3 === 0 ? ' mit Anlagen, Vollmacht und Terminsbestätigung' : '';
      const text = `Sehr geehrte Frau Anna Wackernagel,\n\nvielen Dank für Ihr Schreiben Nr. ${index}.\n\nIhr Karl Ostermann`;
      return [[...folder.slice(0, depth), `Brief ${index + 1}${long}.txt`].join('/'), strToU8(text)];
    }),
  );
  return openUploaded(app, 'Mandanten.zip', zipSync(files));
}

const screen = (name: RealDocument, surface: 'document' | 'both' = 'document'): Screen => ({
  name: `view-${name}-${surface}`,
  path: '/anonymize',
  act: (app) => openDocument(app, name, surface),
});

/** A batch of a chosen folder: a dropped one cannot be made by a script. */
async function openBatch({ page, goto }: OpenApp): Promise<void> {
  await clearJobs(page);
  await goto('/anonymize');
  const root = mkdtempSync(join(tmpdir(), 'deckname-batch-'));
  for (let index = 0; index < 12; index += 1) {
    const folder = join(root, 'Akten 2025', index < 8 ? 'Anna Wackernagel' : 'Sonstiges');
    mkdirSync(folder, { recursive: true });
    const name = index === 7 ? 'Scan.pdf' : `Aktennotiz ${index + 1}.txt`;
    writeFileSync(join(folder, name), `Frau Anna Wackernagel, anna.wackernagel@example.org, Akte ${index}`);
  }
  await page.locator('input[webkitdirectory]').setInputFiles(join(root, 'Akten 2025'));
  const batch = page.locator('[data-batch]');
  await batch.locator('[aria-expanded]').click();
  await batch.locator('a[href^="/jobs/"]').nth(10).waitFor();
  rmSync(root, { recursive: true });
}

/** The review of documents as they look. */
export const DOCUMENT_VIEW_SCREENS: readonly Screen[] = [
  { name: 'batch', path: '/anonymize', act: openBatch },
  screen('pdf'),
  screen('pdf', 'both'),
  screen('form'),
  screen('scan'),
  screen('picture'),
  screen('sideways'),
  screen('tiff'),
  screen('docx'),
  screen('docx', 'both'),
  screen('odt'),
  screen('xlsx'),
  screen('ods'),
  screen('pptx'),
  screen('odp'),
  screen('html'),
  screen('rtf'),
  screen('mail'),
  screen('mail', 'both'),
  screen('outlook'),
  screen('markdown'),
  screen('csv'),
  { name: 'view-archive', path: '/anonymize', act: openArchive },
  { name: 'view-archive-many', path: '/anonymize', act: openLargeArchive },
  {
    name: 'view-drawing',
    path: '/anonymize',
    async act(app) {
      await openDocument(app, 'pdf');
      const { page } = app;
      await page.keyboard.press('d');
      const sheet = (await page.locator('[data-page="1"]').boundingBox())!;
      await page.mouse.move(sheet.x + sheet.width * 0.15, sheet.y + 260);
      await page.mouse.down();
      await page.mouse.move(sheet.x + sheet.width * 0.6, sheet.y + 330, { steps: 4 });
      await page.mouse.up();
      await page.locator('[data-area]').waitFor();
    },
  },
  {
    name: 'view-masked',
    path: '/anonymize',
    async act(app) {
      await openDocument(app, 'pdf');
      await app.page.locator('[data-tool=masked]').click();
    },
  },
];
