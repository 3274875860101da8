import { describe, expect, it } from 'vitest';
import type { JobSummary } from '../../../server/contract/jobs.ts';
import { ApiError } from '../../api/errors.ts';
import { checkFile, checkText, textName } from './fileCheck.ts';
import { createQueue, type JobOptions, type QueueDependencies } from './queue.ts';

const OPTIONS: JobOptions = { language: null, level: 'balanced', categories: {} };
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name);
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

function job(id: string, change: Partial<JobSummary> = {}): JobSummary {
  return {
    job_id: id,
    status: 'processing',
    progress: 0.5,
    stage: 'detecting',
    source: 'file',
    filename: `${id}.pdf`,
    revision: 1,
    created_at: '2026-11-21T10:00:00.000Z',
    completed_at: null,
    metadata: null,
    error: null,
    code: null,
    ...change,
  };
}

/** A server with jobs to be set by the test; time passes only when `tick` is called. */
function setUp(jobs: JobSummary[] = []) {
  const server = { jobs, uploads: [] as string[], running: 0, most: 0, failure: null as Error | null };
  const sleepers: (() => void)[] = [];
  let created = 0;
  const upload = async (name: string, signal: AbortSignal) => {
    server.uploads.push(name);
    server.most = Math.max(server.most, ++server.running);
    await turn();
    server.running--;
    if (signal.aborted) throw new ApiError({ status: 0, code: 'ABORTED' });
    if (server.failure) throw server.failure;
    const id = `job-${created++}`;
    server.jobs = [job(id, { filename: name }), ...server.jobs];
    return { job_id: id, status: 'processing' as const, message: '' };
  };
  const deps: QueueDependencies = {
    uploadFile: (sent, _options, signal, onProgress) => {
      onProgress(0.4);
      return upload(sent.name, signal);
    },
    uploadText: (_text, name, _options, signal) => upload(name, signal),
    listJobs: () => Promise.resolve(server.jobs),
    getJob: (id) => Promise.resolve(server.jobs.find((known) => known.job_id === id) ?? null),
    cancelJob: (id) => {
      server.jobs = server.jobs.map((known) =>
        known.job_id === id ? { ...known, status: 'failed', code: 'JOB_CANCELLED' } : known,
      );
      return Promise.resolve();
    },
    sleep: () => new Promise((resolve) => sleepers.push(resolve)),
  };
  const tick = async () => {
    for (const wake of sleepers.splice(0)) wake();
    await turn();
  };
  const queue = createQueue(deps);
  const states = () => queue.items.value.map((item) => [item.name, item.state, item.code]);
  return { server, queue, tick, states };
}

describe('checkFile', () => {
  it('names what cannot be read before it is sent', () => {
    expect(checkFile({ name: 'Brief.PDF', size: 1 })).toBeNull();
    expect(checkFile({ name: 'scan.TIFF', size: 1 })).toBeNull();
    expect(checkFile({ name: 'alt.doc', size: 1 })).toBe('OLD_WORD_FORMAT');
    expect(checkFile({ name: 'setup.exe', size: 1 })).toBe('UNSUPPORTED_TYPE');
    expect(checkFile({ name: 'ohne-endung', size: 1 })).toBe('UNSUPPORTED_TYPE');
    expect(checkFile({ name: 'leer.txt', size: 0 })).toBe('EMPTY_FILE');
    expect(checkFile({ name: 'gross.pdf', size: 50 * 1024 * 1024 + 1 })).toBe('FILE_TOO_LARGE');
    expect(checkText(' \n')).toBe('TEXT_REQUIRED');
    expect(checkText('x'.repeat(5_000_001))).toBe('TEXT_TOO_LARGE');
    expect(checkText('x')).toBeNull();
  });
  it('names a pasted text by the time', () => {
    expect(textName('Text', new Date(2026, 0, 5, 9, 7))).toBe('Text 2026-01-05 09.07.txt');
  });
});

