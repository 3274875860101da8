import { performance } from 'node:perf_hooks';

/** Quantile `q` (0 to 1) of a sample, nearest rank. */
export function quantile(sample: readonly number[], q: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}

/** Milliseconds that `work` takes. */
export async function milliseconds(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Milliseconds of `count` runs after `warmUp` unmeasured ones. */
export async function sample(count: number, warmUp: number, work: () => unknown): Promise<number[]> {
  for (let run = 0; run < warmUp; run++) await work();
  const times: number[] = [];
  for (let run = 0; run < count; run++) times.push(await milliseconds(work));
  return times;
}

/** One line of the report: a figure with its unit, and its ratio to the baseline of the same run. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly ratio?: string;
  readonly goal?: string;
}

/** Tells how far a measurement is that takes long; figures alone go to the standard output. */
export function tell(progress: string): void {
  console.error(`  … ${progress}`);
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`);
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const { name, value, ratio, goal } of figures) {
    const parts = [name.padEnd(width), value.padStart(18), (ratio ?? '').padEnd(44), goal ? `goal ${goal}` : ''];
    console.log(`  ${parts.join('  ').trimEnd()}`);
  }
}
