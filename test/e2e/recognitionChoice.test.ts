import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DesktopBridge, Recognition } from '../../server/contract/desktop.ts';
import { launchChromium, missingForBrowserTests, openApp } from './helpers.ts';

/** The part of the shell that the interface needs here; it stands in for Electron. */
function standIn(installed: string | null): void {
  let state: Recognition = { engine: 'embedded', installed };
  const bridge: Partial<DesktopBridge> = {
    onEvent: () => () => undefined,
    takeOpenedFiles: () => Promise.resolve([]),
    setLanguage: () => Promise.resolve(undefined),
    getSettings: () => Promise.resolve({ autostart: false, closeToTray: false, checkForUpdates: false }),
    getRecognition: () => Promise.resolve(state),
    setRecognition: ({ engine }) => Promise.resolve((state = { ...state, engine })),
  };
  Object.assign(window, { deckname: bridge });
}

describe.skipIf(missingForBrowserTests())('what recognizes scans, in the settings of the desktop app', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  it('can be chosen where a program is installed', async () => {
    const app = await openApp(browser, { language: 'de' });
    await app.page.addInitScript(standIn, 'tesseract 5.3.0, data 0123456789ab');
    await app.goto('/settings/desktop');
    const choice = app.page.getByRole('radiogroup', { name: 'Texterkennung' });
    const radio = (name: string) => choice.getByRole('radio', { name });
    await expect.poll(() => radio('Eingebaut').getAttribute('aria-checked')).toBe('true');
    expect(await choice.innerText()).toContain('tesseract 5.3.0');
    await radio('Installiertes Programm').click();
    await expect.poll(() => radio('Installiertes Programm').getAttribute('aria-checked')).toBe('true');
    expect(
      await app.page.evaluate(() => (globalThis as unknown as { deckname: DesktopBridge }).deckname.getRecognition()),
    ).toMatchObject({ engine: 'system' });
    expect(app.problems).toEqual([]);
    await app.close();
  });

  it('is only shown where none is', async () => {
    const app = await openApp(browser, { language: 'en' });
    await app.page.addInitScript(standIn, null);
    await app.goto('/settings/desktop');
    await app.page.getByText('There is a choice when Tesseract 5 is installed').waitFor();
    expect(await app.page.getByRole('radio').count()).toBe(0);
    await app.close();
  });
});
