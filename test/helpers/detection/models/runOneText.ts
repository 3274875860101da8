/**
 * Runs a plugged network on one text in a process of its own: `node runOneText.ts`. What it leaves behind in the home folder and
 * the folder for temporary files is for the caller to see.
 */
import { join } from 'node:path';
import { createDetector } from '../../../../server/detection/createDetector.ts';
import { detectorDefinition } from '../../../../server/contract/detectors.ts';
import { newModelsDir, writeClassifier } from './modelFolders.ts';
import { wordPiece } from './tokenizers.ts';

const models = await newModelsDir();
await writeClassifier(models, 'tiny', wordPiece(['Zork']), { Zork: 'B-PER' });
const detector = createDetector({
  threads: 1,
  resourcesDir: join(import.meta.dirname, '../../../../resources'),
  modelsDir: models.dir,
  plugged: () => Promise.resolve([]),
});
const definition = detectorDefinition.parse({ name: 'tiny', kind: 'token_classification', folder: 'tiny' });
const { finds } = await detector.tryDetector(definition, 'Da war Zork.');
await detector.close();
await models.remove();
process.stdout.write(finds.map(({ text }) => text).join());
