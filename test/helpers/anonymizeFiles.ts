import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { DOCUMENT_LIMITS } from '../../server/documents/limits.ts';
import type { OfficeFile } from './office.ts';
import { keptTempDir } from './tempDir.ts';

const CHILD = fileURLToPath(new URL('../fixtures/documents/anonymizeInChild.ts', import.meta.url));
/** A file on which the process is silent this long will never end; the limit of a server is shorter, its machine less busy. */
const SILENCE_MILLISECONDS = 180_000;

const line = z.object({ name: z.string(), outcome: z.string(), peakMebibytes: z.number() });

export interface Anonymized {
  /** `anonymized`, a code, or what went wrong; by the name of the file. */
  readonly outcomes: ReadonlyMap<string, string>;
  /** The most memory of the process that worked on all of them. */
  readonly peakMebibytes: number;
}

/** Anonymizes files one after the other in a process of its own, which has the heap of a worker thread. */
export async function anonymizeFiles(files: readonly OfficeFile[]): Promise<Anonymized> {
  const folder = keptTempDir();
  try {
    const paths = files.map(({ name }) => join(folder.path, name));
    for (const [index, { bytes }] of files.entries()) await writeFile(paths[index]!, bytes);
    const heap = `--max-old-space-size=${DOCUMENT_LIMITS.workerHeapMebibytes}`;
    const child = spawn(process.execPath, [heap, CHILD, ...paths], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise<string>((resolve) => {
      child.on('exit', (code, signal) => resolve(`ended the process: ${String(code ?? signal)}`));
    });
    const outcomes = new Map<string, string>();
    let peakMebibytes = 0;
    let timer = setTimeout(() => child.kill('SIGKILL'), SILENCE_MILLISECONDS);
    for await (const text of createInterface({ input: child.stdout })) {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), SILENCE_MILLISECONDS);
      const { name, outcome, peakMebibytes: peak } = line.parse(JSON.parse(text));
      outcomes.set(name, outcome);
      peakMebibytes = peak;
    }
    const end = await ended;
    clearTimeout(timer);
    const unfinished = files[outcomes.size];
    if (unfinished !== undefined) outcomes.set(unfinished.name, end);
    return { outcomes, peakMebibytes };
  } finally {
    folder.remove();
  }
}
