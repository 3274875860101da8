// Plain JavaScript for any Node from 18 on: it must run before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './paths.mjs';
import { ensureInstalled } from './install.mjs';

/** Oldest Node that the dependencies support (vitest, better-sqlite3, kysely, pdfium) and that runs TypeScript sources directly. */
const REQUIRED = [22, 18];

/** True when the running Node is new enough. */
export function isFittingNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  return major > REQUIRED[0] || (major === REQUIRED[0] && minor >= REQUIRED[1]);
}

/** Path of the Node that the npm package `node` brings. */
export function bundledNode() {
  const path = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(path) ? path : null;
}

/**
 * Installs the dependencies when they are missing or outdated and makes sure that the calling script runs under a fitting Node.
 * Returns true when it does; else the script was run again under the bundled Node, has ended, and the caller must return.
 *
 * @param script - file URL of the calling script (`import.meta.url`)
 */
export async function ensureNode(script) {
  await ensureInstalled();
  if (isFittingNode()) return true;
  const node = bundledNode();
  if (node === null) {
    console.error(
      `Deckname needs Node ${REQUIRED.join('.')} or newer; this is ${process.versions.node}, and the npm package "node" brought none for ${process.platform}-${process.arch}.`,
    );
    process.exitCode = 1;
    return false;
  }
  process.exitCode = await runChild(node, [fileURLToPath(script), ...process.argv.slice(2)]);
  return false;
}

/** Environment in which tools of node_modules and the running Node come first on the PATH. */
export function toolEnvironment(extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':';
  const path = [join(root, 'node_modules', 'node', 'bin'), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''];
  return { ...process.env, PATH: path.join(separator), ...extra };
}

/** Runs a program with inherited streams, passes signals on and resolves with its exit code. */
export function runChild(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: toolEnvironment(), ...options });
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward);
    process.on('SIGTERM', forward);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
      resolve(code ?? (signal === null ? 1 : 128));
    });
  });
}
