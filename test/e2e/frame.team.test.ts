import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER } from '../helpers/testConfig.ts';
import { launchChromium, missingForBrowserTests, openApp, type OpenApp } from './helpers.ts';
import { logIn, prepareTeam } from './screens.ts';

describe.skipIf(missingForBrowserTests())('the frame of a team', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  describe('a fresh server', () => {
    let app: OpenApp;
    beforeAll(async () => {
      app = await openApp(browser, { mode: 'team', config: { owner: null } });
    });
    afterAll(() => app.close());

    it('tells where the set-up link is', async () => {
      await app.goto('/');
      await app.page.getByText('It begins with /setup#token=').waitFor();
    });

    it('is set up with the link, whose token leaves the address', async () => {
      const { page } = app;
      await app.goto(`/setup#token=${app.server.setupToken ?? ''}`);
      expect(page.url()).not.toContain('token');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Please enter a valid e-mail address.').waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill('Ada Example');
      await page.getByRole('textbox', { name: 'E-mail address' }).fill('ada@example.org');
      await page.getByRole('textbox', { name: 'Password' }).fill('long enough for everyone');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL('**/welcome');
    });
  });

  describe('a server with an owner', () => {
    let app: OpenApp;
    beforeAll(async () => {
      app = await openApp(browser, { mode: 'team' });
      await prepareTeam(app.server);
    });
    afterAll(() => app.close());

    it('asks for the login and comes back to where someone wanted to go', async () => {
      const { page } = app;
      await app.goto('/settings/users');
      expect(new URL(page.url()).pathname).toBe('/login');
      await page.getByRole('textbox', { name: 'E-mail address' }).fill(OWNER.email);
      await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('E-mail address or password is wrong.').waitFor();
      await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL('**/settings/users');
      await page.getByText('Amélie Dubois').waitFor();
    });

    it('never follows a link to another site after the login', async () => {
      const { page } = app;
      await app.goto('/');
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await page.waitForURL('**/login');
      await app.goto('/login?next=//example.org/');
      await page.getByRole('textbox', { name: 'E-mail address' }).fill(OWNER.email);
      await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL('**/anonymize');
      expect(new URL(page.url()).origin).toBe(new URL(app.server.url).origin);
    });

    it('goes to the login when the session has ended, and back', async () => {
      const { page, context } = app;
      await app.goto('/settings/groups');
      await context.clearCookies();
      await page.getByRole('link', { name: 'People' }).click();
      await page.getByText('Your session has ended.').waitFor();
      await page.getByRole('textbox', { name: 'E-mail address' }).fill(OWNER.email);
      await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL('**/settings/users');
    });

    it('adds a person and a group', async () => {
      const { page } = app;
      await app.goto('/settings/users');
      await page.getByRole('button', { name: 'Add person' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Nora New');
      await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('nora@example.org');
      await dialog.getByRole('textbox', { name: 'First password' }).fill('long enough for everyone');
      await dialog.getByRole('button', { name: 'Add person' }).click();
      await page
        .getByRole('cell', { name: /Nora New/ })
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Groups' }).click();
      await page.getByRole('button', { name: 'Add group' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Labour law');
      await dialog.getByRole('checkbox', { name: 'Nora New' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      const row = page.getByRole('row').filter({ hasText: 'Labour law' });
      await row.getByText('One member').waitFor();
    });

    it('changes the settings of the installation within their limits', async () => {
      const { page } = app;
      await app.goto('/settings/installation');
      const hours = page.getByRole('spinbutton', { name: 'Length of a session in hours' });
      await hours.fill('0');
      await page.getByText('Enter a whole number from 1 to 2160.').waitFor();
      expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await hours.fill('8');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).first().waitFor();
      const answer = await app.server.call('GET', '/v1/admin/settings');
      expect(answer.body).toMatchObject({ settings: { sessionHours: 8 } });
    });

    it('shows members nothing about the team', async () => {
      const { page, context } = app;
      await context.clearCookies();
      await logIn(app, { email: 'amelie.dubois@example.org', password: 'long enough for everyone' });
      await page.getByRole('button', { name: 'Skip' }).click();
      await page.waitForURL('**/anonymize');
      await app.goto('/settings/users');
      await page.getByRole('heading', { name: 'Appearance' }).waitFor();
      expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0);
    });

    it('counts down when there were too many failures', async () => {
      const { page, context } = app;
      await context.clearCookies();
      await app.goto('/login');
      await page.getByRole('textbox', { name: 'E-mail address' }).fill('nobody@example.org');
      const button = page.getByRole('button', { name: 'Log in' });
      await expect
        .poll(
          async () => {
            await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
            if (await button.isEnabled()) await button.click();
            return page.getByText('You can try again in').count();
          },
          { timeout: 30_000 },
        )
        .toBe(1);
      expect(await button.isDisabled()).toBe(true);
    });

    it('broke no rule of the security policy on the way', () => {
      expect(app.problems).toEqual([]);
    });
  });
});
