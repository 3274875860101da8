import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildElectron } from '../../build/lib/electron.mjs';
import { buildServer } from '../../build/lib/server.mjs';
import { apiClient } from '../helpers/apiClient.ts';
import { tempDir } from '../helpers/tempDir.ts';
import { newApiKey, OWNER } from '../helpers/testConfig.ts';
import { jobCreated } from '../../server/contract/anonymization.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

describe('npm run build', () => {
  beforeAll(async () => {
    await buildElectron();
    await buildServer();
  });

  it('makes the files the desktop shell starts from', () => {
    for (const name of [
      'main.js',
      'preload.cjs',
      'prompt/page.html',
      'prompt/page.js',
      'prompt/prompt.cjs',
      'server/main.js',
    ]) {
      expect(existsSync(`${dist}electron/${name}`), name).toBe(true);
    }
  });

  it('makes a server that does the main job, worker threads included', async () => {
    const dataDir = tempDir();
    const apiKey = newApiKey();
    const child = spawn(process.execPath, [`${dist}server/cli.js`, 'serve'], {
      env: {
        PATH: process.env['PATH'],
        HOME: dataDir,
        DECKNAME_DATA_DIR: dataDir,
        DECKNAME_PORT: '0',
        DECKNAME_OWNER_EMAIL: OWNER.email,
        DECKNAME_OWNER_PASSWORD: OWNER.password,
        DECKNAME_BOOTSTRAP_API_KEY: apiKey,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      printed += String(chunk);
      if (printed.includes('ready: ')) break;
    }
    const url = /ready: (http:\/\/\S+)/.exec(printed)?.[1] ?? '';
    const client = apiClient(() => url, apiKey);
    const created = await client.call('POST', '/anonymize', { text: 'Bitte schreiben Sie an buero@kanzlei.example.' });
    const done = await client.finished(created.read(jobCreated).job_id);
    expect(done.body).toMatchObject({ status: 'completed', metadata: { entities: { email: 1 } } });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
