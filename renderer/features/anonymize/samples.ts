import { z } from 'zod';
import { LANGUAGES } from '../../../server/contract/common.ts';

const sample = z.object({
  /** Name of the file below /samples/. */
  file: z.string().regex(/^[^/\\]+$/),
  title: z.string().optional(),
  language: z.enum(LANGUAGES).optional(),
});
export type Sample = z.output<typeof sample>;
const sampleIndex = z.object({ samples: z.array(sample) });

/** The documents to try the program with; none where the server offers none. */
export async function loadSamples(): Promise<readonly Sample[]> {
  try {
    const answer = await fetch('/samples/index.json');
    return sampleIndex.parse(await answer.json()).samples;
  } catch {
    return [];
  }
}

/** A sample as if it had been chosen from the disk. */
export async function fetchSample(name: string): Promise<File> {
  const answer = await fetch(`/samples/${encodeURIComponent(name)}`);
  if (!answer.ok) throw new Error('sample missing');
  return new File([await answer.blob()], name);
}
