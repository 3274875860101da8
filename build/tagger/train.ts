/**
 * Trains the tagger and writes it to resources/tagger:
 *
 *   node build/tagger/train.ts --data DIR [--work DIR] [--out DIR] [--with-dev] [--variants 10] [--epochs 2] [--only prepare|train]
 *
 * DIR holds the corpora, gazetteers and office text named in resources/tagger/MODEL.md. Needs Python 3 with PyTorch ≥ 1.13 and NumPy
 * (Debian: python3-torch, libopenblas0-pthread). The same sources give the same training set; on one machine the same model.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadGazetteers } from '../../server/detection/gazetteers/index.ts';
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
    variants: { type: 'string', default: '10' },
    'corpus-variants': { type: 'string', default: '2' },
    epochs: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    'with-dev': { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
if (flags.data === undefined) throw new Error('--data DIR is required');
const { data, work } = flags;

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} failed`);
}

if (flags.only !== 'train') {
  // Word lists without the words of the training text, or every unknown word would look like a name.
  const lists = join(work, 'gazetteers');
  run(process.execPath, [
    join(root, 'build/gazetteers/compile.ts'),
    '--data',
    data,
    '--out',
    lists,
    '--without-office',
  ]);
  const gazetteers = loadGazetteers(lists);
  const written = join(import.meta.dirname, 'text');
  const texts = [...readOffice(join(data, 'office')), ...readWritten(written)];
  const own = flags['with-dev'] ? texts : texts.filter(({ isDev }) => !isDev);
  const dev = prepareDev(
    texts.filter(({ isDev }) => isDev),
    gazetteers,
  );
  dev.write(join(work, 'dev'));
  const training = prepareTraining(
    { own, corpora: readCorpora(data), gazetteers, pools: createPools(data, written) },
    {
      variants: Number(flags.variants),
      corpusVariants: Number(flags['corpus-variants']),
      seed: Number(flags.seed),
    },
  );
  training.write(join(work, 'train'));
  console.log(`${own.length} own texts, ${training.tokens} tokens to train on, ${dev.tokens} held out`);
}
if (flags.only !== 'prepare') {
  const script = join(import.meta.dirname, 'train.py');
  run(flags.python, [script, '--work', work, '--out', flags.out, '--epochs', flags.epochs, '--seed', flags.seed]);
}
