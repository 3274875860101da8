import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER } from '../helpers/testConfig.ts';
import { accessibilityProblems } from './accessibility.ts';
import { launchChromium, missingForBrowserTests, openApp, settled, showTheme, type OpenApp } from './helpers.ts';
import { LOCAL_SCREENS, logIn, prepareTeam, TEAM_SCREENS, type Screen } from './screens.ts';

/** Every screen of the frame in both themes: WCAG 2.2 AA, nothing in the console, no request to another origin. */
async function check(app: OpenApp, screen: Screen): Promise<void> {
  await app.goto(screen.path);
  await screen.act?.(app);
  await settled(app.page);
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(app.page, theme);
    expect((await accessibilityProblems(app.page, theme === 'light' ? 'all' : 'colors')).join('\n'), theme).toBe('');
  }
  expect(app.problems.join('\n')).toBe('');
}

describe.skipIf(missingForBrowserTests())('screens of the frame', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  describe('in local mode', () => {
    let app: OpenApp;
    beforeAll(async () => {
      app = await openApp(browser, { mode: 'local' });
    });
    afterAll(() => app.close());
    it.each(LOCAL_SCREENS.map((screen) => [screen.name, screen] as const))('%s', (_name, screen) => check(app, screen));
  });

  describe('of a team', () => {
    let app: OpenApp;
    beforeAll(async () => {
      app = await openApp(browser, { mode: 'team' });
    });
    afterAll(() => app.close());
    it('login', () => check(app, { name: 'login', path: '/login' }));
    it.each(TEAM_SCREENS.map((screen) => [screen.name, screen] as const))('%s', async (_name, screen) => {
      if (new URL(app.page.url()).pathname === '/login') {
        await prepareTeam(app.server);
        await logIn(app, OWNER);
      }
      await check(app, screen);
    });
  });
});
