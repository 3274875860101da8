import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { detectorDefinition, jobCompleted } from '../../server/contract/index.ts';
import type { TestModels } from '../helpers/detection/models/modelFolders.ts';
import { accessibilityProblems } from './accessibility.ts';
import { tinyLanguageModel, tinyModels } from './detectors.ts';
import { launchChromium, missingForBrowserTests, openApp, settled, showTheme, type OpenApp } from './helpers.ts';

describe.skipIf(missingForBrowserTests())('detection models', () => {
  let browser: Browser;
  let models: TestModels;
  let app: OpenApp;
  beforeAll(async () => {
    [browser, models] = await Promise.all([launchChromium(), tinyModels()]);
    const fixed = { name: 'from-the-configuration', kind: 'gliner', folder: 'gliner-small', enabled: false };
    app = await openApp(browser, {
      mode: 'local',
      config: { modelsDir: models.dir, detectors: [detectorDefinition.parse(fixed)] },
    });
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
    await models.remove();
  });

  const dialog = () => app.page.getByRole('dialog');
  async function open(): Promise<void> {
    await app.goto('/settings/detectors');
    await app.page.getByRole('button', { name: 'Add a model' }).click();
    await dialog().waitFor();
  }
  const save = () => dialog().getByRole('button', { name: 'Save' }).click();
  async function anonymized(text: string): Promise<z.output<typeof jobCompleted>> {
    const answer = await app.page.evaluate(
      async (body) => {
        const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'deckname' };
        const created = await fetch('/api/v1/jobs/upload-text', { method: 'POST', headers, body });
        const { job_id } = (await created.json()) as { job_id: string };
        for (;;) {
          const status = (await (await fetch(`/api/status/${job_id}`)).json()) as { status: string };
          if (status.status !== 'processing') return status;
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
      },
      JSON.stringify({ text, language: 'en' }),
    );
    return jobCompleted.parse(answer);
  }

  it('are tried, mapped, added, changed and removed', async () => {
    const { page } = app;
    await open();
    await dialog().getByLabel('Name', { exact: true }).fill('Court');
    await dialog().getByText('Only a–z').waitFor();
    await dialog().getByLabel('Name', { exact: true }).fill('court-names');
    await dialog().getByRole('combobox', { name: 'Folder' }).click();
    await page.getByRole('option', { name: 'court-names' }).click();
    await dialog().getByLabel('Sample text').fill('zork blint of quux, mumble.');
    await dialog().getByRole('button', { name: 'Try', exact: true }).click();
    await dialog()
      .getByText(/^2 finds/)
      .waitFor();
    expect(await dialog().getByTestId('detector-finds').locator('mark').allTextContents()).toEqual([
      'zork blintPerson',
      'quuxOrganization',
    ]);
    await dialog().getByRole('combobox', { name: 'Category of MISC' }).click();
    await page.getByRole('option', { name: 'User name' }).click();
    await save();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /court-names/ }).waitFor();

    const job = await anonymized('and yesterday zork blint met mumble.');
    expect(job.anonymized_text_raw).toMatch(/^and yesterday \[\[person-\w+\]\] met \[\[username-\w+\]\]\.$/);

    await page.getByRole('switch', { name: 'court-names in use' }).click();
    await settled(page);
    expect((await anonymized('and yesterday zork blint met mumble.')).anonymized_text_raw).toContain('mumble');
    await page.getByRole('button', { name: 'Remove court-names' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row', { name: /court-names/ }).waitFor({ state: 'detached' });
    expect(app.problems).toEqual([]);
  });

  it('take a language model of this computer only, and say what is wrong with it', async () => {
    const model = await tinyLanguageModel();
    try {
      await open();
      await dialog().getByRole('radio', { name: 'Local language model' }).click();
      await dialog().getByLabel('Name', { exact: true }).fill('local');
      await dialog().getByLabel('Model', { exact: true }).fill('tiny');
      await dialog().getByRole('textbox', { name: 'Address' }).fill('http://192.168.0.7/v1');
      await dialog().getByText('Enter an http address of this computer').waitFor();
      expect(await dialog().getByRole('button', { name: 'Try', exact: true }).isDisabled()).toBe(true);
      await dialog().getByRole('textbox', { name: 'Address' }).fill(model.url);
      await dialog().getByLabel('Sample text').fill('zork was here.');
      await dialog().getByRole('button', { name: 'Try', exact: true }).click();
      await dialog()
        .getByText(/^One find/)
        .waitFor();
    } finally {
      await model.close();
    }
    await dialog().getByRole('button', { name: 'Try', exact: true }).click();
    await dialog().getByText('Nobody answers there').waitFor();
    // The browser itself reports the answer 503; nothing else may be there.
    expect(app.problems.filter((problem) => !problem.includes('503'))).toEqual([]);
  });

  it('are shown accessibly in both themes', async () => {
    for (const kind of ['Token classifier', 'GLiNER', 'Local language model']) {
      await open();
      await dialog().getByRole('radio', { name: kind }).click();
      for (const theme of ['light', 'dark'] as const) {
        await showTheme(app.page, theme);
        expect((await accessibilityProblems(app.page)).join('\n'), `${kind} ${theme}`).toBe('');
      }
    }
  });
});
