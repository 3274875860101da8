import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json above a module: the repository, or the root of the packaged application. */
export function packageRoot(moduleDir: string): string {
  let dir = moduleDir;
  while (!existsSync(join(dir, 'package.json'))) {
    const parent = dirname(dir);
    if (parent === dir) throw new Error('package.json not found above the server');
    dir = parent;
  }
  return dir;
}
