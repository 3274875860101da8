/** How often finds are right that were reported with a confidence: ten bins of equal width from 0 to 1. */
export interface Calibration {
  readonly count: number[];
  readonly confidence: number[];
  readonly right: number[];
}

export const BINS = 10;

export function createCalibration(): Calibration {
  const zeros = (): number[] => Array.from({ length: BINS }, () => 0);
  return { count: zeros(), confidence: zeros(), right: zeros() };
}

/** Adds one find. @param confidence - 0 to 1 */
export function addFind({ count, confidence, right }: Calibration, claimed: number, isRight: boolean): void {
  const bin = Math.min(BINS - 1, Math.floor(claimed * BINS));
  count[bin]! += 1;
  confidence[bin]! += claimed;
  if (isRight) right[bin]! += 1;
}

/**
 * Expected calibration error (Naeini et al., AAAI 2015): the mean distance between claimed confidence and share of right finds over
 * the bins, weighted by their finds. NaN without finds.
 */
export function expectedCalibrationError({ count, confidence, right }: Calibration): number {
  const all = count.reduce((sum, n) => sum + n, 0);
  const distances = count.map((_, bin) => Math.abs(confidence[bin]! - right[bin]!));
  return distances.reduce((sum, distance) => sum + distance, 0) / all;
}

/** Adds all finds of `other`. */
export function mergeCalibration(into: Calibration, other: Calibration): void {
  for (let bin = 0; bin < BINS; bin += 1) {
    into.count[bin]! += other.count[bin]!;
    into.confidence[bin]! += other.confidence[bin]!;
    into.right[bin]! += other.right[bin]!;
  }
}
