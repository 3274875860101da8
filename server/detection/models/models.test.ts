import { symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DetectorDefinition, detectorDefinition } from '../../contract/detectors.ts';
import { createTextView } from '../view.ts';
import { listModelFolders } from './modelFolder.ts';
import { createPluggedDetector } from './plugged.ts';
import {
  newModelsDir,
  type TestModels,
  writeClassifier,
  writeGliner,
} from '../../../test/helpers/detection/models/modelFolders.ts';
import { byteLevel, unigram, wordPiece } from '../../../test/helpers/detection/models/tokenizers.ts';
import { tryPlugged } from './trial.ts';

const NAMES = { Anna: 'B-PER', Roth: 'I-PER', Leipzig: 'B-LOC', Holm: 'B-PER' };
const WORDS = Object.keys(NAMES);

let models: TestModels;
beforeAll(async () => {
  models = await newModelsDir();
  await writeClassifier(models, 'pieces', wordPiece(WORDS), NAMES);
  await writeClassifier(models, 'sentencepiece', unigram(WORDS), NAMES);
  await writeClassifier(models, 'bytes', byteLevel(WORDS), NAMES);
  const prompt = ['<<ENT>>', '<<SEP>>'];
  const meaning = { Anna: 'person', Roth: 'person', Leipzig: 'town', Holm: 'person' };
  await writeGliner(models, 'gliner', wordPiece([...WORDS, 'person', 'town'], prompt), meaning);
  await writeGliner(models, 'gliner-unigram', unigram([...WORDS, 'person', 'town'], prompt), meaning);
});
afterAll(() => models.remove());

const define = (rest: object): DetectorDefinition => detectorDefinition.parse({ name: 'test', ...rest });
const classifier = (folder: string, rest: object = {}): DetectorDefinition =>
  define({ kind: 'token_classification', folder, ...rest });
const gliner = (folder: string, rest: object = {}): DetectorDefinition =>
  define({ kind: 'gliner', folder, labels: { person: 'person', town: 'location' }, ...rest });
const find = async (definition: DetectorDefinition, text: string): Promise<string[]> => {
  const { finds } = await tryPlugged(definition, models.dir, text);
  return finds.map((found) => `${found.category}: ${found.text}`);
};

describe.each(['pieces', 'sentencepiece', 'bytes'])('a token classifier over %s', (folder) => {
  it('joins words and leaves marks outside', async () => {
    expect(await find(classifier(folder), 'Gestern kam Anna Roth, danach Holm: Leipzig.')).toEqual([
      'person: Anna Roth',
      'person: Holm',
      'location: Leipzig',
    ]);
  });

  it('keeps offsets exact around emoji, combining marks and odd spaces', async () => {
    const text = '👩‍🚀e\u0301 \u00a0Anna\tRoth\r\n𝒜 – Leipzig👍🏽';
    expect(await find(classifier(folder), text)).toEqual(['person: Anna\tRoth', 'location: Leipzig']);
  });

  it('joins nothing over a blank line', async () => {
    expect(await find(classifier(folder), 'Anna\n\nRoth')).toEqual(['person: Anna', 'person: Roth']);
    expect(await find(classifier(folder), 'Anna\nRoth')).toEqual(['person: Anna\nRoth']);
  });

  it('sees every word of a long text once, wherever windows meet', async () => {
    const text = Array.from({ length: 900 }, (_, at) => (at % 7 === 0 ? 'Anna Roth' : 'und')).join(' ');
    expect(await find(classifier(folder), text)).toEqual(Array.from({ length: 129 }, () => 'person: Anna Roth'));
  });
});

