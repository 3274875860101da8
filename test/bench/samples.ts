import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SAMPLES = fileURLToPath(new URL('../../resources/samples/', import.meta.url));

/** Path of the sample document with an extension. */
export async function samplePath(extension: 'docx' | 'pdf' | 'png' | 'txt'): Promise<string> {
  const name = (await readdir(SAMPLES)).find((entry) => entry.endsWith(`.${extension}`));
  if (name === undefined) throw new Error(`there is no sample document of type ${extension}`);
  return join(SAMPLES, name);
}
