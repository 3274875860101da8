import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER } from '../helpers/testConfig.ts';
import { accessibilityProblems } from './accessibility.ts';
import { launchChromium, missingForBrowserTests, openApp, shownMessage, type OpenApp } from './helpers.ts';
import { logIn, prepareTeam } from './screens.ts';

describe.skipIf(missingForBrowserTests())('accounts that go or get another key', () => {
  let browser: Browser;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await launchChromium();
    app = await openApp(browser, { mode: 'team' });
    await prepareTeam(app.server);
    await logIn(app, OWNER);
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
  });

  it('get a new password that only its owner knows', async () => {
    const { page, context } = app;
    await app.goto('/settings/users');
    await page.getByRole('button', { name: 'Reset the password of Amélie Dubois' }).click();
    const dialog = page.getByRole('dialog');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = (await page.getByTestId('secret').textContent()) ?? '';
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    // The link is shown once.
    await page.getByRole('button', { name: 'Reset the password of Amélie Dubois' }).click();
    expect(await page.getByTestId('secret').count()).toBe(0);
    await page.keyboard.press('Escape');

    const own = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
    const amelie = await own.newPage();
    await amelie.goto(link);
    const field = amelie.getByLabel('Password', { exact: true });
    await field.fill('amelie-dubois');
    const submit = amelie.getByRole('button', { name: 'Set password' });
    await submit.click();
    await amelie.getByText('This password is easy to guess.').waitFor();
    // The token does not stay in the address bar, where somebody could read it.
    expect(new URL(amelie.url()).hash).toBe('');
    expect(await accessibilityProblems(amelie)).toEqual([]);
    await field.fill('herring umbrella tuesday');
    await submit.click();
    await amelie.getByRole('link', { name: 'Log in' }).click();
    await amelie.getByLabel('E-mail address').fill('amelie.dubois@example.org');
    await amelie.getByLabel('Password', { exact: true }).fill('herring umbrella tuesday');
    await amelie.getByRole('button', { name: 'Log in' }).click();
    // The notice waits until the introduction is over.
    await amelie.waitForURL(/welcome/);
    await amelie.getByRole('button', { name: 'Skip' }).click();
    await amelie.getByText(/reset your password on/).waitFor({ timeout: 60_000 });
    expect(await accessibilityProblems(amelie)).toEqual([]);
    await amelie.getByRole('button', { name: 'Understood' }).click();
    expect(await amelie.getByText(/reset your password on/).count()).toBe(0);
    await own.close();
    expect(context.pages()).toHaveLength(1);
  });

  it('are deleted once somebody takes over and the name is typed', async () => {
    const { page } = app;
    await app.goto('/settings/users');
    await page.getByRole('button', { name: 'Delete Amélie Dubois' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Amélie Dubois?' });
    const submit = dialog.getByRole('button', { name: 'Delete account' });
    await dialog.getByRole('textbox').fill('Amélie Dubois');
    // Nobody has been chosen yet.
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: /Maximilian/ }).click();
    await dialog.getByRole('textbox').fill('Amélie');
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('Amélie Dubois');
    expect(await accessibilityProblems(page)).toEqual([]);
    await submit.click();
    await shownMessage(page, 'Amélie Dubois was deleted').waitFor();
    await page.getByText('amelie.dubois@example.org').waitFor({ state: 'detached' });
    // Nobody deletes themself.
    expect(await page.getByRole('button', { name: /^Delete / }).count()).toBe(2);
  });

  it('are erased as well', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'Delete Maximilian von Hohenstein' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Erase' }).click();
    await dialog.getByRole('textbox').fill('Maximilian von Hohenstein');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await shownMessage(page, 'Maximilian von Hohenstein was deleted').waitFor();
  });

  it('are encrypted under another key from their settings', async () => {
    const { page } = app;
    await app.goto('/settings/account');
    await page.getByText(/^In use since/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Replace key' }).click();
    await shownMessage(page, 'The data key was replaced. The old one is destroyed.').waitFor();
  });
});
