import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isJsonObject } from '../../server/providers/types.ts';
import { openChatProvider, type ChatProvider } from '../helpers/providers/chatProvider.ts';
import type { RecordedRequest } from '../helpers/providers/protocolServer.ts';
import { addProvider, askedFor, callsOf, placeholdersIn, saying } from './chat.ts';
import { launchChromium, missingForBrowserTests, openApp, ROOT, type OpenApp } from './helpers.ts';
import { workspaceOf } from './workspace.ts';

/** The machine may be busy with other tests. */
const PATIENT = { timeout: 60_000 };
const NAME = 'Clara Reinhardt';
const IBAN = 'DE89 3704 0044 0532 0130 00';
const SLOW = { delayMs: 60 };
const LONG = 'The first words have come. '.repeat(200);

const lastOf = (requests: readonly RecordedRequest[]): RecordedRequest => requests.at(-1)!;
const whole = (request: RecordedRequest): string => Buffer.from(request.body).toString('utf8');
const messagesOf = (request: RecordedRequest): unknown[] =>
  isJsonObject(request.json) && Array.isArray(request.json['messages']) ? request.json['messages'] : [];
const sample = (name: string) => readFile(join(ROOT, 'resources', 'samples', name));
const upload = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

describe.skipIf(missingForBrowserTests())('the chat', () => {
  let browser: Browser;
  let provider: ChatProvider;
  let app: OpenApp;
  beforeAll(async () => {
    [browser, provider] = await Promise.all([launchChromium(), openChatProvider()]);
    app = await openApp(browser);
    await app.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.goto('/chat');
    await app.page.getByRole('link', { name: 'Set up language models' }).waitFor();
    await addProvider(app, provider);
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
    await provider.stop();
  });
  beforeEach(async () => {
    provider.forget();
    provider.forgetScripts();
    await app.page.evaluate(() => {
      localStorage.clear();
    });
    await app.goto('/chat');
    await field().waitFor();
  });

  const field = () => app.page.getByRole('textbox', { name: 'Message', exact: true });
  const button = (name: string) => app.page.getByRole('button', { name, exact: true });
  const chip = (value: string) => app.page.locator('.composer .chip', { hasText: value });
  const answers = () => app.page.locator('article .answer');
  const questions = () => app.page.locator('.bubble');
  const send = async (text: string): Promise<void> => {
    await field().fill(text);
    await field().press('Enter');
  };
  const complete = () => button('Answer again').last().waitFor();

  it('masks what is sent, shows the answer with the originals, and both sides beside each other', async () => {
    const { page } = app;
    provider.answerNext(
      saying(
        '**$1** has to pay to `$2`.\n\n```js\nlet a = 1;\n```\n\n$$x^2$$\n\n![x](https://example.org/a.png)\n\n> [!NOTE]\n> Ask $1.',
      ),
    );
    await field().fill(`Write to ${NAME} about ${IBAN}`);
    await chip(NAME).waitFor();
    await chip(IBAN).waitFor();
    await page.getByText('2 values will be masked').waitFor();
    await field().press('Enter');
    await complete();
    expect(await answers().locator('strong .restored').textContent()).toBe(NAME);
    expect(await answers().locator('code .restored').textContent()).toBe(IBAN);
    await answers().locator('.hljs-keyword').waitFor();
    await answers().locator('.katex').first().waitFor();
    expect(await page.locator('.answer img').count()).toBe(0);
    const note = answers().getByRole('note');
    expect(await note.locator('.alert-title').textContent()).toBe('Note');
    expect(await note.locator('.restored').textContent()).toBe(NAME);

    const request = lastOf(provider.requests);
    expect(whole(request)).not.toContain('Reinhardt');
    expect(whole(request)).not.toContain('0532');
    const [person] = placeholdersIn(askedFor(request));
    expect(person).toMatch(/^\[\[person-/);
    await answers().locator('.restored').first().hover();
    await page.getByRole('tooltip').getByText(person!).waitFor();

    // Three columns are too many for this window: the list makes way, and comes back.
    const rail = page.getByRole('navigation', { name: 'Conversations' });
    await rail.waitFor();
    await page.keyboard.press('Control+.');
    const panel = page.getByRole('complementary', { name: 'What the model saw' });
    await panel.getByText(person!).first().waitFor();
    expect(await panel.textContent()).not.toContain('Reinhardt');
    expect(await rail.count()).toBe(0);
    await button('Close').click();
    await rail.waitFor();
    expect(app.problems).toEqual([]);
  });

  it('tells with the keyboard, too, what stood for a value', async () => {
    const { page } = app;
    provider.answerNext(saying('$1 and $2, again $1.'));
    await send(`Write to ${NAME} about ${IBAN}`);
    await complete();
    const values = answers().locator('.restored');
    expect(await values.count()).toBe(3);
    expect(await answers().locator('[tabindex="0"]').count()).toBe(1);
    const [person, account] = placeholdersIn(askedFor(lastOf(provider.requests)));
    const described = () =>
      page.evaluate(() => {
        const id = document.activeElement?.getAttribute('aria-describedby');
        return id ? document.getElementById(id)?.getAttribute('aria-label') : null;
      });
    await questions().locator('[tabindex="0"]').focus();
    for (
      let presses = 0;
      presses < 8 && !(await values.first().evaluate((value) => value.matches(':focus')));
      presses += 1
    ) {
      await page.keyboard.press('Tab');
    }
    expect(await described()).toBe(`Person, the model saw ${person!}`);
    await page.keyboard.press('ArrowRight');
    expect(await described()).toBe(`IBAN, the model saw ${account!}`);
    await page.keyboard.press('End');
    expect(await values.last().evaluate((value) => value.matches(':focus'))).toBe(true);
    expect(await page.locator('.lit').count()).toBe(3);
    await page.keyboard.press('Escape');
    await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    expect(await answers().locator('[tabindex="0"]').count()).toBe(1);
    expect(app.problems).toEqual([]);
  });

  it('counts down where the provider asks to wait, and tries again then', async () => {
    const { page } = app;
    await page.clock.install();
    provider.answerNext({ error: { status: 429, headers: { 'retry-after': '40' } } });
    await send('Hello?');
    const retry = page.getByRole('button', { name: /^Try again in (?:40|3\d) s$/ });
    await retry.waitFor();
    expect(await retry.isDisabled()).toBe(true);
    await page.getByText('There are too many requests at the moment.').waitFor();
    await page.clock.fastForward(25_000);
    await page.getByRole('button', { name: /^Try again in 1\d s$/ }).waitFor();
    await page.clock.fastForward(16_000);
    provider.answerNext(saying('Here I am.'));
    await button('Try again').click();
    await answers().getByText('Here I am.').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('keeps a message that was not taken, and sends it again', async () => {
    const { page } = app;
    let refused = 0;
    await page.route('**/messages', async (route) => {
      refused += 1;
      const body = JSON.stringify({ error: 'Too many requests.', code: 'rate_limit_exceeded' });
      await route.fulfill({ status: 429, contentType: 'application/json', headers: { 'retry-after': '1' }, body });
    });
    await send('Hello again?');
    await page.getByText('The message was not sent').waitFor();
    expect(await field().inputValue()).toBe('Hello again?');
    await page.unroute('**/messages');
    provider.answerNext(saying('Now I hear you.'));
    await button('Try again').click();
    await answers().getByText('Now I hear you.').waitFor();
    expect([refused, await field().inputValue()]).toEqual([1, '']);
    expect(app.problems).toEqual([]);
  });

  it('keeps an edited message that was not taken, and sends it again', async () => {
    const { page } = app;
    provider.answerNext(saying('An answer.'));
    await send('A question?');
    await complete();
    await page.route('**/messages', async (route) => {
      const body = JSON.stringify({ error: 'Too many requests.', code: 'rate_limit_exceeded' });
      await route.fulfill({ status: 429, contentType: 'application/json', headers: { 'retry-after': '1' }, body });
    });
    const edited = page.getByRole('textbox', { name: 'Edited message' });
    await button('Edit').click();
    await edited.fill('A better question?');
    await edited.press('Enter');
    await page.getByText('The message was not sent').first().waitFor();
    expect(await edited.inputValue()).toBe('A better question?');
    await page.unroute('**/messages');
    provider.answerNext(saying('A better answer.'));
    await edited.press('Enter');
    await answers().getByText('A better answer.').waitFor();
    expect(await questions().allTextContents()).toEqual(['A better question?']);

    // What was cancelled is gone.
    await complete();
    await button('Edit').click();
    await edited.fill('Never sent');
    await edited.press('Escape');
    await button('Edit').click();
    expect(await edited.inputValue()).toBe('A better question?');
    expect(app.problems).toEqual([]);
  });

  it('is streamed, stopped, regenerated and edited, and every branch stays', async () => {
    const { page } = app;
    provider.answerNext(saying(LONG, SLOW));
    await send('First question?');
    await answers().getByText('The first words').waitFor();
    await field().press('Escape');
    await page.getByText('Stopped. What had come is kept.').waitFor();
    expect((await answers().textContent())!.length).toBeLessThan(LONG.length);
    await expect.poll(() => lastOf(provider.requests).outcome, PATIENT).toBe('disconnected');

    provider.answerNext(saying('Second try.'));
    await button('Answer again').click();
    await answers().getByText('Second try.').waitFor();
    await page.getByText('2 of 2').waitFor();
    await button('Previous version').click();
    await answers().getByText('The first words').waitFor();
    await button('Next version').click();
    await answers().getByText('Second try.').waitFor();

    await complete();
    await field().press('ArrowUp');
    const edited = page.getByRole('textbox', { name: 'Edited message' });
    await edited.fill('Better question?');
    provider.answerNext(saying('Better answer.'));
    await edited.press('Enter');
    await answers().getByText('Better answer.').waitFor();
    await complete();
    expect(await questions().allTextContents()).toEqual(['Better question?']);
    expect(messagesOf(lastOf(provider.requests)).length).toBeLessThanOrEqual(2);
    await button('Previous version').click();
    await questions().getByText('First question?').waitFor();
    await page.reload();
    // The branch chosen last is the one that is shown again.
    await questions().getByText('First question?').waitFor();
    await answers().getByText('Second try.').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('goes on writing while the page is gone, and is followed again', async () => {
    const { page } = app;
    provider.answerNext(saying(`${'Word '.repeat(120)}end.`, { delayMs: 25 }));
    await send('Slow question?');
    await answers().getByText('Word Word').waitFor();
    await page.reload();
    await answers().getByText('end.').waitFor();
    await complete();
  });

  it('leaves to the person what is masked: struck out, and added by selection', async () => {
    const { page } = app;
    await field().fill(`Ask ${NAME} about the Aurora deal.`);
    await chip(NAME).click();
    await page.getByText('Nothing to mask found').waitFor();
    expect(await chip(NAME).getAttribute('aria-pressed')).toBe('false');
    await field().evaluate((element: HTMLTextAreaElement) => {
      const at = element.value.indexOf('Aurora');
      element.focus();
      element.setSelectionRange(at, at + 'Aurora'.length);
    });
    await page.getByRole('toolbar').getByRole('button', { name: 'Other …' }).click();
    await page.getByRole('option', { name: 'Own term' }).click();
    await field().evaluate((element: HTMLTextAreaElement) => {
      element.setSelectionRange(0, 0);
    });
    await chip('Aurora').waitFor();
    await page.getByText('1 value will be masked').waitFor();
    provider.answerNext(saying('The $1 deal.'));
    await field().press('Enter');
    await answers().getByText('The Aurora deal.').waitFor();
    const text = askedFor(lastOf(provider.requests));
    expect(text).toMatch(/^Ask Clara Reinhardt about the \[\[\w+-\w+\]\] deal\.$/);
    expect(app.problems).toEqual([]);
  });

  it('keeps the caret and the marks while one types in the middle', async () => {
    const { page } = app;
    await field().fill(`Dear ${NAME}, hello.`);
    await page.locator('.composer .mark').waitFor();
    await field().evaluate((element: HTMLTextAreaElement) => {
      element.setSelectionRange(5, 5);
    });
    await page.keyboard.type('very dear ');
    expect(await field().inputValue()).toBe(`Dear very dear ${NAME}, hello.`);
    expect(await page.locator('.composer .mark').textContent()).toBe(NAME);
    expect(await field().evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe(15);
    const same = await page.evaluate(() => {
      const [marks, area] = [document.querySelector('.composer .marks')!, document.querySelector('.composer .field')!];
      return Math.abs(marks.getBoundingClientRect().height - area.getBoundingClientRect().height) <= 1;
    });
    expect(same).toBe(true);
  });

  it('takes documents that can be read, and blocks on those that cannot', async () => {
    const { page } = app;
    await page
      .getByTestId('chat-files')
      .setInputFiles([
        upload('letter.docx', await sample('de-brief.docx')),
        upload('broken.pdf', Buffer.from('%PDF-1.7 x')),
      ]);
    await page.getByText('Cannot be sent:').waitFor();
    await page.locator('.tray .ready').waitFor();
    await field().fill('What does the letter say?');
    expect(await button('Send').isDisabled()).toBe(true);
    await page.getByRole('button', { name: /^letter\.docx/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-placeholder]').first().waitFor();
    await dialog.getByRole('radio', { name: 'With originals' }).click();
    const names = await dialog.locator('[data-category=person]').allTextContents();
    expect(names.length).toBeGreaterThan(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await button('Remove broken.pdf').click();
    await field().press('Enter');
    await complete();
    const sent = whole(lastOf(provider.requests));
    for (const name of names) expect(sent).not.toContain(name);
    await page.getByRole('button', { name: /^letter\.docx/ }).waitFor();
    expect(app.problems.filter((problem) => !problem.includes('Failed to load'))).toEqual([]);
  });

  it('cites files of the workspace', async () => {
    const { page } = app;
    const node = await workspaceOf(app).upload('note.txt', `Meeting with ${NAME} at nine.`);
    await button('Attach').click();
    await page.getByRole('menuitem', { name: 'From your files …' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /note\.txt/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Attach 1 file' }).click();
    await page.locator('.tray .ready').waitFor();
    await send('When is the meeting?');
    await complete();
    expect(whole(lastOf(provider.requests))).not.toContain('Reinhardt');
    await page.getByRole('link', { name: 'Open note.txt in your files' }).click();
    await page.waitForURL((url) => url.pathname === `/workspace/file/${node.id}`);
  });

  it('sends openly only after a warning that stays', async () => {
    const { page } = app;
    await page.getByRole('switch', { name: 'Anonymous' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('switch', { name: 'Anonymous' }).getAttribute('aria-checked')).toBe('true');
    await page.getByRole('switch', { name: 'Anonymous' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch anonymization off' }).click();
    await page.getByText('Anonymization is off.').waitFor();
    provider.answerNext(saying('Fine.'));
    await field().fill(`Hello ${NAME}`);
    await button('Send without anonymization').click();
    await complete();
    expect(askedFor(lastOf(provider.requests))).toBe(`Hello ${NAME}`);
    await page.getByText('Sent without anonymization').first().waitFor();
    await page.getByText('Anonymization is off.').waitFor();
    await button('Switch on').click();
    await page.getByText('Anonymization is off.').waitFor({ state: 'detached' });
    provider.answerNext(saying('Fine again.'));
    await send('And now?');
    await answers().getByText('Fine again.').waitFor();
    expect(whole(lastOf(provider.requests))).not.toContain('Reinhardt');
  });

  it('folds what the model thought, with its originals', async () => {
    const { page } = app;
    provider.answerNext((request) => {
      const [person] = placeholdersIn(askedFor(request));
      return { answer: { text: 'Done.', reasoning: `First I look at ${person}.` } };
    });
    await send(`Think about ${NAME}.`);
    await complete();
    expect(await page.getByText('First I look at').count()).toBe(0);
    await button('Reasoning').click();
    await page.getByText(`First I look at ${NAME}.`).waitFor();
  });

  it('leaves Escape to an open dialog while an answer is written', async () => {
    const { page } = app;
    provider.answerNext(saying(`${'Word '.repeat(60)}end.`, { delayMs: 30 }));
    await send('A slow one, please.');
    await answers().getByText('Word').waitFor();
    await button('Prompt library').click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await answers().getByText('end.').waitFor();
    expect(await page.getByText('Stopped.').count()).toBe(0);
  });

  it('takes dropped files', async () => {
    const { page } = app;
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Meeting with Clara Reinhardt at nine.'], 'dropped.txt', { type: 'text/plain' }));
      return data;
    });
    await page.dispatchEvent('section.middle', 'dragenter', { dataTransfer: transfer });
    await page.getByText('Drop to attach').waitFor();
    await page.dispatchEvent('section.middle', 'drop', { dataTransfer: transfer });
    await page.getByRole('button', { name: /^dropped\.txt.*1 value masked/ }).waitFor();
    await button('Remove dropped.txt').click();
    await page.locator('.tray').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/chat');
  });

  it('says why an answer failed, and tries again', async () => {
    const { page } = app;
    provider.answerNext([{ error: { status: 400, message: 'secret words of the provider' } }, saying('It works now.')]);
    await send('Will this work?');
    await page.getByText('The answer failed').waitFor();
    await button('Try again').click();
    await answers().getByText('It works now.').waitFor();
    await page.getByText('2 of 2').waitFor();
  });

  it('uses prompts of the library', async () => {
    const { page } = app;
    await button('Prompt library').click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByRole('button', { name: 'New prompt' }).click();
    await page.getByLabel('Title').fill('Reminder');
    await page.getByLabel('Text', { exact: true }).fill('Write a polite reminder.');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Write a polite reminder.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await field().fill('/remin');
    await page.getByRole('option', { name: /Reminder/ }).waitFor();
    await field().press('Enter');
    await expect.poll(() => field().inputValue()).toBe('Write a polite reminder.');
  });

  it('keeps conversations: renamed, pinned, moved, found, exported, deleted', async () => {
    const { page } = app;
    provider.answerNext(saying('The deposit of $1 is due.'));
    await send(`What about the deposit? It is for ${NAME}.`);
    await complete();
    const rail = page.getByRole('navigation', { name: 'Conversations' });
    const row = rail.getByRole('link', { name: /^What about the deposit/ });
    await row.focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: /^New name of What about the deposit/ }).fill('Deposit');
    await page.keyboard.press('Enter');
    const named = rail.getByRole('link', { name: 'Deposit', exact: true });
    await named.waitFor();
    await page.getByRole('heading', { name: 'Deposit', level: 1 }).waitFor();
    const act = async (entry: string): Promise<void> => {
      await rail.getByRole('button', { name: 'Actions for Deposit' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await act('Pin');
    await rail.getByRole('list', { name: 'Pinned' }).getByRole('link', { name: 'Deposit' }).waitFor();
    await act('Unpin');
    await act('Move to folder …');
    await page.getByRole('radio', { name: 'New folder' }).check();
    await page.getByLabel('Name of the folder').fill('Leases');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await rail.getByRole('list', { name: 'Leases' }).getByRole('link', { name: 'Deposit' }).waitFor();
    await rail.getByRole('searchbox').fill('reinhardt');
    await rail.getByRole('link', { name: /^Deposit.*Reinhardt/ }).waitFor();
    await rail.getByRole('button', { name: 'Clear search' }).click();
    await act('Export …');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    expect(await readFile(await (await download).path(), 'utf8')).not.toContain('Reinhardt');
    await act('Delete …');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await named.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'What can I help you with?' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('lets the reader scroll up while an answer comes', async () => {
    const { page } = app;
    provider.answerNext(saying('A line of the answer.\n\n'.repeat(150), { delayMs: 12 }));
    await send('Many lines, please.');
    const scroller = page.locator('.thread .scroller');
    await expect
      .poll(() => scroller.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight), PATIENT)
      .toBeGreaterThan(600);
    const gap = () => scroller.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);
    await expect.poll(gap, PATIENT).toBeLessThan(60);
    await scroller.hover();
    await page.mouse.wheel(0, -300);
    await button('To the latest message').waitFor();
    await complete();
    expect(await gap()).toBeGreaterThan(200);
    await button('To the latest message').click();
    await expect.poll(gap, PATIENT).toBeLessThan(60);
  });
});

describe.skipIf(missingForBrowserTests())('settings of language models', () => {
  let browser: Browser;
  let provider: ChatProvider;
  let app: OpenApp;
  beforeAll(async () => {
    [browser, provider] = await Promise.all([launchChromium(), openChatProvider()]);
    app = await openApp(browser);
  });
  afterAll(async () => {
    await app.close();
    await browser.close();
    await provider.stop();
  });
  const dialog = () => app.page.getByRole('dialog');

  it('are tested, added with a key that is never shown again, priced, named and removed', async () => {
    const { page } = app;
    await app.goto('/settings/providers');
    await page.getByText('No provider yet').waitFor();
    await page.getByRole('button', { name: 'Add provider' }).click();
    await dialog().getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'OpenAI-compatible server' }).click();
    await dialog().getByLabel('Short name').fill('house model');
    await dialog().getByText('Begin with a letter or digit').waitFor();
    await dialog().getByLabel('Short name').fill('house');
    await dialog().getByLabel('Address').fill(provider.url);
    await dialog().getByLabel('API key').fill('wrong');
    const test = dialog().getByRole('button', { name: 'Test', exact: true });
    await test.click();
    await dialog().getByText('The key was refused.').waitFor();
    await dialog().getByLabel('API key').fill(provider.apiKey!);
    await test.click();
    await dialog().getByText('Works: 2 models').waitFor();
    await dialog().getByRole('radio', { name: 'Only these' }).click();
    await dialog().getByRole('button', { name: 'Take over what the test found' }).click();
    await dialog().getByLabel('Names, one per line').fill('test-model');
    await dialog().getByRole('button', { name: 'Add price' }).click();
    await dialog().getByLabel('Input', { exact: true }).fill('2,5');
    await dialog().getByLabel('Output', { exact: true }).fill('10');
    await dialog().getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /house/ });
    await row.waitFor();

    await row.getByRole('button', { name: 'Edit house' }).click();
    expect(await dialog().getByLabel('API key').inputValue()).toBe('');
    await dialog().getByText('A key is stored').waitFor();
    await dialog().getByLabel('Address').fill('http://127.0.0.1:9/v1');
    await dialog().getByText('Enter the key again').waitFor();
    expect(await dialog().getByRole('button', { name: 'Test', exact: true }).isDisabled()).toBe(true);
    await dialog().getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Add name' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('standard');
    await dialog().getByLabel('Model 1').fill('house/test-model');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('house/test-model', { exact: true }).waitFor();

    await app.goto('/chat');
    await page.getByRole('button', { name: /^Model:/ }).click();
    await page.getByRole('option', { name: 'standard' }).click();
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Answer again' }).waitFor();

    await app.goto('/settings/usage');
    const used = page.getByRole('row', { name: /house\/test-model/ });
    await used.waitFor();
    expect(await used.textContent()).toContain('$');
    await page.getByRole('radio', { name: 'Key' }).click();
    await page.getByRole('row', { name: /Chat in this window/ }).waitFor();

    await app.goto('/settings/providers');
    await row.getByRole('button', { name: 'Remove house' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No provider yet').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('limit a team to the models that are open to it', async () => {
    const call = callsOf(app);
    await addProvider(app, provider, 'open');
    await call('put', '/v1/admin/models/access', { access: { everyone: ['open/test-embedding'], grants: [] } });
    await app.goto('/chat');
    await app.page.getByRole('button', { name: 'Model: test-embedding' }).waitFor();
    await call('put', '/v1/admin/models/access', { access: { everyone: ['*'], grants: [] } });
  });
});
