import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { launchChromium, missingForBrowserTests, openApp, type OpenApp } from './helpers.ts';
import { prepareTeam, logIn } from './screens.ts';
import { tempDir } from '../helpers/tempDir.ts';
import { OWNER } from '../helpers/testConfig.ts';
import { showMany, workspaceOf, type TestWorkspace } from './workspace.ts';

/** The machine may be busy with other tests. */
const PATIENT = { timeout: 60_000 };
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

describe.skipIf(missingForBrowserTests())('the file area', () => {
  let browser: Browser;
  let app: OpenApp;
  let workspace: TestWorkspace;
  /** A folder of its own for every test. */
  let folder: string;
  let counter = 0;
  beforeAll(async () => {
    browser = await launchChromium();
    app = await openApp(browser);
    workspace = workspaceOf(app);
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
  });
  beforeEach(async () => {
    counter += 1;
    folder = (await workspace.folder(`Test ${counter}`)).id;
  });

  const open = () => app.goto(`/workspace/folder/${folder}`);
  const entry = (name: string) => app.page.getByRole('row', { name });
  const names = () => expect.poll(() => workspace.names(folder), PATIENT);
  async function upload(...files: ReturnType<typeof file>[]): Promise<void> {
    const chooser = app.page.waitForEvent('filechooser');
    await app.page.getByRole('button', { name: 'Upload' }).first().click();
    await app.page.getByRole('menuitem', { name: 'Files …' }).click();
    await (await chooser).setFiles(files);
  }

  it('makes, renames, opens, throws away and takes back by keyboard', async () => {
    const { page } = app;
    await open();
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Contracts');
    await page.keyboard.press('Enter');
    await entry('Contracts').waitFor();
    await workspace.upload('Zebra.txt', 'text', folder);
    // Made elsewhere, it appears by itself.
    await entry('Zebra.txt').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.type('ze');
    await page.keyboard.press('F2');
    await page.keyboard.type('Antelope');
    await page.keyboard.press('Enter');
    await entry('Antelope.txt').waitFor();
    await names().toEqual(['Contracts', 'Antelope.txt']);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Contracts' }).waitFor();
    await page.getByText('Nothing here yet').waitFor();
    await page.goBack();
    await entry('Antelope.txt').click();
    await page.keyboard.press('Delete');
    await entry('Antelope.txt').waitFor({ state: 'detached' });
    await names().toEqual(['Contracts']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await entry('Antelope.txt').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('sets back what the server refuses', async () => {
    const { page } = app;
    await workspace.upload('one.txt', '1', folder);
    await workspace.upload('two.txt', '2', folder);
    await open();
    await entry('one.txt').click();
    await page.keyboard.press('F2');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.getByText('“one.txt” could not be renamed', { exact: true }).first().waitFor();
    await entry('one.txt').waitFor();
    await names().toEqual(['one.txt', 'two.txt']);
  });

  it('moves by drag, by cut and paste, and back', async () => {
    const { page } = app;
    const inner = await workspace.folder('Inner', folder);
    await workspace.upload('a.txt', 'a', folder);
    await workspace.upload('b.txt', 'b', folder);
    await open();
    await entry('a.txt').dragTo(entry('Inner'));
    await expect.poll(() => workspace.names(inner.id), PATIENT).toEqual(['a.txt']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await entry('a.txt').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+a');
    await entry('Inner').click({ modifiers: ['Control'] });
    await page.keyboard.press('Control+x');
    await entry('Inner').dblclick();
    await page.getByRole('heading', { name: 'Inner' }).waitFor();
    await page.getByText('Nothing here yet').waitFor();
    await page.getByText('Nothing here yet').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Paste' }).click();
    await expect.poll(() => workspace.names(inner.id), PATIENT).toEqual(['a.txt', 'b.txt']);
  });

  it('uploads small and big files, goes on after a broken connection and asks about taken names', async () => {
    const { page } = app;
    await open();
    let broken = 0;
    await page.route(/\/uploads\/[^/]+$/, async (route) => {
      if (route.request().method() === 'PUT' && broken === 0) {
        broken += 1;
        await route.abort('connectionreset');
      } else {
        await route.continue();
      }
    });
    const big = Buffer.alloc(9 * 1024 * 1024, 'A line of a long record.\n');
    await upload(file('small.txt', 'one'), file('big.txt', big));
    await page.getByText('2 files uploaded').waitFor();
    await page.unroute(/\/uploads\/[^/]+$/);
    expect(broken).toBe(1);
    await names().toEqual(['big.txt', 'small.txt']);
    const stored = await page.evaluate(
      async (parentId) => (await fetch(`/api/v1/workspace/nodes?parentId=${parentId}`)).text(),
      folder,
    );
    expect(stored).toContain(`"sizeBytes":${big.length}`);

    await upload(file('small.txt', 'two'));
    const question = page.getByRole('dialog', { name: 'A file of this name is already there' });
    await question.getByRole('radio', { name: 'Replace' }).click();
    await question.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('3 files uploaded').waitFor();
    await names().toEqual(['big.txt', 'small.txt']);
    await upload(file('small.txt', 'three'));
    await question.getByRole('button', { name: 'Continue' }).click();
    await names().toEqual(['big.txt', 'small (2).txt', 'small.txt']);
    await page.getByRole('region', { name: 'Uploads' }).first().getByRole('button', { name: 'Close' }).click();
  });

  it('uploads a folder with what is in it, and copies it', async () => {
    const { page } = app;
    const dir = tempDir();
    mkdirSync(join(dir, 'Case', 'Annexes'), { recursive: true });
    writeFileSync(join(dir, 'Case', 'Claim.txt'), 'claim');
    writeFileSync(join(dir, 'Case', 'Annexes', 'A1.txt'), 'annex');
    writeFileSync(join(dir, 'Case', '.DS_Store'), 'litter');
    await open();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload' }).first().click();
    await page.getByRole('menuitem', { name: 'Folder …' }).click();
    await (await chooser).setFiles(join(dir, 'Case'));
    await page.getByText('2 files uploaded').waitFor();
    await entry('Case').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Make a copy' }).click();
    await entry('Copy of Case').dblclick();
    await page.getByRole('heading', { name: 'Copy of Case' }).waitFor();
    await entry('Annexes').waitFor();
    await entry('Claim.txt').waitFor();
    expect(await page.locator('[data-node-id]').count()).toBe(2);
  });

  it('anonymizes a file and leads to its review', async () => {
    const { page } = app;
    await workspace.upload('letter.txt', 'Dear Mrs. Anna Miller, please call +49 30 901820.', folder);
    await open();
    await entry('letter.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Anonymize' }).click();
    await entry('letter.txt').getByRole('img', { name: 'Anonymized', exact: true }).waitFor();
    await entry('letter.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open review' }).click();
    await page.waitForURL('**/jobs/*');
    expect(app.problems).toEqual([]);
  });

  it('takes files that are dropped on the list or on a folder', async () => {
    const { page } = app;
    const inner = await workspace.folder('Inner', folder);
    await open();
    await entry('Inner').waitFor();
    for (const [selector, name] of [
      ['[role=grid]', 'here.txt'],
      [`[data-node-id="${inner.id}"]`, 'there.txt'],
    ] as const) {
      const transfer = await page.evaluateHandle((fileName) => {
        const data = new DataTransfer();
        data.items.add(new File(['dropped'], fileName));
        return data;
      }, name);
      await page.dispatchEvent(selector, 'dragover', { dataTransfer: transfer });
      await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer });
    }
    await entry('here.txt').waitFor();
    await expect.poll(() => workspace.names(inner.id), PATIENT).toEqual(['there.txt']);
    // The window takes only what is dropped elsewhere.
    expect(new URL(page.url()).pathname).toBe(`/workspace/folder/${folder}`);
  });

  it('finds by name, throws away for good and empties the trash', async () => {
    const { page } = app;
    const node = await workspace.upload(`Needle ${counter}.txt`, 'hay', folder);
    await open();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('needle');
    await page.getByRole('heading', { name: 'Results for “needle”' }).waitFor();
    await entry(node.name).waitFor();
    await workspace.trash(node.id);
    await app.goto('/workspace/trash');
    await entry(node.name).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
    await entry(node.name).waitFor({ state: 'detached' });
  });

  it('shows 10,000 entries with a few elements', async () => {
    const { page } = app;
    await showMany(app, await workspace.folder(`Template ${counter}`), 10_000);
    await app.goto('/workspace');
    const grid = page.getByRole('grid');
    await expect.poll(() => grid.getAttribute('aria-rowcount'), PATIENT).toBe('10001');
    await grid.focus();
    await page.keyboard.press('End');
    await entry('Schriftsatz 10000.pdf').waitFor();
    expect(await page.locator('[data-node-id]').count()).toBeLessThan(60);
    await page.keyboard.press('Control+a');
    await page.getByText('10,000 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await entry('Akte 00001').waitFor();
    await page.keyboard.type('s');
    await entry('Schriftsatz 01001.pdf').waitFor();
    await page.unroute(/\/api\/v1\/workspace\/nodes\?/);
  });

  it('keeps projects with members', async () => {
    const team = await openApp(browser, { mode: 'team' });
    const { page } = team;
    try {
      await prepareTeam(team.server);
      await logIn(team, OWNER);
      await team.goto('/workspace/projects');
      await page.getByRole('button', { name: 'New project' }).first().click();
      await page.getByRole('dialog').getByRole('textbox').fill('Estate of Reinhardt');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: '1 member' }).click();
      await page.getByRole('textbox', { name: 'E-mail address' }).fill('amelie.dubois@example.org');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('dialog').getByText('Amélie Dubois', { exact: true }).waitFor();
      expect((await accessibilityProblems(page)).join('\n')).toBe('');
      await page.getByRole('button', { name: 'Remove Amélie Dubois' }).click();
      await page.getByRole('dialog').getByText('Amélie Dubois', { exact: true }).waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Estate of Reinhardt' }).click();
      await page.getByRole('heading', { name: 'Estate of Reinhardt' }).waitFor();
      expect(team.problems).toEqual([]);
    } finally {
      await team.close();
    }
  });
});
