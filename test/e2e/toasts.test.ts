import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, missingForBrowserTests, openApp, shownMessage, showTheme, type OpenApp } from './helpers.ts';

/** Whether somebody sees all of a message: it lies inside of the window and nothing covers its middle or its corners. */
const isInView = (message: Locator): Promise<boolean> =>
  message.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || right - left < 100) return false;
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 8, top + 8],
      [right - 8, bottom - 8],
    ] as const;
    return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });

async function addTerm({ page }: OpenApp, value: string): Promise<void> {
  const status = await page.evaluate(async (term) => {
    const answer = await fetch('/api/v1/account/terms', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'deckname' },
      body: JSON.stringify({ kind: 'mask', value: term, category: 'custom' }),
    });
    return answer.status;
  }, value);
  expect(status).toBe(201);
}

describe.skipIf(missingForBrowserTests())('messages at the edge of the window', () => {
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

  it.each([
    { width: 1280, height: 800, theme: 'light' },
    { width: 1920, height: 1080, theme: 'dark' },
    { width: 900, height: 800, theme: 'light' },
    // 1280 by 800 at 200 %.
    { width: 640, height: 400, theme: 'dark' },
  ] as const)(
    'are in view and take back what was done ($width × $height, $theme)',
    async ({ width, height, theme }) => {
      const { page } = app;
      const term = `Projekt Zeisig ${width}`;
      await page.setViewportSize({ width, height });
      await addTerm(app, term);
      await app.goto('/settings/terms');
      await showTheme(page, theme);
      await page.getByRole('button', { name: `Delete “${term}”` }).click();
      const shown = shownMessage(page, term);
      await shown.waitFor();
      await expect.poll(() => isInView(shown)).toBe(true);
      await shown.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: `Delete “${term}”` }).waitFor();
      expect(app.problems).toEqual([]);
    },
  );
});
