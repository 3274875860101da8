/**
 * Compiles the arithmetic of the tagger to resources/tagger/kernel.wasm:
 *
 *   node build/tagger/kernel/build.ts
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
// As a command, not as a module: its types would declare AssemblyScript's arrays for every file that is checked with this one.
const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js');
execFileSync(
  process.execPath,
  [
    compiler,
    join(import.meta.dirname, 'assembly/kernel.ts'),
    ...['--outFile', join(root, 'resources/tagger/kernel.wasm')],
    ...['--optimizeLevel', '3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory'],
  ],
  { stdio: 'inherit' },
);
