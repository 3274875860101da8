import { randomBytes } from 'node:crypto';
import { link, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirDurably, syncDir, writeDurably } from '../files/durable.ts';
import { hasErrno } from '../files/errno.ts';
import type { Logger } from '../log/logger.ts';
import { StartError } from '../startError.ts';
import { KEY_BYTES } from './cipher.ts';

export type MasterKeySource =
  { readonly kind: 'key'; readonly base64: string } | { readonly kind: 'file'; readonly path: string };

/**
 * The 32 bytes of the master key. The caller owns the buffer and wipes it.
 * @param mayCreate - whether an absent key file may be made; false once data exist that only the lost key could read
 * @throws StartError when there is no usable key
 */
export async function loadMasterKey(
  source: MasterKeySource,
  { mayCreate, logger }: { mayCreate: boolean; logger: Logger },
): Promise<Uint8Array> {
  if (source.kind === 'key') return decodeKey(source.base64, 'The master key');
  const text = await readKeyFile(source.path);
  if (text !== null) {
    await warnWhenReadableByOthers(source.path, logger);
    return decodeKey(text, `The master key in ${source.path}`);
  }
  if (!mayCreate) {
    throw new StartError(`The master key file ${source.path} is missing. Put it back: the stored data need it.`);
  }
  const key = randomBytes(KEY_BYTES);
  await createKeyFile(source.path, key);
  logger.info('vault.key_file_created');
  return key;
}

function decodeKey(base64: string, name: string): Uint8Array {
  const key = Buffer.from(base64.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new StartError(`${name} is not valid: 32 bytes in base64 are expected.`);
  return key;
}

async function readKeyFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (hasErrno(cause, 'ENOENT')) return null;
    throw new StartError(`The master key file ${path} cannot be read.`, { cause });
  }
}

/** The file appears complete or not at all, and never replaces another one: link(2) fails when the name exists. */
async function createKeyFile(path: string, key: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await makeDirDurably(dirname(path));
    await writeDurably(temporary, [Buffer.from(`${Buffer.from(key).toString('base64')}\n`)]);
    await link(temporary, path);
    await syncDir(dirname(path));
  } catch (cause) {
    throw new StartError(`The master key file ${path} cannot be made.`, { cause });
  } finally {
    await rm(temporary, { force: true });
  }
}

async function warnWhenReadableByOthers(path: string, logger: Logger): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(path);
  // Mounted secrets of container platforms often have mode 0444, so this is no reason to refuse.
  if ((mode & 0o077) !== 0) logger.warn('vault.key_file_open_to_others');
}
