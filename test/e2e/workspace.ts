import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIResponse } from 'playwright-core';
import { z } from 'zod';
import type { Language } from '../../server/contract/common.ts';
import { workspaceNode, type WorkspaceNode } from '../../server/contract/workspace/node.ts';
import { ROOT, type OpenApp } from './helpers.ts';
import type { Screen } from './screens.ts';

const nodeAnswer = z.object({ node: workspaceNode });
const listAnswer = z.object({ nodes: z.array(workspaceNode) });

/** What a test puts into the workspace, as the person who is logged in on the page. */
export function workspaceOf({ page, server }: Pick<OpenApp, 'page' | 'server'>) {
  const headers = { 'X-Requested-With': 'deckname' };
  const address = (path: string) => new URL(`/api/v1/workspace${path}`, server.url).href;
  async function read(answer: APIResponse): Promise<WorkspaceNode> {
    if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`);
    return nodeAnswer.parse(await answer.json()).node;
  }
  const workspace = {
    create: async (kind: string, name: string, parentId: string | null = null) =>
      read(await page.request.post(address('/nodes'), { headers, data: { kind, name, parentId } })),
    folder: (name: string, parentId: string | null = null) => workspace.create('folder', name, parentId),
    change: async (id: string, data: object) =>
      read(await page.request.patch(address(`/nodes/${id}`), { headers, data })),
    trash: async (id: string) => read(await page.request.delete(address(`/nodes/${id}`), { headers })),
    upload: async (name: string, content: string | Buffer, parentId?: string) =>
      read(
        await page.request.post(address('/upload'), {
          headers,
          multipart: {
            ...(parentId !== undefined && { parentId }),
            file: { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) },
          },
        }),
      ),
    /** Names of what lies in a folder, or in the root. */
    names: async (parentId?: string): Promise<string[]> => {
      const answer = await page.request.get(address(`/nodes${parentId === undefined ? '' : `?parentId=${parentId}`}`));
      return listAnswer.parse(await answer.json()).nodes.map(({ name }) => name);
    },
  };
  return workspace;
}

export type TestWorkspace = ReturnType<typeof workspaceOf>;

const sample = (name: string) => readFile(join(ROOT, 'resources', 'samples', name));

/** Long words, as German and French offices use them. */
const NAMES: Readonly<Partial<Record<Language, readonly string[]>>> = {
  de: [
    'Grundstücksverkehrsgenehmigungszuständigkeitsübertragung',
    'Mandantenvereinbarungen',
    'Rechtsschutzversicherungsgesellschaften – Schriftwechsel 2026',
  ],
  fr: [
    'Procès-verbaux des assemblées générales extraordinaires',
    'Correspondance confidentielle',
    'Anticonstitutionnellement – observations complémentaires',
  ],
};

/** A few files and folders of every kind in the own space. @returns the folder with the long name */
export async function prepareWorkspace(
  app: Pick<OpenApp, 'page' | 'server'>,
  language: Language = 'en',
): Promise<WorkspaceNode> {
  const workspace = workspaceOf(app);
  const [long, second, third] = NAMES[language] ?? ['Client correspondence 2026', 'Contracts', 'Court filings'];
  const folder = await workspace.folder(long!);
  await workspace.change((await workspace.folder(second!)).id, { color: 'amber', icon: 'lock' });
  await workspace.change(folder.id, { color: 'purple', icon: 'team' });
  const inner = await workspace.folder(third!, folder.id);
  await workspace.folder('2026', inner.id);
  const letter = await workspace.upload('de-brief.docx', await sample('de-brief.docx'));
  await workspace.change(letter.id, { starred: true });
  await workspace.upload('fr-contrat.pdf', await sample('fr-contrat.pdf'));
  await workspace.upload('it-lettera-scansione.png', await sample('it-lettera-scansione.png'));
  await workspace.upload('es-acta.md', await sample('es-acta.md'));
  await workspace.upload('en-note.txt', await sample('en-note.txt'), folder.id);
  return folder;
}

/**
 * Lets the own root have `count` entries without storing them: the server needs minutes to make so many, and what is tested is the screen.
 * Pages follow the contract.
 */
export async function showMany({ page }: Pick<OpenApp, 'page'>, template: WorkspaceNode, count: number): Promise<void> {
  const nodes = Array.from({ length: count }, (_, index): WorkspaceNode => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const number = String(index + 1).padStart(5, '0');
    const isFolder = index < count / 10;
    return {
      ...template,
      id,
      name: isFolder ? `Akte ${number}` : `Schriftsatz ${number}.pdf`,
      ...(isFolder
        ? { type: 'folder', kind: null, childCount: index % 7 }
        : { type: 'file', kind: 'pdf', childCount: null, sizeBytes: 1_000 + index, revision: 1 }),
    };
  });
  await page.route(/\/api\/v1\/workspace\/nodes\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? 50);
    const cursor = to < count ? String(to) : null;
    await route.fulfill({ json: { nodes: nodes.slice(from, to), cursor, breadcrumbs: [], role: 'owner' } });
  });
}

/** Screens of the file area; the first ones show an empty space, so they come first. */
export function workspaceScreens(language: Language): readonly Screen[] {
  let folder: WorkspaceNode | null = null;
  const filled = async (app: OpenApp): Promise<void> => {
    folder ??= await prepareWorkspace(app, language);
    await app.goto('/workspace');
  };
  const tiles = ({ page }: OpenApp) => page.locator('.looks button').nth(1).click();
  const lines = ({ page }: OpenApp) => page.locator('.looks button').nth(0).click();
  const row = ({ page }: OpenApp, index: number) => page.locator('[data-node-id]').nth(index);
  return [
    { name: 'workspace-0', path: '/workspace' },
    { name: 'workspace-0-trash', path: '/workspace/trash' },
    { name: 'workspace-0-projects', path: '/workspace/projects' },
    { name: 'workspace-5', path: '/workspace', act: filled },
    {
      name: 'workspace-5-folder',
      path: '/workspace',
      act: async (app) => {
        await filled(app);
        await app.goto(`/workspace/folder/${folder!.id}`);
      },
    },
    {
      name: 'workspace-5-menu',
      path: '/workspace',
      act: async (app) => {
        await filled(app);
        await row(app, 2).click({ button: 'right' });
        await app.page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'workspace-5-tiles',
      path: '/workspace',
      act: async (app) => {
        await filled(app);
        await tiles(app);
        await row(app, 1).click();
      },
    },
    {
      name: 'workspace-5-move',
      path: '/workspace',
      act: async (app) => {
        await filled(app);
        await lines(app);
        await row(app, 2).click();
        await app.page.locator('.bar button').nth(3).click();
        await app.page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'workspace-5-style',
      path: '/workspace',
      act: async (app) => {
        await filled(app);
        await row(app, 0).click({ button: 'right' });
        await app.page.getByRole('menuitem').nth(7).click();
        await app.page.getByRole('dialog').waitFor();
      },
    },
    { name: 'workspace-search', path: '/workspace/search?q=e' },
    { name: 'workspace-recent', path: '/workspace/recent' },
    {
      name: 'workspace-10000',
      path: '/workspace',
      act: async (app) => {
        folder ??= await prepareWorkspace(app, language);
        await showMany(app, folder, 10_000);
        await app.goto('/workspace');
        await app.page.locator('[data-node-id]').first().waitFor();
        await app.page.keyboard.press('End');
      },
    },
  ];
}
