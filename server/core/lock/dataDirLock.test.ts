import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempDir } from '../../../test/helpers/tempDir.ts';
import { StartError } from '../startError.ts';
import { lockDataDir } from './dataDirLock.ts';

const HOLDER = `
  const { lockDataDir } = await import(${JSON.stringify(new URL('./dataDirLock.ts', import.meta.url).href)});
  globalThis.lock = lockDataDir(process.argv[1]);
  console.log('locked');
  setInterval(() => undefined, 1000);
`;

/** A process of its own that holds the lock until it is killed. */
async function holdInOtherProcess(dir: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', HOLDER, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

describe('lockDataDir', () => {
  it('lets one server in at a time, also within one process', () => {
    const dir = join(tempDir(), 'data');
    const lock = lockDataDir(dir);
    expect(() => lockDataDir(dir)).toThrow(StartError);
    expect(() => lockDataDir(dir)).toThrow(dir);
    lock.release();
    lockDataDir(dir).release();
    if (process.platform !== 'win32') expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  it('keeps folders apart', () => {
    const [one, two] = [lockDataDir(tempDir()), lockDataDir(tempDir())];
    one.release();
    two.release();
  });

  it('is not taken over from a living process, and is free at once when that was killed', async () => {
    const dir = tempDir();
    const holder = await holdInOtherProcess(dir);
    expect(() => lockDataDir(dir)).toThrow(StartError);
    const ended = once(holder, 'exit');
    holder.kill('SIGKILL');
    await ended;
    lockDataDir(dir).release();
  });
});
