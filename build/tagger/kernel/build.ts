/**
 * Compiles the arithmetic of the tagger to resources/tagger/kernel.wasm:
 *
 *   node build/tagger/kernel/build.ts
 */
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';

const { error } = await main([
  join(import.meta.dirname, 'assembly/kernel.ts'),
  '--outFile',
  join(import.meta.dirname, '../../../resources/tagger/kernel.wasm'),
  ...['--optimizeLevel', '3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory'],
]);
if (error !== null) throw error;
