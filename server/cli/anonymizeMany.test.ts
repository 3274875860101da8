import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempDir } from '../../test/helpers/tempDir.ts';
import { createLogger } from '../core/log/createLogger.ts';
import type { Detector } from '../detection/types.ts';
import { createDocuments } from '../documents/createDocuments.ts';
import type { AnonymizeOptions } from './anonymizeDocument.ts';
import { anonymizeMany, type FileResult, RUN_MAPPING } from './anonymizeMany.ts';
import type { CommandTools } from './commandTools.ts';
import { filesInArchive, filesInFolder, type InputFile } from './manyFiles.ts';
import { openRun } from './mapping.ts';

const masterKey = Buffer.alloc(32, 7);
const OPTIONS: AnonymizeOptions = { language: 'de', format: 'original', level: 'balanced' };

/** Finds one name; what is done with finds is tested without the recognizers. */
function openTools(): CommandTools & { readonly texts: string[] } {
  const texts: string[] = [];
  const detector: Pick<Detector, 'detect'> = {
    detect(text) {
      texts.push(text);
      const spans = [...text.matchAll(/Anna Müller|Müller(?= Akte)/g)].map(({ 0: { length }, index }) => ({
        ...{ start: index, end: index + length, category: 'person', confidence: 1, sources: [] },
      }));
      return Promise.resolve({ language: 'de', spans, stages: [] });
    },
  };
  const documents = createDocuments({
    threads: 1,
    logger: createLogger({ dir: tempDir(), level: 'silent', console: null }),
  });
  onTestFinished(() => documents.close());
  return { detector: detector as Detector, documents, masterKey: () => Promise.resolve(masterKey), texts };
}

const LETTERS = { 'brief.txt': 'Frau Anna Müller', 'Akten/2024/notiz.md': 'Notiz: Anna Müller' };

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = tempDir();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

async function runOver(files: readonly InputFile[], out: string, tools = openTools(), options = OPTIONS) {
  const results: FileResult[] = [];
  for await (const result of anonymizeMany(tools, files, { ...options, out })) results.push(result);
  return results;
}
const text = (...path: string[]): string => readFileSync(join(...path), 'utf8');

describe('many files', () => {
  it('keep their paths, and a value has one placeholder in all of them', async () => {
    const input = folderOf({ ...LETTERS, '.DS_Store': 'x' });
    symlinkSync('/etc/hostname', join(input, 'link.txt'));
    const out = join(input, 'out');
    const results = await runOver(await filesInFolder(input, out), out);
    expect(results).toEqual([
      { path: 'Akten/2024/notiz.md', status: 'done', output: 'Akten/2024/notiz.md', entities: { person: 1 } },
      { path: 'brief.txt', status: 'done', output: 'brief.txt', entities: { person: 1 } },
    ]);
    const placeholder = /\[\[person-[0-9a-z]+\]\]/.exec(text(out, 'brief.txt'))![0];
    expect(text(out, 'Akten/2024/notiz.md')).toBe(`Notiz: ${placeholder}`);
    const { mappings } = openRun(readFileSync(join(out, RUN_MAPPING)), masterKey);
    expect(mappings).toMatchObject([{ original: 'Anna Müller', placeholder }]);
    expect(text(out, RUN_MAPPING)).not.toMatch(/Anna|brief/);
    expect(statSync(join(out, 'brief.txt')).mode & 0o077).toBe(0);
  });

  it('are skipped when nothing changed, and done again when something did', async () => {
    const input = folderOf(LETTERS);
    const out = join(input, 'out');
    const files = await filesInFolder(input, out);
    await runOver(files, out);
    const before = text(out, 'brief.txt');

    const tools = openTools();
    expect((await runOver(files, out, tools)).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
    expect(tools.texts).toEqual([]);

    writeFileSync(join(input, 'brief.txt'), 'Neu: Anna Müller');
    rmSync(join(out, 'Akten/2024/notiz.md'));
    expect((await runOver(files, out)).map(({ status }) => status)).toEqual(['done', 'done']);
    expect(text(out, 'brief.txt')).toBe(before.replace('Frau', 'Neu:'));
    expect((await runOver(files, out, tools, { ...OPTIONS, level: 'strict' })).map(({ status }) => status)).toEqual([
      'done',
      'done',
    ]);
  });

  it('go on where a run was stopped', async () => {
    const input = folderOf(LETTERS);
    const out = join(input, 'out');
    const [first, second] = await filesInFolder(input, out);
    const stopped = { ...second!, read: () => Promise.reject(new Error('stopped')) };
    await expect(runOver([first!, stopped], out)).rejects.toThrow('stopped');
    expect((await runOver([first!, second!], out)).map(({ status }) => status)).toEqual(['skipped', 'done']);
    expect(openRun(readFileSync(join(out, RUN_MAPPING)), masterKey).mappings).toHaveLength(1);
  });

  it('that cannot be processed are named, and the others are done', async () => {
    const input = folderOf({ ...LETTERS, 'a.exe': 'MZ', 'b.pdf': '%PDF-1.7 damaged', 'c.txt': '' });
    const out = join(input, 'out');
    const results = await runOver(await filesInFolder(input, out), out);
    expect(results.map(({ path, status, ...rest }) => [path, status, 'code' in rest ? rest.code : null])).toEqual([
      ['Akten/2024/notiz.md', 'done', null],
      ['a.exe', 'failed', 'UNSUPPORTED_TYPE'],
      ['b.pdf', 'failed', 'UNREADABLE_FILE'],
      ['brief.txt', 'done', null],
      ['c.txt', 'failed', 'UNREADABLE_FILE'],
    ]);
  });

  it('get other names where theirs hold a value or are taken', async () => {
    const input = folderOf({ 'Müller Akte/brief.txt': 'x', 'Anna_Müller.txt': 'Anna Müller', 'a.txt': 'y' });
    const out = folderOf({ 'a.txt': 'not ours' });
    const outputs = (await runOver(await filesInFolder(input, out), out)).map((result) =>
      'output' in result ? result.output : null,
    );
    expect(outputs).toEqual([
      expect.stringMatching(/^document-[0-9a-f]{8}\.txt$/),
      expect.stringMatching(/^folder-[0-9a-f]{8}\/brief\.txt$/),
      'a (2).txt',
    ]);
    expect(text(out, 'a.txt')).toBe('not ours');
  });

  it('may come in a ZIP', async () => {
    const input = tempDir();
    const zip = join(input, 'akten.zip');
    writeFileSync(
      zip,
      zipSync(Object.fromEntries(Object.entries(LETTERS).map(([path, each]) => [path, strToU8(each)]))),
    );
    const out = join(input, 'out');
    const files = await filesInArchive(zip);
    expect((await runOver(files!, out)).map(({ path }) => path).sort()).toEqual(Object.keys(LETTERS).sort());
    expect(text(out, 'Akten/2024/notiz.md')).toMatch(/^Notiz: \[\[person-/);
    writeFileSync(zip, 'no archive');
    expect(await filesInArchive(zip)).toBeNull();
  });
});
