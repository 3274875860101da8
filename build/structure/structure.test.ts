import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesIn, type ImportGraph, importsAcrossFeatures, readImports, sizesOfFolders } from './imports.ts';

const MOST_FILES = 25;
/** Folders that are still larger, with the size that they do not exceed. */
const LARGER: Readonly<Record<string, number>> = {
  'server/contract': 39,
  'server/detection/passes': 27,
  'server/documents/inPlace/pdf': 28,
  'server/features/gateway/anonymizing/masking': 26,
  'server/http': 29,
  'renderer/features/review/document': 31,
  'renderer/ui': 49,
};

const graph = readImports(join(import.meta.dirname, '..', '..'), ['server', 'renderer', 'electron']);

describe('the structure of the sources', () => {
  it('is read whole', () => {
    expect(graph.size).toBeGreaterThan(1_000);
    expect(graph.get('server/createServer.ts')).toContain('server/composition/core.ts');
    expect(graph.get('renderer/App.vue')).toContain('renderer/ui/Toaster.vue');
  });

  it('has no circles, those of types included', () => {
    expect(circlesIn(graph)).toEqual([]);
  });

  it('keeps features of the server apart', () => {
    const across = importsAcrossFeatures(graph).filter((line) => line.startsWith('server/'));
    expect(across).toEqual([]);
  });

  it('has no folder with more files than one can look over', () => {
    const large = [...sizesOfFolders(graph)].filter(([folder, size]) => size > (LARGER[folder] ?? MOST_FILES));
    expect(large).toEqual([]);
  });
});

describe('what is asked of it', () => {
  const small: ImportGraph = new Map([
    ['server/features/a/one.ts', ['server/features/a/two.ts', 'server/features/b/three.ts']],
    ['server/features/a/two.ts', ['server/features/a/one.ts']],
    ['server/features/b/three.ts', ['server/features/b/three.ts']],
    ['server/features/b/three.test.ts', ['server/features/a/one.ts']],
  ]);

  it('finds circles and imports across features', () => {
    expect(
      circlesIn(small)
        .map((circle) => circle.length)
        .toSorted(),
    ).toEqual([1, 2]);
    expect(importsAcrossFeatures(small)).toEqual(['server/features/a/one.ts → server/features/b/three.ts']);
    expect(sizesOfFolders(small).get('server/features/b')).toBe(1);
  });
});
