import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildElectron, electronBinary } from '../../build/lib/electron.mjs';
import { buildServer } from '../../build/lib/server.mjs';
import { keptTempDir } from '../helpers/tempDir.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const binary = electronBinary();

/** The real shell. Runs wherever the Electron binary is; elsewhere its policies and wiring are covered by electron/**.test.ts. */
describe.skipIf(binary === null)('the desktop shell', () => {
  const folder = keptTempDir();
  let app: ElectronApplication;
  let page: Page;

  const launch = async (...documents: string[]): Promise<void> => {
    app = await _electron.launch({
      executablePath: binary!,
      // Containers run as root, where Chromium's own sandbox cannot start.
      args: [root, `--user-data-dir=${folder.path}`, '--no-sandbox', '--password-store=basic', ...documents],
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
    await buildElectron();
    await buildServer();
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
