/**
 * Trains the tagger and writes it to resources/tagger:
 *
 *   node build/tagger/train.ts --data DIR [--work DIR] [--out DIR] [--with-dev] [--variants 8] [--epochs 3] [--from-epoch 0]
 *
 * DIR holds the corpora, gazetteers and office text named in resources/tagger/MODEL.md. Needs Python 3 with PyTorch ≥ 1.13 and NumPy
 * (Debian: python3-torch, libopenblas0-pthread). Every epoch sees versions of the texts of its own. The same sources give the same
 * training set; on one machine the same model. --from-epoch goes on with the work folder of a run that was ended.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadGazetteers } from '../../server/detection/gazetteers/index.ts';
import { TAGGER_VERSION } from '../../server/detection/version.ts';
import { readOffice, readWritten } from './annotated.ts';
import { readCorpora } from './corpora.ts';
import { createPools } from './pools.ts';
import { prepareDev, prepareTraining } from './prepare.ts';

const root = join(import.meta.dirname, '../..');
const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    work: { type: 'string', default: join(root, 'build/.tagger') },
    out: { type: 'string', default: join(root, 'resources/tagger') },
    python: { type: 'string', default: 'python3' },
    variants: { type: 'string', default: '8' },
    'corpus-variants': { type: 'string', default: '2' },
    epochs: { type: 'string', default: '3' },
    'from-epoch': { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    'with-dev': { type: 'boolean', default: false },
  },
});
if (flags.data === undefined) throw new Error('--data DIR is required');
const { data, work } = flags;

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} failed`);
}

// Word lists without the words of the training text, or every unknown word would look like a name.
const lists = join(work, 'gazetteers');
run(process.execPath, [join(root, 'build/gazetteers/compile.ts'), '--data', data, '--out', lists, '--without-office']);
const gazetteers = loadGazetteers(lists);
const written = join(import.meta.dirname, 'text');
const texts = [...readOffice(join(data, 'office')), ...readWritten(written)];
const own = flags['with-dev'] ? texts : texts.filter(({ isDev }) => !isDev);
const dev = prepareDev(
  texts.filter(({ isDev }) => isDev),
  gazetteers,
);
dev.write(join(work, 'dev'));
console.log(`${own.length} texts of our own to train on, ${dev.tokens} tokens held out`);
const corpora = readCorpora(data);
const pools = createPools(data, written);
const epochs = Number(flags.epochs);
for (let epoch = Number(flags['from-epoch']); epoch < epochs; epoch += 1) {
  const training = prepareTraining(
    { own, corpora, gazetteers, pools },
    {
      variants: Number(flags.variants),
      corpusVariants: Number(flags['corpus-variants']),
      seed: Number(flags.seed) + epoch,
    },
  );
  training.write(join(work, 'train'));
  console.log(`epoch ${epoch + 1}: ${training.tokens} tokens`);
  const script = join(import.meta.dirname, 'train.py');
  run(flags.python, [
    ...[script, '--work', work, '--out', flags.out, '--seed', flags.seed],
    ...['--epoch', String(epoch), '--version', TAGGER_VERSION, ...(epoch + 1 === epochs ? ['--last'] : [])],
  ]);
}
