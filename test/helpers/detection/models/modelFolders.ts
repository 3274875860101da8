import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { meaningGliner, tableClassifier } from './networks.ts';
import type { TestTokenizer } from './tokenizers.ts';

/** A models folder for one test. */
export interface TestModels {
  readonly dir: string;
  /** Writes one file of a model; objects as JSON. */
  write(folder: string, file: string, content: object | Buffer | string): Promise<void>;
  remove(): Promise<void>;
}

export async function newModelsDir(): Promise<TestModels> {
  const dir = await mkdtemp(join(tmpdir(), 'deckname-models-'));
  return {
    dir,
    async write(folder, file, content) {
      await mkdir(join(dir, folder), { recursive: true });
      const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
      await writeFile(join(dir, folder, file), isRaw ? content : JSON.stringify(content));
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

/** Score of a tag before the softmax where nothing else is said: all but certain among a few labels. */
const CERTAIN = 6;

/**
 * Writes a token classifier.
 * @param tags - tag by word; every other word is outside
 * @param config - further fields of config.json
 * @param scores - score before the softmax by word; those of all other labels are 0
 */
export async function writeClassifier(
  models: TestModels,
  folder: string,
  tokenizer: TestTokenizer,
  tags: Readonly<Record<string, string>>,
  config: object = {},
  scores: Readonly<Record<string, number>> = {},
): Promise<void> {
  const labels = ['O', ...new Set(Object.values(tags))];
  const table = new Map(
    Object.entries(tags).map(
      ([word, tag]) => [tokenizer.idOf(word), [labels.indexOf(tag), scores[word] ?? CERTAIN]] as const,
    ),
  );
  await models.write(folder, 'config.json', { id2label: Object.fromEntries(labels.entries()), ...config });
  await models.write(folder, 'tokenizer.json', tokenizer.json);
  await models.write(folder, 'model.onnx', tableClassifier(tokenizer.size, labels.length, table));
}

/** Writes a GLiNER model in which every word means one of the labels, or nothing. */
export async function writeGliner(
  models: TestModels,
  folder: string,
  tokenizer: TestTokenizer,
  meaning: Readonly<Record<string, string>>,
  config: object = {},
): Promise<void> {
  const labels = [...new Set(Object.values(meaning))];
  const vectors = Array.from({ length: tokenizer.size }, () => labels.map(() => -20));
  for (const [word, label] of Object.entries(meaning)) {
    vectors[tokenizer.idOf(word)] = labels.map((name) => (name === label ? 5 : -20));
  }
  for (const label of labels) vectors[tokenizer.idOf(label)] = labels.map((name) => (name === label ? 1 : 0));
  await models.write(folder, 'gliner_config.json', { max_width: 4, max_len: 64, ...config });
  await models.write(folder, 'tokenizer.json', tokenizer.json);
  await models.write(folder, 'model.onnx', meaningGliner(vectors, tokenizer.idOf('<<ENT>>')));
}