describe('a token classifier', () => {
  it('takes windows as small as its positions', async () => {
    await writeClassifier(models, 'short', wordPiece(WORDS), NAMES, { max_position_embeddings: 14 });
    const text = 'und '.repeat(7) + 'Anna Roth ' + 'und '.repeat(30) + 'Donaudampfschifffahrtsgesellschaft Holm';
    expect(await find(classifier('short'), text)).toEqual(['person: Anna Roth', 'person: Holm']);
  });

  it.each([
    ['BIOES', { Anna: 'B-PER', Roth: 'E-PER', Holm: 'S-PER' }],
    ['BILOU', { Anna: 'B-PER', Roth: 'L-PER', Holm: 'U-PER' }],
  ])('reads %s', async (scheme, tags) => {
    await writeClassifier(models, scheme, wordPiece(WORDS), tags);
    expect(await find(classifier(scheme), 'Anna Roth Holm Holm')).toEqual([
      'person: Anna Roth',
      'person: Holm',
      'person: Holm',
    ]);
  });

  it('reads plain labels, and begins anew with B', async () => {
    await writeClassifier(models, 'plain', wordPiece(WORDS), { Anna: 'PERSON', Roth: 'PERSON', Leipzig: 'GPE' });
    expect(await find(classifier('plain'), 'Anna Roth Leipzig')).toEqual(['person: Anna Roth', 'location: Leipzig']);
    expect(await find(classifier('pieces'), 'Anna Anna Roth')).toEqual(['person: Anna', 'person: Anna Roth']);
  });

  it('maps labels by the setting first, then by the table, and ignores unknown ones', async () => {
    await writeClassifier(models, 'labels', wordPiece(WORDS), {
      ...{ Anna: 'B-FIRST_NAME', Roth: 'B-LAST-NAME', Leipzig: 'B-Foo', Holm: 'B-ORG' },
    });
    expect(await find(classifier('labels'), 'Anna, Roth, Leipzig, Holm')).toEqual([
      'person: Anna',
      'person: Roth',
      'organization: Holm',
    ]);
    const labels = { Foo: 'location', ORG: null };
    const trial = await tryPlugged(classifier('labels', { labels }), models.dir, 'Leipzig, Holm');
    expect(trial.finds).toMatchObject([{ category: 'location', text: 'Leipzig', start: 0, end: 7 }]);
    expect(trial.labels).toEqual([
      { label: 'FIRST_NAME', category: 'person' },
      { label: 'LAST-NAME', category: 'person' },
      { label: 'Foo', category: 'location' },
      { label: 'ORG', category: null },
    ]);
  });

  it('gives the probability of the softmax and drops what lies under the threshold', async () => {
    // The scores are 0, 6, 0 and 0; B-PER and I-PER both say person.
    const expected = (Math.exp(6) + 1) / (Math.exp(6) + 3);
    const { finds, version } = await tryPlugged(classifier('pieces'), models.dir, 'Holm');
    expect(finds[0]?.confidence).toBeCloseTo(expected, 5);
    expect(version).toMatch(/^[0-9a-f]{12}$/);
    expect(await find(classifier('pieces', { threshold: 0.999 }), 'Holm')).toEqual([]);
  });
});

describe.each(['gliner', 'gliner-unigram'])('a GLiNER model: %s', (folder) => {
  it('finds what its labels name, the longest span among equals', async () => {
    expect(await find(gliner(folder), 'Gestern kam Anna Roth, danach fuhr Holm nach Leipzig.')).toEqual([
      'person: Anna Roth',
      'person: Holm',
      'location: Leipzig',
    ]);
  });

  it('asks for its labels alone', async () => {
    expect(await find(gliner(folder, { labels: { town: 'address' } }), 'Anna, Leipzig')).toEqual(['address: Leipzig']);
  });

  it('keeps offsets exact, and sees every word of a long text once', async () => {
    expect(await find(gliner(folder), '👩‍🚀e\u0301 𝒜 Anna\u00a0Roth👍🏽')).toEqual(['person: Anna\u00a0Roth']);
    const text = Array.from({ length: 400 }, (_, at) => (at % 9 === 0 ? 'Anna Roth' : 'und')).join(' ');
    expect(await find(gliner(folder), text)).toEqual(Array.from({ length: 45 }, () => 'person: Anna Roth'));
  });
});

