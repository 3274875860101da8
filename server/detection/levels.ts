import type { ProtectionLevel } from '../contract/anonymization.ts';

/** Fast masks what is certain, balanced what is likely, strict also what may be a name. */
const THRESHOLDS = Object.freeze({ fast: 0.62, balanced: 0.5, strict: 0.3 } as const) satisfies Readonly<
  Record<ProtectionLevel, number>
>;

/** Least confidence that a level masks. */
export function levelThreshold(level: ProtectionLevel): number {
  return THRESHOLDS[level];
}
