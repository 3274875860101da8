import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../../server/contract/index.ts';
import { newModelsDir, type TestModels, writeClassifier } from '../helpers/detection/models/modelFolders.ts';
import { wordPiece } from '../helpers/detection/models/tokenizers.ts';
import { bootServer, type BootedServer } from '../helpers/bootServer.ts';

/** A word that nothing in the product holds for a name. */
const TEXT = 'das zork steht neben mira@beispielpost.de.';
const ADMIN = '/v1/admin/detectors';
const tiny = (rest: object = {}) => ({ name: 'tiny', kind: 'token_classification', folder: 'tiny', ...rest });
const model = (rest: object = {}) => ({
  ...{ name: 'llm', kind: 'language_model', url: 'http://127.0.0.1:9/v1', model: 'm', categories: ['person'] },
  ...rest,
});

let models: TestModels;
let server: BootedServer;
beforeAll(async () => {
  models = await newModelsDir();
  await writeClassifier(models, 'tiny', wordPiece(['zork', 'CANARY']), { zork: 'B-PER' });
  server = await bootServer({
    config: {
      modelsDir: models.dir,
      detectors: [contract.detectorDefinition.parse(model({ name: 'fixed', enabled: false }))],
    },
  });
});
afterAll(async () => {
  await server.stop();
  await models.remove();
});

const list = async () => (await server.call('GET', ADMIN)).read(contract.listDetectors.response.schema);
const code = ({ status, body }: { status: number; body: unknown }): unknown => [
  status,
  z.object({ code: z.string() }).parse(body).code,
];
async function job(options: object = {}) {
  const created = await server.call('POST', '/v1/jobs/upload-text', { text: TEXT, language: 'de', ...options });
  return server.finished(created.read(contract.jobCreated).job_id);
}
async function withDetector(definition: object, work: () => Promise<void>): Promise<void> {
  expect((await server.call('POST', ADMIN, { definition })).status).toBe(201);
  try {
    await work();
  } finally {
    const { name } = z.object({ name: z.string() }).parse(definition);
    expect((await server.call('DELETE', `${ADMIN}/${name}`)).status).toBe(204);
  }
}

