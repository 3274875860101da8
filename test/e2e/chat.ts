import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { chatFolder } from '../../server/contract/chat.ts';
import { chatConversation } from '../../server/contract/chatMessages.ts';
import { isJsonObject } from '../../server/providers/types.ts';
import type { ChatProvider } from '../helpers/providers/chatProvider.ts';
import type { RecordedRequest } from '../helpers/providers/protocolServer.ts';
import { lastUserText, type Reply } from '../helpers/providers/script.ts';
import { ROOT, settled, type OpenApp } from './helpers.ts';
import type { Screen } from './screens.ts';
import { workspaceOf } from './workspace.ts';

type App = Pick<OpenApp, 'page' | 'server'>;

/** Calls of the person who is logged in on the page. */
export function callsOf({ page, server }: App) {
  const headers = { 'X-Requested-With': 'deckname' };
  return async (method: 'post' | 'put' | 'patch', path: string, data: object): Promise<unknown> => {
    const answer = await page.request[method](new URL(`/api${path}`, server.url).href, { headers, data });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
}

/** Adds a provider of the settings that leads to a server of the test. */
export async function addProvider(app: App, provider: ChatProvider, id = 'openai'): Promise<void> {
  const { url: baseUrl, apiKey } = provider;
  await callsOf(app)('post', '/v1/admin/providers', { id, kind: 'openai', baseUrl, apiKey });
}

/** What the model got as the last message of the person. */
export const askedFor = (request: RecordedRequest): string =>
  isJsonObject(request.json) ? lastUserText(request.json) : '';

/** The placeholders in a text, each once, in their order. */
export const placeholdersIn = (text: string): string[] => [...new Set(text.match(/\[\[[^\]]+\]\]/g) ?? [])];

/** Says something about the values that the model got as placeholders: `$1` is the first of them. */
export const saying =
  (text: string, delivery: { delayMs?: number } = {}) =>
  (request: RecordedRequest): Reply => {
    const found = placeholdersIn(askedFor(request));
    const filled = text.replace(/\$(\d)/g, (_all, number: string) => found[Number(number) - 1] ?? 'somebody');
    return { answer: { text: filled, usage: { input: 1_204, output: 318 } }, delivery };
  };

export const LETTER = `Please summarize this for Dr. Clara Reinhardt, Bergstraße 14, 80331 München (clara.reinhardt@example.org, +49 89 1234567). Our client Maximilian Vogel asks about invoice payments to DE89 3704 0044 0532 0130 00.`;

const ANSWER = `## Summary for $1

The letter of **$5** concerns payments. The main points:

1. Payments go to \`$6\`; the bank confirmed the account.
2. $1 expects an answer at $3.
3. The deadline is **14 days** from receipt.

| Item | Amount | Due |
|:-----|------:|:---:|
| First instalment | 1,250.00 | 1 Dec |
| Second instalment | 980.50 | 15 Dec |
| Interest | 36.20 | 31 Dec |

The interest follows from

$$
I = K \\cdot \\frac{p}{100} \\cdot \\frac{t}{360} = 2230.50 \\cdot \\frac{9.27}{100} \\cdot \\frac{63}{360}
$$

where $p$ is the rate. A small script checks it:

\`\`\`python
def interest(capital: float, rate: float, days: int) -> float:
    """Interest of a claim in the German way of counting days."""
    return round(capital * rate / 100 * days / 360, 2)

print(interest(2230.50, 9.27, 63))  # 36.18
\`\`\`

> [!NOTE]
> $5 should confirm the address **$2** before anything is sent.
`;

const begun = z.object({ conversation: chatConversation });

/** Sends a message over the interface's routes and waits for its answer. */
export async function converse(app: App, id: string, content: string): Promise<void> {
  const answer = await app.page.request.post(
    new URL(`/api/v1/chat/conversations/${id}/messages`, app.server.url).href,
    { headers: { 'X-Requested-With': 'deckname' }, data: { parentId: null, content } },
  );
  const text = await answer.text();
  if (!answer.ok() || !text.includes('"type":"done"')) throw new Error(`the answer failed: ${text.slice(-500)}`);
}

/** Makes an empty conversation. */
export async function makeConversation(app: App, fields: object): Promise<string> {
  return begun.parse(await callsOf(app)('post', '/v1/chat/conversations', fields)).conversation.id;
}

/** A provider, a few conversations in folders, and prompts. @returns the conversation that shows most */
export async function prepareChat(app: App, provider: ChatProvider): Promise<string> {
  const call = callsOf(app);
  await addProvider(app, provider);
  const model = 'openai/test-model';
  const folder = z.object({ folder: chatFolder });
  const clients = folder.parse(await call('post', '/v1/chat/folders', { name: 'Clients' })).folder.id;
  await call('post', '/v1/chat/folders', { name: 'Templates' });
  await makeConversation(app, { title: 'Lease agreement of Amélie Dubois', folderId: clients, model });
  await makeConversation(app, { title: 'Objection to the notice of 12 March', folderId: clients, model });
  await makeConversation(app, { title: 'Translate the contract into French', model });
  const pinned = await makeConversation(app, { title: 'Deadlines of this week', model });
  await call('patch', `/v1/chat/conversations/${pinned}`, { pinned: true });
  for (const [title, text] of [
    ['Summary for a client', 'Summarize the following letter for a client without legal training.\n\n'],
    ['Find deadlines', 'List every deadline in the attached documents with its date and what it is about.'],
    ['Polite reminder', 'Write a polite reminder to pay. Name the amount, the account and the new deadline.'],
  ] as const) {
    await call('post', '/v1/chat/prompts', { title, text });
  }
  const id = await makeConversation(app, { model });
  provider.answerNext(saying(ANSWER));
  await converse(app, id, LETTER);
  return id;
}

