/** Pixels of a picture; the first channel tells how light they are. */
export interface InkRaster {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Paper and ink nearer to each other than this, of 255, are one: what differs is noise. */
const LEAST_CONTRAST = 18;

/**
 * Mean shades of paper, of which there is more, and of ink, parted by the threshold of Otsu (IEEE Trans. SMC 9, 1979, 62); null where all is alike.
 *
 * @param counts - how many pixels have each shade
 * @param total - how many pixels there are
 */
export function twoShades(counts: Uint32Array, total: number): { readonly paper: number; readonly ink: number } | null {
  const sum = counts.reduce((all, count, shade) => all + count * shade, 0);
  let [best, low, high, lowCount] = [-1, 0, 0, 0];
  let [seen, seenSum] = [0, 0];
  for (let shade = 0; shade < 255; shade += 1) {
    seen += counts[shade]!;
    seenSum += counts[shade]! * shade;
    if (seen === 0 || seen === total) continue;
    const [mean, rest] = [seenSum / seen, (sum - seenSum) / (total - seen)];
    const between = seen * (total - seen) * (mean - rest) ** 2;
    if (between > best) [best, low, high, lowCount] = [between, mean, rest, seen];
  }
  if (best < 0 || high - low < LEAST_CONTRAST) return null;
  return lowCount * 2 > total ? { paper: low, ink: high } : { paper: high, ink: low };
}
