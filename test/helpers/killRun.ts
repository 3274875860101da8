import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { jobCreated } from '../../server/contract/anonymization.ts';
import { spawnServer, type SpawnedServer } from './spawnServer.ts';
import { newApiKey } from './testConfig.ts';

/** Requests that are under way at the same time. */
const SUBMITTERS = 4;
/** Jobs that run at the same time. */
const WORKERS = 2;
/** Half of the servers are killed so many milliseconds after their start, most of them before their first job ends … */
const EARLY_MS = [10, 1_500] as const;
/** … and the others so many milliseconds after a job has completed, in the middle of their work. */
const BUSY_MS = [0, 300] as const;

const page = z.object({
  jobs: z.array(z.object({ job_id: z.string(), status: z.string() })),
  cursor: z.string().nullable(),
});
const status = z.object({
  status: z.string(),
  code: z.string().optional(),
  anonymized_text_raw: z.string().optional(),
  original_text: z.string().optional(),
});
const restored = z.object({ text: z.string() });

/** What happened in a run. */
export interface KillRun {
  readonly jobs: number;
  readonly completed: number;
  /** Given up after two crashes, as documented. */
  readonly crashed: number;
  /** The most that may be given up: a kill hits at most as many jobs as run, and two have to hit the same one. */
  readonly mostCrashed: number;
  /** How many servers had completed a job before they were killed. */
  readonly busyKills: number;
}

/**
 * Sends texts to a server that is killed (SIGKILL) at random moments and started again, then checks that every accepted job is there exactly once,
 * and that all of a completed one is intact.
 * @param options.dataDir - a fresh folder
 * @param options.jobs - so many jobs are accepted at least
 */
export async function runUnderKills(options: { dataDir: string; jobs: number; kills: number }): Promise<KillRun> {
  const { dataDir, jobs, kills } = options;
  const apiKey = newApiKey();
  const start = { dataDir, apiKey, env: { DECKNAME_WORKERS: String(WORKERS) } };
  const accepted = new Map<string, string>();
  let server: SpawnedServer = await spawnServer(start);
  try {
    let next = 0;
    let unanswered = 0;
    let busyKills = 0;
    const submit = async (limit: number): Promise<void> => {
      while (accepted.size < limit) {
        const text = textOf(next++);
        try {
          const answer = await server.call('POST', '/anonymize', { text, language: 'de' });
          expect(answer.status).toBe(202);
          accepted.set(answer.read(jobCreated).job_id, text);
        } catch (error) {
          // The connection broke: nobody can say whether this job was stored.
          if (!(error instanceof TypeError)) throw error;
          unanswered += 1;
          return;
        }
      }
    };
    for (let kill = 1; kill <= kills; kill++) {
      const submitting = Array.from({ length: SUBMITTERS }, () => submit(Math.ceil((jobs * kill) / kills)));
      if (kill % 2 === 0) {
        if (await someJobCompletes(server)) busyKills += 1;
        await sleep(randomInt(...BUSY_MS));
      } else {
        await sleep(randomInt(...EARLY_MS));
      }
      await server.end('SIGKILL');
      await Promise.all(submitting);
      server = await spawnServer(start);
    }
    await submit(jobs);

    const ids = await listJobs(server);
    expect(new Set(ids).size).toBe(ids.length);
    const unknown = ids.filter((id) => !accepted.has(id));
    expect(unknown.length).toBeLessThanOrEqual(unanswered);
    expect(ids.filter((id) => accepted.has(id)).sort()).toEqual([...accepted.keys()].sort());
    let completed = 0;
    for (const id of ids) {
      if (await checkJob(server, id, accepted.get(id), () => logOf(dataDir, id))) completed += 1;
    }
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    const crashed = ids.length - completed;
    return { jobs: ids.length, completed, crashed, mostCrashed: Math.floor((kills * WORKERS) / 2), busyKills };
  } finally {
    server.process.kill('SIGKILL');
  }
}

/** A letter long enough to be interrupted, with values that no other letter has. */
function textOf(number: number): string {
  const paragraph = 'Wir danken für Ihr Schreiben und prüfen die Unterlagen bis zum Ende des Monats. ';
  return `Brief ${number} an person${number}@example.org, Rückfragen an büro${number}@example.com.\n${paragraph.repeat(200)}`;
}

/** Waits until one of the newest jobs that were waiting has completed; false when none was. */
async function someJobCompletes(server: SpawnedServer): Promise<boolean> {
  const { jobs } = (await server.call('GET', '/v1/jobs?limit=200')).read(page);
  const waiting = jobs.filter(({ status }) => status === 'processing');
  if (waiting.length === 0) return false;
  // The oldest runs first; the list begins with the newest.
  const ended = await Promise.race(waiting.slice(-WORKERS).map(({ job_id }) => server.finished(job_id)));
  return ended.read(status).status === 'completed';
}

async function listJobs(server: SpawnedServer): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await server.call('GET', `/v1/jobs?limit=100${query}`);
    const { jobs, cursor: after } = answer.read(page);
    ids.push(...jobs.map(({ job_id }) => job_id));
    cursor = after;
  } while (cursor !== null);
  return ids;
}

/** Checks everything a job can be asked for; tells whether it completed. */
async function checkJob(
  server: SpawnedServer,
  id: string,
  sent: string | undefined,
  log: () => string,
): Promise<boolean> {
  const job = (await server.finished(id)).read(status);
  if (job.status === 'failed') {
    expect(job.code, log()).toBe('JOB_CRASHED');
    return false;
  }
  expect(job.status).toBe('completed');
  if (sent !== undefined) expect(job.original_text).toBe(sent);
  expect(job.anonymized_text_raw).not.toContain('@example');
  const back = await server.call('POST', '/deanonymize', { text: job.anonymized_text_raw });
  expect(back.read(restored).text).toBe(job.original_text);
  for (const [textType, text] of [
    ['anonymized', job.anonymized_text_raw],
    ['original', job.original_text],
  ] as const) {
    const exported = await server.call('GET', `/jobs/${id}/export?format=txt&textType=${textType}`);
    expect([exported.status, exported.text.trimEnd()]).toEqual([200, text!.trimEnd()]);
  }
  return true;
}

/** What the log says about a job, to explain a failure. */
function logOf(dataDir: string, id: string): string {
  const dir = join(dataDir, 'logs');
  const lines = readdirSync(dir).flatMap((name) => readFileSync(join(dir, name), 'utf8').split('\n'));
  return lines.filter((line) => line.includes(id)).join('\n');
}
