import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isInView,
  launchChromium,
  missingForBrowserTests,
  openApp,
  shownMessage,
  showTheme,
  type OpenApp,
} from './helpers.ts';

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