it('never throws for any text, and finds nothing outside it', async () => {
  const plugged = [classifier('sentencepiece'), classifier('bytes'), gliner('gliner')].map((definition) =>
    createPluggedDetector(definition, models.dir),
  );
  const piece = fc.oneof(
    fc.constantFrom(...WORDS, ' ', '\n', '-', '_', '<<ENT>>', '[SEP]', '<s>'),
    fc.string({ unit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const text = pieces.join('');
      for (const detector of plugged) {
        const options = { level: 'strict', categories: {}, terms: [] } as const;
        for (const { start, end } of await detector.propose(createTextView(text, 'de'), options)) {
          expect(text.slice(start, end)).not.toBe('');
          for (const edge of [start, end]) {
            expect(text.slice(edge - 1, edge + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
          }
        }
      }
    }),
    { numRuns: 300 },
  );
  await Promise.all(plugged.map((detector) => detector.release()));
});

it.each(['pieces', 'sentencepiece', 'bytes'])('takes endless words over %s', async (folder) => {
  const text = `${'Anna'.repeat(100_000)} ${'e\u0301'.repeat(50_000)} ${'👩‍'.repeat(50_000)} Roth, Anna`;
  expect((await find(classifier(folder), text)).at(-1)).toBe('person: Anna');
});

it('keeps the best of all spans when every span is a find', async () => {
  const text = 'Anna und '.repeat(2_000);
  const { finds } = await tryPlugged(gliner('gliner', { threshold: 0 }), models.dir, text);
  const ends = [0, ...finds.map(({ end }) => end)];
  finds.forEach(({ start }, index) => expect(start).toBeGreaterThanOrEqual(ends[index]!));
  // The two ends of a span count, so "Anna und Anna" is as good as "Anna" and longer.
  expect(finds.filter((found) => found.text === 'Anna und Anna').length).toBeGreaterThan(900);
});

describe('a model that cannot be used', () => {
  const reason = async (definition: DetectorDefinition): Promise<unknown> => {
    const error: unknown = await tryPlugged(definition, models.dir, 'Anna').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'DETECTOR_UNAVAILABLE', details: { detector: 'test' } });
    return (error as { details: { reason: unknown } }).details.reason;
  };
  const broken = async (folder: string, file: string, content: object | Buffer | string): Promise<unknown> => {
    await writeClassifier(models, folder, wordPiece(WORDS), NAMES);
    await models.write(folder, file, content);
    return reason(classifier(folder));
  };

  it('says what is missing', async () => {
    expect(await reason(classifier('nowhere'))).toBe('folder_missing');
    await models.write('empty', 'config.json', { id2label: { 0: 'O', 1: 'PER' } });
    expect(await reason(classifier('empty'))).toBe('file_missing');
    expect(await reason(gliner('pieces'))).toBe('file_missing');
  });

  it('refuses files that are no model', async () => {
    expect(await broken('bad-config', 'config.json', '{"id2label":')).toBe('not_a_model');
    expect(await broken('bad-labels', 'config.json', { id2label: { 0: 'O', 7: 'PER' } })).toBe('not_a_model');
    expect(await broken('bad-tokenizer', 'tokenizer.json', { model: 7 })).toBe('not_a_model');
    expect(await broken('bad-network', 'model.onnx', 'import os')).toBe('not_a_model');
  });

  it('refuses networks of another shape', async () => {
    expect(await broken('fewer', 'config.json', { id2label: { 0: 'O', 1: 'PER' } })).toBe('unsupported_model');
    await writeGliner(
      models,
      'token-level',
      wordPiece(WORDS, ['<<ENT>>', '<<SEP>>']),
      { Anna: 'Roth' },
      { span_mode: 'token_level' },
    );
    expect(await reason(gliner('token-level'))).toBe('unsupported_model');
  });

  it('refuses files over the limit before it reads them', async () => {
    await writeClassifier(models, 'large', wordPiece(WORDS), NAMES);
    await truncate(join(models.dir, 'large', 'model.onnx'), 2 * 1024 ** 3);
    expect(await reason(classifier('large'))).toBe('file_too_large');
  });

  it.skipIf(process.platform === 'win32')('follows no symbolic link, for folders and files', async () => {
    await symlink(join(models.dir, 'pieces'), join(models.dir, 'linked'));
    expect(await reason(classifier('linked'))).toBe('folder_missing');
    await models.write('linked-file', 'config.json', { id2label: { 0: 'O', 1: 'PER' } });
    await symlink(join(models.dir, 'pieces', 'tokenizer.json'), join(models.dir, 'linked-file', 'tokenizer.json'));
    expect(await reason(classifier('linked-file'))).toBe('file_missing');
  });

  it('cannot be named by a path', () => {
    for (const folder of ['../models', 'a/b', '..', '.hidden', '/etc']) {
      expect(() => classifier(folder)).toThrow();
    }
  });
});

it('lists the folders that hold a model', async () => {
  const listed = await listModelFolders(models.dir);
  expect(listed).toContainEqual({ name: 'pieces', kind: 'token_classification' });
  expect(listed).toContainEqual({ name: 'gliner', kind: 'gliner' });
  expect(listed.map(({ name }) => name)).not.toContain('linked');
  expect(listed.map(({ name }) => name)).not.toContain('empty');
  expect(await listModelFolders(join(models.dir, 'nowhere'))).toEqual([]);
});
