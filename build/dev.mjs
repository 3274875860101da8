// npm run dev: the server restarts when its sources change, the interface reloads in place (Vite in front, API behind it).
import { join } from 'node:path';
import { ensureNode, runChild, toolEnvironment } from './lib/node.mjs';
import { root } from './lib/paths.mjs';

const API_PORT = 4311;

if (await ensureNode(import.meta.url)) {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(root, 'renderer', 'vite.config.ts'),
    server: {
      host: '127.0.0.1',
      port: 4310,
      proxy: { '/api': `http://127.0.0.1:${API_PORT}`, '/samples': `http://127.0.0.1:${API_PORT}` },
    },
  });
  await vite.listen();
  vite.printUrls();
  const server = ['--watch', '--watch-preserve-output', join(root, 'server', 'cli.ts'), 'local'];
  process.exitCode = await runChild(process.execPath, server, {
    env: toolEnvironment({ DECKNAME_PORT: String(API_PORT) }),
  });
  await vite.close();
}
