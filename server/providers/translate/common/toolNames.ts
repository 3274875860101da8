import { createHash } from 'node:crypto';
import type { AnyJson } from '../../json.ts';
import { objectsOf, textOf } from './read.ts';

/** Longest name of a function in chat completions; messages allow twice as much, which names of MCP tools make use of. */
const MAX_LENGTH = 64;
const HASH_LENGTH = 8;

/** A name that chat completions take: a longer one keeps its beginning and gets a hash of the whole, the same every time. */
export function shortToolName(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${hash}`;
}

/**
 * Gives the names back that {@link shortToolName} made shorter.
 * @param tools - the tools of the client's request
 */
export function longToolNames(tools: AnyJson | undefined): (name: string) => string {
  const names = objectsOf(tools).map((tool) => textOf(tool['name']));
  const long = new Map(names.map((name) => [shortToolName(name), name]));
  return (name) => long.get(name) ?? name;
}
