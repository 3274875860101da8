import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  newModelsDir,
  type TestModels,
  writeClassifier,
  writeGliner,
} from '../helpers/detection/models/modelFolders.ts';
import { wordPiece } from '../helpers/detection/models/tokenizers.ts';

/** Tiny models that the browser tests add: they know a few names. */
export async function tinyModels(): Promise<TestModels> {
  const models = await newModelsDir();
  const names = { zork: 'B-PER', blint: 'I-PER', quux: 'B-ORG', mumble: 'B-MISC' };
  await writeClassifier(models, 'court-names', wordPiece(Object.keys(names)), names);
  const meaning = { zork: 'person', quux: 'company' };
  const tokenizer = wordPiece([...Object.keys(meaning), 'person', 'company'], ['<<ENT>>', '<<SEP>>']);
  await writeGliner(models, 'gliner-small', tokenizer, meaning);
  return models;
}

/** A language model on this machine that finds one name in everything. @returns its base address */
export async function tinyLanguageModel(): Promise<{ url: string; close: () => Promise<unknown> }> {
  const content = JSON.stringify({ finds: [{ text: 'zork', category: 'person' }] });
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ choices: [{ message: { content } }] })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
