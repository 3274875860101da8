import { describe, expect, it } from 'vitest';
import type { JobSummary } from '../../../server/contract/jobs.ts';
import { createJobList, type JobPage, type JobQuery } from './jobList.ts';

const job = (id: string, status: JobSummary['status'] = 'completed'): JobSummary => ({
  job_id: id,
  status,
  progress: 1,
  stage: 'finishing',
  source: 'file',
  filename: `${id}.pdf`,
  revision: 1,
  created_at: '2026-11-21T10:00:00.000Z',
  completed_at: null,
  metadata: null,
  error: null,
  code: null,
});
const ALL: JobQuery = { status: 'all', text: '' };
const ids = (list: ReturnType<typeof createJobList>) => list.jobs.value.map((known) => known.job_id);

describe('createJobList', () => {
  it('appends pages and shows no job twice', async () => {
    const pages: Record<string, JobPage> = {
      '': { jobs: [job('a'), job('b')], cursor: '2' },
      '2': { jobs: [job('b'), job('c')], cursor: null },
    };
    const list = createJobList({
      fetchPage: (_query, cursor) => Promise.resolve(pages[cursor ?? '']!),
      fetchJob: () => Promise.resolve(null),
    });
    await list.show(ALL);
    expect(list.hasMore.value).toBe(true);
    await list.more();
    expect(ids(list)).toEqual(['a', 'b', 'c']);
    expect(list.hasMore.value).toBe(false);
  });

  it('drops the answer to an older question', async () => {
    const answers: ((page: JobPage) => void)[] = [];
    const list = createJobList({
      fetchPage: () => new Promise((resolve) => answers.push(resolve)),
      fetchJob: () => Promise.resolve(null),
    });
    const first = list.show({ ...ALL, text: 'a' });
    const second = list.show({ ...ALL, text: 'ab' });
    answers[1]!({ jobs: [job('ab')], cursor: null });
    answers[0]!({ jobs: [job('a')], cursor: null });
    await Promise.all([first, second]);
    expect(ids(list)).toEqual(['ab']);
    expect(list.loading.value).toBe(false);
  });

  it('keeps what it has when the server does not answer', async () => {
    let fails = false;
    const list = createJobList({
      fetchPage: () => (fails ? Promise.reject(new Error('away')) : Promise.resolve({ jobs: [job('a')], cursor: 'x' })),
      fetchJob: () => Promise.resolve(null),
    });
    await list.show(ALL);
    fails = true;
    await list.more();
    expect(ids(list)).toEqual(['a']);
    expect(list.failure.value).toBeInstanceOf(Error);
  });

  it('follows running jobs and lets go of deleted ones', async () => {
    const server = new Map([
      ['a', job('a', 'processing')],
      ['b', job('b', 'processing')],
    ]);
    const list = createJobList({
      fetchPage: () => Promise.resolve({ jobs: [...server.values()], cursor: null }),
      fetchJob: (id) => Promise.resolve(server.get(id) ?? null),
    });
    await list.show(ALL);
    server.set('a', job('a'));
    server.delete('b');
    expect(await list.refreshRunning()).toBe(true);
    expect(list.jobs.value.map((known) => [known.job_id, known.status])).toEqual([['a', 'completed']]);
    expect(await list.refreshRunning()).toBe(false);
  });
});
