import { join } from 'node:path';

/** What is used of the compiler's programming interface. */
interface Compiler {
  readonly main: (
    argv: readonly string[],
    options: { readonly writeFile: (name: string, contents: Uint8Array | string) => void },
  ) => Promise<{ readonly error: Error | null }>;
}

/** By a name that TypeScript does not follow: the compiler's own types redefine those of arrays in every other file. */
const COMPILER = ['assemblyscript', 'asc'].join('/');

/** Compiles the arithmetic of the tagger to WebAssembly. */
export async function compileKernel(): Promise<Uint8Array> {
  const { main } = (await import(COMPILER)) as Compiler;
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
