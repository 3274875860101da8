import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChatProvider, type ChatProvider } from '../helpers/providers/chatProvider.ts';
import { accessibilityProblems } from './accessibility.ts';
import { chatScreens } from './chat.ts';
import { launchChromium, missingForBrowserTests, openApp, settled, showTheme, type OpenApp } from './helpers.ts';

/** Every screen of the chat in both themes: WCAG 2.2 AA, nothing in the console, no request to another origin. */
describe.skipIf(missingForBrowserTests())('screens of the chat', () => {
  let browser: Browser;
  let provider: ChatProvider;
  let app: OpenApp;
  beforeAll(async () => {
    [browser, provider] = await Promise.all([launchChromium(), openChatProvider()]);
    app = await openApp(browser);
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
    await provider.stop();
  });

  // The provider is known once the tests run; the names of the screens are the same for any.
  it.each(chatScreens({} as ChatProvider).map(({ name }) => name))('%s', async (name) => {
    screens ??= chatScreens(provider);
    const screen = screens.find((other) => other.name === name)!;
    await app.goto(screen.path);
    await screen.act?.(app);
    await settled(app.page);
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(app.page, theme);
      expect((await accessibilityProblems(app.page, theme === 'light' ? 'all' : 'colors')).join('\n'), theme).toBe('');
    }
    expect(app.problems.join('\n')).toBe('');
  });
  let screens: ReturnType<typeof chatScreens> | null = null;
});
