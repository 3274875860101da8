import type { DetectorVersion } from './types.ts';

/** Recorded with every job; the first number grows when recognizers find other things than before. */
export const DETECTOR_VERSION: DetectorVersion = Object.freeze({ recognizers: '1.0', model: null });
