import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT, settled, type OpenApp } from './helpers.ts';
import type { Screen } from './screens.ts';

/** The sample documents that ship with the product. */
export const SAMPLES = Object.freeze({
  letter: join(ROOT, 'resources', 'samples', 'de-brief.docx'),
  scan: join(ROOT, 'resources', 'samples', 'it-lettera-scansione.png'),
});

/** Drops files on the start screen as a person does with the pointer. */
export async function drop(page: Page, files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (list) => {
      const data = new DataTransfer();
      for (const { name, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      return data;
    },
    files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
  );
  await page.locator('[data-file-drop]').first().dispatchEvent('drop', { dataTransfer: transfer });
}

export const dropFile = (page: Page, path: string) => drop(page, [{ name: basename(path), bytes: readFileSync(path) }]);

/** Deletes every job of the account, so that a test sees its own alone. */
export async function clearJobs(page: Page): Promise<void> {
  const { jobs } = (await api(page, 'GET', '/v1/jobs?limit=200')) as { jobs: readonly { job_id: string }[] };
  for (const { job_id: id } of jobs) await api(page, 'DELETE', `/v1/jobs/${id}`);
}

/** Anonymizes the sample letter and opens its review. */
export async function openReviewOfLetter({ page, goto }: OpenApp): Promise<void> {
  await clearJobs(page);
  await goto('/anonymize');
  await dropFile(page, SAMPLES.letter);
  await page.getByRole('listitem').locator('a[href^="/jobs/"]').first().click();
  await page.locator('[data-find].selected').first().waitFor();
  await settled(page);
}

/** Identifier of the job that is being reviewed. */
export const openJobId = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Calls the API with the session of the page. */
export function api(page: Page, method: string, path: string, json?: unknown): Promise<unknown> {
  return page.evaluate(
    async ([verb, address, body]) => {
      const answer = await fetch(`/api${address}`, {
        method: verb,
        headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'deckname' },
        ...(body !== null && { body }),
      });
      const text = await answer.text();
      return text === '' ? null : (JSON.parse(text) as unknown);
    },
    [method, path, json === undefined ? null : JSON.stringify(json)] as const,
  );
}

interface Place {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

/** Where `value` stands in one form of the document, in the window. */
async function placeOf(page: Page, pane: 'original' | 'anonymized', value: string): Promise<Place> {
  const place = await page.evaluate(
    ([name, text]) => {
      for (const piece of document.querySelectorAll(`[data-pane=${name}] [data-start]`)) {
        const node = piece.firstChild;
        const at = node?.textContent?.indexOf(text) ?? -1;
        if (!node || at < 0) continue;
        piece.scrollIntoView({ block: 'nearest' });
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        const { left, right, top, height } = range.getBoundingClientRect();
        return { left, right, middle: top + height / 2 };
      }
      return null;
    },
    [pane, value] as const,
  );
  if (!place) throw new Error('the value is not in sight');
  return place;
}

/** Selects the first place of `value` in one form of the document by dragging over it, once the lines stand still. */
export async function selectWithMouse(page: Page, pane: 'original' | 'anonymized', value: string): Promise<void> {
  let box = await placeOf(page, pane, value);
  for (;;) {
    await page.waitForTimeout(250);
    const next = await placeOf(page, pane, value);
    if (JSON.stringify(next) === JSON.stringify(box)) break;
    box = next;
  }
  await page.mouse.move(box.left + 1, box.middle);
  await page.mouse.down();
  await page.mouse.move((box.left + box.right) / 2, box.middle, { steps: 3 });
  await page.mouse.move(box.right - 1, box.middle, { steps: 3 });
  await page.mouse.up();
}

/** The anonymized text as the page shows it. The window has to be tall enough for the whole document. */
export async function shownAnonymizedText(page: Page): Promise<string> {
  const rows = await page.locator('[data-pane=anonymized]').allTextContents();
  return rows.join('\n');
}

/** Opens the newest job's document, as it was exported in its own format, on the restore page. */
export async function restoreLetter(page: Page): Promise<void> {
  const { jobs } = (await api(page, 'GET', '/v1/jobs')) as { jobs: readonly { job_id: string }[] };
  const bytes = await page.evaluate(async (path) => {
    const answer = await fetch(path, { headers: { 'X-Requested-With': 'deckname' } });
    return [...new Uint8Array(await answer.arrayBuffer())];
  }, `/api/v1/jobs/${jobs[0]!.job_id}/export?format=native`);
  const file = { name: 'Antwort.docx', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('.document.done').waitFor();
}

/** Screens that need a document: what the person at the desk sees most. */
export const DOCUMENT_SCREENS: readonly Screen[] = [
  { name: 'document-review', path: '/anonymize', act: openReviewOfLetter },
  { name: 'document-history', path: '/history' },
  {
    name: 'document-restore',
    path: '/restore',
    async act({ page }) {
      const { jobs } = (await api(page, 'GET', '/v1/jobs')) as { jobs: readonly { job_id: string }[] };
      const status = (await api(page, 'GET', `/status/${jobs[0]!.job_id}`)) as { anonymized_text_raw: string };
      await page.locator('textarea').first().fill(status.anonymized_text_raw);
      await page.locator('mark').first().waitFor();
    },
  },
  {
    name: 'document-restore-file',
    path: '/anonymize',
    async act(app) {
      await openReviewOfLetter(app);
      await app.goto('/restore');
      await restoreLetter(app.page);
    },
  },
  {
    name: 'document-export-menu',
    path: '/anonymize',
    async act(app) {
      await openReviewOfLetter(app);
      await app.page.locator('header [aria-haspopup=menu]').last().click();
      await app.page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'document-export-dialog',
    path: '/anonymize',
    async act(app) {
      await openReviewOfLetter(app);
      await app.page.locator('header [aria-haspopup=menu]').last().click();
      await app.page.getByRole('menuitem').last().click();
      await app.page.getByRole('dialog').waitFor();
    },
  },
];
