import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tempDir } from '../../../test/helpers/tempDir.ts';
import { createLogger } from './createLogger.ts';
import { describeError } from './describeError.ts';
import { openRotatingFile } from './rotatingFile.ts';

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('createLogger', () => {
  it('writes JSON lines with time, level, event and fields to file and console', () => {
    const dir = tempDir();
    const shown: string[] = [];
    const logger = createLogger({ dir, level: 'info', console: { write: (line) => shown.push(line) } });
    logger.debug('test.hidden');
    logger.info('test.event', { jobId: '1', count: 2 });
    logger.close();
    const [line, ...others] = linesOf(readFileSync(join(dir, 'server.log'), 'utf8'));
    expect(others).toEqual([]);
    expect(Object.keys(line!).sort()).toEqual(['count', 'event', 'jobId', 'level', 'time']);
    expect(line).toMatchObject({ level: 'info', event: 'test.event', jobId: '1', count: 2 });
    expect(line!['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(linesOf(shown.join(''))).toEqual([line]);
    if (process.platform !== 'win32') expect(statSync(join(dir, 'server.log')).mode & 0o777).toBe(0o600);
  });

  it('keeps messages of errors out', () => {
    const dir = tempDir();
    const logger = createLogger({ dir, level: 'info', console: null });
    const secret = 'Anna Müller';
    for (const fail of [
      () => JSON.parse(`{"name": ${secret}}`) as unknown,
      () =>
        z
          .object({})
          .strict()
          .parse({ [secret]: 1 }),
    ]) {
      try {
        fail();
      } catch (error) {
        logger.failure('test.failed', error, { jobId: '1' });
      }
    }
    logger.failure('test.failed', secret);
    logger.close();
    const text = readFileSync(join(dir, 'server.log'), 'utf8');
    expect(text).not.toContain('Anna');
    const [line] = linesOf(text);
    expect(line).toMatchObject({ level: 'error', event: 'test.failed', errorName: 'SyntaxError', jobId: '1' });
    expect(JSON.stringify(line!['frames'])).toContain('createLogger.test.ts');
  });

  it('writes nothing when silent', () => {
    const dir = tempDir();
    const logger = createLogger({ dir, level: 'silent', console: { write: () => expect.unreachable() } });
    logger.error('test.event');
    logger.close();
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('describeError', () => {
  it('is not fooled by a message that looks like stack frames', () => {
    const description = describeError(new Error('first line\n    at Anna (Müller:1:1)\nlast'));
    expect(JSON.stringify(description)).not.toContain('Anna');
    expect(description.frames.length).toBeGreaterThan(0);
  });

  it('keeps only names and codes that are identifiers', () => {
    const error = Object.assign(new Error('x'), { name: 'Frau Müller', code: 'value: 1' });
    expect(describeError(error)).toMatchObject({ name: 'Error', code: null });
    expect(describeError(Object.assign(new TypeError('x'), { code: 'ENOENT' }))).toMatchObject({
      name: 'TypeError',
      code: 'ENOENT',
    });
  });

  it('shows no frame of a stack whose message was replaced', () => {
    const error = new Error('Anna\n    at Anna (x:1:1)');
    error.message = 'harmless';
    expect(JSON.stringify(describeError(error))).not.toContain('Anna');
  });
});

describe('openRotatingFile', () => {
  it('keeps the newest files up to their size', () => {
    const file = join(tempDir(), 'logs', 'x.log');
    let log = openRotatingFile({ file, maxBytes: 20, files: 3 });
    for (let n = 0; n < 10; n++) log.write(`line ${n}..\n`);
    log.close();
    const contents = () =>
      readdirSync(join(file, '..'))
        .sort()
        .map((name) => readFileSync(join(file, '..', name), 'utf8'));
    expect(contents()).toEqual(['line 8..\nline 9..\n', 'line 6..\nline 7..\n', 'line 4..\nline 5..\n']);
    log = openRotatingFile({ file, maxBytes: 20, files: 3 });
    log.write('line 10.\n');
    log.close();
    log.write('after closing\n');
    expect(contents()[0]).toBe('line 10.\n');
  });
});
