import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../helpers/tempDir.ts';

const CLI = join(import.meta.dirname, '..', '..', 'server', 'cli.ts');
const SAMPLE = join(import.meta.dirname, '..', '..', 'resources', 'samples', 'de-brief.docx');
const SAMPLE_VALUE = 'jonas.hartwig@vogt-hartwig.example';
const MASTER_KEY = randomBytes(32).toString('base64');

const LETTER = [
  'Sehr geehrte Frau Dr. Anna Wackernagel,',
  '',
  'bitte überweisen Sie auf DE89 3704 0044 0532 0130 00 oder schreiben Sie an anna.wackernagel@example.org.',
  'Zitat: [[person-k3v9q2xd]] 😀',
  '',
  'Mit freundlichen Grüßen',
  'Tobias Pemberton',
  '',
].join('\r\n');
const VALUES = ['DE89 3704 0044 0532 0130 00', 'anna.wackernagel@example.org'];

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `masterKey` null: none in the environment. */
function runCli(args: readonly string[], masterKey: string | null = MASTER_KEY): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [CLI, ...args],
      {
        env: {
          PATH: process.env['PATH'],
          DECKNAME_DATA_DIR: tempDirs.data,
          ...(masterKey !== null && { DECKNAME_MASTER_KEY: masterKey }),
        },
      },
      (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

/** Set by {@link openFolder}: no command of a test touches the data folder of the person who runs it. */
const tempDirs = { data: '' };

function openFolder(name: string, bytes: Uint8Array): { dir: string; file: string } {
  tempDirs.data = join(tempDir(), 'data');
  const dir = tempDir();
  const file = join(dir, name);
  writeFileSync(file, bytes);
  return { dir, file };
}

async function anonymize(file: string, ...options: string[]) {
  const outcome = await runCli(['anonymize', file, '--json', ...options]);
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(outcome.stdout) as {
    document: string;
    mapping: string;
    language: string;
    entities: Record<string, number>;
  };
}

async function deanonymize(file: string, ...options: string[]) {
  const outcome = await runCli(['deanonymize', file, '--json', ...options]);
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(outcome.stdout) as { document: string; restored: number; unresolved: number };
}

describe('anonymize and deanonymize in the own format', () => {
  it('keep the parts of a Word document and put the values back into them', async () => {
    const { file } = openFolder('brief.docx', readFileSync(SAMPLE));
    const { document } = await anonymize(file, '--format', 'native');
    const masked = unzipSync(readFileSync(document));
    expect(Object.keys(masked)).toContain('word/styles.xml');
    const bodyOf = (parts: typeof masked) => Buffer.from(parts['word/document.xml']!).toString('utf8');
    expect(bodyOf(masked)).toContain('[[email-');
    for (const part of Object.values(masked)) expect(Buffer.from(part).toString('utf8')).not.toContain(SAMPLE_VALUE);
    const { document: restored, restored: count, unresolved } = await deanonymize(document, '--format', 'native');
    expect([count > 5, unresolved]).toEqual([true, 0]);
    expect(bodyOf(unzipSync(readFileSync(restored)))).toContain(SAMPLE_VALUE);
  });
});

describe('anonymize and deanonymize of text files', () => {
  it.each([
    ['UTF-8', Buffer.from(LETTER)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${LETTER}`)],
    ['UTF-16', Buffer.from(`\ufeff${LETTER}`, 'utf16le')],
    ['Windows-1252', Buffer.from(LETTER.replace(' 😀', ''), 'latin1')],
  ])('give every byte back: %s', async (_name, bytes) => {
    const { dir, file } = openFolder('letter.txt', bytes);
    const result = await anonymize(file);
    expect(result.document).toBe(join(dir, 'letter-anonymized.txt'));
    expect(result.mapping).toBe(`${result.document}.mapping.json`);
    expect(result.language).toBe('de');
    expect(result.entities).toMatchObject({ iban: 1, email: 1 });
    const anonymized = readFileSync(result.document);
    const text = bytes[0] === 0xff ? anonymized.toString('utf16le') : anonymized.toString('utf8');
    for (const value of VALUES) expect(text).not.toContain(value);
    // Text that looks like a placeholder is masked like a value, so that nothing but the mapping decides what it means.
    expect(text).not.toContain('[[person-k3v9q2xd]]');
    const restored = await deanonymize(result.document);
    expect(restored.document).toBe(join(dir, 'letter-restored.txt'));
    expect(restored.unresolved).toBe(0);
    expect(Buffer.compare(readFileSync(restored.document), bytes)).toBe(0);
    expect(readdirSync(dir).sort()).toEqual(
      ['letter-anonymized.txt', 'letter-anonymized.txt.mapping.json', 'letter-restored.txt', 'letter.txt'].sort(),
    );
  });

  it('print counts and never a value', async () => {
    const { file } = openFolder('letter.txt', Buffer.from(LETTER));
    const { code, stdout, stderr } = await runCli(['anonymize', file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}iban +1$/m);
    expect(stdout).toMatch(/^ {2}email +1$/m);
    for (const value of ['DE89', 'wackernagel', 'Wackernagel', 'Pemberton'])
      expect(stdout + stderr).not.toContain(value);
  });

  it('keep the mapping encrypted and for the owner alone', async () => {
    const { file } = openFolder('letter.txt', Buffer.from(LETTER));
    const { mapping } = await anonymize(file);
    const content = readFileSync(mapping, 'utf8');
    for (const value of [...VALUES, 'Wackernagel', 'person', 'iban']) expect(content).not.toContain(value);
    if (process.platform !== 'win32') expect(statSync(mapping).mode & 0o777).toBe(0o600);
  });

  it('leave existing files alone', async () => {
    const { dir, file } = openFolder('letter.txt', Buffer.from(LETTER));
    writeFileSync(join(dir, 'letter-anonymized.txt'), 'mine');
    const { document } = await anonymize(file);
    expect(document).toBe(join(dir, 'letter-anonymized (2).txt'));
    expect(readFileSync(join(dir, 'letter-anonymized.txt'), 'utf8')).toBe('mine');
    expect((await deanonymize(document)).document).toBe(join(dir, 'letter-restored.txt'));
  });

  it('do not repeat a name that holds a value', async () => {
    const { file } = openFolder('Brief_Wackernagel.txt', Buffer.from(LETTER));
    const { document } = await anonymize(file);
    expect(document).not.toMatch(/Wackernagel/i);
    expect(document).toMatch(/document-[0-9a-f]{8}-anonymized\.txt$/);
  });

  it('restore a document that was edited, moved and renamed', async () => {
    const { dir, file } = openFolder('letter.txt', Buffer.from(LETTER));
    const { document, mapping } = await anonymize(file, '--out', join(dir, 'out', 'deep'));
    expect(dirname(document)).toBe(join(dir, 'out', 'deep'));
    const edited = join(dir, 'answer.txt');
    const text = readFileSync(document, 'utf8').replace(/\[\[iban-(\w+)\]\]/, '**[IBAN-$1]**');
    writeFileSync(edited, `Antwort: ${text}`);
    const result = await deanonymize(edited, '--mapping', mapping);
    expect(readFileSync(result.document, 'utf8')).toBe(
      `Antwort: ${LETTER.replace('DE89 3704 0044 0532 0130 00', '**DE89 3704 0044 0532 0130 00**')}`,
    );
  });

  it('use a key file of the data folder when no key is given', async () => {
    const { file } = openFolder('letter.txt', Buffer.from(LETTER));
    const run = (args: string[]) => runCli(args, null);
    const { stdout } = await run(['anonymize', file, '--json']);
    const { document } = JSON.parse(stdout) as { document: string };
    expect(existsSync(join(tempDirs.data, 'master.key'))).toBe(true);
    expect((await run(['deanonymize', document])).code).toBe(0);
  });
});

describe('a folder', () => {
  it('is anonymized into a folder beside it, file by file, and not again when nothing changed', async () => {
    const { dir, file } = openFolder('letter.txt', Buffer.from(LETTER));
    mkdirSync(join(dir, 'sub'));
    writeFileSync(join(dir, 'sub', 'damaged.pdf'), '%PDF-1.7 damaged');
    const run = async () => {
      const { code, stdout } = await runCli(['anonymize', dir, '--json']);
      const lines = stdout.trimEnd().split('\n');
      return { code, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
    };
    const failed = { path: 'sub/damaged.pdf', status: 'failed', code: 'UNREADABLE_FILE' };
    const first = await run();
    expect(first.code).toBe(5);
    expect(first.lines).toMatchObject([
      { path: 'letter.txt', status: 'done' },
      failed,
      { done: 1, skipped: 0, failed: 1 },
    ]);
    expect((await run()).lines).toMatchObject([
      { path: 'letter.txt', status: 'skipped' },
      failed,
      { done: 0, skipped: 1, failed: 1 },
    ]);
    const out = String(first.lines.at(-1)!['folder']);
    const document = join(out, 'letter.txt');
    for (const value of VALUES) expect(readFileSync(document, 'utf8')).not.toContain(value);
    expect(readdirSync(out).sort()).toEqual(['deckname.mapping.json', 'letter.txt']);
    const restored = await runCli(['deanonymize', document, '--mapping', join(out, 'deckname.mapping.json'), '--json']);
    const { document: result } = JSON.parse(restored.stdout) as { document: string };
    expect(readFileSync(result).equals(readFileSync(file))).toBe(true);
  });
});

describe('other formats', () => {
  it.each(['docx', 'pdf'])('are written as %s and restored from it', async (format) => {
    const { file } = openFolder('letter.txt', Buffer.from(LETTER));
    const { document } = await anonymize(file, '--format', format, '--language', 'de');
    expect(document.endsWith(`.${format}`)).toBe(true);
    const restored = await deanonymize(document);
    expect(restored.restored).toBeGreaterThanOrEqual(3);
    expect(restored.document.endsWith(`-restored.${format}`)).toBe(true);
    // The restored document is one again, with the values in it.
    const again = await anonymize(restored.document, '--format', 'txt');
    expect(again.entities).toMatchObject({ iban: 1, email: 1 });
    const original = await anonymize(restored.document);
    expect(original.document.endsWith(`.${format}`)).toBe(true);
  });
});

describe('failures', () => {
  const cases: readonly [name: string, args: (file: string) => string[], code: number, line: RegExp][] = [
    ['no file', () => ['anonymize'], 2, /missing required argument/],
    ['an unknown option', (file) => ['anonymize', file, '--nonsense'], 2, /unknown option/],
    ['an unknown language', (file) => ['anonymize', file, '--language', 'xx'], 2, /Allowed choices are de, en/],
    ['an unknown format', (file) => ['anonymize', file, '--format', 'odt'], 2, /Allowed choices/],
    ['a file that is not there', (file) => ['anonymize', `${file}.none`], 3, /does not exist/],
    ['a folder to restore', (file) => ['deanonymize', dirname(file)], 3, /cannot be read/],
    ['no mapping', (file) => ['deanonymize', file], 3, /mapping\.json does not exist/],
    ['a wrong mapping', (file) => ['deanonymize', file, '--mapping', file], 3, /not one of Deckname/],
    ['an output folder that is a file', (file) => ['anonymize', file, '--out', file], 4, /cannot be written to/],
  ];
  it.each(cases)('%s: one clear line and an exit code', async (_name, args, code, line) => {
    const { dir, file } = openFolder('letter.txt', Buffer.from(LETTER));
    const outcome = await runCli(args(file));
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toBe('');
    expect(outcome.stderr).toMatch(line);
    expect(outcome.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(readdirSync(dir)).toEqual(['letter.txt']);
  });

  it.each([
    ['an empty file', 'a.txt', Buffer.alloc(0)],
    ['a blank file', 'a.txt', Buffer.from(' \n')],
    ['a damaged PDF', 'a.pdf', Buffer.from('%PDF-1.7\nWackernagel')],
    ['a damaged DOCX', 'a.docx', Buffer.from('PK\u0003\u0004Wackernagel')],
    ['an unknown type', 'a.bin', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
  ])('%s', async (_name, name, bytes) => {
    const { dir, file } = openFolder(name, bytes);
    const outcome = await runCli(['anonymize', file]);
    expect(outcome.code).toBe(3);
    expect(outcome.stderr).toMatch(/\([A-Z_]+\)\n$/);
    expect(outcome.stderr).not.toContain('Wackernagel');
    expect(readdirSync(dir)).toEqual([name]);
  });

  it('a mapping of another master key', async () => {
    const { file } = openFolder('letter.txt', Buffer.from(LETTER));
    const { document } = await anonymize(file);
    const outcome = await runCli(['deanonymize', document], randomBytes(32).toString('base64'));
    expect(outcome).toMatchObject({ code: 3, stdout: '' });
    expect(outcome.stderr).toMatch(/another master key/);
  });

  it('an invalid configuration', async () => {
    const { file } = openFolder('letter.txt', Buffer.from(LETTER));
    const outcome = await runCli(['anonymize', file], 'short');
    expect(outcome.code).toBe(1);
    expect(outcome.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('help is printed and documents the exit codes', async () => {
    tempDirs.data = join(tempDir(), 'data');
    for (const command of ['anonymize', 'deanonymize']) {
      const { code, stdout } = await runCli([command, '--help']);
      expect(code).toBe(0);
      expect(stdout).toMatch(/Exit codes:[\s\S]*3 {2}the input cannot be read/);
    }
  });
});
