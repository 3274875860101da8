import { join } from 'node:path';
import { main } from 'assemblyscript/asc';

/** Compiles the arithmetic of the tagger to WebAssembly. */
export async function compileKernel(): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  const { error } = await main(
    [
      join(import.meta.dirname, 'assembly/kernel.ts'),
      ...['--outFile', 'kernel.wasm'],
      ...['--optimizeLevel', '3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory'],
    ],
    {
      writeFile(_, contents) {
        if (typeof contents !== 'string') bytes = contents;
      },
    },
  );
  if (error !== null) throw error;
  if (bytes === undefined) throw new Error('the compiler wrote nothing');
  return bytes;
}
