import { expect, it, onTestFinished } from 'vitest';
import { HOSTILE_SHAPES } from '../../../../../test/helpers/growth.ts';
import { openTestMasker } from '../../../../../test/helpers/openTestMasker.ts';
import type { JsonObject } from '../../../../providers/types.ts';
import type { DetectionResult } from '../../../../detection/types.ts';
import { AppError } from '../../../../core/errors.ts';
import { createMaskThreads } from './createMaskThreads.ts';

const said = (content: string): JsonObject => ({ model: 'm', messages: [{ role: 'user', content }] });
const LETTER = 'Frau Anna Krauser, anna.krauser@example.org, wohnt in Bonn.\n';
const large = (text: string): string => text + 'Das ist ein Satz. '.repeat(2_000);

function openThreads() {
  const threads = createMaskThreads({ threads: 1 });
  onTestFinished(() => threads.close());
  let masked = 0;
  return {
    threads: { mask: (...order: Parameters<typeof threads.mask>) => ((masked += 1), threads.mask(...order)) },
    count: () => masked,
  };
}

it('masks a large body in a thread as it would be masked in place', async () => {
  const { threads, count } = openThreads();
  const text = large(LETTER + LETTER);
  const apart = await (await openTestMasker({ threads }).begin()).mask('chat', said(text));
  const here = await (await openTestMasker().begin()).mask('chat', said(text));
  expect(count()).toBe(1);
  expect(apart).toEqual(here);
  expect(apart.maskedValues).toBeGreaterThan(1);
  expect(JSON.stringify(apart.body)).not.toContain('Krauser');
});

it('hands over thousands of mappings', async () => {
  const { threads } = openThreads();
  const addresses = Array.from({ length: 3_000 }, (_, at) => `u${at}@a.example`);
  const spans = (text: string): DetectionResult => ({
    ...{ language: 'de', stages: [] },
    spans: [...text.matchAll(/u\d+@a\.example/g)].map(({ 0: found, index }) => ({
      ...{ start: index, end: index + found.length, category: 'email', confidence: 1, sources: ['test'] },
    })),
  });
  const masker = openTestMasker({ threads, detect: (text) => Promise.resolve(spans(text)) });
  const conversation = await masker.begin();
  const masked = await conversation.mask('chat', said(addresses.join(' ')));
  expect(masked.values.map(({ original }) => original)).toEqual(addresses);
  const content = (masked.body['messages'] as readonly JsonObject[]).at(-1)!['content'];
  const answer = { choices: [{ index: 0, message: { role: 'assistant', content } }] } as JsonObject;
  const restored = JSON.stringify(conversation.restore('chat', answer));
  expect(restored.includes(addresses.join(' '))).toBe(true);
});

it('refuses in a thread as in place, with the parameter', async () => {
  const { threads, count } = openThreads();
  const body = { ...said(large(LETTER)), model: 'anna.krauser@example.org' };
  const refusal = async (masker: ReturnType<typeof openTestMasker>) => {
    const error: unknown = await (await masker.begin()).mask('chat', body).catch((thrown: unknown) => thrown);
    if (!(error instanceof AppError)) throw new TypeError('the body was not refused');
    return { code: error.code, message: error.message, fields: error.fields };
  };
  const apart = await refusal(openTestMasker({ threads }));
  expect(apart).toEqual(await refusal(openTestMasker()));
  expect(apart).toMatchObject({ code: 'invalid_request', fields: { param: 'model' } });
  expect(count()).toBe(1);
});

it('ends with the reason of whoever gives up, and with the failure of a question', async () => {
  const { threads } = openThreads();
  const gone = new AbortController();
  const waiting = openTestMasker({ threads, detect: () => new Promise(() => gone.abort(new Error('gone'))) });
  const given = await waiting.begin({ signal: gone.signal });
  await expect(given.mask('chat', said(large(LETTER)))).rejects.toThrow('gone');

  const failing = openTestMasker({ threads, detect: () => Promise.reject(new Error('no engine')) });
  await expect((await failing.begin()).mask('chat', said(large(LETTER)))).rejects.toMatchObject({
    code: 'anonymization_failed',
  });
  const working = await openTestMasker({ threads }).begin();
  expect((await working.mask('chat', said(large(LETTER)))).maskedValues).toBeGreaterThan(0);
});

it('leaves the own thread free while it masks what is slow to read', async () => {
  const { threads } = openThreads();
  const nothing: DetectionResult = { language: 'de', spans: [], stages: [] };
  const masker = openTestMasker({ threads, detect: () => Promise.resolve(nothing) });
  // Starts the thread.
  await (await masker.begin()).mask('chat', said(large('')));
  const before = [process.threadCpuUsage(), process.cpuUsage()] as const;
  await (await masker.begin()).mask('chat', said(HOSTILE_SHAPES['letters with marks']!(512 * 1024)));
  const [own, all] = [process.threadCpuUsage(before[0]), process.cpuUsage(before[1])];
  // Held in place, it does all the work. By the clock it would seem busy while other programs have the processor.
  expect(own.user + own.system).toBeLessThan((all.user + all.system) / 2);
});
