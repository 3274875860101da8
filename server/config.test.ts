import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../test/helpers/tempDir.ts';
import { defaultDataDir } from './config/paths.ts';
import { environmentName } from './config/settings.ts';
import type { Environment } from './config/sources.ts';
import { loadConfig } from './config.ts';
import { StartError } from './core/startError.ts';

const load = (env: Environment, cwd = '/base') => loadConfig({ env, cwd });

function withFile(content: string, env: Environment = {}, name = 'deckname.yaml') {
  const dir = tempDir();
  writeFileSync(join(dir, name), content);
  return { dir, load: () => load({ DECKNAME_CONFIG: name, ...env }, dir) };
}

function failure(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return expect.unreachable('the configuration was accepted');
}

describe('defaults', () => {
  it('are those of the documentation', () => {
    const config = load({ HOME: '/home/x' });
    expect(config).toMatchObject({
      mode: 'team',
      host: '127.0.0.1',
      port: 4310,
      owner: null,
      launchToken: null,
      desktopToken: null,
      providers: [],
      detectors: [],
      publicUrl: null,
      logLevel: 'info',
    });
    expect(config.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(config.workers).toBeGreaterThan(0);
    expect(config.masterKey).toEqual({ kind: 'file', path: join(config.dataDir, 'master.key') });
    expect(config.rateLimits?.anonymize).toEqual({ minute: 60, day: 2_000 });
    expect(config.workspaceLimits).toEqual({ maxBytes: 2_147_483_648, maxFiles: 5_000 });
    expect(config.resourcesDir).toMatch(/resources$/);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('put the data where each system expects them', () => {
    expect(defaultDataDir({ XDG_DATA_HOME: '/xdg' }, 'linux')).toBe('/xdg/deckname');
    expect(defaultDataDir({ XDG_DATA_HOME: 'relative' }, 'linux')).toMatch(/\.local\/share\/deckname$/);
    expect(defaultDataDir({}, 'darwin')).toMatch(/Library\/Application Support\/Deckname$/);
    expect(defaultDataDir({ APPDATA: '/roaming' }, 'win32')).toBe('/roaming/Deckname');
  });
});

describe('the environment', () => {
  it('sets everything', () => {
    const config = load({
      DECKNAME_DATA_DIR: 'data',
      DECKNAME_HOST: '0.0.0.0',
      DECKNAME_PORT: '0',
      DECKNAME_OWNER_EMAIL: 'owner@example.org',
      DECKNAME_OWNER_PASSWORD: 'correct horse',
      DECKNAME_BOOTSTRAP_API_KEY: `dk_${'a'.repeat(43)}`,
      DECKNAME_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      DECKNAME_RATE_LIMITS: '{"anonymize": {"minute": 5}, "models": {"minute": null, "day": 9}}',
      DECKNAME_WORKSPACE_LIMITS: '{"maxFiles": 7}',
      DECKNAME_PROVIDERS: '[{"id": "local", "kind": "openai", "baseUrl": "http://127.0.0.1:11434/v1", "apiKey": "k"}]',
      DECKNAME_MODELS_DIR: 'models',
      DECKNAME_DETECTORS: '[{"name": "tiny", "kind": "gliner", "folder": "tiny"}]',
      DECKNAME_WORKERS: '3',
      DECKNAME_PUBLIC_URL: 'https://deckname.example.org/',
      DECKNAME_ALLOWED_HOSTS: 'Deckname.lan, backup.lan',
      DECKNAME_TRUSTED_PROXIES: 'loopback, 10.1.0.0/16, fd00::1',
      DECKNAME_LOG_LEVEL: 'warn',
    });
    expect(config).toMatchObject({
      allowedHosts: ['deckname.lan', 'backup.lan'],
      trustedProxies: ['loopback', '10.1.0.0/16', 'fd00::1'],
      dataDir: '/base/data',
      host: '0.0.0.0',
      port: 0,
      owner: { email: 'owner@example.org', password: 'correct horse', apiKey: `dk_${'a'.repeat(43)}` },
      masterKey: { kind: 'key', base64: Buffer.alloc(32, 1).toString('base64') },
      providers: [{ id: 'local', kind: 'openai', baseUrl: 'http://127.0.0.1:11434/v1', apiKey: 'k', models: [] }],
      modelsDir: '/base/models',
      detectors: [{ name: 'tiny', kind: 'gliner', folder: 'tiny', need: 'required', enabled: true, threshold: 0.5 }],
      workers: 3,
      publicUrl: 'https://deckname.example.org',
      logLevel: 'warn',
    });
    expect(config.workspaceLimits).toEqual({ maxBytes: 2_147_483_648, maxFiles: 7 });
    expect(config.rateLimits).toMatchObject({
      anonymize: { minute: 5, day: 2_000 },
      models: { minute: null, day: 9 },
      other: { minute: 120, day: null },
    });
  });

  it('switches rate limits off', () => {
    expect(load({ DECKNAME_RATE_LIMITS: 'off' }).rateLimits).toBeNull();
  });

  it('treats an empty variable as absent and ignores those of others', () => {
    expect(load({ DECKNAME_PORT: '', PORT: '1', OTHER_DECKNAME_X: '1' }).port).toBe(4310);
  });

  it.each([
    [{ DECKNAME_UNKNOWN: '1' }, 'DECKNAME_UNKNOWN'],
    [{ DECKNAME_PORT: '70000' }, 'DECKNAME_PORT'],
    [{ DECKNAME_PORT: '4310x' }, 'DECKNAME_PORT'],
    [{ DECKNAME_WORKERS: '0' }, 'DECKNAME_WORKERS'],
    [{ DECKNAME_OWNER_EMAIL: 'nobody', DECKNAME_OWNER_PASSWORD: 'correct horse' }, 'DECKNAME_OWNER_EMAIL'],
    [{ DECKNAME_OWNER_EMAIL: 'owner@example.org' }, 'DECKNAME_OWNER_PASSWORD'],
    [{ DECKNAME_BOOTSTRAP_API_KEY: `dk_${'a'.repeat(43)}` }, 'DECKNAME_OWNER_EMAIL'],
    [{ DECKNAME_RATE_LIMITS: '{"chat": {"minute": 1}}' }, 'DECKNAME_RATE_LIMITS'],
    [{ DECKNAME_RATE_LIMITS: '{"other": {"hour": 1}}' }, 'DECKNAME_RATE_LIMITS'],
    [{ DECKNAME_WORKSPACE_LIMITS: '{"maxBytes": 0}' }, 'DECKNAME_WORKSPACE_LIMITS'],
    [{ DECKNAME_WORKSPACE_LIMITS: '{"files": 1}' }, 'DECKNAME_WORKSPACE_LIMITS'],
    [{ DECKNAME_PROVIDERS: '{}' }, 'DECKNAME_PROVIDERS'],
    [{ DECKNAME_DETECTORS: '[{"name": "a", "kind": "gliner", "folder": "../a"}]' }, 'DECKNAME_DETECTORS'],
    [{ DECKNAME_PROVIDERS: '[{"id": "a", "kind": "openai", "baseUrl": "ftp://x"}]' }, 'DECKNAME_PROVIDERS'],
    [{ DECKNAME_PUBLIC_URL: 'javascript:alert(1)' }, 'DECKNAME_PUBLIC_URL'],
    [{ DECKNAME_PUBLIC_URL: 'https://office.example/deckname' }, 'DECKNAME_PUBLIC_URL'],
    [{ DECKNAME_LOG_LEVEL: 'loud' }, 'DECKNAME_LOG_LEVEL'],
    [{ DECKNAME_ALLOWED_HOSTS: 'https://deckname.lan' }, 'DECKNAME_ALLOWED_HOSTS'],
    [{ DECKNAME_TRUSTED_PROXIES: 'loopback,10.0.0.0/33' }, 'DECKNAME_TRUSTED_PROXIES'],
    [{ DECKNAME_TRUSTED_PROXIES: 'everybody' }, 'DECKNAME_TRUSTED_PROXIES'],
    [
      { DECKNAME_MASTER_KEY_FILE: 'a', DECKNAME_MASTER_KEY: Buffer.alloc(32).toString('base64') },
      'DECKNAME_MASTER_KEY',
    ],
    [{ DECKNAME_CONFIG: 'absent.yaml' }, 'DECKNAME_CONFIG'],
  ])('names the setting it refuses: %o', (env, name) => {
    expect(failure(() => load(env))).toContain(name);
  });

  it.each([
    { DECKNAME_MASTER_KEY: 'hunter2secret' },
    { DECKNAME_OWNER_EMAIL: 'owner@example.org', DECKNAME_OWNER_PASSWORD: 'hunter2' },
    {
      DECKNAME_OWNER_EMAIL: 'a@example.org',
      DECKNAME_OWNER_PASSWORD: 'x'.repeat(20),
      DECKNAME_BOOTSTRAP_API_KEY: 'hunter2',
    },
    { DECKNAME_PROVIDERS: '[{"apiKey": "hunter2"' },
    { DECKNAME_PROVIDERS: '[{"id": "a", "kind": "hunter2", "baseUrl": "http://x", "apiKey": "hunter2"}]' },
  ])('never shows a value: %#', (env) => {
    expect(failure(() => load(env))).not.toContain('hunter2');
  });

  it('has a name for every setting', () => {
    expect(environmentName('bootstrapApiKey')).toBe('DECKNAME_BOOTSTRAP_API_KEY');
  });
});

describe('the configuration file', () => {
  it('is YAML or JSON, under either name of a setting, with paths relative to it', () => {
    const yaml = withFile('dataDir: data\nDECKNAME_PORT: 5000\nrateLimits:\n  other: {minute: 1, day: 2}\n');
    expect(yaml.load()).toMatchObject({
      dataDir: join(yaml.dir, 'data'),
      port: 5000,
      rateLimits: { other: { minute: 1, day: 2 } },
    });
    expect(withFile('{"workers": 2, "rateLimits": "off"}').load()).toMatchObject({ workers: 2, rateLimits: null });
    expect(withFile('').load().port).toBe(4310);
  });

  it('yields to the environment', () => {
    expect(withFile('port: 5000\nhost: 127.0.0.2', { DECKNAME_PORT: '6000' }).load()).toMatchObject({
      port: 6000,
      host: '127.0.0.2',
    });
    const key = Buffer.alloc(32, 1).toString('base64');
    expect(withFile('masterKeyFile: k', { DECKNAME_MASTER_KEY: key }).load().masterKey.kind).toBe('key');
  });

  it.each([
    ['colour: red', 'colour'],
    ['port: high', 'port'],
    ['port: 1\nDECKNAME_PORT: 2', 'port'],
    ['- port', 'DECKNAME_CONFIG'],
    ['ownerPassword: "hunter2', 'line'],
  ])('is refused with a name and without a value: %s', (content, name) => {
    const message = failure(withFile(content).load);
    expect(message).toContain(name);
    expect(message).not.toContain('hunter2');
  });
});

describe('overrides', () => {
  it('win over everything', () => {
    const overrides = { mode: 'local', port: 0, dataDir: '/other' } as const;
    const config = loadConfig({ env: { DECKNAME_PORT: '1', DECKNAME_DATA_DIR: '/x' }, cwd: '/', overrides });
    expect(config).toMatchObject({ mode: 'local', port: 0, masterKey: { path: '/other/master.key' } });
  });
});
