import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { distRenderer, root } from './paths.mjs';

const STAMP = join(distRenderer, '.build-stamp');
const SOURCES = ['renderer', 'server/contract', 'package-lock.json', 'package.json'];

/** Names, sizes and change times of everything the interface is built from; a few milliseconds. */
function sourceState() {
  const hash = createHash('sha256');
  const visit = (path) => {
    const info = statSync(path);
    if (!info.isDirectory()) {
      hash.update(`${path}\0${info.size}\0${info.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(path).sort()) visit(join(path, name));
  };
  for (const source of SOURCES) visit(join(root, source));
  return hash.digest('hex');
}

/** Builds the web interface into dist/renderer unless it is there and nothing it is made from has changed. */
export async function ensureInterface({ force = false } = {}) {
  const state = sourceState();
  if (!force && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === state) return;
  console.error('Building the interface …');
  const { build } = await import('vite');
  await build({ configFile: join(root, 'renderer', 'vite.config.ts'), logLevel: 'warn' });
  writeFileSync(STAMP, state);
}
