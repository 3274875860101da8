import { expect, it } from 'vitest';
import { createExportProgress, progressOf } from './exportProgress.ts';

const reported = (hasPages: boolean, steps: readonly (readonly [share: number, page?: number])[]): string[] => {
  const stages: string[] = [];
  const report = createExportProgress((_, stage) => stages.push(stage), hasPages);
  for (const step of steps) report(...step);
  return stages;
};
const START = '2026-01-01T00:00:00.000Z';
const told = (stage: string, progress: number, seconds: number) =>
  progressOf({ stage, progress, startedAt: START }, 42, Date.parse(START) + seconds * 1_000);

it('tells the step and the page, and takes a second round over the pages for a check', () => {
  expect(reported(true, [[0], [0.03], [0.5, 1], [0.9, 2], [0.97], [0.03], [0.5, 1], [1]])).toEqual([
    ...['reading', 'reading', 'writing 1', 'writing 2'],
    ...['checking 2', 'checking 2', 'checking 2', 'checking 2'],
  ]);
  expect(reported(false, [[0], [0.7]])).toEqual(['writing', 'writing']);
});

it('tells callers what is known', () => {
  expect(told('writing 12', 0.3, 7)).toEqual({ stage: 'writing', page: 12, progress: 0.3, seconds_left: 18 });
  // The speed of the first moments says nothing.
  expect(told('checking 42', 0.9, 18).seconds_left).toBe(2);
  expect(told('reading', 0.01, 30).seconds_left).toBeNull();
  expect(told('writing 1', 0.3, 1).seconds_left).toBeNull();
  expect(progressOf({ stage: 'queued', progress: 0, startedAt: null }, 42, 0)).toEqual({
    ...{ stage: 'queued', page: null, progress: 0, seconds_left: null },
  });
});
