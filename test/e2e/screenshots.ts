import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES } from '../../server/contract/common.ts';
import { OWNER } from '../helpers/testConfig.ts';
import { openChatProvider } from '../helpers/providers/chatProvider.ts';
import { chatScreens } from './chat.ts';
import { DOCUMENT_SCREENS } from './documents.ts';
import { DOCUMENT_VIEW_SCREENS } from './documentView.ts';
import { EXPORT_SCREENS } from './exports.ts';
import { launchChromium, openApp, ROOT, settled, showTheme, type AppOptions, type OpenApp } from './helpers.ts';
import { LOCAL_SCREENS, logIn, prepareTeam, TEAM_SCREENS, type Screen } from './screens.ts';
import { workspaceScreens } from './workspace.ts';
import { movableClock, prepareSecondFactor, secondFactorScreens } from './secondFactor.ts';
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

/** Shoots the wanted ones of some screens in an installation of their own, which is not started when none of them is wanted. */
async function shootIn(
  browser: Browser,
  mode: 'local' | 'team',
  screens: readonly Screen[],
  prepare?: (app: OpenApp) => Promise<unknown>,
  options: Pick<AppOptions, 'clock'> = {},
): Promise<void> {
  const wanted = screens.filter(({ name }) => name.includes(only));
  if (wanted.length === 0) return;
  const app = await openApp(browser, { language, mode, ...options });
  try {
    await app.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await prepare?.(app);
    for (const screen of wanted) {
      await app.goto(screen.path);
      await screen.act?.(app);
      await settled(app.page);
      await shoot(app.page, screen.name);
    }
    for (const problem of app.problems) process.stderr.write(`${problem}\n`);
  } finally {
    await app.close();
  }
}

mkdirSync(OUT, { recursive: true });
const browser = await launchChromium();
const provider = await openChatProvider();
try {
  await shootIn(browser, 'local', [...LOCAL_SCREENS, ...DOCUMENT_SCREENS, ...DOCUMENT_VIEW_SCREENS, ...EXPORT_SCREENS]);
  await shootIn(browser, 'local', workspaceScreens(language));
  await shootIn(browser, 'local', fileScreens(language));
  await shootIn(browser, 'local', chatScreens(provider));
  await shootIn(browser, 'team', [{ name: 'login', path: '/login' }]);
  await shootIn(browser, 'team', TEAM_SCREENS, async (app) => {
    await prepareTeam(app.server);
    await logIn(app, OWNER);
  });
  const clock = movableClock();
  const prepare = ({ server }: OpenApp) => prepareSecondFactor(server, clock);
  await shootIn(browser, 'team', secondFactorScreens(clock), prepare, { clock });
} finally {
  await provider.stop();
  await browser.close();
}
