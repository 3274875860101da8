import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

it('names tests in SECURITY.md that are there', async () => {
  const page = await readFile(join(ROOT, 'SECURITY.md'), 'utf8');
  const named = [...page.matchAll(/`([\w./-]{1,200}\.test\.ts)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
