import { describe, expect, it } from 'vitest';
import { hasRealKeyring, KeyUnavailableError, openMasterKey, type Keyring, type StoredKey } from './masterKey.ts';
import { unwrapKey, wrapKey } from './passphraseKey.ts';
import { createSettings, DEFAULT_SHELL_STATE } from './settings.ts';

/** A keyring that "encrypts" by reversing; enough to see what is stored. */
function keyring(backend: string, isAvailable = true): Keyring {
  const reverse = (text: string) => Buffer.from(text).reverse().toString('latin1');
  return {
    isEncryptionAvailable: () => isAvailable,
    getSelectedStorageBackend: () => backend,
    encryptString: (plain) => Buffer.from(reverse(plain)),
    decryptString: (encrypted) => reverse(encrypted.toString()),
  };
}

function store() {
  let stored: StoredKey | null = null;
  return { load: () => stored, save: (key: StoredKey) => (stored = key) };
}

const neverAsk = () => Promise.reject(new Error('asked without need'));

describe('a real keyring', () => {
  it('is not basic_text, and not an unavailable one', () => {
    expect(hasRealKeyring(keyring('gnome_libsecret'), 'linux')).toBe(true);
    expect(hasRealKeyring(keyring('basic_text'), 'linux')).toBe(false);
    expect(hasRealKeyring(keyring('unknown'), 'linux')).toBe(false);
    expect(hasRealKeyring(keyring('', false), 'darwin')).toBe(false);
    expect(hasRealKeyring(keyring(''), 'win32')).toBe(true);
  });
});

describe('the master key', () => {
  it('is made once, wrapped by the keyring, and the same at every start', async () => {
    const options = { keyring: keyring('kwallet5'), platform: 'linux' as const, askPassphrase: neverAsk, ...store() };
    const first = await openMasterKey(options);
    expect(Buffer.from(first!, 'base64')).toHaveLength(32);
    expect(JSON.stringify(options.load())).not.toContain(first);
    expect(await openMasterKey(options)).toBe(first);
  });

  it('asks for a passphrase where the keyring only pretends, again after a wrong one', async () => {
    const answers = ['correct horse battery', 'wrong one here', 'correct horse battery'];
    const reasons: string[] = [];
    const options = {
      keyring: keyring('basic_text'),
      platform: 'linux' as const,
      askPassphrase: (reason: string) => {
        reasons.push(reason);
        return Promise.resolve(answers.shift() ?? null);
      },
      ...store(),
    };
    const first = await openMasterKey(options);
    expect(options.load()?.kind).toBe('passphrase');
    expect(await openMasterKey(options)).toBe(first);
    expect(reasons).toEqual(['create', 'enter', 'wrong']);
    expect(await openMasterKey(options)).toBeNull();
  });

  it('is never replaced when the keyring does not open it', async () => {
    const broken = {
      ...keyring('kwallet5'),
      decryptString: () => {
        throw new Error('locked');
      },
    };
    const stored: StoredKey = { kind: 'keyring', wrapped: 'AAAA' };
    let saved = 0;
    const options = {
      keyring: broken,
      platform: 'linux' as const,
      load: () => stored,
      save: () => {
        saved++;
      },
      askPassphrase: neverAsk,
    };
    await expect(openMasterKey(options)).rejects.toBeInstanceOf(KeyUnavailableError);
    expect(saved).toBe(0);
  });

  it('unwraps only with the right passphrase', async () => {
    const key = Buffer.alloc(32, 7);
    const wrapped = await wrapKey(key, 'pässphrase one');
    expect(await unwrapKey(wrapped, 'pässphrase one'.normalize('NFD'))).toEqual(key);
    expect(await unwrapKey(wrapped, 'pässphrase two')).toBeNull();
    expect(await unwrapKey({ ...wrapped, wrapped: 'AAAA' }, 'pässphrase one')).toBeNull();
  });
});

describe('settings of the shell', () => {
  function file(content: object) {
    let store: object = content;
    return {
      get store() {
        return store;
      },
      set: (values: object) => (store = { ...store, ...values }),
    };
  }

  it('starts with everything off', () => {
    expect(createSettings(file({})).read()).toEqual(DEFAULT_SHELL_STATE);
    expect(DEFAULT_SHELL_STATE.desktop).toEqual({ autostart: false, closeToTray: false, checkForUpdates: false });
  });

  it('changes only what is named', () => {
    const settings = createSettings(file({ desktop: { autostart: true, closeToTray: false, checkForUpdates: false } }));
    expect(settings.updateDesktop({ closeToTray: true, autostart: undefined })).toEqual({
      autostart: true,
      closeToTray: true,
      checkForUpdates: false,
    });
  });

  it('falls back for damaged parts, but never for the key', () => {
    expect(createSettings(file({ bounds: 'x', desktop: 1 })).read()).toEqual(DEFAULT_SHELL_STATE);
    expect(() => createSettings(file({ masterKey: { kind: 'keyring' } })).read()).toThrow();
  });
});
