import type { DetectorVersion } from './types.ts';

/** The trained tagger that belongs to this version of the product. */
export const TAGGER_VERSION = '5';

/** Recorded with every job; `recognizers` grows when the rules find other things than before. */
export const DETECTOR_VERSION: DetectorVersion = Object.freeze({
  recognizers: '1.6',
  model: `tagger-${TAGGER_VERSION}`,
});
