import { readFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../server/contract/common.ts';
import { accessibilityProblems } from './accessibility.ts';
import { api, clearJobs, drop, dropFile, SAMPLES } from './documents.ts';
import { launchChromium, missingForBrowserTests, openApp, ROOT, showTheme, settled, type OpenApp } from './helpers.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe.skipIf(missingForBrowserTests())('start screen', () => {
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
  beforeEach(async () => {
    const { page, context, goto } = app;
    await context.setOffline(false);
    await clearJobs(page);
    await api(page, 'PATCH', '/v1/account', { settings: { interfaceLanguage: 'en' } });
    await goto('/anonymize');
  });

  const rowOf = (name: string) => app.page.getByRole('listitem').filter({ hasText: name });

  it('takes a dropped Word document to the review', async () => {
    const { page, problems } = app;
    await dropFile(page, SAMPLES.letter);
    const row = rowOf('de-brief.docx');
    await row.getByRole('link', { name: 'Review' }).waitFor();
    expect(await row.innerText()).toMatch(/\d+ passages masked · German · \d+ words/);
    await row.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('heading', { level: 1, name: 'de-brief.docx' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('says what is wrong with a file, before or after it is sent', async () => {
    const { page } = app;
    const damaged = readFileSync(SAMPLES.letter).subarray(0, 3_000);
    await drop(page, [
      { name: 'tool.exe', bytes: bytes('MZ') },
      { name: 'empty.txt', bytes: new Uint8Array() },
      { name: 'old.doc', bytes: bytes('old') },
      { name: 'damaged.docx', bytes: damaged },
      { name: 'good.txt', bytes: bytes('Dear Ms Miller, please call +44 20 7946 0123.') },
    ]);
    await rowOf('tool.exe').getByText('This kind of file cannot be read.').waitFor();
    await rowOf('empty.txt').getByText('The file is empty.').waitFor();
    await rowOf('old.doc').getByText('save it as DOCX or PDF').waitFor();
    await rowOf('damaged.docx').getByText('The file is damaged or incomplete.').waitFor();
    await rowOf('good.txt').getByRole('link', { name: 'Review' }).waitFor();
  });

  it('tries again after the connection was lost', async () => {
    const { page, context } = app;
    await context.setOffline(true);
    await drop(page, [{ name: 'note.txt', bytes: bytes('Dear Ms Miller, thank you.') }]);
    await rowOf('note.txt').getByText('The server did not answer.').waitFor();
    await context.setOffline(false);
    await rowOf('note.txt').getByRole('button', { name: 'Try note.txt again' }).click();
    await rowOf('note.txt').getByRole('link', { name: 'Review' }).waitFor();
  });

  it('stops a document in work', async () => {
    const { page } = app;
    await dropFile(page, SAMPLES.scan);
    await rowOf('it-lettera').getByRole('progressbar').waitFor();
    await rowOf('it-lettera')
      .getByRole('button', { name: /^Cancel/ })
      .click();
    await rowOf('it-lettera').getByText('You cancelled this document.').waitFor();
  });

  it('goes on with a document in work after a reload', async () => {
    const { page } = app;
    await dropFile(page, SAMPLES.scan);
    await rowOf('it-lettera').getByRole('progressbar').waitFor();
    await page.waitForFunction(async () => {
      const answer = await fetch('/api/v1/jobs');
      return ((await answer.json()) as { jobs: unknown[] }).jobs.length === 1;
    });
    await page.reload();
    await rowOf('it-lettera').getByRole('link', { name: 'Review' }).waitFor({ timeout: 60_000 });
  });

  it('follows a ZIP and many files as batches, links the reviews, downloads them as one, goes on after a reload', async () => {
    const { page, goto, problems } = app;
    const files = Array.from({ length: 10 }, (_, index) => ({
      name: `akte-${index}.txt`,
      bytes: bytes(`Frau Anna Wackernagel, anna.wackernagel@example.org, Akte ${index}`),
    }));
    const packed = zipSync(Object.fromEntries(files.map((file) => [file.name, file.bytes])));
    await drop(page, files);
    await drop(page, [{ name: 'akten.zip', bytes: packed }]);
    const batches = page.locator('[data-batch]');
    await expect.poll(() => batches.getByText('10 of 10 files done').count(), { timeout: 60_000 }).toBe(2);
    await goto('/anonymize');
    const batch = batches.filter({ hasText: 'akten.zip' });
    expect(await batches.count()).toBe(2);
    const saved = page.waitForEvent('download');
    await batch.getByRole('button', { name: 'Download ZIP' }).click();
    const parts = unzipSync(readFileSync(await (await saved).path()));
    expect(Object.keys(parts)).toHaveLength(11);
    const masked = new TextDecoder().decode(parts['0001.txt']);
    expect(masked).not.toContain('Wackernagel');
    expect(new TextDecoder().decode(parts['0010.txt'])).toContain(/\[\[email-\w+\]\]/.exec(masked)![0]);
    await batch.getByRole('button', { name: '10 files' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await batch.getByRole('link', { name: 'akte-3.txt' }).click();
    await page.getByRole('heading', { level: 1, name: 'akte-3.txt' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('puts a text pasted anywhere into the field and anonymizes it', async () => {
    const { page, goto } = app;
    await goto('/history');
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Dear Ms Miller, your IBAN is DE89 3704 0044 0532 0130 00.');
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    const field = page.getByRole('textbox', { name: 'Text to anonymize' });
    await field.waitFor();
    expect(await field.inputValue()).toContain('DE89 3704');
    await page.getByRole('button', { name: 'Anonymize text' }).click();
    await page.getByRole('listitem').getByRole('link', { name: 'Review' }).click();
    await page
      .getByText(/\[\[iban-\w{8}\]\]/)
      .first()
      .waitFor();
  });

  it('sends the chosen options', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Person' }).uncheck();
    await page.getByRole('button', { name: 'Done' }).click();
    await drop(page, [{ name: 'note.txt', bytes: bytes('Dear Ms Miller, write to anna@example.org.') }]);
    await rowOf('note.txt').getByText('1 passage masked').waitFor();
  });

  it('speaks five languages', async () => {
    const { page, goto } = app;
    for (const language of LANGUAGES) {
      await api(page, 'PATCH', '/v1/account', { settings: { interfaceLanguage: language } });
      const texts = (name: string) =>
        JSON.parse(readFileSync(`${ROOT}/renderer/i18n/${language}/${name}.json`, 'utf8')) as Record<string, string>;
      for (const [path, file, key] of [
        ['/anonymize', 'anonymize', 'intro'],
        ['/history', 'history', 'empty'],
        ['/restore', 'deanonymize', 'nothing'],
      ] as const) {
        await goto(path);
        await page.getByText(texts(file)[key]!, { exact: true }).waitFor();
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        // A missing text would show its key.
        expect(await page.locator('body').innerText()).not.toMatch(
          /\b(anonymize|history|deanonymize|jobs|ui|frame)\.\w+/,
        );
      }
    }
  });

  it('has no barriers that axe knows, in light and dark', async () => {
    const { page } = app;
    await drop(page, [
      { name: 'tool.exe', bytes: bytes('MZ') },
      { name: 'note.txt', bytes: bytes('Dear Ms Miller, thank you.') },
    ]);
    await rowOf('note.txt').getByRole('link', { name: 'Review' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await showTheme(page, colorScheme);
      await page.goto(new URL('/anonymize', app.server.url).href);
      await settled(page);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('tab', { name: 'Text' }).click();
      expect(await accessibilityProblems(page)).toEqual([]);
      await app.goto('/history');
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });
});
