import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Text of a file; one whose name ends in .gz is unpacked. */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '');
}

/** Lines of a file without empty ones. */
export function readLines(path: string): string[] {
  return readText(path)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
}

/** Fields of the rows of a CSV file (RFC 4180), the header row left out. */
export function readCsv(path: string): string[][] {
  return readLines(path).slice(1).map(splitCsv);
}

function splitCsv(line: string): string[] {
  const fields: string[] = [];
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    fields.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
  }
  return fields;
}
