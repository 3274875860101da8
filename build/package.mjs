// npm run package: installers for the current system, or for those named: --linux, --win, --mac. Needs Electron's binaries from the network.
import { ensureNode, runChild } from './lib/node.mjs';
import { root } from './lib/paths.mjs';
import { join } from 'node:path';

if (await ensureNode(import.meta.url)) {
  const built = await runChild(process.execPath, [join(root, 'build', 'build.mjs')]);
  if (built !== 0) {
    process.exitCode = built;
  } else {
    const { build } = await import('electron-builder');
    const { default: config } = await import('./electron-builder.config.mjs');
    const wanted = new Set(process.argv.slice(2));
    const targets = ['linux', 'win', 'mac'].filter((name) => wanted.has(`--${name}`));
    await build({
      config,
      projectDir: root,
      publish: 'never',
      ...Object.fromEntries(targets.map((name) => [name, []])),
    });
  }
}
