import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Path of the Electron program that its package holds; null where the binary was not fetched. */
export function electronBinary() {
  const programs = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const path = join(root, 'node_modules', 'electron', 'dist', programs[process.platform] ?? 'electron');
  return existsSync(path) ? path : null;
}

/**
 * Bundles the desktop shell into dist/electron: the main process as an ES module whose packages stay outside, the preload scripts as one CommonJS
 * file each, because a sandboxed renderer can load nothing else. The server process is compiled with the server (lib/server.mjs).
 */
export async function buildElectron() {
  const { build } = await import('esbuild');
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node24',
    sourcemap: true,
    logLevel: 'warning',
    absWorkingDir: root,
  };
  const outdir = join(root, 'dist', 'electron');
  await build({ ...common, format: 'esm', packages: 'external', entryPoints: ['electron/main.ts'], outdir });
  const sandboxed = { ...common, format: 'cjs', external: ['electron'], outExtension: { '.js': '.cjs' } };
  await build({ ...sandboxed, entryPoints: { preload: 'electron/bridge/preload.ts' }, outdir });
  const prompt = join(outdir, 'prompt');
  await build({ ...sandboxed, entryPoints: { prompt: 'electron/prompt/preload.ts' }, outdir: prompt });
  await build({
    ...common,
    platform: 'browser',
    format: 'iife',
    entryPoints: ['electron/prompt/page.ts'],
    outdir: prompt,
  });
  for (const name of ['page.html', 'page.css'])
    copyFileSync(join(root, 'electron', 'prompt', name), join(prompt, name));
}
