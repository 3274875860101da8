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
