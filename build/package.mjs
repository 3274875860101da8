// npm run package: installers for the current system, or for those named: --linux, --win, --mac. Needs Electron's binaries from the network.
// --signed: signs them and has Apple notarize those for macOS; without the certificates nothing is built.
import { ensureNode, runChild } from './lib/node.mjs';
import { root } from './lib/paths.mjs';
import { missingSecrets } from './lib/signing.mjs';
import { join } from 'node:path';

const SYSTEMS = ['linux', 'win', 'mac'];
const wanted = new Set(process.argv.slice(2));
const named = SYSTEMS.filter((name) => wanted.has(`--${name}`));
const current = { win32: 'win', darwin: 'mac' }[process.platform] ?? 'linux';
const missing = wanted.has('--signed') ? missingSecrets(named.length > 0 ? named : [current], process.env) : [];

if (missing.length > 0) {
  for (const { name, meaning } of missing) console.error(`--signed needs ${name}: ${meaning}.`);
  process.exitCode = 1;
} else if (await ensureNode(import.meta.url)) {
  const built = await runChild(process.execPath, [join(root, 'build', 'build.mjs')]);
  if (built !== 0) {
    process.exitCode = built;
  } else {
    const { build } = await import('electron-builder');
    const { default: config } = await import('./electron-builder.config.mjs');
    await build({
      config,
      projectDir: root,
      publish: 'never',
      ...Object.fromEntries(named.map((name) => [name, []])),
    });
  }
}
