import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import type { ExportObstacle } from '../../server/contract/exports.ts';
import { writePdf } from '../../server/documents/write/pdf.ts';
import { api, openJobId } from './documents.ts';
import { openUploaded } from './documentView.ts';
import type { OpenApp } from './helpers.ts';
import type { Screen } from './screens.ts';

export const PERSON = 'Kordula Zwiebelfisch';
const LINE = 'Die Heizung im Treppenhaus ist seit dem Wochenende ausgefallen, der Hausmeister wurde benachrichtigt.';

/**
 * A contract of many pages, each with an area drawn on it: every page is drawn anew when it is exported, as those of a scan are.
 * @param lines - about fifty make a page
 */
export async function openLongDocument(app: OpenApp, lines: number): Promise<number> {
  const text = [
    `Sehr geehrte Frau ${PERSON},`,
    ...Array.from({ length: lines }, (_, index) => `${index + 1}. ${LINE}`),
  ].join('\n');
  const bytes = await writePdf({ format: 'pdf', text, title: '', prompt: null, language: 'de' });
  await openUploaded(app, 'Mietvertrag Zwiebelfisch.pdf', bytes);
  const { page } = app;
  const id = openJobId(page);
  const { parts } = (await api(page, 'GET', `/v1/jobs/${id}/document`)) as { parts: readonly unknown[] };
  for (const index of parts.keys()) {
    const area = { page: index + 1, x: 0.7, y: 0.9, width: 0.1, height: 0.02 };
    await api(page, 'PUT', `/v1/jobs/${id}/areas/${randomUUID()}`, area);
  }
  await page.reload();
  await page.locator('[data-document] [data-find]').first().waitFor();
  return parts.length;
}

/** Chooses a line of the menu for exports. */
export async function chooseExport(page: Page, name: RegExp | string): Promise<void> {
  await page.locator('header.header').getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

const PROGRESS = /\/api\/v1\/jobs\/[^/]+\/exports\/[^/]+$/;

/** Lets the next export be refused, as if letters stuck out of the blackening of the first find of a person. */
export async function refuseNextExport(page: Page, more: Partial<ExportObstacle> = {}): Promise<void> {
  const { entities } = (await api(page, 'GET', `/v1/jobs/${openJobId(page)}/entities`)) as {
    entities: readonly { id: string; text: string; category: string; placeholder: string }[];
  };
  const { id: entityId, category, placeholder } = entities.find(({ text }) => text.includes('Zwiebelfisch'))!;
  const box = { x: 0.2, y: 0.09, width: 0.25, height: 0.02 };
  const item: ExportObstacle = { entityId, category, placeholder, page: 1, box, reason: 'ink', ...more };
  const refuse = async (route: Route): Promise<void> => {
    if (route.request().method() !== 'GET') {
      await route.fallback();
      return;
    }
    const answer = await route.fetch();
    const json = (await answer.json()) as { export: object };
    const failed = {
      status: 'failed',
      error: 'No.',
      code: 'DOCUMENT_ANONYMIZATION_FAILED',
      details: { items: [item] },
    };
    await route.fulfill({ response: answer, json: { export: { ...json.export, ...failed } } });
    await page.unroute(PROGRESS, refuse);
  };
  await page.route(PROGRESS, refuse);
}

/** Exports that take long, and such as are refused. */
export const EXPORT_SCREENS: readonly Screen[] = [
  {
    name: 'export-progress',
    path: '/anonymize',
    async act(app) {
      await openLongDocument(app, 4_000);
      await chooseFirst(app.page);
      await app.page.getByRole('progressbar').last().waitFor();
      await app.page.waitForTimeout(3_500);
    },
  },
  {
    name: 'export-blocked',
    path: '/anonymize',
    async act(app) {
      await openLongDocument(app, 60);
      await refuseNextExport(app.page);
      await chooseFirst(app.page);
      await app.page.locator('.obstacles').waitFor();
    },
  },
  {
    name: 'export-covered',
    path: '/anonymize',
    async act(app) {
      await openLongDocument(app, 60);
      await refuseNextExport(app.page);
      await chooseFirst(app.page);
      await app.page.locator('.obstacles li button').nth(1).click();
      await app.page.locator('[data-area]').first().waitFor();
    },
  },
];

/** The first line of the menu: the document's own format, in every language. */
async function chooseFirst(page: Page): Promise<void> {
  await page.locator('header.header > button').last().click();
  await page.getByRole('menuitem').first().click();
}
