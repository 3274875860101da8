import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryLogger } from '../../../test/helpers/memoryLogger.ts';
import { openTestCore } from '../../../test/helpers/openTestCore.ts';
import { tempDir } from '../../../test/helpers/tempDir.ts';
import { DecryptionError } from './cipher.ts';
import { loadMasterKey } from './masterKey.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('encryption', () => {
  it('gives every text back exactly', async () => {
    const { vault, addAccount } = await openTestCore();
    const account = await addAccount();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect(await vault.decryptText(account, 'x', await vault.encryptText(account, 'x', text))).toBe(text);
      }),
    );
    const bytes = new Uint8Array([0, 255, 128, 10]);
    expect(new Uint8Array(await vault.decrypt(account, 'b', await vault.encrypt(account, 'b', bytes)))).toEqual(bytes);
  });

  it('never gives the same ciphertext twice, and never the text', async () => {
    const { vault, addAccount } = await openTestCore();
    const account = await addAccount();
    const [one, two] = [
      await vault.encryptText(account, 'x', 'Müller'),
      await vault.encryptText(account, 'x', 'Müller'),
    ];
    expect(Buffer.from(one).equals(two)).toBe(false);
    expect(Buffer.from(one).includes('ller')).toBe(false);
  });

  it('refuses a ciphertext of another row, another account, or one that was changed', async () => {
    const { vault, addAccount } = await openTestCore();
    const [account, other] = [await addAccount(), await addAccount()];
    const sealed = await vault.encrypt(account, 'jobs/1/text', utf8('text'));
    const reject = (bytes: Uint8Array, boundTo = 'jobs/1/text', of = account) =>
      expect(vault.decrypt(of, boundTo, bytes)).rejects.toThrow(DecryptionError);
    await reject(sealed, 'jobs/2/text');
    await reject(sealed, 'jobs/1/text', other);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Uint8Array.from(sealed);
      changed[at]! ^= 1;
      await reject(changed);
    }
    await reject(sealed.subarray(0, sealed.length - 1));
    await reject(new Uint8Array(0));
  });

  it('keeps data of the installation apart from those of accounts', async () => {
    const { vault } = await openTestCore();
    const sealed = vault.encryptSystem('settings/1', utf8('team'));
    expect(Buffer.from(vault.decryptSystem('settings/1', sealed)).toString()).toBe('team');
    expect(() => vault.decryptSystem('settings/2', sealed)).toThrow(DecryptionError);
  });

  it('says so when an account has no key', async () => {
    const { vault, addAccount } = await openTestCore();
    await expect(vault.encryptText('nobody', 'x', 'y')).rejects.toThrow('no data key');
    await addAccount('nobody');
    expect(await vault.encryptText('nobody', 'x', 'y')).toBeInstanceOf(Uint8Array);
  });
});

describe('mac', () => {
  it('is stable over a restart and differs by account, purpose and value', async () => {
    const first = await openTestCore();
    const [account, other] = [await first.addAccount(), await first.addAccount()];
    const hex = async (core: typeof first, of: string, purpose: 'placeholder' | 'lookup', value: string) =>
      Buffer.from(await core.vault.mac(of, purpose, value)).toString('hex');
    const mac = await hex(first, account, 'placeholder', 'Anna');
    await first.database.close();
    const second = await openTestCore({ dir: first.dir, masterKey: first.masterKey });
    expect(await hex(second, account, 'placeholder', 'Anna')).toBe(mac);
    const others = [
      await hex(second, other, 'placeholder', 'Anna'),
      await hex(second, account, 'lookup', 'Anna'),
      await hex(second, account, 'placeholder', 'Anne'),
    ];
    expect(new Set([mac, ...others]).size).toBe(4);
    const sync = await second.vault.macFor(account, 'placeholder');
    expect(Buffer.from(sync(utf8('Anna'))).toString('hex')).toBe(mac);
  });
});

describe('the master key', () => {
  it('has to be the one the data were made with', async () => {
    const core = await openTestCore();
    await core.database.close();
    await expect(openTestCore({ dir: core.dir })).rejects.toThrow('does not belong to this data folder');
    await openTestCore({ dir: core.dir, masterKey: core.masterKey });
  });

  it('is kept in a file that only its owner can read, and read again', async () => {
    const logger = memoryLogger();
    const path = join(tempDir(), 'keys', 'master.key');
    const made = await loadMasterKey({ kind: 'file', path }, { mayCreate: true, logger });
    const read = await loadMasterKey({ kind: 'file', path }, { mayCreate: false, logger });
    expect(Buffer.from(read).equals(made)).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['master.key']);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(logger.entries.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('is never made anew for existing data', async () => {
    const path = join(tempDir(), 'master.key');
    const loading = loadMasterKey({ kind: 'file', path }, { mayCreate: false, logger: memoryLogger() });
    await expect(loading).rejects.toThrow(/is missing/);
  });

  it('is refused when it is malformed, without being shown', async () => {
    const dir = tempDir();
    const path = join(dir, 'master.key');
    const secret = Buffer.alloc(16, 7).toString('base64');
    writeFileSync(path, secret, { mode: 0o600 });
    const options = { mayCreate: true, logger: memoryLogger() };
    const error: unknown = await loadMasterKey({ kind: 'file', path }, options).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('is not valid');
    expect(String(error)).not.toContain(secret);
    expect(readFileSync(path, 'utf8')).toBe(secret);
    mkdirSync(join(dir, 'folder'));
    await expect(loadMasterKey({ kind: 'file', path: join(dir, 'folder') }, options)).rejects.toThrow('cannot be read');
  });

  it.skipIf(process.platform === 'win32')('warns when others may read the file', async () => {
    const logger = memoryLogger();
    const path = join(tempDir(), 'master.key');
    await loadMasterKey({ kind: 'file', path }, { mayCreate: true, logger });
    chmodSync(path, 0o644);
    await loadMasterKey({ kind: 'file', path }, { mayCreate: true, logger });
    expect(logger.entries.map(({ event }) => event)).toContain('vault.key_file_open_to_others');
  });
});
