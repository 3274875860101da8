/**
 * Compiles the arithmetic of the tagger to resources/tagger/kernel.wasm:
 *
 *   node build/tagger/kernel/build.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileKernel } from './compile.ts';

writeFileSync(join(import.meta.dirname, '../../../resources/tagger/kernel.wasm'), await compileKernel());
