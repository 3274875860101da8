import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer, type SpawnedServer } from '../helpers/spawnServer.ts';

/**
 * Runs `work` with a headless server of its own on a fresh data folder; both are gone afterwards.
 * @param env - more settings
 */
export async function withServer<T>(
  work: (server: SpawnedServer) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deckname-bench-'));
  const server = await spawnServer({ dataDir, watched: true, env: { DECKNAME_LOG_LEVEL: 'error', ...env } });
  try {
    return await work(server);
  } finally {
    await server.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Memory of a process in MiB: resident now and at its peak (Linux, proc(5)). Null elsewhere. */
export async function processMemory(pid: number): Promise<{ residentMib: number; peakMib: number } | null> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => null);
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status ?? '')?.[1]);
  return status === null ? null : { residentMib: kib('VmRSS') / 1024, peakMib: kib('VmHWM') / 1024 };
}

/** Processor time of a process with all its threads, in seconds (Linux, proc(5)). Null elsewhere. */
export async function processCpuSeconds(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // Fields 14 and 15, counted after the name, which may hold spaces; in ticks of 10 ms on every Linux.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
