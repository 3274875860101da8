import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';

const NAME = /^database-\d{8}T\d{9}Z-[\w-]+\.db$/;

/**
 * Copies the database (VACUUM INTO: consistent, without free pages) before its schema changes.
 * @param dir - folder of the copies; made with mode 0700
 * @param lastMigration - last change of the schema in the copy; part of its name
 * @param keep - how many of the newest copies stay
 * @returns the path of the copy
 */
export function backUp(
  writer: BetterSqlite3.Database,
  { dir, now, lastMigration, keep }: { dir: string; now: Date; lastMigration: string; keep: number },
): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, `database-${now.toISOString().replace(/[-:.]/g, '')}-${lastMigration}.db`);
  const temporary = `${file}.tmp`;
  rmSync(temporary, { force: true });
  // SQLite accepts an empty file as target, which is how the copy gets its mode before it has contents.
  closeSync(openSync(temporary, 'wx', 0o600));
  writer.prepare('vacuum into ?').run(temporary);
  syncFile(temporary);
  renameSync(temporary, file);
  const copies = readdirSync(dir)
    .filter((name) => NAME.test(name))
    .sort();
  for (const name of copies.slice(0, -keep)) rmSync(join(dir, name), { force: true });
  return file;
}

function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