describe('createQueue', () => {
  it('sends two at a time in order, then follows the jobs', async () => {
    const { server, queue, tick, states } = setUp();
    queue.addFiles([file('a.pdf'), file('b.pdf'), file('c.pdf')], OPTIONS);
    expect(states().map(([, state]) => state)).toEqual(['waiting', 'sending', 'sending']);
    expect(queue.items.value[2]!.progress).toBe(0.4);
    await turn();
    await turn();
    expect(server.uploads).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    expect(server.most).toBe(2);
    server.jobs = server.jobs.map((known) => ({ ...known, status: 'completed', progress: 1 }));
    await tick();
    expect(states().map(([, state]) => state)).toEqual(['completed', 'completed', 'completed']);
  });

  it('lists a hopeless file with its reason and never sends it', async () => {
    const { server, queue, states } = setUp();
    queue.addFiles([file('setup.exe')], OPTIONS);
    await turn();
    expect(states()).toEqual([['setup.exe', 'failed', 'UNSUPPORTED_TYPE']]);
    expect(queue.items.value[0]!.canRetry).toBe(false);
    expect(server.uploads).toEqual([]);
  });

  it('shows what the server has after a reload and goes on following it', async () => {
    const { server, queue, tick, states } = setUp([job('x'), job('y', { status: 'completed' })]);
    await queue.load();
    expect(states()).toEqual([
      ['x.pdf', 'processing', null],
      ['y.pdf', 'completed', null],
    ]);
    server.jobs = [job('x', { status: 'failed', code: 'UNREADABLE_FILE' })];
    await tick();
    expect(states()[0]).toEqual(['x.pdf', 'failed', 'UNREADABLE_FILE']);
    expect(queue.items.value[0]!.canRetry).toBe(false);
  });

  it('shows a document once when a listing has its job before the upload is answered', async () => {
    const { server, queue, states } = setUp([job('x')]);
    queue.addFiles([file('a.pdf')], OPTIONS);
    server.jobs = [job('job-0', { filename: 'a.pdf' }), ...server.jobs];
    await queue.load();
    expect(states()).toEqual([['a.pdf', 'sending', null]]);
    await turn();
    await turn();
    expect(states()).toEqual([
      ['a.pdf', 'processing', null],
      ['x.pdf', 'processing', null],
    ]);
  });

  it('drops a running job that was deleted elsewhere', async () => {
    const { server, queue, tick, states } = setUp([job('x')]);
    await queue.load();
    server.jobs = [];
    await tick();
    expect(states()).toEqual([]);
  });

  it('tries a failed upload again', async () => {
    const { server, queue, states } = setUp();
    server.failure = new ApiError({ status: 0, code: 'NETWORK' });
    queue.addText('Text', 'Text.txt', OPTIONS);
    await turn();
    expect(states()).toEqual([['Text.txt', 'failed', 'NETWORK']]);
    server.failure = null;
    queue.retry(queue.items.value[0]!.key);
    await turn();
    expect(states()).toEqual([['Text.txt', 'processing', null]]);
  });

  it('cancels while waiting, while sending and while the server works', async () => {
    const { queue, states } = setUp();
    queue.addFiles([file('a.pdf'), file('b.pdf'), file('c.pdf')], OPTIONS);
    const [waiting, sending, other] = queue.items.value.map((item) => item.key);
    await queue.cancel(waiting!);
    await queue.cancel(sending!);
    await turn();
    await queue.cancel(other!);
    expect(states().map(([, state, code]) => [state, code])).toEqual([
      ['failed', 'JOB_CANCELLED'],
      ['failed', 'JOB_CANCELLED'],
      ['failed', 'JOB_CANCELLED'],
    ]);
  });

  it('does not bring back what was dismissed', async () => {
    const { queue, states } = setUp([job('x', { status: 'completed' })]);
    await queue.load();
    queue.dismiss('x');
    await queue.load();
    expect(states()).toEqual([]);
  });
});
