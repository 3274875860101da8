import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { api, openJobId } from './documents.ts';
import { openArchive, openDocument, type RealDocument } from './documentView.ts';
import { launchChromium, missingForBrowserTests, openApp, showTheme, type OpenApp } from './helpers.ts';

interface Drawn {
  readonly areas: readonly { readonly id: string; readonly page: number; readonly width: number }[];
}

describe.skipIf(missingForBrowserTests())('documents as they look', () => {
  let browser: Browser;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await launchChromium();
    app = await openApp(browser, { viewport: { width: 1440, height: 1000 } });
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
  });
  beforeEach(() => showTheme(app.page, 'light'));

  const saved = () => app.page.getByText('Saved', { exact: true }).waitFor();
  const drawn = async () => ((await api(app.page, 'GET', `/v1/jobs/${openJobId(app.page)}/areas`)) as Drawn).areas;
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    const box = (await app.page.locator('[data-page="1"]').boundingBox())!;
    await app.page.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
    await app.page.mouse.down();
    await app.page.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 5 });
    await app.page.mouse.up();
  };

  const DOCUMENTS: readonly RealDocument[] = [
    ...(['pdf', 'scan', 'picture', 'sideways', 'docx', 'odt', 'xlsx', 'pptx'] as const),
    ...(['html', 'rtf', 'mail', 'markdown', 'csv'] as const),
  ];
  it.each(DOCUMENTS)('marks finds where they stand, selects and decides on them: %s', async (name) => {
    const { page, problems } = app;
    await openDocument(app, name);
    await page.locator('[data-document] [data-find].selected').first().waitFor();
    const before = await page.locator('[data-document] .selected').first().getAttribute('data-find');
    await page.keyboard.press('r');
    await page.locator(`[data-document] [data-find="${before}"].rejected`).first().waitFor();
    await saved();
    expect(await page.locator('[data-document] .selected').first().getAttribute('data-find')).not.toBe(before);
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    expect(problems).toEqual([]);
  });

  it('draws masks with the pointer and the keyboard, keeps them over a reload, takes them back', async () => {
    const { page } = app;
    await openDocument(app, 'pdf');
    await page.keyboard.press('d');
    await drag([0.2, 0.3], [0.6, 0.36]);
    const mask = page.locator('[data-area]');
    await mask.waitFor();
    await saved();
    const [first] = await drawn();
    expect(first!.page).toBe(1);
    expect(first!.width).toBeCloseTo(0.4, 1);

    await mask.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await saved();
    expect((await drawn())[0]!.width).toBeCloseTo(first!.width + 0.01, 3);
    await page.reload();
    await mask.waitFor();
    expect(await drawn()).toHaveLength(1);
    await mask.focus();
    await page.keyboard.press('Delete');
    await mask.waitFor({ state: 'detached' });
    await saved();
    expect(await drawn()).toEqual([]);
    await page.keyboard.press('Control+z');
    await mask.waitFor();
    await saved();
    expect(await drawn()).toHaveLength(1);
    expect(app.problems).toEqual([]);
  });

  it('masks words that are selected on a page', async () => {
    const { page } = app;
    await openDocument(app, 'picture');
    const before = await page.locator('[data-document] [data-find]').count();
    const words = (await api(page, 'GET', `/v1/jobs/${openJobId(page)}/document/parts/1`)) as {
      words: readonly { x: number; y: number; width: number; height: number; start: number }[];
    };
    const { entities } = (await api(page, 'GET', `/v1/jobs/${openJobId(page)}/entities`)) as {
      entities: readonly { start: number; end: number }[];
    };
    const free = words.words.find(
      ({ start, width, y }) =>
        width > 0.06 && y < 0.6 && !entities.some((find) => find.start <= start && find.end > start),
    )!;
    const box = (await page.locator('[data-page="1"]').boundingBox())!;
    await page.mouse.dblclick(
      box.x + (free.x + free.width / 2) * box.width,
      box.y + (free.y + free.height / 2) * box.height,
    );
    await page.getByRole('toolbar', { name: 'Mask as' }).waitFor();
    await page.keyboard.press('Enter');
    await saved();
    expect(await page.locator('[data-document] [data-find]').count()).toBeGreaterThan(before);
  });

  it('shows an archive file by file, and the file of a find that is selected elsewhere', async () => {
    const { page, problems } = app;
    await openArchive(app);
    const files = page.getByRole('listbox', { name: 'Files of the archive' });
    const shown = (name: RegExp) => files.getByRole('option', { selected: true, name }).waitFor();
    expect(await files.getByRole('option').count()).toBe(6);
    await shown(/^table\.csv, Akten \/ Heidelberg, 1\d .*, 1\d not reviewed$/);
    // Its columns keep their widths; where there is less room, the sheet scrolls.
    await page.locator('[data-document] .paper.fixed .row').first().waitFor();
    await files.focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('[data-document] .heading').filter({ hasText: 'Aufgaben' }).waitFor();
    await shown(/^notes\.md, /);
    await page.getByRole('treeitem', { name: /^Petra Lindqvist/ }).click();
    await page.locator('[data-document] [data-find].selected').filter({ hasText: 'Petra Lindqvist' }).first().waitFor();
    await shown(/^mail\.eml, Akten \/ Post, /);
    await files.focus();
    await page.keyboard.press('End');
    await shown(/^archiv\.bin, Akten, Not readable/);
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    expect(problems).toEqual([]);
  });

  it('zooms and shows the text beside the document', async () => {
    const { page } = app;
    await openDocument(app, 'pdf', 'both');
    await page.locator('[data-pane=anonymized] [data-find]').first().waitFor();
    const width = async () => (await page.locator('[data-page="1"]').boundingBox())!.width;
    const before = await width();
    await page.getByRole('button', { name: 'Larger' }).click();
    await expect.poll(width, { timeout: 20_000 }).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Fit the width' }).click();
    await expect.poll(width, { timeout: 20_000 }).toBeCloseTo(before, 0);
  });
});
