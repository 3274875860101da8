import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileKernel } from './compile.ts';

it('ships what its source compiles to', async () => {
  const shipped = readFileSync(join(import.meta.dirname, '../../../resources/tagger/kernel.wasm'));
  expect(Buffer.from(await compileKernel()).equals(shipped)).toBe(true);
});
