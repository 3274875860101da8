import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { api, openJobId, openReviewOfLetter, restoreLetter } from './documents.ts';
import { launchChromium, missingForBrowserTests, openApp, showTheme, settled, type OpenApp } from './helpers.ts';

/** A value of the sample letter with a shape of its own, so that it is found whatever becomes of the names. */
const EMAIL = 'jonas.hartwig@vogt-hartwig.example';

describe.skipIf(missingForBrowserTests())('restore screen', () => {
  let browser: Browser;
  let app: OpenApp;
  let placeholder: string;
  beforeAll(async () => {
    browser = await launchChromium();
    app = await openApp(browser);
    await openReviewOfLetter(app);
    const list = (await api(app.page, 'GET', `/v1/jobs/${openJobId(app.page)}/entities`)) as {
      entities: { text: string; placeholder: string }[];
    };
    placeholder = list.entities.find((find) => find.text === EMAIL)!.placeholder;
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
  });
  beforeEach(() => app.goto('/restore'));

  const input = () => app.page.getByRole('textbox', { name: 'Text with placeholders' });
  const output = () => app.page.getByRole('region', { name: 'With the originals' });

  it('puts the originals back, marks them and lists what it does not know', async () => {
    const { page, problems } = app;
    await input().fill(`Dear ${placeholder},\nplease ask [[person-zzzzzzz9]]. ${placeholder.toUpperCase()} agrees.`);
    await output().getByText(EMAIL).first().waitFor();
    expect(await output().innerText()).toBe(`Dear ${EMAIL},\nplease ask [[person-zzzzzzz9]]. ${EMAIL} agrees.`);
    expect(await output().locator('mark').allInnerTexts()).toEqual([EMAIL, '[[person-zzzzzzz9]]', EMAIL]);
    await page.getByText('2 placeholders replaced. 1 was not replaced.').waitFor();
    await page.getByText('Placeholders that were not replaced').waitFor();
    expect(problems).toEqual([]);
  });

  it('lists what stayed with counts and reasons', async () => {
    const { page, problems } = app;
    const cut = placeholder.slice(0, -5);
    await input().fill(`Dear [[person-zzzzzzz9]] and [[person-zzzzzzz9]], ${cut}]] and ${cut}`);
    const line = (text: string) => page.getByRole('listitem').filter({ has: page.getByText(text, { exact: true }) });
    await line('[[person-zzzzzzz9]]').getByText('2 times').waitFor();
    await line('[[person-zzzzzzz9]]').getByText('Belongs to another account, or its document was deleted').waitFor();
    await line(`${cut}]]`).getByText('Looks shortened: a part of it is missing').waitFor();
    await line(cut).getByText('1 time').waitFor();
    await page.getByText('No placeholder was replaced. 3 were not replaced.').waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    expect(problems).toEqual([]);
  });

  it('never says that a document was restored when nothing was', async () => {
    const { page } = app;
    await page.locator('input[type=file]').setInputFiles({
      name: 'mail.eml',
      mimeType: 'message/rfc822',
      buffer: Buffer.from('From: a@example.org\r\nSubject: x\r\n\r\nDear [[person-zzzzzzz9]],\r\n'),
    });
    await page.getByText('Nothing was restored').waitFor();
    await page.getByRole('listitem').getByText('[[person-zzzzzzz9]]').waitFor();
    expect(await page.getByText('The document is restored').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Download' }).count()).toBe(0);
  });

  it('opens a text file and saves the result', async () => {
    const { page } = app;
    await page.locator('input[type=file]').setInputFiles({
      name: 'answer.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`Dear ${placeholder}, ü€😀`),
    });
    await output().getByText(EMAIL).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as TXT' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('answer.txt');
    expect(readFileSync(await download.path(), 'utf8')).toBe(`Dear ${EMAIL}, ü€😀`);
  });

  it('gives a document back with its originals, in its own format', async () => {
    const { page } = app;
    await restoreLetter(page);
    await page.getByText('The document is restored').waitFor();
    await page.getByText(/^\d+ placeholders replaced\.$/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Antwort.docx');
    const parts = unzipSync(readFileSync(await download.path()));
    const document = Buffer.from(parts['word/document.xml']!).toString('utf8');
    expect(document).toContain(EMAIL);
    expect(document).not.toContain('[[');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('The restored text appears here.').waitFor();
  });

  it('forgets the text when the page is left', async () => {
    const { page, goto } = app;
    await input().fill(`Dear ${placeholder}`);
    await output().getByText(EMAIL).waitFor();
    await goto('/history');
    await goto('/restore');
    expect(await input().inputValue()).toBe('');
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).not.toContain(EMAIL);
  });

  it('has no barriers that axe knows, in light and dark', async () => {
    const { page } = app;
    for (const colorScheme of ['light', 'dark'] as const) {
      await showTheme(page, colorScheme);
      await input().fill(`Dear ${placeholder}, dear [[person-zzzzzzz9]]`);
      await output().getByText(EMAIL).waitFor();
      await settled(page);
      expect(await accessibilityProblems(page)).toEqual([]);
      await input().fill('');
    }
  });
});