const file = (name: string) => readFile(join(ROOT, 'resources', 'samples', name));
const field = ({ page }: App) => page.getByRole('textbox', { name: /^(Message|Nachricht|Message|Mensaje|Messaggio)$/ });

/** Screens of the chat; the first one shows what is there before a provider is set up. */
export function chatScreens(provider: ChatProvider): readonly Screen[] {
  let conversation: string | null = null;
  const prepared = async (app: OpenApp): Promise<string> => (conversation ??= await prepareChat(app, provider));
  /** Which columns are open outlives a page; every screen begins with the usual ones. */
  const open = async (app: OpenApp, path: string): Promise<void> => {
    await app.page.evaluate(() => {
      localStorage.clear();
    });
    await app.goto(path);
  };
  const openNew = async (app: OpenApp): Promise<void> => {
    await prepared(app);
    await open(app, '/chat');
  };
  const openSettings = async (app: OpenApp, section: string): Promise<void> => {
    await prepared(app);
    await app.goto(`/settings/${section}`);
    await app.page.locator('table').waitFor();
  };
  const openConversation = async (app: OpenApp): Promise<void> => {
    await open(app, `/chat/${await prepared(app)}`);
    await app.page.locator('.answer .katex').first().waitFor();
  };
  const seen = ({ page }: OpenApp) => page.keyboard.press('Control+.');
  return [
    { name: 'chat-no-provider', path: '/chat' },
    {
      name: 'chat-new',
      path: '/chat',
      act: openNew,
    },
    { name: 'chat-conversation', path: '/chat', act: openConversation },
    {
      name: 'chat-top',
      path: '/chat',
      act: async (app) => {
        await openConversation(app);
        await app.page.locator('.thread .scroller').evaluate((element) => {
          element.scrollTo(0, 0);
        });
        await app.page.locator('.answer .restored').first().hover();
      },
    },
    {
      name: 'chat-seen',
      path: '/chat',
      act: async (app) => {
        await openConversation(app);
        await seen(app);
        await app.page.locator('aside [data-placeholder]').first().waitFor();
      },
    },
    {
      name: 'chat-draft',
      path: '/chat',
      act: async (app) => {
        await openNew(app);
        await field(app).fill(LETTER);
        const chips = app.page.locator('.composer .chip');
        await chips.nth(2).waitFor();
        await chips.nth(1).click();
        await app.page.getByTestId('chat-files').setInputFiles([
          { name: 'de-brief.docx', mimeType: 'application/octet-stream', buffer: await file('de-brief.docx') },
          { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nothing') },
        ]);
        await app.page.locator('.tray .failed').waitFor();
        await app.page.locator('.tray .ready').waitFor();
      },
    },
    {
      name: 'chat-attachment',
      path: '/chat',
      act: async (app) => {
        await openNew(app);
        await field(app).fill('');
        await app.page
          .getByTestId('chat-files')
          .setInputFiles([
            { name: 'de-brief.docx', mimeType: 'application/octet-stream', buffer: await file('de-brief.docx') },
          ]);
        await app.page.locator('.tray .ready button').first().click();
        await app.page.locator('[role=dialog] [data-placeholder]').first().waitFor();
      },
    },
    {
      name: 'chat-openly',
      path: '/chat',
      act: async (app) => {
        await openConversation(app);
        await app.page.locator('.composer [role=switch]').click();
        await app.page.locator('[role=alertdialog] button').last().click();
        await app.page.locator('.composer .warning').waitFor();
        await field(app).fill('And what does Maximilian Vogel owe?');
      },
    },
    {
      name: 'chat-prompts',
      path: '/chat',
      act: async (app) => {
        await openNew(app);
        await field(app).fill('/');
        await app.page.locator('.composer [role=option]').first().waitFor();
      },
    },
    {
      name: 'chat-library',
      path: '/chat',
      act: async (app) => {
        await openNew(app);
        await app.page.locator('.composer .tools button').nth(1).click();
        await app.page.locator('[role=dialog] li').first().waitFor();
      },
    },
    {
      name: 'chat-files',
      path: '/chat',
      act: async (app) => {
        await openNew(app);
        await workspaceOf(app).upload('de-brief.docx', await file('de-brief.docx'));
        await app.page.locator('.composer .tools button').first().click();
        await app.page.getByRole('menuitem').last().click();
        await app.page.locator('[role=dialog] .nodes > button').first().waitFor();
      },
    },
    {
      name: 'chat-menu',
      path: '/chat',
      act: async (app) => {
        await openNew(app);
        await app.page.locator('[data-conversation]').nth(1).click({ button: 'right' });
        await app.page.getByRole('menu').waitFor();
      },
    },
    { name: 'chat-settings-providers', path: '/chat', act: (app) => openSettings(app, 'providers') },
    {
      name: 'chat-settings-dialog',
      path: '/chat',
      act: async (app) => {
        const { page } = app;
        await openSettings(app, 'providers');
        await page.locator('table tbody .actions button').nth(1).click();
        await page.locator('[role=dialog] .test button').click();
        await page.locator('[role=dialog] .callout').waitFor();
      },
    },
    { name: 'chat-settings-usage', path: '/chat', act: (app) => openSettings(app, 'usage') },
    {
      name: 'chat-search',
      path: '/chat',
      act: async (app) => {
        await openNew(app);
        await app.page.locator('.rail [role=searchbox]').fill('Vogel');
        await app.page.locator('.rail mark').first().waitFor();
        await settled(app.page);
      },
    },
  ];
}
