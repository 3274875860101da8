import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildElectron, electronBinary } from '../../build/lib/electron.mjs';
import { buildServer } from '../../build/lib/server.mjs';
import { keptTempDir } from '../helpers/tempDir.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** A packaged program to try instead of the sources (the release does, with what it has just built). */
const packaged = process.env['DECKNAME_TEST_APP'];
const SCAN = 'it-lettera-scansione.png';
const binary = packaged ?? electronBinary();

/** The real shell. Runs wherever the Electron binary is; elsewhere its policies and wiring are covered by electron/**.test.ts. */
describe.skipIf(binary === null)('the desktop shell', () => {
  const folder = keptTempDir();
  let app: ElectronApplication;
  let page: Page;

  const launch = async (...documents: string[]): Promise<void> => {
    app = await _electron.launch({
      executablePath: binary!,
      // Containers run as root, where Chromium's own sandbox cannot start.
      args: [
        ...(packaged === undefined ? [root] : []),
        `--user-data-dir=${folder.path}`,
        '--no-sandbox',
        '--password-store=basic',
        ...documents,
      ],
    });
    page = await app.firstWindow();
    // A machine without a keyring asks for a passphrase first.
    if (page.url().startsWith('file:')) {
      await page.fill('#first', 'correct horse battery');
      if (await page.locator('#second').isVisible()) await page.fill('#second', 'correct horse battery');
      await Promise.all([app.waitForEvent('window'), page.click('#continue')]);
      page = app.windows().find((window) => window.url().startsWith('http:'))!;
    }
    await page.waitForLoadState('networkidle');
  };

  beforeAll(async () => {
    if (packaged === undefined) {
      await buildElectron();
      await buildServer();
    }
    await launch();
  });
  afterAll(async () => {
    await app.close();
    folder.remove();
  });

  it('shows the interface of its own server without a login', async () => {
    expect(new URL(page.url()).hostname).toBe('127.0.0.1');
    await expect(page.evaluate(async () => (await fetch('/api/v1/account')).status)).resolves.toBe(200);
  });

  it('answers other processes with 401', async () => {
    const answer = await fetch(new URL('/api/v1/account', page.url()));
    expect(answer.status).toBe(401);
  });

  it('gives the page the bridge and nothing of Node', async () => {
    const seen = await page.evaluate(() => ({
      bridge: Object.keys((globalThis as unknown as { deckname: object }).deckname).sort(),
      node: ['require', 'process', 'module', 'ipcRenderer'].filter((name) => name in globalThis),
    }));
    expect(seen.bridge).toContain('saveFile');
    expect(seen.node).toEqual([]);
  });

  it('recognizes, anonymizes and writes documents: with worker threads, native add-ons and models from the archive', async () => {
    const scan = readFileSync(join(root, 'resources', 'samples', SCAN)).toString('base64');
    const seen = await page.evaluate(
      async ({ scan, name }) => {
        const api = async (path: string, options: RequestInit = {}) =>
          await fetch(`/api${path}`, { ...options, headers: { 'X-Requested-With': 'deckname' } });
        const bytes = Uint8Array.from(atob(scan), (sign) => sign.charCodeAt(0));
        const form = new FormData();
        form.set('file', new File([bytes], name));
        const { job_id: job } = (await (await api('/ocr', { method: 'POST', body: form })).json()) as {
          job_id: string;
        };
        for (;;) {
          const status = (await (await api(`/status/${job}`)).json()) as {
            status: string;
            anonymized_text_raw?: string;
          };
          if (status.status !== 'processing') {
            const pdf = await (await api(`/jobs/${job}/export?format=pdf`)).arrayBuffer();
            return { text: status.anonymized_text_raw, size: pdf.byteLength };
          }
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      },
      { scan, name: SCAN },
    );
    expect(seen.text).toMatch(/\[\[person-[a-z0-9]{8,}\]\]/);
    expect(seen.size).toBeGreaterThan(1000);
  });

  it('opens no window and leaves its origin for nothing', async () => {
    const before = app.windows().length;
    await page.evaluate(() => window.open('http://127.0.0.1:9/'));
    await page.evaluate(() => {
      location.href = 'file:///etc/hostname';
    });
    expect(app.windows()).toHaveLength(before);
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  it('hands documents it was opened with to the page, once', async () => {
    await app.close();
    mkdirSync(join(folder.path, 'documents'), { recursive: true });
    const path = join(folder.path, 'documents', 'letter.txt');
    writeFileSync(path, 'Dear Ms Haverstock, thank you for your letter.');
    await launch(path);
    await page.getByText('letter.txt').first().waitFor();
  });
});
