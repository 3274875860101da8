import type { Page } from 'playwright-core';
import type { Clock } from '../../server/core/clock.ts';
import { addSecondFactor, authenticatorCode, STEP_MS } from '../helpers/authenticator.ts';
import type { BootedServer } from '../helpers/bootServer.ts';
import { sessionCall } from '../helpers/rights.ts';
import { OWNER } from '../helpers/testConfig.ts';
import { settled, type OpenApp } from './helpers.ts';
import { logIn, PASSWORD, prepareTeam, type Screen } from './screens.ts';

/** A clock that goes on from now and can be put forward. */
export interface MovableClock extends Clock {
  readonly advance: (milliseconds: number) => void;
}

export function movableClock(): MovableClock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
  };
}

const DAY_MS = 86_400_000;
/** Somebody of {@link prepareTeam} who has a second factor. */
export const CLARA = { email: 'clara.reinhardt@example.org', password: PASSWORD };
/** Somebody who has none. */
const MAXIMILIAN = { email: 'm.hohenstein@example.org', password: PASSWORD };

/** People, of whom one has a second factor. @returns its secret */
export async function prepareSecondFactor(server: BootedServer, clock: Clock): Promise<string> {
  await prepareTeam(server);
  return addSecondFactor(await sessionCall(server.url, CLARA), clock);
}

/** Fills the first step of the login in and waits for the second. */
export async function logInToCode({ page, goto }: OpenApp, who: { email: string; password: string }): Promise<void> {
  await goto('/login');
  await page.locator('input[type=email]').fill(who.email);
  await page.locator('input[type=password]').fill(who.password);
  await page.locator('button[type=submit]').click();
  await page.locator('input[autocomplete=one-time-code]').waitFor();
}

/** The secret that the set-up shows. */
export async function shownSecret(page: Page): Promise<string> {
  return (await page.getByTestId('totp-secret').innerText()).replace(/\s/g, '');
}

/** Sets the second factor up in the open dialog or page, up to its recovery codes. @returns these and the secret */
export async function confirmSetUp(page: Page, clock: Clock): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await shownSecret(page);
  await page.locator('input[autocomplete=one-time-code]').fill(authenticatorCode(secret, clock.now()));
  const codes = page.getByTestId('recovery-code');
  await codes.first().waitFor();
  return { secret, recoveryCodes: await codes.allInnerTexts() };
}

/** Ticks that the recovery codes are kept, and goes on. */
export async function keepCodes(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I have kept them in a safe place' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
}

/** Screens of the second factor and the sessions, in the order in which a person comes to them. */
export function secondFactorScreens(clock: MovableClock): readonly Screen[] {
  const account = '/settings/account';
  const open = ({ page }: OpenApp) => page.locator('.panel button.primary').last().click();
  return [
    { name: 'login-code', path: '/login', act: (app) => logInToCode(app, CLARA) },
    {
      name: 'login-recovery',
      path: '/login',
      act: async (app) => {
        await logInToCode(app, CLARA);
        await app.page.locator('form button').last().click();
      },
    },
    {
      name: 'second-factor-notice',
      path: '/login',
      act: async (app) => {
        await app.server.call('PATCH', '/v1/admin/settings', { requireSecondFactor: true });
        await sessionCall(app.server.url, OWNER, { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.6 Safari/604.1' });
        await sessionCall(app.server.url, OWNER, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0' });
        await logIn(app, OWNER);
        await app.goto(account);
      },
    },
    { name: 'second-factor-begin', path: account, act: open },
    {
      name: 'second-factor-codes',
      path: account,
      act: async (app) => {
        await open(app);
        await confirmSetUp(app.page, clock);
      },
    },
    {
      name: 'second-factor-on',
      path: account,
      act: ({ page }) => page.locator('.panel li').last().scrollIntoViewIfNeeded(),
    },
    {
      name: 'second-factor-remove',
      path: account,
      act: ({ page }) => page.locator('.panel .actions button.quiet').click(),
    },
    { name: 'second-factor-users', path: '/settings/users' },
    {
      name: 'second-factor-due',
      path: '/login',
      act: async (app) => {
        clock.advance(8 * DAY_MS);
        await app.goto('/login');
        await app.page.locator('input[type=email]').fill(MAXIMILIAN.email);
        await app.page.locator('input[type=password]').fill(MAXIMILIAN.password);
        await app.page.locator('button[type=submit]').click();
        await app.page.getByTestId('totp-secret').waitFor();
        await settled(app.page);
      },
    },
    {
      name: 'second-factor-due-codes',
      path: '/anonymize',
      act: async (app) => {
        clock.advance(STEP_MS);
        await confirmSetUp(app.page, clock);
      },
    },
  ];
}