describe('detectors over HTTP', () => {
  it('are listed with what ships, what is configured and what could be added', async () => {
    const { builtIn, detectors, folders, modelsDir } = await list();
    expect(builtIn.recognizers).toMatch(/^\d/);
    expect(detectors).toMatchObject([{ definition: { name: 'fixed', need: 'required' }, origin: 'configuration' }]);
    expect(folders).toEqual([{ name: 'tiny', kind: 'token_classification' }]);
    expect(modelsDir).toBe(models.dir);
  });

  it('are added, changed, renamed and removed', async () => {
    const created = await server.call('POST', ADMIN, { definition: tiny() });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      detector: {
        definition: { ...tiny(), enabled: true, need: 'required', labels: {}, threshold: 0.5 },
        origin: 'settings',
      },
    });
    expect(code(await server.call('POST', ADMIN, { definition: tiny() }))).toEqual([409, 'NAME_TAKEN']);
    const renamed = tiny({ name: 'other', enabled: false, labels: { PER: 'organization' } });
    expect((await server.call('PUT', `${ADMIN}/tiny`, { definition: renamed })).status).toBe(200);
    expect((await list()).detectors.map(({ definition }) => definition.name)).toEqual(['fixed', 'other']);
    expect(code(await server.call('PUT', `${ADMIN}/tiny`, { definition: tiny() }))).toEqual([
      404,
      'DETECTOR_NOT_FOUND',
    ]);
    const taken = tiny({ name: 'fixed' });
    expect(code(await server.call('PUT', `${ADMIN}/other`, { definition: taken }))).toEqual([409, 'NAME_TAKEN']);
    expect((await list()).detectors).toHaveLength(2);
    await server.restart();
    expect((await list()).detectors[1]).toMatchObject({
      definition: { name: 'other', labels: { PER: 'organization' } },
    });
    expect((await server.call('DELETE', `${ADMIN}/other`)).status).toBe(204);
    expect(code(await server.call('DELETE', `${ADMIN}/other`))).toEqual([404, 'DETECTOR_NOT_FOUND']);
    const audit = z.object({ entries: z.array(z.object({ action: z.string() })) });
    const { entries } = (await server.call('GET', '/v1/admin/audit')).read(audit);
    for (const action of ['detector.created', 'detector.changed', 'detector.deleted']) {
      expect(entries.map((entry) => entry.action)).toContain(action);
    }
  });

  it('of the configuration cannot be changed', async () => {
    expect(code(await server.call('DELETE', `${ADMIN}/fixed`))).toEqual([409, 'DETECTOR_READ_ONLY']);
    const definition = model({ name: 'fixed' });
    expect(code(await server.call('PUT', `${ADMIN}/fixed`, { definition }))).toEqual([409, 'DETECTOR_READ_ONLY']);
  });

  it('are refused when they lead anywhere else', async () => {
    for (const definition of [
      ...['../tiny', '/etc', 'a/b', ''].map((folder) => tiny({ folder })),
      ...['http://192.168.0.9/v1', 'https://example.org/v1', 'http://CANARY-77/'].map((url) => model({ url })),
      tiny({ labels: { PER: 'CANARY-77' } }),
      tiny({ threshold: 2 }),
      model({ categories: [] }),
      { name: 'Upper Case', kind: 'gliner', folder: 'tiny' },
    ]) {
      const answer = await server.call('POST', ADMIN, { definition });
      expect(code(answer)).toEqual([400, 'INVALID_BODY']);
      expect(answer.text).not.toContain('CANARY-77');
    }
  });

  it('are limited in number', async () => {
    const names = Array.from({ length: contract.LIMITS.detectors }, (_, index) => `many-${index}`);
    for (const name of names) {
      expect((await server.call('POST', ADMIN, { definition: tiny({ name, enabled: false }) })).status).toBe(201);
    }
    expect(code(await server.call('POST', ADMIN, { definition: tiny() }))).toEqual([409, 'TOO_MANY_DETECTORS']);
    for (const name of names) expect((await server.call('DELETE', `${ADMIN}/${name}`)).status).toBe(204);
  });

  it('belong to owners and admins', async () => {
    const password = 'long enough 1';
    const user = { email: 'mia@example.org', name: 'Mia', role: 'member', password };
    expect((await server.call('POST', '/v1/admin/users', user)).status).toBe(201);
    const login = await server.call('POST', '/v1/auth/login', { email: user.email, password });
    const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!;
    const headers = { cookie, 'x-requested-with': 'deckname', 'content-type': 'application/json' };
    for (const [method, path, body] of [
      ['GET', ADMIN, undefined],
      ['POST', ADMIN, { definition: tiny() }],
      ['POST', `${ADMIN}/try`, { definition: tiny(), text: TEXT }],
    ] as const) {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(new URL(`api${path}`, server.url), init);
      expect(code({ status: answer.status, body: await answer.json() })).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('are tried on a sample without being added', async () => {
    const answer = await server.call('POST', `${ADMIN}/try`, { definition: tiny(), text: TEXT });
    expect(answer.read(contract.tryDetectorResult)).toMatchObject({
      finds: [{ start: 4, end: 8, text: 'zork', category: 'person' }],
      labels: [{ label: 'PER', category: 'person' }],
    });
    const broken = await server.call('POST', `${ADMIN}/try`, { definition: tiny({ folder: 'gone' }), text: 'CANARY' });
    expect(code(broken)).toEqual([503, 'DETECTOR_UNAVAILABLE']);
    expect(broken.body).toMatchObject({ details: { detector: 'tiny', reason: 'folder_missing' } });
    const nobody = await server.call('POST', `${ADMIN}/try`, { definition: model(), text: 'CANARY' });
    expect(nobody.body).toMatchObject({ details: { detector: 'llm', reason: 'unreachable' } });
    expect(broken.text + nobody.text + server.logLines.join('')).not.toContain('CANARY');
  });
});

describe('jobs', () => {
  it('use the detectors of the installation and record them', async () => {
    await withDetector(tiny(), async () => {
      const done = (await job()).read(contract.jobCompleted);
      expect(done.anonymized_text_raw).toMatch(/^das \[\[person-\w+\]\] steht neben \[\[email-\w+\]\]\.$/);
      expect(done.metadata.engine.detectors).toContainEqual({
        ...{ id: 'model:tiny', state: 'ran' },
        version: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      });
    });
    const without = (await job()).read(contract.jobCompleted);
    expect(without.anonymized_text_raw).toContain('zork');
    expect(without.metadata.engine.detectors?.map(({ id }) => id)).not.toContain('model:tiny');
  });

  it('mask what the level asks for, of the account or of the job', async () => {
    // The softmax over four labels makes 0.39 of 0.65, 0.55 of 1.3 and 0.98 of 6.
    const tags = { zork: 'B-PER', blint: 'B-PER', quux: 'B-PER', mumble: 'B-LOC', fnord: 'B-ORG' };
    const scores = { blint: 1.3, quux: 0.65 };
    await writeClassifier(models, 'doubtful', wordPiece(Object.keys(tags)), tags, {}, scores);
    const text = 'das zork und das blint und auch das quux sind weg.';
    const masked = async (options: object): Promise<string[]> => {
      const done = (await job({ text, ...options })).read(contract.jobCompleted);
      return ['zork', 'blint', 'quux'].filter((name) => !done.anonymized_text_raw.includes(name));
    };
    const definition = { name: 'doubtful', kind: 'token_classification', folder: 'doubtful', threshold: 0.1 };
    await withDetector(definition, async () => {
      expect(await masked({})).toEqual(['zork', 'blint']);
      expect(await masked({ level: 'fast' })).toEqual(['zork']);
      expect(await masked({ level: 'strict' })).toEqual(['zork', 'blint', 'quux']);
      for (const [level, expected] of [
        ['fast', ['zork']],
        ['strict', ['zork', 'blint', 'quux']],
        ['balanced', ['zork', 'blint']],
      ] as const) {
        expect((await server.call('PATCH', '/v1/account', { settings: { level } })).status).toBe(200);
        expect(await masked({})).toEqual(expected);
      }
    });
  });

  it('fail when a required detector cannot work, and mask nothing', async () => {
    await withDetector(tiny({ folder: 'gone' }), async () => {
      const failed = (await job()).read(contract.jobFailed);
      expect(failed).toMatchObject({ status: 'failed', code: 'DETECTOR_UNAVAILABLE' });
      expect(failed.error).toContain('tiny');
    });
  });

  it('go on without an optional one and say so', async () => {
    await withDetector(model({ need: 'optional' }), async () => {
      const done = (await job()).read(contract.jobCompleted);
      expect(done.anonymized_text_raw).toContain('[[email-');
      expect(done.metadata.engine.detectors).toContainEqual({ id: 'model:llm', state: 'failed', version: 'm' });
    });
  });
});
