/** Part of a text; UTF-16 code units, exclusive end. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A value without anything but ASCII letters and digits, in capitals: what check digits are computed on. */
export function compact(value: string): string {
  return value.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
}

/** How many ASCII digits a value has. */
export function countDigits(value: string): number {
  let count = 0;
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    if (unit >= 48 && unit <= 57) count += 1;
  }
  return count;
}
