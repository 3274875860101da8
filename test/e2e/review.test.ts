import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { api, drop, openJobId, openReviewOfLetter, selectWithMouse, shownAnonymizedText } from './documents.ts';
import { launchChromium, missingForBrowserTests, openApp, showTheme, settled, type OpenApp } from './helpers.ts';

interface Find {
  readonly id: string;
  readonly text: string;
  readonly category: string;
  readonly accepted: boolean;
}

/** Values of the sample letter that have a shape of their own, so that they are found whatever becomes of the names. */
const EMAIL = 'jonas.hartwig@vogt-hartwig.example';
const IBAN = 'DE89 3704 0044 0532 0130 00';

describe.skipIf(missingForBrowserTests())('review', () => {
  let browser: Browser;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await launchChromium();
    // Tall enough to show the whole letter, so that what is shown can be compared with what is exported.
    app = await openApp(browser, { viewport: { width: 1600, height: 2_400 } });
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
  });
  beforeEach(async () => {
    await app.context.setOffline(false);
    await showTheme(app.page, 'light');
    await openReviewOfLetter(app);
  });

  const tree = () => app.page.getByRole('tree', { name: 'Finds' });
  const item = (name: string | RegExp) => tree().getByRole('treeitem', { name });
  const saved = () => app.page.getByText('Saved', { exact: true }).waitFor();
  const finds = async () => {
    const all: Find[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `?cursor=${cursor}`;
      const answer = await api(app.page, 'GET', `/v1/jobs/${openJobId(app.page)}/entities${query}`);
      const page = answer as { entities: Find[]; cursor: string | null };
      all.push(...page.entities);
      ({ cursor } = page);
    }
    return all;
  };
  const findOf = async (text: string) => (await finds()).filter((find) => find.text === text);

  it('shows every find in both forms and links them', async () => {
    const { page } = app;
    const all = await finds();
    for (const pane of ['original', 'anonymized']) {
      const ids = await page
        .locator(`[data-pane=${pane}] [data-find]`)
        .evaluateAll((marks) => [...new Set(marks.map((mark) => mark.getAttribute('data-find')))]);
      expect(new Set(ids)).toEqual(new Set(all.map((find) => find.id)));
    }
    const [first] = await findOf(EMAIL);
    await page.locator(`[data-pane=original] [data-find="${first!.id}"]`).hover();
    expect(await page.locator('[data-pane=anonymized] .hovered').getAttribute('data-find')).toBe(first!.id);
    await page.locator(`[data-pane=anonymized] [data-find="${first!.id}"]`).click();
    expect(await page.locator('[data-pane=original] .selected').innerText()).toBe(EMAIL);
    expect(await tree().getByRole('treeitem', { selected: true }).innerText()).toContain(EMAIL);
  });

  it('rejects, masks a selection, takes back, does again and exports exactly what it shows', async () => {
    const { page, problems } = app;
    await item(new RegExp(`^${EMAIL}`)).click();
    await page.keyboard.press('r');
    await item(new RegExp(`^${EMAIL}\\W*rejected`)).waitFor();
    await saved();
    expect((await findOf(EMAIL))[0]).toMatchObject({ accepted: false });
    expect(await shownAnonymizedText(page)).toContain(EMAIL);

    await selectWithMouse(page, 'original', 'Nebenkosten');
    await page.getByRole('toolbar', { name: 'Mask as' }).waitFor();
    await page.keyboard.press('Enter');
    await item(/^Nebenkosten/).waitFor();
    await saved();
    expect((await findOf('Nebenkosten'))[0]).toMatchObject({ accepted: true, category: 'person' });

    await page.keyboard.press('Control+z');
    await saved();
    expect(await findOf('Nebenkosten')).toEqual([]);
    await page.keyboard.press('Control+z');
    await saved();
    expect((await findOf(EMAIL))[0]).toMatchObject({ accepted: true });
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+Shift+z');
    await saved();
    expect((await findOf('Nebenkosten'))[0]).toMatchObject({ accepted: true });

    const shown = await shownAnonymizedText(page);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^Text/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^document-[0-9a-f]{8}-anonymized\.txt$/);
    const exported = readFileSync(await download.path(), 'utf8');
    const lines = (text: string) =>
      text
        .replace(/^\ufeff/, '')
        .replace(/\r\n?/g, '\n')
        .trimEnd();
    expect(lines(exported)).toBe(lines(shown));
    expect(exported).toContain(EMAIL);
    expect(exported).not.toContain('Nebenkosten ');
    expect(problems).toEqual([]);
  });

  it('masks what is selected in the anonymized form, and whole lines', async () => {
    const { page } = app;
    await selectWithMouse(page, 'anonymized', 'Nebenkosten');
    await page.getByRole('toolbar', { name: 'Mask as' }).getByRole('button', { name: 'Organization' }).click();
    await item(/^Nebenkosten/).waitFor();
    await saved();
    expect((await findOf('Nebenkosten'))[0]).toMatchObject({ accepted: true, category: 'organization' });

    await page.locator('[data-pane=original]').getByText('Herrn', { exact: true }).click({ clickCount: 3 });
    await page.getByRole('toolbar', { name: 'Mask as' }).getByText('Herrn', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: 'Mask as' }).waitFor({ state: 'detached' });
    expect(await findOf('Herrn')).toEqual([]);
  });

  it('copies the anonymized text', async () => {
    const { page, context } = app;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the anonymized text' }).click();
    await page.getByText('The anonymized text was copied').first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.trimEnd()).toBe((await shownAnonymizedText(page)).trimEnd());
  });

  it('works without a pointer', async () => {
    const { page } = app;
    const total = (await finds()).length;
    await page.keyboard.press('a');
    await page.getByText(`1 of ${total} reviewed`).waitFor();
    const chosen = await page.locator('.detail .value').innerText();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await page.locator('.detail .value').innerText()).toBe(chosen);

    await tree().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    const first = tree().getByRole('treeitem').first();
    expect(await first.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await first.getAttribute('aria-expanded')).toBe('true');
    expect(await first.getAttribute('aria-selected')).toBe('false');

    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: 'Search categories' }).fill('own term');
    await page.keyboard.press('Enter');
    await saved();
    expect((await finds()).filter((find) => find.category === 'custom')).toHaveLength(1);
  });

  it('decides on all mentions of a value', async () => {
    const { page, goto } = app;
    await goto('/anonymize');
    const text = `Please write to ${EMAIL}.\nThe address is ${EMAIL}.\n`;
    await drop(page, [{ name: 'twice.txt', bytes: new TextEncoder().encode(text) }]);
    await page.getByRole('listitem').filter({ hasText: 'twice.txt' }).getByRole('link', { name: 'Review' }).click();
    await item(new RegExp(`^${EMAIL}\\W*2 mentions`)).click();
    await page.keyboard.press('Shift+R');
    await item(new RegExp(`^${EMAIL}\\W*2 mentions, rejected`)).waitFor();
    await saved();
    expect((await findOf(EMAIL)).map((find) => find.accepted)).toEqual([false, false]);
    await page.getByRole('status').filter({ hasText: '2 mentions' }).waitFor({ state: 'attached' });
    expect(await shownAnonymizedText(page)).toBe(text.trimEnd());
  });

  it('remembers what was reviewed', async () => {
    const { page } = app;
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await page.getByText(/^2 of \d+ reviewed/).waitFor();
    await page.reload();
    await page.getByText(/^2 of \d+ reviewed/).waitFor();
  });

  it('searches the text and the finds', async () => {
    const { page } = app;
    await page.keyboard.press('/');
    await page.keyboard.type('vogt');
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^2 of \d+$/).waitFor();
    const labels = await tree()
      .getByRole('treeitem')
      .evaluateAll((items) =>
        items.filter((node) => node.ariaLevel !== '1').map((node) => node.textContent.toLowerCase()),
      );
    expect(labels.length).toBeGreaterThan(0);
    for (const label of labels) expect(label).toContain('vogt');
    await page.keyboard.press('Escape');
    await page.getByText(/^2 of \d+$/).waitFor({ state: 'detached' });
  });

  it('loads the document again when it was changed elsewhere', async () => {
    const { page } = app;
    const [other] = await findOf(IBAN);
    await api(page, 'PATCH', `/v1/jobs/${openJobId(page)}/entities`, { operations: [{ op: 'reject', id: other!.id }] });
    await item(new RegExp(`^${EMAIL}`)).click();
    await page.keyboard.press('r');
    await page.getByText('This document was changed elsewhere').first().waitFor();
    await item(new RegExp(`^${IBAN}\\W*rejected`)).waitFor();
    expect((await findOf(EMAIL))[0]).toMatchObject({ accepted: true });
    await page.keyboard.press('r');
    await item(new RegExp(`^${EMAIL}\\W*rejected`)).waitFor();
    await saved();
    expect((await findOf(EMAIL))[0]).toMatchObject({ accepted: false });
  });

  it('keeps steps while the server cannot be reached and saves them afterwards', async () => {
    const { page, context } = app;
    await context.setOffline(true);
    await item(new RegExp(`^${EMAIL}`)).click();
    await page.keyboard.press('r');
    await page.getByText('Not saved yet').waitFor();
    await item(new RegExp(`^${EMAIL}\\W*rejected`)).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await saved();
    expect((await findOf(EMAIL))[0]).toMatchObject({ accepted: false });
  });

  it('warns before the original is exported', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'More options …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Original' }).click();
    await dialog.getByText('This file will contain all personal data').waitFor();
    await dialog.getByRole('radio', { name: 'Text' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain(EMAIL);
    expect(download.suggestedFilename()).toBe('de-brief.txt');
  });

  it('offers a neutral name, which can be changed', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'More options …' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'File name' });
    expect(await name.inputValue()).toBe(`document-${openJobId(page).slice(0, 8)}-anonymized`);
    await name.fill('An den Gegner: Entwurf/2');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('An den Gegner Entwurf 2.docx');
  });

  it('says what is exported unreviewed, and what comes after the last find', async () => {
    const { page } = app;
    const dialog = page.getByRole('dialog');
    await page.keyboard.press('e');
    await dialog.getByText(/^\d+ finds are not reviewed yet$/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Mark everything as reviewed' }).click();
    await page.getByText('Read the result once more, then export it.').waitFor();
    await page.getByRole('complementary').getByRole('button', { name: 'Export' }).click();
    await dialog.waitFor();
    expect(await dialog.getByText('not reviewed yet').count()).toBe(0);
  });

  it('deletes the document after a question', async () => {
    const { page } = app;
    const id = openJobId(page);
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
    await page.waitForURL('**/history');
    expect(await api(page, 'GET', `/v1/jobs/${id}`)).toMatchObject({ code: 'JOB_NOT_FOUND' });
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain(id);
  });

  it('keeps a long document small in the page', async () => {
    const { page, goto } = app;
    const line = 'Sehr geehrte Frau Dr. Anna Berger, bitte zahlen Sie auf DE89 3704 0044 0532 0130 00 ein.\n';
    const text = line.repeat(Math.floor(500_000 / line.length));
    await goto('/anonymize');
    await drop(page, [{ name: 'akte.txt', bytes: new TextEncoder().encode(text) }]);
    await page.getByRole('listitem').filter({ hasText: 'akte.txt' }).getByRole('link', { name: 'Review' }).click();
    await page.locator('[data-find].selected').first().waitFor();
    const all = await finds();
    expect(all.length).toBeGreaterThan(10_000);
    const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
    expect(await elements()).toBeLessThan(4_000);
    await page.keyboard.press('k');
    await page.locator('.text-panes').evaluate((panes) => {
      panes.scrollTop = panes.scrollHeight;
    });
    const last = page.locator('[data-pane=original]').last();
    await last.getByText('DE89 3704 0044 0532 0130 00').first().waitFor();
    // The server tells of the finds page by page, and all of them are there.
    await last
      .locator(`[data-find="${all.at(-1)!.id}"]`)
      .first()
      .waitFor();
    expect(await elements()).toBeLessThan(4_000);
  });

  it('has no barriers that axe knows, in light and dark', async () => {
    const { page } = app;
    await page.keyboard.press('r');
    for (const colorScheme of ['light', 'dark'] as const) {
      await showTheme(page, colorScheme);
      await settled(page);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await selectWithMouse(page, 'original', 'Nebenkosten');
    await page.getByRole('toolbar', { name: 'Mask as' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
