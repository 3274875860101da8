import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, missingForBrowserTests, openApp, settled, type OpenApp } from './helpers.ts';

const PASSPHRASE = 'a long passphrase';
/** The machine may be busy with other tests. */
const PATIENT = { timeout: 30_000 };

describe.skipIf(missingForBrowserTests())('the frame in local mode', () => {
  let browser: Browser;
  let app: OpenApp;
  beforeAll(async () => {
    browser = await launchChromium();
    app = await openApp(browser);
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
  });

  it('opens with the launch link and takes the token out of the address', async () => {
    await app.goto('/anonymize');
    expect(app.page.url()).not.toContain('launch');
    // A second visitor cannot use the link again.
    const stranger = await browser.newContext();
    const page = await stranger.newPage();
    await page.goto(`${app.server.url}#launch=launch-token-of-the-browser-tests`);
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.locator('h1').innerText()).toBe('Open Deckname through its link');
    await stranger.close();
  });

  it('shows the introduction once, with an example that is restored exactly', async () => {
    const fresh = await openApp(browser, { settings: { welcomeDone: false }, language: 'de' });
    const { page } = fresh;
    expect(new URL(page.url()).pathname).toBe('/welcome');
    const letter = page.locator('article.letter');
    await page.locator('.letter[data-phase=found] .mention').first().waitFor();
    const original = await letter.innerText();
    await page.getByRole('radio', { name: 'Ersetzt' }).click();
    const replaced = await letter.innerText();
    expect(replaced).toMatch(/\[\[person-[0-9a-z]{8}\]\]/);
    expect(replaced).toMatch(/\[\[iban-[0-9a-z]{8}\]\]/);
    expect(replaced).not.toContain('DE89 3704');
    await page.getByRole('radio', { name: 'Wiederhergestellt' }).click();
    expect(await letter.innerText()).toBe(original);
    await page.locator('.status .ok').waitFor();
    // The example leaves nothing behind.
    await expect
      .poll(
        () => page.evaluate(() => fetch('/api/v1/jobs').then(async (answer) => (await answer.json()) as unknown)),
        PATIENT,
      )
      .toMatchObject({ jobs: [] });
    await page.getByRole('button', { name: 'Überspringen' }).click();
    await page.waitForURL('**/anonymize');
    await fresh.goto('/');
    expect(new URL(page.url()).pathname).toBe('/anonymize');
    expect(fresh.problems).toEqual([]);
    await fresh.close();
  });

  it('goes everywhere by keyboard', async () => {
    const { page } = app;
    await app.goto('/anonymize');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('own terms');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/terms');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForURL('**/history');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByRole('switch').click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // Switched off, plain letters do nothing; combinations still work.
    await page.keyboard.press('?');
    await page.keyboard.press('Control+,');
    await page.waitForURL('**/settings');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.evaluate(() => localStorage.removeItem('deckname.singleKeys'));
  });

  it('moves the focus to the new page and offers to skip the navigation', async () => {
    const { page } = app;
    await app.goto('/anonymize');
    await page.getByRole('link', { name: 'History' }).click();
    await page.waitForURL('**/history');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await app.goto('/history');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  });

  it('remembers theme and language', async () => {
    const { page } = app;
    await app.goto('/settings/appearance');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
    await page.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Français' }).click();
    await page.getByRole('heading', { name: 'Apparence' }).waitFor();
    await app.goto('/settings/appearance');
    expect(
      await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset['theme']]),
    ).toEqual(['fr', 'dark']);
    await page.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Comme le système' }).click();
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    await page.getByRole('radio', { name: 'As the system' }).click();
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === undefined);
  });

  it('adds, tries, switches off, deletes and brings back a term', async () => {
    const { page } = app;
    await app.goto('/settings/terms');
    await page.getByRole('tab', { name: 'Patterns' }).click();
    await page.getByRole('button', { name: 'Add pattern' }).first().click();
    const dialog = page.getByRole('dialog');
    const pattern = dialog.getByRole('textbox', { name: 'Pattern' });
    await pattern.fill('AZ-(\\d+');
    await dialog.getByText('not valid RE2 syntax').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await pattern.fill('AZ-\\d{4}-\\d+');
    await dialog.getByRole('textbox', { name: 'Try it' }).fill('Files AZ-2024-117 and AZ-24.');
    await expect.poll(() => dialog.locator('mark').allInnerTexts(), PATIENT).toEqual(['AZ-2024-117']);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: 'AZ-' });
    await row.waitFor();
    await row.getByRole('switch').click();
    await expect.poll(() => row.getByRole('switch').getAttribute('aria-checked'), PATIENT).toBe('false');
    await row.getByRole('button', { name: /^Delete/ }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    expect(await row.getByRole('switch').getAttribute('aria-checked')).toBe('false');
  });

  it('switches a category off and restores the defaults', async () => {
    const { page } = app;
    await app.goto('/settings/detection');
    const url = page.getByRole('switch', { name: 'Web address' });
    await url.click();
    await expect.poll(() => url.getAttribute('aria-checked'), PATIENT).toBe('false');
    await app.goto('/settings/detection');
    expect(await url.getAttribute('aria-checked')).toBe('false');
    await page.getByRole('button', { name: 'Restore defaults' }).click();
    await expect.poll(() => url.getAttribute('aria-checked'), PATIENT).toBe('true');
  });

  it('shows the secret of a new key once; it works until it is revoked', async () => {
    const { page } = app;
    await app.goto('/settings/keys');
    await page.getByRole('button', { name: 'New API key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Import');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const secret = await page.getByTestId('secret').innerText();
    expect(secret).toMatch(/^dk_[0-9A-Za-z]{43}$/);
    const authorization = { authorization: `Bearer ${secret}` };
    expect((await app.server.call('GET', '/v1/account', undefined, authorization)).status).toBe(200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Revoke “Import”' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect((await app.server.call('GET', '/v1/account', undefined, authorization)).status).toBe(401);
  });

  it('locks and unlocks with a passphrase', async () => {
    const { page } = app;
    await app.goto('/settings/account');
    await page.getByRole('button', { name: 'Set up app lock' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'New passphrase' }).fill(PASSPHRASE);
    await dialog.getByRole('textbox', { name: 'Repeat passphrase' }).fill(PASSPHRASE);
    await dialog.getByRole('button', { name: 'Set up app lock' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Lock now' }).click();
    const field = page.getByRole('textbox', { name: 'Passphrase' });
    await field.fill('something else');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('The passphrase is wrong.').waitFor();
    // Nothing of the page behind the lock is there, also after a reload.
    await app.goto('/settings/keys');
    await page.getByRole('heading', { name: 'Deckname is locked' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await field.fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.waitForURL('**/settings/keys');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await app.goto('/settings/account');
    await page.getByRole('button', { name: 'Remove app lock' }).click();
    await dialog.getByRole('textbox', { name: 'Current passphrase' }).fill(PASSPHRASE);
    await dialog.getByRole('button', { name: 'Remove app lock' }).click();
    await page.getByRole('button', { name: 'Set up app lock' }).waitFor();
  });

  it('says that the server is lost, and that it is back', async () => {
    const { page } = app;
    await app.goto('/settings/terms');
    await app.context.setOffline(true);
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('The server does not answer.').first().waitFor();
    // Parts that nobody has opened yet are not there: a page stays where it is, a panel comes by itself.
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('This page appears once the server answers again').waitFor();
    await app.context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.banner').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
  });

  it('hands files dropped anywhere to anonymization', async () => {
    const { page } = app;
    await app.goto('/settings/about');
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Call Anna Berger at +49 30 901820.'], 'note.txt', { type: 'text/plain' }));
      return data;
    });
    await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
    await page.getByText('Drop to anonymize').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
    await page.waitForURL('**/anonymize');
    await page.getByText('note.txt').first().waitFor();
  });

  it('shows a page for addresses that do not exist', async () => {
    await app.goto('/nowhere/at/all');
    await app.page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    await app.page.getByRole('link', { name: 'To the start page', exact: true }).click();
    await app.page.waitForURL('**/anonymize');
  });

  it('broke no rule of the security policy on the way', () => {
    // Being offline is an error the browser writes to the console by itself.
    expect(app.problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });
});
