import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

/** Sources by their paths below the root, with forward slashes, and the sources that each of them imports, types included. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g;

/** Reads which of the TypeScript and Vue sources in these folders imports which; packages and data are left out. */
export function readImports(root: string, folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|vue)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const known = new Set(files);
  const nameOf = (file: string): string => relative(root, file).split(sep).join('/');
  return new Map(
    files.map((file) => {
      const imported = importedBy(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => resolve(dirname(file), specifier))
        .filter((target) => known.has(target));
      return [nameOf(file), [...new Set(imported.map(nameOf))]];
    }),
  );
}

function importedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const scripts = file.endsWith('.vue') ? [...text.matchAll(SCRIPT)].map(([, script]) => script!) : [text];
  return scripts.flatMap((script) =>
    ts.preProcessFile(script, true, true).importedFiles.map(({ fileName }) => fileName),
  );
}

/** Groups of sources that import one another in a circle (Tarjan, 1972: strongly connected components of more than one, and sources that import themselves). */
export function circlesIn(graph: ImportGraph): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (source: string): number => {
    let low = order.size;
    order.set(source, low);
    const place = open.push(source) - 1;
    for (const target of graph.get(source) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target)!);
    }
    if (low === order.get(source)) {
      const group = open.splice(place);
      if (group.length > 1 || graph.get(source)?.includes(source) === true) circles.push(group);
    }
    return low;
  };
  for (const source of graph.keys()) if (!order.has(source)) visit(source);
  return circles;
}

/** How many sources lie side by side in each folder; tests are not counted. */
export function sizesOfFolders(graph: ImportGraph): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const source of graph.keys()) {
    if (source.endsWith('.test.ts')) continue;
    const folder = source.slice(0, source.lastIndexOf('/'));
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return sizes;
}

const FEATURE = /^(\w+)\/features\/(\w+)\//;

/** Imports from one feature of the server or the interface into another one, as `importer → imported`. */
export function importsAcrossFeatures(graph: ImportGraph): readonly string[] {
  return [...graph].flatMap(([source, targets]) => {
    const from = FEATURE.exec(source);
    if (from === null || source.endsWith('.test.ts')) return [];
    return targets
      .filter((target) => {
        const to = FEATURE.exec(target);
        return to !== null && to[1] === from[1] && to[2] !== from[2];
      })
      .map((target) => `${source} → ${target}`);
  });
}
