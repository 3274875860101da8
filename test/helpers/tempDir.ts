import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder that the caller removes: for folders that several tests share. */
export function keptTempDir(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'deckname-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A new empty folder that is removed when the running test has finished. */
export function tempDir(): string {
  const dir = keptTempDir();
  onTestFinished(() => dir.remove());
  return dir.path;
}
