import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from './core/files/packageRoot.ts';

// Compiled code is kept inside the installation: a shared temporary folder would let other users of the machine plant code there.
enableCompileCache(join(packageRoot(import.meta.dirname), 'node_modules', '.cache', 'deckname'));

// Imported after the cache is on; everything else is loaded by the command that needs it.
const { runCommandLine } = await import('./cli/program.ts');
await runCommandLine(process.argv.slice(2));
