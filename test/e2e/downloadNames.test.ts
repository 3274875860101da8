import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import type { Browser, Download } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempDir } from '../helpers/tempDir.ts';
import { clearJobs, drop } from './documents.ts';
import { launchChromium, missingForBrowserTests, openApp, ROOT, type OpenApp } from './helpers.ts';

/** The client, and what nothing that leaves may repeat of it. */
const CLIENT = 'Käthe Wackernagel';
const CANARY = /wackernagel|k(?:ä|ae|a)the/i;
const NOTE = `Sehr geehrte Frau ${CLIENT},\nIhre IBAN ist DE89 3704 0044 0532 0130 00.\n`;
const LETTER = join(ROOT, 'resources', 'samples', 'de-brief.docx');

/** What test/contract/downloadNames.test.ts asks of the API, asked of the screens. */
describe.skipIf(missingForBrowserTests())('names of what the interface saves', () => {
  let browser: Browser;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await launchChromium();
    app = await openApp(browser);
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
  });

  const saving = async (act: () => Promise<unknown>): Promise<Download> => {
    const [download] = await Promise.all([app.page.waitForEvent('download'), act()]);
    expect(download.suggestedFilename()).not.toMatch(CANARY);
    return download;
  };

  it.each(['Käthe Wackernagel.docx', 'WACKERNAGEL_kaethe.docx'])('do not repeat %s', async (name) => {
    const { page, goto } = app;
    await clearJobs(page);
    await goto('/anonymize');
    await drop(page, [{ name, bytes: readFileSync(LETTER) }]);
    await page.getByRole('listitem').locator('a[href^="/jobs/"]').first().click();
    await page.locator('[data-find]').first().waitFor();
    const header = page.locator('header.header');
    for (const line of [/^Own format/, /^PDF/, /^Word/, /^Text/, /^Audit report/]) {
      await saving(async () => {
        await header.getByRole('button', { name: 'Export', exact: true }).click();
        await page.getByRole('menuitem', { name: line }).click();
      });
    }
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog');
    const report = await saving(() => dialog.getByRole('button', { name: 'Report as JSON' }).click());
    expect(readFileSync(await report.path(), 'utf8')).not.toMatch(CANARY);
    await saving(() => dialog.getByRole('button', { name: 'Export', exact: true }).click());
    await page.getByRole('link', { name: 'History' }).first().click();
    await page.getByRole('button', { name: `Export ${name}` }).click();
    await saving(() => dialog.getByRole('button', { name: 'Export', exact: true }).click());
    expect(app.problems).toEqual([]);
  });

  it('do not repeat folders, files and archives of a batch', async () => {
    const { page, goto } = app;
    const root = join(tempDir(), `Mandat ${CLIENT}`);
    const names = [
      `${CLIENT}/${CLIENT}.txt`,
      'wackernagel_2026/Brief.txt',
      'Akten/KaetheWackernagel.txt',
      'Akten/Notiz.txt',
    ];
    for (const name of names) {
      mkdirSync(join(root, name, '..'), { recursive: true });
      writeFileSync(join(root, name), NOTE);
    }
    const packed = zipSync(Object.fromEntries(names.map((name) => [name, strToU8(NOTE)])));
    await goto('/anonymize');
    await page.locator('input[webkitdirectory]').setInputFiles(root);
    await page
      .locator('input[type=file]:not([webkitdirectory])')
      .first()
      .setInputFiles({ name: `${CLIENT}.zip`, mimeType: 'application/zip', buffer: Buffer.from(packed) });
    const batches = page.locator('[data-batch]');
    await expect.poll(() => batches.getByText('4 of 4 files done').count(), { timeout: 60_000 }).toBe(2);
    for (let index = 0; index < 2; index += 1) {
      const download = await saving(() => batches.nth(index).getByRole('button', { name: 'Download ZIP' }).click());
      const entries = unzipSync(readFileSync(await download.path()));
      expect(Object.keys(entries)).toHaveLength(5);
      expect(Object.keys(entries).join('\n')).not.toMatch(CANARY);
      for (const bytes of Object.values(entries)) expect(Buffer.from(bytes).toString('utf8')).not.toMatch(CANARY);
    }
    expect(app.problems).toEqual([]);
  });
});
