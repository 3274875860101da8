import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES } from '../../server/contract/common.ts';
import { OWNER } from '../helpers/testConfig.ts';
import { openChatProvider } from '../helpers/providers/chatProvider.ts';
import { chatScreens } from './chat.ts';
import { DOCUMENT_SCREENS } from './documents.ts';
import { DOCUMENT_VIEW_SCREENS } from './documentView.ts';
import { launchChromium, openApp, ROOT, settled, showTheme, type AppOptions, type OpenApp } from './helpers.ts';
import { LOCAL_SCREENS, logIn, prepareTeam, TEAM_SCREENS, type Screen } from './screens.ts';
import { workspaceScreens } from './workspace.ts';
import { fileScreens } from './workspaceFile.ts';

/**
 * Shoots every screen in both themes and two sizes into test/.output/screens, to be looked at:
 *   node test/e2e/screenshots.ts [language] [part of a screen's name]
 */
const [chosen = 'en', only = ''] = process.argv.slice(2);
const language = LANGUAGES.find((code) => code === chosen) ?? 'en';
const OUT = join(ROOT, 'test', '.output', 'screens');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

async function shoot(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme);
      await page.screenshot({ path: join(OUT, `${language}-${name}-${theme}-${size.width}.png`) });
    }
  }
  await page.setViewportSize(SIZES[0]);
  await showTheme(page, 'light');
}

async function shootAll(app: OpenApp, screens: readonly Screen[]): Promise<void> {
  for (const screen of screens.filter(({ name }) => name.includes(only))) {
    await app.goto(screen.path);
    await screen.act?.(app);
    await settled(app.page);
    await shoot(app.page, screen.name);
  }
  for (const problem of app.problems) process.stderr.write(`${problem}\n`);
}

async function withApp(browser: Browser, options: AppOptions, use: (app: OpenApp) => Promise<void>): Promise<void> {
  const app = await openApp(browser, { language, ...options });
  try {
    await app.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await use(app);
  } finally {
    await app.close();
  }
}

mkdirSync(OUT, { recursive: true });
const browser = await launchChromium();
try {
  await withApp(browser, { mode: 'local' }, (app) =>
    shootAll(app, [...LOCAL_SCREENS, ...DOCUMENT_SCREENS, ...DOCUMENT_VIEW_SCREENS]),
  );
  await withApp(browser, { mode: 'local' }, (app) => shootAll(app, workspaceScreens(language)));
  await withApp(browser, { mode: 'local' }, (app) => shootAll(app, fileScreens(language)));
  const provider = await openChatProvider();
  await withApp(browser, { mode: 'local' }, (app) => shootAll(app, chatScreens(provider))).finally(() =>
    provider.stop(),
  );
  await withApp(browser, { mode: 'team' }, async (app) => {
    await shootAll(app, [{ name: 'login', path: '/login' }]);
    await prepareTeam(app.server);
    await logIn(app, OWNER);
    await shootAll(app, TEAM_SCREENS);
  });
} finally {
  await browser.close();
}
