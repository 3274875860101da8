import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ALLOWED_PATTERNS, type AllowedPattern } from './allowed.ts';
import { type FoundPattern, productFiles, readSources, ROOT } from './sources.ts';

/** All patterns of the product. */
export interface ProductPatterns {
  /** Literals, and what was put together at run time. */
  readonly all: readonly FoundPattern[];
  /** Calls of RegExp that nothing made use of, as `file:line`. */
  readonly unseen: readonly string[];
}

/** Threads and programs do their work when they are loaded. */
const PROGRAMS = /(?:^|\/)(?:worker|cli)\.ts$|^server\/cli\//;

export async function productPatterns(): Promise<ProductPatterns> {
  const { literals, constructions } = readSources();
  const files = productFiles('server/**/*.ts').filter((file) => !PROGRAMS.test(file));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'recordPatterns.mjs'), JSON.stringify(files)],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
  );
  const made = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as FoundPattern);
  const used = new Set(made.flatMap(({ places }) => places));
  return { all: [...literals, ...made], unseen: constructions.filter((place) => !used.has(place)) };
}

const fileOf = (place: string): string => place.slice(0, place.lastIndexOf(':'));

/** The row that allows a pattern wherever it stands. */
export function rowFor({ pattern, places }: FoundPattern): AllowedPattern | undefined {
  return ALLOWED_PATTERNS.find(
    ({ file, begins }) => pattern.startsWith(begins) && places.every((place) => fileOf(place) === file),
  );
}
