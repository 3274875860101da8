import { LIMITS } from '../../../contract/limits.ts';
import { AppError } from '../../../core/errors.ts';
import { isNodeName } from '../nodes/nameRules.ts';

export const invalidPath = (): AppError =>
  new AppError('INVALID_PATH', 'The path is not valid.', { details: { maxDepth: LIMITS.pathDepth } });

/**
 * Names on a path from the root of a space; empty for the root itself. A missing leading slash, a trailing one and repeated ones are allowed.
 * @throws AppError INVALID_PATH for an empty path, more levels than a tree has, a name of dots alone, and what no name can hold
 */
export function parsePath(path: string): string[] {
  const names = path.normalize('NFC').split('/');
  if (path === '') throw invalidPath();
  const segments = names.filter((name) => name !== '').map((name) => name.trim());
  const isPath = segments.length <= LIMITS.pathDepth && segments.every(isSegment);
  if (!isPath) throw invalidPath();
  return segments;
}

function isSegment(name: string): boolean {
  return isNodeName(name) && !/^\.+$/.test(name);
}

/** Whether a path climbs out of where it starts. */
export function leavesRoot(path: string): boolean {
  let depth = 0;
  for (const name of path.split('/')) {
    if (name === '..') depth -= 1;
    else if (name !== '' && name !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** The path of names from the root down. */
export function formatPath(names: readonly string[]): string {
  return `/${names.join('/')}`;
}
