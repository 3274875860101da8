/** Colours are RGB, hexadecimal, as in the contract. */
const channels = (color: string): [number, number, number] => [
  Number.parseInt(color.slice(0, 2), 16),
  Number.parseInt(color.slice(2, 4), 16),
  Number.parseInt(color.slice(4, 6), 16),
];

export const toHex = (values: readonly number[]): string =>
  values
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Below this, words cannot be made out: what lies behind them was not told. */
const LEAST_CONTRAST = 1.7;
const BLACK = '16181a';
const WHITE = 'ffffff';

/** A colour of words that can be read on a backdrop; undefined for the standard one of white paper. */
export function readable(color: string | undefined, backdrop: string): string | undefined {
  if (color !== undefined && contrast(color, backdrop) >= LEAST_CONTRAST) return color;
  if (contrast(BLACK, backdrop) >= contrast(WHITE, backdrop))
    return color === undefined || backdrop === WHITE ? undefined : BLACK;
  return WHITE;
}

/** The colour between others. */
export function meanColor(colors: readonly string[]): string | undefined {
  if (colors.length === 0) return undefined;
  const sums = colors.map(channels).reduce((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
  return toHex(sums.map((sum) => sum / colors.length));
}

/** Lighter or darker (ECMA-376 part 1, 20.1.2.3: lumMod and lumOff in HSL, tint and shade in RGB); amounts are shares. */
export function changed(color: string, change: 'lumMod' | 'lumOff' | 'tint' | 'shade', amount: number): string {
  const values = channels(color);
  if (change === 'tint') return toHex(values.map((value) => value * amount + 255 * (1 - amount)));
  if (change === 'shade') return toHex(values.map((value) => value * amount));
  const [high, low] = [Math.max(...values), Math.min(...values)];
  const light = (high + low) / 510;
  const wanted = Math.min(1, Math.max(0, change === 'lumMod' ? light * amount : light + amount));
  const range = (at: number) => (1 - Math.abs(2 * at - 1)) * 255;
  const scale = range(light) === 0 ? 0 : range(wanted) / range(light);
  return toHex(values.map((value) => (value - light * 255) * scale + wanted * 255));
}
