import { createHash, createHmac, randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { AppError } from '../core/errors.ts';
import type { Mapping } from '../core/placeholders/assign.ts';
import { createMac, createMemoryBook } from '../core/placeholders/memoryBook.ts';
import { nameHoldsValue, wordsOf } from '../core/sharableName.ts';
import {
  anonymizeDocument,
  type AnonymizedDocument,
  type AnonymizeOptions,
  countMentions,
  detectionOptions,
} from './anonymizeDocument.ts';
import { CommandError } from './commandError.ts';
import { createResultFolder } from './commandFiles.ts';
import type { CommandTools } from './commandTools.ts';
import type { InputFile } from './manyFiles.ts';
import { MAPPING_SUFFIX, openRun, type RunState, sealMappings } from './mapping.ts';

/** The one mapping file of a run, in the folder of its results. */
export const RUN_MAPPING = `deckname${MAPPING_SUFFIX}`;

/** What became of a file. */
export type FileResult = { readonly path: string } & (
  | { readonly status: 'done'; readonly output: string; readonly entities: Readonly<Record<string, number>> }
  /** Nothing changed since it was done. */
  | { readonly status: 'skipped'; readonly output: string }
  | { readonly status: 'failed'; readonly code: string }
);

interface Run {
  readonly key: Buffer;
  readonly mappings: Mapping[];
  readonly files: Map<string, RunState['files'][number]>;
}

/**
 * Anonymizes many files into a folder with one mapping: a value has the same placeholder in all of them. The mapping file holds what was done, so a
 * run that was stopped goes on where it was, and files that did not change are skipped.
 * @throws CommandError when the folder of the results cannot be used
 */
export async function* anonymizeMany(
  tools: CommandTools,
  files: readonly InputFile[],
  options: AnonymizeOptions & { readonly out: string },
): AsyncGenerator<FileResult, void> {
  const folder = createResultFolder(options.out);
  const masterKey = await tools.masterKey();
  const run = openOrBegin(await folder.read(RUN_MAPPING), masterKey);
  const book = createMemoryBook(run.mappings);
  const words = new Set(wordsOf(run.mappings.map(({ original }) => original)));
  const mask = { book, mac: createMac(run.key) };
  const save = () =>
    folder.replace(
      RUN_MAPPING,
      sealMappings(run.mappings, masterKey, { key: run.key.toString('base64'), files: [...run.files.values()] }),
    );
  try {
    for (const file of files) yield await anonymizeOne(file);
  } finally {
    await save();
  }

  async function anonymizeOne({ path, read }: InputFile): Promise<FileResult> {
    try {
      const bytes = await read();
      const fingerprint = fingerprintOf(bytes, options);
      const known = run.files.get(path);
      if (known?.done === true && known.fingerprint === fingerprint && (await folder.has(known.output))) {
        return { path, status: 'skipped', output: known.output };
      }
      const document = await anonymizeDocument(tools, { name: posix.basename(path), bytes }, options, mask);
      for (const mapping of document.masked.mappings.filter(({ isNew }) => isNew)) {
        book.add(mapping);
        run.mappings.push(mapping);
        for (const word of wordsOf([mapping.original])) words.add(word);
      }
      const output =
        known?.output.endsWith(document.extension) === true ? known.output : await outputFor(path, document);
      const record = { path, fingerprint, output, done: false };
      run.files.set(path, record);
      // First the mapping, so that no result is ever without it.
      await save();
      await folder.replace(output, document.bytes);
      run.files.set(path, { ...record, done: true });
      return { path, status: 'done', output, entities: countMentions(document.masked) };
    } catch (error) {
      if (error instanceof AppError && error.code !== 'INTERNAL') return { path, status: 'failed', code: error.code };
      if (error instanceof CommandError && error.kind === 'input') {
        return { path, status: 'failed', code: 'UNREADABLE_FILE' };
      }
      throw error;
    }
  }

  /** The same path, but for names that hold a value, and for names that are taken. */
  async function outputFor(path: string, document: AnonymizedDocument): Promise<string> {
    const { extension, language } = document;
    const detection = detectionOptions({ ...options, language });
    const detects = async (text: string) => (await tools.detector.detect(text, detection)).spans.length > 0;
    const shared = async (name: string, kind: string): Promise<string> =>
      (await nameHoldsValue(name, words, detects))
        ? `${kind}-${createHmac('sha256', run.key).update(name).digest('hex').slice(0, 8)}`
        : name;
    const { dir, name } = posix.parse(path);
    const folders: string[] = [];
    for (const each of dir.split('/').filter((part) => part !== '')) folders.push(await shared(each, 'folder'));
    const stem = [...folders, await shared(name, 'document')].join('/');
    const used = new Set([RUN_MAPPING, ...[...run.files.values()].map(({ output }) => output)]);
    for (let number = 1; ; number += 1) {
      const output = number === 1 ? stem + extension : `${stem} (${String(number)})${extension}`;
      if (!used.has(output) && !(await folder.has(output))) return output;
    }
  }
}

function openOrBegin(stored: Uint8Array | null, masterKey: Uint8Array): Run {
  if (stored === null) return { key: randomBytes(32), mappings: [], files: new Map() };
  const { mappings, state } = openRun(stored, masterKey);
  if (state === undefined) throw new CommandError('output', `The file ${RUN_MAPPING} is not that of a run.`);
  return {
    key: Buffer.from(state.key, 'base64'),
    mappings,
    files: new Map(state.files.map((file) => [file.path, file])),
  };
}

const fingerprintOf = (bytes: Uint8Array, { language, level, format }: AnonymizeOptions): string =>
  createHash('sha256')
    .update(JSON.stringify([language ?? null, level, format]))
    .update(bytes)
    .digest('hex');
