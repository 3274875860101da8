import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const pathsIn = async (page: string, pattern: RegExp): Promise<string[]> =>
  [...(await readFile(join(ROOT, page), 'utf8')).matchAll(pattern)].map(([, path]) => path!);

it.each([
  ['SECURITY.md', /`([\w./-]{1,200}\.test\.ts)`/g, 20],
  ['ARCHITECTURE.md', /`((?:server|renderer|electron|build|test)\/[\w./-]{1,200})`/g, 50],
])('names files in %s that are there', async (page, pattern, least) => {
  const named = await pathsIn(page, pattern);
  expect(named.length).toBeGreaterThan(least);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
