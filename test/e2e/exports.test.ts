import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { api, openJobId } from './documents.ts';
import { chooseExport, openLongDocument, PERSON, refuseNextExport } from './exports.ts';
import { launchChromium, missingForBrowserTests, openApp, showTheme, shownMessage, type OpenApp } from './helpers.ts';

describe.skipIf(missingForBrowserTests())('exports', () => {
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
  const panel = () => app.page.getByRole('region', { name: 'In the way of the export' });
  const saved = () => app.page.getByText('Saved', { exact: true }).waitFor();
  const areas = async () =>
    ((await api(app.page, 'GET', `/v1/jobs/${openJobId(app.page)}/areas`)) as { areas: readonly object[] }).areas;

  it('show the page they are at on every screen, and can be ended', async () => {
    const { page, problems } = app;
    const pages = await openLongDocument(app, 700);
    expect(pages).toBeGreaterThan(12);
    const runs = page.getByRole('region', { name: 'Exports under way' });
    await chooseExport(page, /^Own format/);
    await runs.getByText(new RegExp(`^Page \\d+ of ${pages}`)).waitFor();
    await page.getByRole('link', { name: 'History' }).first().click();
    await runs.getByText(new RegExp(`^Page \\d+ of ${pages}, about \\d+ s left$`)).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const box = (await runs.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(800);
    // The page is loaded anew: the export goes on, and its progress with it.
    await page.reload();
    await runs.getByText(new RegExp(`^Page \\d+ of ${pages}`)).waitFor();
    await runs.getByRole('button', { name: /^Cancel: Export of/ }).click();
    await runs.waitFor({ state: 'detached' });
    expect(await page.locator('.toast-title').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('save the document when they are done', async () => {
    const { page } = app;
    await openLongDocument(app, 20);
    const [download] = await Promise.all([page.waitForEvent('download'), chooseExport(page, /^Own format/)]);
    expect(download.suggestedFilename()).toMatch(/^document-[0-9a-f]{8}-anonymized\.pdf$/);
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await shownMessage(page, 'Exported').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('deckname.exports'))).toBe('[]');
  });

  it('say what stands in the way, cover the place and go on', async () => {
    const { page, problems } = app;
    await openLongDocument(app, 20);
    const before = (await areas()).length;
    await refuseNextExport(page);
    await chooseExport(page, /^Own format/);
    await shownMessage(page, 'was not exported').waitFor();
    await panel().getByText('Page 1: Letters stick out of the blackening').waitFor();
    await panel().getByText(PERSON).waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme);
      expect(await accessibilityProblems(page, theme === 'light' ? 'all' : 'colors')).toEqual([]);
    }
    await panel()
      .getByRole('button', { name: `Show: ${PERSON}` })
      .click();
    await page.locator('[data-document] [data-find].selected').first().waitFor();
    await panel()
      .getByRole('button', { name: `Cover the place: ${PERSON}` })
      .click();
    await panel().getByText('The place will be covered').waitFor();
    await saved();
    expect(await areas()).toHaveLength(before + 1);
    // One step back, and the place is open again.
    await page.keyboard.press('Control+z');
    await panel()
      .getByRole('button', { name: `Cover the place: ${PERSON}` })
      .click();
    await saved();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel().getByRole('button', { name: 'Export again' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/-anonymized\.pdf$/);
    await panel().waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('let a person leave the value as it is, and lead to the place from elsewhere', async () => {
    const { page, problems } = app;
    await openLongDocument(app, 20);
    const id = openJobId(page);
    await refuseNextExport(page, { page: null, box: null, reason: 'data' });
    await app.page.getByRole('link', { name: 'History' }).first().click();
    await page
      .getByRole('button', { name: /^Export Mietvertrag|^Export/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    await shownMessage(page, 'was not exported').getByRole('button', { name: 'Show the places' }).click();
    await page.waitForURL(`**/jobs/${id}`);
    await panel().getByText('On no page: The value stands in data that nobody sees').waitFor();
    expect(
      await panel()
        .getByRole('button', { name: /^Cover/ })
        .count(),
    ).toBe(0);
    await panel()
      .getByRole('button', { name: `Leave readable: ${PERSON}` })
      .click();
    await panel().getByText('The value stays readable everywhere').waitFor();
    await saved();
    await panel().getByRole('button', { name: 'Close this notice' }).click();
    await panel().waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });
});
