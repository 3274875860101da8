import { describe, expect, it } from 'vitest';
import { runProgram } from './runProgram.ts';

const node = { path: process.execPath, env: { MARK: 'given' } };
const limits = (signal = new AbortController().signal) => ({ signal, milliseconds: 60_000, outputBytes: 100_000 });
const run = (code: string, input: Uint8Array | null = null, with_ = limits()) =>
  runProgram(node, ['-e', code], input, with_);

describe('runProgram', () => {
  it('hands over the input, gives the answer, and passes on no other variable', async () => {
    const input = Buffer.alloc(300_000, 'x');
    const code = `let n = 0; process.stdin.on('data', (c) => (n += c.length)).on('end', () => console.log(n, process.env.MARK, process.env.HOME))`;
    expect((await run(code, input)).toString()).toBe('300000 given undefined\n');
  });

  it('fails with a code and without a word of what the program said', async () => {
    const failed = run(`console.log('secret'); console.error('secret'); process.exit(3)`);
    const error: unknown = await failed.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'OCR_PROGRAM_FAILED' });
    expect((error as Error).message).not.toContain('secret');
    const missing = runProgram({ path: '/nowhere/tesseract', env: {} }, [], null, limits());
    await expect(missing).rejects.toMatchObject({ code: 'OCR_PROGRAM_NOT_STARTED' });
  });

  it('bears a program that does not read its input', async () => {
    await expect(run('process.exit(1)', Buffer.alloc(5_000_000))).rejects.toMatchObject({ code: 'OCR_PROGRAM_FAILED' });
  });

  it('kills a program that is too slow or says too much', async () => {
    const slow = run('setInterval(() => {}, 1000)', null, { ...limits(), milliseconds: 300 });
    await expect(slow).rejects.toMatchObject({ code: 'OCR_PROGRAM_TOO_SLOW' });
    const talks = run(`setInterval(() => process.stdout.write('x'.repeat(50000)), 1)`);
    await expect(talks).rejects.toMatchObject({ code: 'OCR_PROGRAM_OUTPUT' });
  });

  it('kills it when it is cancelled, and is over only when the process is', async () => {
    const stop = new AbortController();
    const running = run(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`, null, limits(stop.signal));
    setTimeout(() => stop.abort(new Error('cancelled')), 200);
    await expect(running).rejects.toThrow('cancelled');
  });
});
