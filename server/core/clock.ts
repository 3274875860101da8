/** Source of the current time, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = Object.freeze({ now: () => Date.now() });

/** ISO 8601 in UTC with milliseconds: the form in which every time is stored and sent. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
