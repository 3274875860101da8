import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { bootServer, type BootedServer } from '../helpers/bootServer.ts';
import { refusal, succeeded } from '../helpers/workspace.ts';

/** Long enough that it is still being read when the next request comes. */
const LONG_TEXT =
  'Frau Anna Müller aus Bremen schrieb am 3. Mai 2024 an Herrn Jonas Weber, Telefon 0421 5550123. '.repeat(3_000);
const created = z.object({ job_id: z.string() });
const state = z.object({ status: z.string(), code: z.string().optional() });

let server: BootedServer;
beforeAll(async () => {
  server = await bootServer({ config: { workers: 1 } });
});
afterAll(() => server.stop());
beforeEach(() => server.whenIdle());

const begin = async (text: string): Promise<string> =>
  succeeded(await server.call('POST', '/anonymize', { text, language: 'de' }), 202).read(created).job_id;
const ask = (id: string, wait: string) => server.call('GET', `/status/${id}?wait=${encodeURIComponent(wait)}`);
const timed = async <T>(work: Promise<T>): Promise<{ answer: T; seconds: number }> => {
  const begun = performance.now();
  return { answer: await work, seconds: (performance.now() - begun) / 1_000 };
};

it.each(['31', '-1', '1.5', '1e1', '', 'lang', '0x5'])('a wait of %s is refused', async (wait) => {
  const id = await begin('Anna Müller');
  expect(refusal(await ask(id, wait))).toEqual([400, 'INVALID_QUERY']);
});

it('a question waits for the end of the job and not longer', async () => {
  const id = await begin(LONG_TEXT);
  expect((await ask(id, '0')).read(state).status).toBe('processing');
  const { answer, seconds } = await timed(ask(id, '30'));
  expect([answer.status, answer.read(state).status]).toEqual([200, 'completed']);
  expect(seconds).toBeLessThan(30);
  const job = await server.call('GET', `/v1/jobs/${id}`);
  const ended = job.read(z.object({ job: z.object({ completed_at: z.string() }) })).job.completed_at;
  expect(Date.now() - Date.parse(ended)).toBeLessThan(2_000);
  // What has ended is answered at once.
  const again = await timed(ask(id, '30'));
  expect([again.answer.read(state).status, again.seconds < 5]).toEqual(['completed', true]);
});

it('many wait for one job', async () => {
  const id = await begin(LONG_TEXT);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(id, '30')));
  expect(new Set(answers.map((answer) => answer.read(state).status))).toEqual(new Set(['completed']));
});

it('a job that goes on is told of when the time is over', async () => {
  const ids = [await begin(LONG_TEXT), await begin(LONG_TEXT), await begin(LONG_TEXT)];
  const { answer, seconds } = await timed(ask(ids.at(-1)!, '1'));
  expect(answer.read(state).status).toBe('processing');
  expect(seconds).toBeGreaterThan(0.9);
});

it('a job that is stopped or deleted meanwhile is told of at once', async () => {
  const [, second, third] = [await begin(LONG_TEXT), await begin(LONG_TEXT), await begin(LONG_TEXT)];
  const waiting = [timed(ask(second, '30')), timed(ask(third, '30'))] as const;
  succeeded(await server.call('POST', `/v1/jobs/${second}/cancel`), 200);
  expect((await waiting[0]).answer.read(state)).toEqual({ status: 'failed', code: 'JOB_CANCELLED' });
  succeeded(await server.call('DELETE', `/v1/jobs/${third}`), 204);
  const gone = await waiting[1];
  expect([200, 404]).toContain(gone.answer.status);
  expect(gone.seconds).toBeLessThan(20);
  expect(refusal(await ask(third, '30'))).toEqual([404, 'JOB_NOT_FOUND']);
});

it('a server that ends keeps nobody waiting', async () => {
  const ids = [await begin(LONG_TEXT), await begin(LONG_TEXT)];
  const waiting = timed(ask(ids[1]!, '30'));
  await ask(ids[1]!, '0');
  await server.restart();
  const { answer, seconds } = await waiting;
  expect([200, 503]).toContain(answer.status);
  expect(seconds).toBeLessThan(10);
});
