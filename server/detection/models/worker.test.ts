import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DetectorDefinition, detectorDefinition } from '../../contract/detectors.ts';
import { createDetector } from '../createDetector.ts';
import type { DetectionOptions } from '../types.ts';
import { newModelsDir, type TestModels, writeClassifier } from '../../../test/helpers/detection/models/modelFolders.ts';
import { wordPiece } from '../../../test/helpers/detection/models/tokenizers.ts';

const resourcesDir = join(import.meta.dirname, '../../../resources');
const OPTIONS: DetectionOptions = {
  language: 'de',
  level: 'balanced',
  categories: { person: true, email: true },
  terms: [],
};
/** A word that nothing in the product holds for a name. */
const TEXT = 'das zork liegt dort, mira@beispielpost.de.';
const define = (rest: object): DetectorDefinition =>
  detectorDefinition.parse({ name: 'tiny', kind: 'token_classification', folder: 'tiny', ...rest });

let models: TestModels;
let plugged: readonly DetectorDefinition[] = [];
let detector: ReturnType<typeof createDetector>;
beforeAll(async () => {
  models = await newModelsDir();
  await writeClassifier(models, 'tiny', wordPiece(['zork']), { zork: 'B-PER' });
  detector = createDetector({
    ...{ threads: 1, resourcesDir, modelsDir: models.dir },
    plugged: () => Promise.resolve(plugged),
  });
});
afterAll(async () => {
  await detector.close();
  await models.remove();
});

describe('plugged detectors in the detection thread', () => {
  it('add to the finds of the product, and changes of the settings count at once', async () => {
    plugged = [];
    const { spans: without, stages: none } = await detector.detect(TEXT, OPTIONS);
    expect(without.map(({ category }) => category)).toEqual(['email']);
    expect(none).toEqual([]);
    plugged = [define({})];
    const { spans, stages } = await detector.detect(TEXT, OPTIONS);
    expect(spans.map(({ start, end, sources }) => [TEXT.slice(start, end), sources])).toContainEqual([
      'zork',
      ['model:tiny'],
    ]);
    expect(spans.map(({ category }) => category)).toContain('email');
    expect(stages).toMatchObject([{ id: 'model:tiny', state: 'ran' }]);
    plugged = [define({ labels: { PER: null } })];
    expect((await detector.detect(TEXT, OPTIONS)).spans.map(({ category }) => category)).toEqual(['email']);
  });

  it('fail the text when they are required and broken, and again until they work', async () => {
    plugged = [define({ folder: 'later' })];
    const failure = { code: 'DETECTOR_UNAVAILABLE', details: { detector: 'tiny', reason: 'folder_missing' } };
    await expect(detector.detect(TEXT, OPTIONS)).rejects.toMatchObject(failure);
    await expect(detector.detect(TEXT, OPTIONS)).rejects.toMatchObject(failure);
    await writeClassifier(models, 'later', wordPiece(['zork']), { zork: 'B-PER' });
    expect((await detector.detect(TEXT, OPTIONS)).stages).toMatchObject([{ state: 'ran' }]);
  });

  it('are left out when they are optional and broken, and the result says so', async () => {
    plugged = [define({ folder: 'nowhere', need: 'optional' })];
    const { spans, stages } = await detector.detect(TEXT, OPTIONS);
    expect(spans.map(({ category }) => category)).toContain('email');
    expect(stages).toEqual([{ id: 'model:tiny', state: 'failed', version: null }]);
  });

  it('end with the thread when a text is cancelled', async () => {
    plugged = [define({})];
    const abort = new AbortController();
    const running = detector.detect('das zork kam. '.repeat(200_000), OPTIONS, abort.signal);
    setTimeout(() => abort.abort(), 200);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect((await detector.detect(TEXT, OPTIONS)).stages).toMatchObject([{ state: 'ran' }]);
  });

  it('can be tried out without being added', async () => {
    plugged = [];
    expect(await detector.tryDetector(define({}), TEXT)).toMatchObject({
      finds: [{ start: 4, end: 8, text: 'zork', category: 'person' }],
      labels: [{ label: 'PER', category: 'person' }],
    });
  });
});

it('leaves no trace of the runtime’s telemetry on the disk', async () => {
  const home = await mkdtemp(join(tmpdir(), 'deckname-home-'));
  const temporary = join(home, 'tmp');
  await mkdir(temporary);
  const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: temporary, TEMP: temporary, LOCALAPPDATA: home };
  const script = join(import.meta.dirname, '..', '..', '..', 'test', 'helpers', 'detection', 'models', 'runOneText.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  expect(stdout).toBe('Zork');
  expect(await readdir(home, { recursive: true })).toEqual(['tmp']);
  await rm(home, { recursive: true });
});
