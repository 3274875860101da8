import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { launchChromium, missingForBrowserTests, openApp, settled, showTheme, type OpenApp } from './helpers.ts';
import { workspaceScreens } from './workspace.ts';

/** Every screen of the file area in both themes: WCAG 2.2 AA, nothing in the console, no request to another origin. */
describe.skipIf(missingForBrowserTests())('screens of the file area', () => {
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

  it.each(workspaceScreens('en').map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
    await app.goto(screen.path);
    await screen.act?.(app);
    await settled(app.page);
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(app.page, theme);
      expect((await accessibilityProblems(app.page, theme === 'light' ? 'all' : 'colors')).join('\n'), theme).toBe('');
    }
    expect(app.problems.join('\n')).toBe('');
  });
});
