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
/** A server that is killed lives so long, in milliseconds: from hardly ready to well into its work. */
const LIFETIME_MS = [10, 1_500] as const;

const page = z.object({ jobs: z.array(z.object({ job_id: z.string() })), cursor: z.string().nullable() });
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
  const accepted = new Map<string, string>();
  let server: SpawnedServer = await spawnServer({ dataDir, apiKey });
  try {
    let next = 0;
    let unanswered = 0;
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
      await sleep(randomInt(...LIFETIME_MS));
      await server.end('SIGKILL');
      await Promise.all(submitting);
      server = await spawnServer({ dataDir, apiKey });
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
    return { jobs: ids.length, completed, crashed: ids.length - completed };
  } finally {
    server.process.kill('SIGKILL');
  }
}

/** A letter long enough to be interrupted, with values that no other letter has. */
function textOf(number: number): string {
  const paragraph = 'Wir danken für Ihr Schreiben und prüfen die Unterlagen bis zum Ende des Monats. ';
  return `Brief ${number} an person${number}@example.org, Rückfragen an büro${number}@example.com.\n${paragraph.repeat(200)}`;
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
