import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const LIST_LOADED = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
await import(process.argv[1]);
console.log(JSON.stringify(loaded));`;

it('loads neither the schema library nor those of plugged detectors into a detection thread', () => {
  const worker = new URL('./worker.ts', import.meta.url).href;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', LIST_LOADED, worker], {
    encoding: 'utf8',
  });
  const loaded = JSON.parse(output) as string[];
  expect(loaded.filter((url) => /node_modules\/(?:zod|onnxruntime|@huggingface|piscina)/.test(url))).toEqual([]);
  expect(loaded.some((url) => url.includes('/re2js/'))).toBe(true);
});
