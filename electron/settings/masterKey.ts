import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { unwrapKey, wrapKey, wrappedByPassphrase } from './passphraseKey.ts';

/** The master key as the settings file holds it: wrapped by the system's keyring or by a passphrase, never in the clear. */
export const storedKey = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keyring'), wrapped: z.base64() }),
  wrappedByPassphrase,
]);
export type StoredKey = z.output<typeof storedKey>;

/** The part of Electron's safeStorage that is used. */
export interface Keyring {
  isEncryptionAvailable(): boolean;
  /** Linux only: `basic_text` means that there is no keyring and the "encryption" uses a key everybody knows. */
  getSelectedStorageBackend?(): string;
  encryptString(plain: string): Buffer;
  decryptString(encrypted: Buffer): string;
}

/** What opening the key needs. */
export interface MasterKeyOptions {
  readonly keyring: Keyring;
  readonly platform: NodeJS.Platform;
  readonly load: () => StoredKey | null;
  readonly save: (key: StoredKey) => void;
  /** Asks the person: `create` for a new passphrase, `enter` for the existing one, `wrong` after a failed try. Null: cancelled. */
  readonly askPassphrase: (reason: 'create' | 'enter' | 'wrong') => Promise<string | null>;
}

/** True when the system really protects what it stores; `basic_text` only pretends to. */
export function hasRealKeyring(keyring: Keyring, platform: NodeJS.Platform): boolean {
  if (!keyring.isEncryptionAvailable()) return false;
  return (
    platform !== 'linux' || !['basic_text', 'unknown'].includes(keyring.getSelectedStorageBackend?.() ?? 'unknown')
  );
}

/** The keyring no longer opens the stored key, for example after the system account was moved to another machine. */
export class KeyUnavailableError extends Error {
  constructor(options?: { cause?: unknown }) {
    super('the system keyring does not open the stored key', options);
    this.name = 'KeyUnavailableError';
  }
}

async function createKey(options: MasterKeyOptions): Promise<string | null> {
  const key = randomBytes(32);
  const base64 = key.toString('base64');
  if (hasRealKeyring(options.keyring, options.platform)) {
    options.save({ kind: 'keyring', wrapped: options.keyring.encryptString(base64).toString('base64') });
    return base64;
  }
  const passphrase = await options.askPassphrase('create');
  if (passphrase === null) return null;
  options.save(await wrapKey(key, passphrase));
  return base64;
}

/**
 * The master key, base64 of 32 bytes: made at the first start, unwrapped later. Null when the person cancelled the passphrase. Never makes a new
 * key while a stored one exists: that would lose every stored document.
 */
export async function openMasterKey(options: MasterKeyOptions): Promise<string | null> {
  const stored = options.load();
  if (stored === null) return createKey(options);
  if (stored.kind === 'keyring') {
    try {
      return options.keyring.decryptString(Buffer.from(stored.wrapped, 'base64'));
    } catch (error) {
      throw new KeyUnavailableError({ cause: error });
    }
  }
  let reason: 'enter' | 'wrong' = 'enter';
  for (;;) {
    const passphrase = await options.askPassphrase(reason);
    if (passphrase === null) return null;
    const key = await unwrapKey(stored, passphrase);
    if (key !== null) return key.toString('base64');
    reason = 'wrong';
  }
}
