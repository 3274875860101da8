import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../../server/contract/common.ts';
import type { WorkspaceNode } from '../../server/contract/workspace/node.ts';
import { ROOT, settled, type OpenApp } from './helpers.ts';
import type { Screen } from './screens.ts';
import { workspaceOf } from './workspace.ts';

const HEADERS = { 'X-Requested-With': 'deckname' };

/** A Markdown file with a comment, in words as long as offices use them. */
const CONTRACTS: Readonly<Partial<Record<Language, string>>> = {
  de: '# Grundstücksverkehrsgenehmigung\n\nDie **Rechtsschutzversicherungsgesellschaft** zahlt 900 Euro.\n\n| Posten | Betrag |\n| --- | ---: |\n| Kaution | 900 € |\n| Miete | 1.200 € |\n\n- Übergabe am 1. Mai\n- Schlüssel: drei\n\n> Ohne Gewähr.\n',
  fr: '# Procès-verbal de l’assemblée générale\n\nLa **société de protection juridique** verse 900 euros.\n\n| Poste | Montant |\n| --- | ---: |\n| Caution | 900 € |\n| Loyer | 1 200 € |\n\n- Remise le 1er mai\n- Clés : trois\n\n> Sans garantie.\n',
};
const CONTRACT =
  '# Rental agreement\n\nThe **deposit** is 900 euros.\n\n| Item | Amount |\n| --- | ---: |\n| Deposit | 900 € |\n| Rent | 1,200 € |\n\n- Handover on 1 May\n- Keys: three\n\n> No warranty.\n';
const TABLE = 'Name;City;Amount\n"Miller; Sons";Ulm;1.200,50\nÖz;Köln;3,00\n';
const CODE = Array.from({ length: 60 }, (_, line) => `SELECT name FROM clients WHERE id = ${line};`).join('\n');

/** Writes new content over whatever a file has. */
export async function write(
  { page, server }: Pick<OpenApp, 'page' | 'server'>,
  id: string,
  content: string,
): Promise<void> {
  const address = new URL(`/api/v1/workspace/nodes/${id}/content`, server.url).href;
  const headers = { ...HEADERS, 'Content-Type': 'application/octet-stream' };
  const answer = await page.request.put(address, { headers, data: Buffer.from(content) });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** Begins a thread on words of a file. */
export async function commentOn(
  { page, server }: Pick<OpenApp, 'page' | 'server'>,
  node: WorkspaceNode,
  text: string,
  words: string,
  body: string,
): Promise<void> {
  const from = text.indexOf(words);
  const anchor = { revision: node.revision, from, to: from + words.length, exactQuote: words };
  const answer = await page.request.post(new URL(`/api/v1/workspace/nodes/${node.id}/comments`, server.url).href, {
    headers: HEADERS,
    data: { body, anchor },
  });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** A document of the first start. */
export const sampleFile = (name: string) => readFile(join(ROOT, 'resources', 'samples', name));

/** Screens of opened files and their details. */
export function fileScreens(language: Language): readonly Screen[] {
  const nodes = new Map<string, WorkspaceNode>();
  const contract = CONTRACTS[language] ?? CONTRACT;
  const quoted = /\*\*(.+?)\*\*/.exec(contract)?.[1] ?? '';
  async function prepare(app: OpenApp): Promise<void> {
    if (nodes.size > 0) return;
    const workspace = workspaceOf(app);
    const put = async (name: string, content: string | Buffer) =>
      nodes.set(name, await workspace.upload(name, content));
    await put('contract.md', contract);
    await put('table.csv', TABLE);
    await put('query.sql', CODE);
    await put('fr-contrat.pdf', await sampleFile('fr-contrat.pdf'));
    await put('scan.png', await sampleFile('it-lettera-scansione.png'));
    await put('de-brief.docx', await sampleFile('de-brief.docx'));
    const file = nodes.get('contract.md')!;
    await commentOn(app, file, contract, quoted, 'Is this amount right?');
    await commentOn(app, file, contract, '900 €', 'Please check with accounting.');
    await write(app, file.id, contract.replace('900 €', '950 €'));
    await workspace.change(file.id, { description: 'Signed by both sides; the original is in the safe.' });
  }
  const opened =
    (name: string, act?: (app: OpenApp) => Promise<unknown>): Screen['act'] =>
    async (app) => {
      await prepare(app);
      await app.goto(`/workspace/file/${nodes.get(name)!.id}`);
      await app.page.locator('article.opened').waitFor();
      await settled(app.page);
      await act?.(app);
      await app.page.waitForTimeout(600);
    };
  const details =
    (index: number) =>
    async ({ page }: OpenApp): Promise<void> => {
      await page.locator('article.opened > header button[aria-pressed]').last().click();
      await page.locator('aside.details [role=tab]').nth(index).click();
      await page.waitForTimeout(400);
    };
  const screen = (name: string, act: Screen['act']): Screen => ({
    name: `file-${name}`,
    path: '/workspace',
    act: act!,
  });
  return [
    screen('markdown', opened('contract.md', details(3))),
    screen(
      'split',
      opened('contract.md', ({ page }) => page.locator('.bar [role=radio]').nth(1).click()),
    ),
    screen('table', opened('table.csv')),
    screen(
      'code',
      opened('query.sql', ({ page }) => page.locator('.bar button').first().click()),
    ),
    screen('pdf', opened('fr-contrat.pdf')),
    screen('image', opened('scan.png')),
    screen('other', opened('de-brief.docx')),
    screen('info', opened('contract.md', details(0))),
    screen('sharing', opened('contract.md', details(1))),
    screen('versions', opened('contract.md', details(2))),
    screen('activity', opened('contract.md', details(4))),
    screen('agents', opened('contract.md', details(5))),
    screen(
      'diff',
      opened('contract.md', async (app) => {
        await details(2)(app);
        await app.page.locator('aside.details li').nth(1).getByRole('button').click();
        await app.page.getByRole('menuitem').nth(1).click();
        await app.page.locator('.diff').waitFor();
      }),
    ),
    screen(
      'conflict',
      opened('contract.md', async (app) => {
        const { page } = app;
        await page.locator('.bar [role=radio]').nth(2).click();
        await page.locator('.cm-content').click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('My last line');
        await write(app, nodes.get('contract.md')!.id, contract.replace('900', '980'));
        await page.keyboard.press('Control+s');
        await page.locator('[role=dialog] .sides').waitFor();
      }),
    ),
  ];
}
