// npm start: installs, builds and starts Deckname on a fresh clone: the desktop shell where an Electron binary is there, else the
// same interface in the browser.
import { buildElectron, electronBinary } from './lib/electron.mjs';
import { ensureNode, runChild } from './lib/node.mjs';
import { ensureInterface } from './lib/interface.mjs';
import { root } from './lib/paths.mjs';

/** The Electron program, when it is installed and there is a screen to show it on. */
function electronProgram() {
  const hasScreen = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  return hasScreen ? electronBinary() : null;
}

if (await ensureNode(import.meta.url)) {
  await ensureInterface();
  const electron = electronProgram();
  if (electron === null) {
    process.argv.splice(2, 0, 'local');
    await import('../server/cli.ts');
  } else {
    const { buildServer } = await import('./lib/server.mjs');
    await buildElectron();
    await buildServer();
    process.exitCode = await runChild(electron, [root, ...process.argv.slice(2)]);
  }
}
