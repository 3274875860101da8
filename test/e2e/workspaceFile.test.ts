import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER } from '../helpers/testConfig.ts';
import { accessibilityProblems } from './accessibility.ts';
import { launchChromium, missingForBrowserTests, openApp, showTheme, type OpenApp } from './helpers.ts';
import { logIn, prepareTeam } from './screens.ts';
import { workspaceOf, type TestWorkspace } from './workspace.ts';
import { commentOn, sampleFile, write } from './workspaceFile.ts';

/** The machine may be busy with other tests. */
const PATIENT = { timeout: 60_000 };
const TEXT = 'The rent is 900 euros.\r\nThe deposit is three rents.\r\n';

describe.skipIf(missingForBrowserTests())('an opened file', () => {
  let browser: Browser;
  let app: OpenApp;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    browser = await launchChromium();
    app = await openApp(browser, { mode: 'team' });
    await prepareTeam(app.server);
    await logIn(app, OWNER);
    workspace = workspaceOf(app);
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
  });

  const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
  async function openTab(page: Page, name: string): Promise<void> {
    if (!(await details(page).isVisible())) await page.getByRole('button', { name: 'Details' }).click();
    await details(page).getByRole('tab', { name }).click();
  }
  const contentOf = async (id: string): Promise<string> => {
    const answer = await app.page.request.get(new URL(`/api/v1/workspace/nodes/${id}/download`, app.server.url).href);
    return answer.text();
  };
  /** Puts the caret at the end of the text. */
  async function toEnd(page: Page): Promise<void> {
    await page.getByRole('textbox', { name: /\.(?:txt|md)$/ }).click();
    await page.keyboard.press('Control+End');
  }

  it('is commented on by its words, answered, resolved, and follows its text', async () => {
    const { page } = app;
    const node = await workspace.upload('comments.txt', TEXT);
    await app.goto(`/workspace/file/${node.id}`);
    await toEnd(page);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    const { length } = 'The deposit';
    for (let selected = 0; selected < length; selected += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('textbox', { name: 'New comment' }).fill('Is this legal?');
    await page.getByRole('button', { name: 'Send' }).click();
    const marked = page.locator('[data-thread]');
    await expect.poll(() => marked.allTextContents(), PATIENT).toEqual(['The deposit']);

    // Its line ends count two characters in the file and one in the editor: the server found the words all the same.
    await write(app, node.id, `Munich\r\n${TEXT}`);
    await expect.poll(() => marked.allTextContents(), PATIENT).toEqual(['The deposit']);
    await page.getByText('Munich').waitFor();

    await details(page).getByRole('button', { name: 'Reply' }).click();
    await details(page).getByRole('textbox', { name: 'Reply' }).fill('Yes, it is.');
    await page.keyboard.press('Control+Enter');
    await details(page).getByText('Yes, it is.').waitFor();
    await details(page).getByRole('button', { name: 'Mark as resolved' }).click();
    await details(page).getByText('Resolved by').waitFor();

    await write(app, node.id, 'Nothing of it is left.');
    await details(page).getByRole('radio', { name: 'All' }).click();
    await details(page).getByText('No longer in the text').waitFor();
    await expect.poll(() => marked.count(), PATIENT).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('shows both sides of a conflict and merges them by hand', async () => {
    const { page } = app;
    const node = await workspace.upload('conflict.txt', TEXT);
    await app.goto(`/workspace/file/${node.id}`);
    await toEnd(page);
    await page.keyboard.type('Keys: two');
    await write(app, node.id, TEXT.replace('900', '950'));
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this file' });
    await dialog.getByText('The rent is 950 euros.').waitFor();
    expect(await contentOf(node.id)).toBe(TEXT.replace('900', '950'));
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Merge by hand' }).click();
    await page.getByText('Both changes are in the text now').first().waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => contentOf(node.id), PATIENT).toBe(`${TEXT.replace('900', '950')}Keys: two`);

    // Unsaved changes are not left behind without a question.
    await toEnd(page);
    await page.keyboard.type('!');
    await page.getByRole('link', { name: 'To its folder' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(page.url()).toContain(node.id);
    await page.getByRole('link', { name: 'To its folder' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL((url) => url.pathname.replace(/\/$/, '') === '/workspace');
    expect(app.problems).toEqual([]);
  });

  it('compares and restores a version', async () => {
    const { page } = app;
    const node = await workspace.upload('versions.md', '# First\n\nOld words\n');
    await write(app, node.id, '# First\n\nNew words\n');
    await app.goto(`/workspace/file/${node.id}`);
    await page.getByText('New words').waitFor();
    await openTab(page, 'Versions');
    await details(page).getByRole('button', { name: 'Actions for version 1' }).click();
    await page.getByRole('menuitem', { name: 'Compare with the current version' }).click();
    const diff = page.getByRole('dialog', { name: 'Version 1 and the current one' });
    await diff.getByText('Old words').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await details(page).getByRole('button', { name: 'Actions for version 1' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Old words').waitFor();
    expect(await contentOf(node.id)).toBe('# First\n\nOld words\n');
    await details(page).getByText('Version 3', { exact: true }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('is shared with a person, whose role changes and ends', async () => {
    const { page } = app;
    const folder = await workspace.folder('Shared files');
    const node = await workspace.upload('shared.txt', TEXT, folder.id);
    await app.goto(`/workspace/file/${node.id}`);
    await openTab(page, 'Sharing');
    const panel = details(page);
    await panel.getByRole('textbox', { name: 'E-mail address' }).fill('nobody@example.org');
    await panel.getByRole('button', { name: 'Share' }).click();
    await panel.getByText('This person does not exist').waitFor();
    await panel.getByRole('textbox', { name: 'E-mail address' }).fill('amelie.dubois@example.org');
    await panel.getByRole('button', { name: 'Share' }).click();
    await panel.getByText('Amélie Dubois', { exact: true }).waitFor();
    await panel.getByRole('combobox', { name: 'Role of Amélie Dubois' }).click();
    await page.getByRole('option', { name: 'May edit' }).click();
    await expect
      .poll(() => panel.getByRole('combobox', { name: 'Role of Amélie Dubois' }).textContent(), PATIENT)
      .toContain('May edit');
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Remove Amélie Dubois' }).click();
    await panel.getByText('Not shared with anybody else.').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('shows PDF, picture, table and Markdown without loading anything from elsewhere', async () => {
    const { page } = app;
    const pdf = await workspace.upload('contract.pdf', await sampleFile('fr-contrat.pdf'));
    await app.goto(`/workspace/file/${pdf.id}`);
    await page.getByText('Contrat de prestation de services').waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('GRENOBLE');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const picture = await workspace.upload('scan.png', await sampleFile('it-lettera-scansione.png'));
    await app.goto(`/workspace/file/${picture.id}`);
    await page.getByText('1,665 × 2,347').waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();

    const table = await workspace.upload('table.csv', 'Name;City\n"Miller; Sons";Ulm\n');
    await app.goto(`/workspace/file/${table.id}`);
    await page.getByRole('cell', { name: 'Miller; Sons' }).waitFor();

    const hostile =
      '# Title\n\n<script>alert(1)</script> ![tracker](https://tracker.example/x.png) [run](javascript:alert(1))\n';
    const markdown = await workspace.upload('hostile.md', hostile);
    await app.goto(`/workspace/file/${markdown.id}`);
    await page.getByRole('heading', { name: 'Title' }).waitFor();
    expect(await page.locator('.page :is(script, img, a[href])').count()).toBe(0);
    await page.getByText('tracker').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('can be used with assistive technology in both themes, and is read-only in the trash', async () => {
    const { page } = app;
    const node = await workspace.upload('access.md', '# Title\n\nSome words here.\n');
    await commentOn(app, node, '# Title\n\nSome words here.\n', 'words', 'Which ones?');
    await app.goto(`/workspace/file/${node.id}`);
    for (const tab of ['Information', 'Versions', 'Comments', 'Activity', 'Agents']) {
      await openTab(page, tab);
      for (const theme of ['light', 'dark'] as const) {
        await showTheme(page, theme);
        expect(await accessibilityProblems(page), `${tab} ${theme}`).toEqual([]);
      }
    }
    await page.getByRole('radio', { name: 'Side by side' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await workspace.trash(node.id);
    await page.getByText('This file is in the trash').waitFor();
    await page.getByText('Read only').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });
});
