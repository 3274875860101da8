import type { DetectorFailure } from '../../contract/detectors.ts';
import { AppError } from '../../core/errors.ts';

/**
 * A plugged detector that cannot do its work. Neither message nor details hold anything of a text, a model file or an answer.
 * @param name - the detector's name from the settings
 */
export function unavailable(name: string, reason: DetectorFailure, cause?: unknown): AppError {
  return new AppError('DETECTOR_UNAVAILABLE', `The detector "${name}" is not available (${reason}).`, {
    details: { detector: name, reason },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Fails a load with its reason; who loads a model adds the name (see plugged.ts). */
export class ModelFailure extends Error {
  readonly reason: DetectorFailure;

  constructor(reason: DetectorFailure, options?: { cause?: unknown }) {
    super(`model failure: ${reason}`, options);
    this.name = 'ModelFailure';
    this.reason = reason;
  }
}
