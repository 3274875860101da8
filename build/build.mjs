// npm run build: everything the packaged application consists of, under dist/.
import { ensureNode } from './lib/node.mjs';
import { ensureInterface } from './lib/interface.mjs';
import { buildServer } from './lib/server.mjs';
import { buildElectron } from './lib/electron.mjs';

if (await ensureNode(import.meta.url)) {
  await ensureInterface({ force: true });
  // The shell first: its bundle lands in dist/electron beside the server process that follows.
  await buildElectron();
  await buildServer();
}
