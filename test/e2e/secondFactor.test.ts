import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorCode, STEP_MS } from '../helpers/authenticator.ts';
import { sessionCall } from '../helpers/rights.ts';
import { OWNER } from '../helpers/testConfig.ts';
import { accessibilityProblems } from './accessibility.ts';
import {
  launchChromium,
  missingForBrowserTests,
  openApp,
  settled,
  shownMessage,
  showTheme,
  type OpenApp,
} from './helpers.ts';
import { logIn, prepareTeam } from './screens.ts';
import { CLARA, confirmSetUp, keepCodes, logInToCode, movableClock, prepareSecondFactor } from './secondFactor.ts';

const DAY_MS = 86_400_000;

/** What axe finds in both themes. */
async function problemsOf({ page }: OpenApp): Promise<string[]> {
  const found = await accessibilityProblems(page);
  await showTheme(page, 'dark');
  found.push(...(await accessibilityProblems(page, 'colors')));
  await showTheme(page, 'light');
  return found;
}

describe.skipIf(missingForBrowserTests())('the second factor', () => {
  const clock = movableClock();
  let browser: Browser;
  let app: OpenApp;
  let secret = '';
  let recoveryCodes: string[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
    app = await openApp(browser, { mode: 'team', clock });
    await app.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await prepareTeam(app.server);
    await logIn(app, OWNER);
  });
  afterAll(async () => {
    expect(app.problems).toEqual([]);
    await app.close();
    await browser.close();
  });

  const logOut = async (): Promise<void> => {
    const { page } = app;
    await page.locator('button.account').click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL(/\/login/);
  };

  it('is set up with a code, by keyboard, and gives recovery codes to keep', async () => {
    const { page } = app;
    await app.goto('/settings/account');
    await page.getByText('Not set up').waitFor();
    await page.getByRole('button', { name: 'Set up' }).press('Enter');
    await page.getByRole('img', { name: 'QR code for the set-up' }).waitFor();
    expect(await problemsOf(app)).toEqual([]);
    const field = page.getByRole('textbox', { name: 'Six-digit code' });
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
    // Letters are no digits; a wrong code says so and leaves the field empty.
    await field.pressSequentially('12a345');
    expect(await field.inputValue()).toBe('12345');
    await page.keyboard.type('6');
    await page.getByText('The code is wrong. Check that the clock of the phone is right.').waitFor();
    expect(await field.inputValue()).toBe('');

    ({ secret, recoveryCodes } = await confirmSetUp(page, clock));
    expect(recoveryCodes).toHaveLength(10);
    expect(await problemsOf(app)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Copy' }).click();
    await shownMessage(page, 'Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join('\n'));
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe('deckname-recovery-codes.txt');
    await page.emulateMedia({ media: 'print' });
    const printed = page.locator('.recovery-paper');
    expect(await printed.isVisible()).toBe(true);
    expect((await printed.locator('.code').allInnerTexts()).join()).toBe(recoveryCodes.join());
    expect(await page.locator('#app').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });

    // The window does not close by accident while the codes are not kept.
    await page.keyboard.press('Escape');
    await page
      .getByRole('alertdialog', { name: 'Close without the codes?' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await keepCodes(page);
    await page.getByText('10 recovery codes left').waitFor();
    expect(await problemsOf(app)).toEqual([]);
  });

  it('is asked for at the login, in a second step', async () => {
    const { page } = app;
    await logOut();
    clock.advance(STEP_MS);
    await logInToCode(app, OWNER);
    expect(await problemsOf(app)).toEqual([]);
    const field = page.locator('input[autocomplete=one-time-code]');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.fill('000000');
    await page.getByText('The code is wrong, or it has been used.').waitFor();
    // Six digits are enough; nobody has to press anything.
    await field.fill(authenticatorCode(secret, clock.now()));
    await page.waitForURL((url) => url.pathname !== '/login');
  });

  it('is replaced by a recovery code, once', async () => {
    const { page } = app;
    await logOut();
    const withRecovery = async (code: string) => {
      await logInToCode(app, OWNER);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(code);
      await page.getByRole('button', { name: 'Log in' }).click();
    };
    await withRecovery(recoveryCodes[0]!.toLowerCase());
    await page.waitForURL((url) => url.pathname !== '/login');
    await settled(page);
    await logOut();
    await withRecovery(recoveryCodes[0]!);
    await page.getByText('The code is wrong, or it has been used.').waitFor();
    await page.getByRole('button', { name: 'Use the code from the app' }).click();
    clock.advance(STEP_MS);
    await page.locator('input[autocomplete=one-time-code]').fill(authenticatorCode(secret, clock.now()));
    await page.waitForURL((url) => url.pathname !== '/login');
    await app.goto('/settings/account');
    await page.getByText('9 recovery codes left').waitFor();
  });

  it('gets new recovery codes, and is removed, with password and code', async () => {
    const { page } = app;
    const prove = async (button: string, code: string) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Current password').fill(OWNER.password);
      await dialog.getByLabel('Code from the app, or a recovery code').fill(code);
      await dialog.getByRole('button', { name: button }).click();
    };
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    expect(await problemsOf(app)).toEqual([]);
    await prove('Make codes', recoveryCodes[0]!);
    await page.getByText('The password or the code is wrong. Each code works once.').waitFor();
    await prove('Make codes', recoveryCodes[1]!);
    await page.getByTestId('recovery-code').first().waitFor();
    const fresh = await page.getByTestId('recovery-code').allInnerTexts();
    expect(fresh.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    await keepCodes(page);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await prove('Remove', fresh[0]!);
    await shownMessage(page, 'The second factor was removed.').waitFor();
    await page.getByText('Not set up').waitFor();
  });

  it('lets sessions on other devices be ended', async () => {
    const { page } = app;
    const phone = await sessionCall(app.server.url, OWNER, { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' });
    const office = await sessionCall(app.server.url, OWNER, { 'user-agent': 'Mozilla/5.0 (Windows) Firefox/145.0' });
    await app.goto('/settings/account');
    const rows = page.getByRole('listitem').filter({ hasText: 'Logged in since' });
    expect(await rows.count()).toBe(3);
    expect(await rows.first().innerText()).toContain('This session');
    await page.getByRole('button', { name: 'End session: Safari, iPhone' }).click();
    await shownMessage(page, 'The session has ended.').waitFor();
    expect((await phone('GET', '/v1/account')).status).toBe(401);
    expect((await office('GET', '/v1/account')).status).toBe(200);
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click();
    await shownMessage(page, 'All other sessions have ended.').waitFor();
    expect((await office('GET', '/v1/account')).status).toBe(401);
    expect(await rows.count()).toBe(1);
  });
});

describe.skipIf(missingForBrowserTests())('a second factor that the team requires', () => {
  const clock = movableClock();
  let browser: Browser;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await launchChromium();
    app = await openApp(browser, { mode: 'team', clock });
    await prepareSecondFactor(app.server, clock);
    await logIn(app, OWNER);
  });
  afterAll(async () => {
    expect(app.problems).toEqual([]);
    await app.close();
    await browser.close();
  });

  it('is a switch in the settings of the team, and says at the top of every page by when', async () => {
    const { page } = app;
    await app.goto('/settings/installation');
    await page.getByRole('switch', { name: 'Require a second factor' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await shownMessage(page, 'Saved').waitFor();
    await app.goto('/anonymize');
    await page.getByText(/^Your team requires a second factor. Set it up by /).waitFor();
    expect(await problemsOf(app)).toEqual([]);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByTestId('totp-secret').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('totp-secret').waitFor({ state: 'detached' });
  });

  it('is taken off by an administrator for somebody who lost the phone', async () => {
    const { page } = app;
    await app.goto('/settings/users');
    expect(await problemsOf(app)).toEqual([]);
    const row = page.getByRole('row').filter({ hasText: CLARA.email });
    await row.getByText('On', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Take off the second factor of Dr. Clara Reinhardt' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take off' }).click();
    await shownMessage(page, 'The second factor of Dr. Clara Reinhardt was taken off.').waitFor();
    await row.getByText('None').waitFor();
  });

  it('stands in the place of everything when the time is over, and goes away when it is set up', async () => {
    const { page } = app;
    clock.advance(7 * DAY_MS + 60_000);
    await logIn(app, OWNER);
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await problemsOf(app)).toEqual([]);
    await app.goto('/settings/users');
    await page.getByTestId('totp-secret').waitFor();
    await confirmSetUp(page, clock);
    await keepCodes(page);
    await page.getByRole('heading', { name: 'People' }).waitFor();
  });
});
