import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import type { ServerConfig } from '../../server/config.ts';
import type { AccountSettings } from '../../server/contract/accounts.ts';
import type { Language } from '../../server/contract/common.ts';
import type { Clock } from '../../server/core/clock.ts';
import { bootServer, type BootedServer } from '../helpers/bootServer.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
export const RENDERER_DIR = join(ROOT, 'dist', 'renderer');
const CHROMIUM = process.env['DECKNAME_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const LAUNCH_TOKEN = 'launch-token-of-the-browser-tests';

/** Why the browser tests cannot run on this machine; null when they can. */
export function missingForBrowserTests(): string | null {
  if (!existsSync(CHROMIUM)) return `${CHROMIUM} is not installed`;
  if (!existsSync(join(RENDERER_DIR, 'index.html'))) return 'the interface is not built (npm run build)';
  return null;
}

export interface AppOptions {
  readonly mode?: 'local' | 'team';
  readonly theme?: 'light' | 'dark';
  /** Language of the browser. */
  readonly language?: Language;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Settings of the account before the first page; the welcome is done unless said otherwise. Local mode only. */
  readonly settings?: Partial<AccountSettings>;
  readonly config?: Partial<ServerConfig>;
  readonly clock?: Clock;
}

/** A server with a browser page that shows its interface. */
export interface OpenApp {
  readonly server: BootedServer;
  readonly page: Page;
  readonly context: BrowserContext;
  /** What must not happen on any page: errors in the console (among them violations of the security policy), requests to other origins, failed scripts. */
  readonly problems: readonly string[];
  /** Goes to a path of the interface and waits until it stands still. */
  readonly goto: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts Chromium without anything that would go to the network by itself. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Boots a server and opens its interface; in local mode through the launch link, as `npm start` does. */
export async function openApp(browser: Browser, options: AppOptions = {}): Promise<OpenApp> {
  const { mode = 'local', theme = 'light', language = 'en', viewport = { width: 1280, height: 800 } } = options;
  const server = await bootServer({
    ...(options.clock && { clock: options.clock }),
    config: {
      mode,
      rendererDir: RENDERER_DIR,
      ...(mode === 'local' && { launchToken: LAUNCH_TOKEN }),
      ...options.config,
    },
  });
  const context = await browser.newContext({ viewport, locale: language, colorScheme: theme });
  // The machine may be busy with other tests; what hangs is still found.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const problems: string[] = [];
  watch(page, new URL(server.url).origin, problems);

  const goto = async (path: string): Promise<void> => {
    await page.goto(new URL(path, server.url).href);
    await settled(page);
  };
  if (mode === 'local') {
    await goto(`/#launch=${LAUNCH_TOKEN}`);
    const settings = { welcomeDone: true, ...options.settings };
    await page.evaluate(async (body) => {
      await fetch('/api/v1/account', {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'deckname' },
        body,
      });
    }, JSON.stringify({ settings }));
    await goto('/');
  } else {
    await goto('/');
  }
  return {
    server,
    page,
    context,
    problems,
    goto,
    close: async () => {
      await context.close();
      await server.stop();
    },
  };
}

/** Waits until the page has rendered, its requests are answered and its fonts are there. */
export async function settled(page: Page): Promise<void> {
  await page.locator('#app > *').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Whether somebody sees all of what lies over a page: it is inside of the window and nothing covers its middle or its corners. */
export const isInView = (over: Locator, leastWidth = 100): Promise<boolean> =>
  over.evaluate((element, least) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || right - left < least) return false;
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 8, top + 8],
      [right - 8, bottom - 8],
    ] as const;
    return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  }, leastWidth);

/** A message at the edge of the window as it is seen; screen readers get another copy of its text. */
export const shownMessage = (page: Page, text: string): Locator => page.locator('li', { hasText: text });

/** Switches the theme of the system and waits until every color has arrived: a measurement in between would see half of each theme. */
export async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Styles are computed in the first frame, transitions have begun by the second.
    await frame();
    await frame();
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await frame();
  });
}

function watch(page: Page, origin: string, problems: string[]): void {
  page.on('console', (message) => {
    // The browser reports every answer of 400 and above as an error; which ones are right is up to the tests.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      problems.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && protocol !== 'blob:' && protocol !== 'data:') problems.push(`request to ${asked}`);
  });
}
