// A thread that asks `/health` again and again, beside one that is busy with sending. Told the address; tells the waits when it is told to stop.
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';

const POLL_MS = 20;

/** Begins to ask; the function that ends it gives how long each answer took, in milliseconds by the clock. */
export function pollHealth(url: string): () => Promise<readonly number[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: `${url}api/health` });
  return async () => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
    worker.once('message', resolve).once('error', reject).postMessage('stop');
    return promise.finally(() => worker.terminate());
  };
}

if (parentPort !== null && typeof workerData === 'string') {
  const port = parentPort;
  const waits: number[] = [];
  const over = new AbortController();
  port.once('message', () => over.abort());
  while (!over.signal.aborted) {
    const started = performance.now();
    const answer = await fetch(workerData);
    await answer.text();
    if (answer.status !== 200) throw new Error(`/health answered ${String(answer.status)}`);
    waits.push(performance.now() - started);
    await wait(POLL_MS);
  }
  port.postMessage(waits);
}
