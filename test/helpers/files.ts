import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files below a folder. */
export function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
