import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const STAMP = join(root, 'node_modules', '.deckname-lock');

function lockDigest() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** True when node_modules holds what package-lock.json asks for, as far as the last installation by this script tells. */
function isCurrent() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockDigest();
}

/**
 * Installs the locked dependencies with `npm ci` when they are missing or package-lock.json has changed since. What npm prints goes to standard
 * error, so that the output of `npm run --silent anonymize` stays clean.
 */
export async function ensureInstalled() {
  if (isCurrent()) return;
  console.error('Installing the dependencies (once, about a minute) …');
  // npm runs under the Node that npm belongs to; the engines of the packages are met by the bundled Node.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, commandArgs, shell] = npm?.endsWith('.js')
    ? [process.execPath, [npm, ...args], false]
    : ['npm', args, process.platform === 'win32'];
  const code = await new Promise((resolve, reject) => {
    const child = spawn(command, commandArgs, {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell,
      env: { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' },
    });
    child.on('error', reject);
    child.on('exit', resolve);
  });
  if (code !== 0) throw new Error(`npm ci ended with exit code ${code}`);
  writeFileSync(STAMP, lockDigest());
}
