// Runs a command of server/cli.ts, or the benchmarks, on a machine where nothing is installed yet.
import { ensureNode } from './lib/node.mjs';
import { ensureInterface } from './lib/interface.mjs';

if (await ensureNode(import.meta.url)) {
  const command = process.argv[2];
  if (command === 'serve') await ensureInterface();
  if (command === 'bench') {
    process.argv.splice(2, 1);
    await import('../test/bench/run.ts');
  } else {
    await import('../server/cli.ts');
  }
}
