import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a new file (mode 0600) and waits until its contents are on the disk. Fails when the file exists.
 * @param pieces - taken one by one: the next is made while the one before it is being written
 */
export async function writeDurably(file: string, pieces: Iterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    let written: Promise<void> = Promise.resolve();
    for (const piece of pieces) {
      await written;
      written = handle.writeFile(piece);
    }
    await written;
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder durable: after a rename or a removal the folder itself has to be synced (fsync(2)). */
export async function syncDir(dir: string): Promise<void> {
  // Windows has no such call for folders; NTFS journals names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and those above it (mode 0700) and waits until they are durable. */
export async function makeDirDurably(dir: string): Promise<void> {
  const first = await mkdir(dir, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = dir; made.length >= first.length; made = dirname(made)) await syncDir(dirname(made));
}
