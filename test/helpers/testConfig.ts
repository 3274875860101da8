import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type ServerConfig } from '../../server/config.ts';

/** Login of the owner of test servers. */
export const OWNER = Object.freeze({ email: 'owner@example.org', password: 'correct horse battery' });

/** An API key of the right shape. */
export function newApiKey(): string {
  return `dk_${randomBytes(64)
    .toString('base64')
    .replace(/[^0-9A-Za-z]/g, '')
    .padEnd(43, '0')
    .slice(0, 43)}`;
}

/** A new folder for the data of a server; whoever makes it removes it. */
export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'deckname-data-'));
}

/** Configuration of a server in a test: a free port on 127.0.0.1, an owner with a key, no rate limits. */
export function testConfig(overrides: Partial<ServerConfig> & { dataDir: string; apiKey: string }): ServerConfig {
  const { apiKey, dataDir, ...rest } = overrides;
  const defaults = loadConfig({ env: { DECKNAME_RATE_LIMITS: 'off' }, cwd: '/', overrides: { dataDir, port: 0 } });
  return { ...defaults, owner: { ...OWNER, apiKey }, workers: 2, logLevel: 'debug', ...rest };
}
