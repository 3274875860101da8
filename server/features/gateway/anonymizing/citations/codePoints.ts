/** Translates offsets in a text between UTF-16 code units, as JavaScript counts, and Unicode code points, as providers count. */
export interface CodePoints {
  /** An offset beyond the text stays as far beyond it. */
  readonly toUnits: (points: number) => number;
  /** An offset inside of a surrogate pair is that of its character. */
  readonly toPoints: (units: number) => number;
}

export function createCodePoints(text: string): CodePoints {
  /** Where the second halves of surrogate pairs stand, in code units. */
  const seconds = [...text.matchAll(/[\ud800-\udbff](?=[\udc00-\udfff])/g)].map(({ index }) => index + 1);
  /** Number of pairs at the beginning for which the condition holds. */
  const countWhile = (isBefore: (second: number, index: number) => boolean): number => {
    let low = 0;
    let high = seconds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(seconds[middle]!, middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    toUnits: (points) => points + countWhile((second, index) => second - index <= points),
    toPoints: (units) => units - countWhile((second) => second <= units),
  };
}
