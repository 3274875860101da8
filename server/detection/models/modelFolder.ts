import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MODEL_FOLDER_PATTERN, type ModelFolder } from '../../contract/detectors.ts';
import { hasErrno } from '../../core/files/errno.ts';
import { ModelFailure } from './unavailable.ts';

/** The largest vocabularies in use (250,000 pieces) make tokenizer files of about 17 MB. */
const JSON_MAX_BYTES = 64 * 1024 * 1024;
/** Every detection thread holds a copy of its own. */
const MODEL_MAX_BYTES = 1024 * 1024 * 1024;
/** Where exports put the network, in order of preference. */
const MODEL_FILES = Object.freeze([
  ['model.onnx'],
  ['onnx', 'model.onnx'],
  ['model_quantized.onnx'],
  ['onnx', 'model_quantized.onnx'],
] as const);
/** Windows opens no symbolic links without the right to make them and has no such flag. */
const NO_FOLLOW = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;

/** Files of one model (Hugging Face layout), read only from inside its folder. */
export interface OpenModelFolder {
  /** @throws ModelFailure file_missing (unless `optional`), file_too_large, not_a_model */
  readJson(name: string): Promise<unknown>;
  /** undefined when the file is not there. */
  readOptionalJson(name: string): Promise<unknown>;
  /** The bytes of the network. @throws ModelFailure file_missing, file_too_large */
  readNetwork(): Promise<Buffer>;
}

/**
 * Opens a folder inside the models folder. Symbolic links are not followed, neither for the folder nor for a file: a model
 * that somebody else made must not say which files of this machine are read.
 * @throws ModelFailure folder_missing
 */
export async function openModelFolder(modelsDir: string, name: string): Promise<OpenModelFolder> {
  const dir = join(modelsDir, name);
  if (!MODEL_FOLDER_PATTERN.test(name) || !(await isFolder(dir))) throw new ModelFailure('folder_missing');

  const readJson = async (file: string): Promise<unknown> => {
    const bytes = await readFile(join(dir, file), JSON_MAX_BYTES);
    if (bytes === undefined) return undefined;
    try {
      return JSON.parse(bytes.toString('utf8')) as unknown;
    } catch (cause) {
      throw new ModelFailure('not_a_model', { cause });
    }
  };

  return {
    async readJson(file) {
      const content = await readJson(file);
      if (content === undefined) throw new ModelFailure('file_missing');
      return content;
    },
    readOptionalJson: readJson,
    async readNetwork() {
      for (const [first, ...rest] of MODEL_FILES) {
        if (rest.length > 0 && !(await isFolder(join(dir, first)))) continue;
        const bytes = await readFile(join(dir, first, ...rest), MODEL_MAX_BYTES);
        if (bytes !== undefined) return bytes;
      }
      throw new ModelFailure('file_missing');
    },
  };
}

/** Folders that look like a model, by name; empty when there is no models folder. */
export async function listModelFolders(modelsDir: string): Promise<ModelFolder[]> {
  let names: string[];
  try {
    names = await readdir(modelsDir);
  } catch (error) {
    if (hasErrno(error, 'ENOENT') || hasErrno(error, 'ENOTDIR')) return [];
    throw error;
  }
  const folders: ModelFolder[] = [];
  for (const name of names.filter((entry) => MODEL_FOLDER_PATTERN.test(entry)).sort()) {
    const dir = join(modelsDir, name);
    if (!(await isFolder(dir)) || !(await isFile(join(dir, 'tokenizer.json')))) continue;
    if (await isFile(join(dir, 'gliner_config.json'))) folders.push({ name, kind: 'gliner' });
    else if (await isFile(join(dir, 'config.json'))) folders.push({ name, kind: 'token_classification' });
  }
  return folders;
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isFile() ?? false;
}

/** undefined when there is no such regular file. */
async function readFile(path: string, maxBytes: number): Promise<Buffer | undefined> {
  // Asked first: opening a named pipe would wait for somebody who writes.
  if (!(await isFile(path))) return undefined;
  let handle;
  try {
    handle = await open(path, constants.O_RDONLY | NO_FOLLOW);
  } catch {
    return undefined;
  }
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return undefined;
    if (stats.size > maxBytes) throw new ModelFailure('file_too_large');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
