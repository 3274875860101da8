import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CATEGORY_TABLE } from '../../server/contract/categories.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** Color tokens of tokens.css: name → [light, dark]. */
const tokens = new Map<string, readonly [string, string]>(
  [...css.matchAll(/(--[\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)].map((match) => [
    match[1]!,
    [match[2]!, match[3]!],
  ]),
);

/** Relative luminance of a #rrggbb color (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(foreground: string, background: string, theme: 0 | 1): number {
  const [a, b] = [foreground, background].map((name) => {
    const values = tokens.get(name);
    if (!values) throw new Error(`No color token ${name}`);
    return luminance(values[theme]);
  });
  return (Math.max(a!, b!) + 0.05) / (Math.min(a!, b!) + 0.05);
}

const grounds = ['canvas', 'sidebar', 'surface', 'raised', 'sunken', 'hover'].map((name) => `--color-${name}`);
const families = [...new Set(Object.values(CATEGORY_TABLE).map((row) => row.family))];

const textPairs = [
  ...['--color-text', '--color-text-muted', '--color-text-faint'].flatMap((text) => grounds.map((on) => [text, on])),
  ...['--color-accent-text', '--color-danger-text'].flatMap((text) => grounds.map((on) => [text, on])),
  ...['accent', 'danger', 'warning', 'success', 'info'].map((tone) => [`--color-${tone}-text`, `--color-${tone}-soft`]),
  ['--color-text', '--color-accent-soft'],
  ['--color-text-muted', '--color-accent-soft'],
  ...['warning', 'success', 'info', 'danger'].map((tone) => ['--color-text', `--color-${tone}-soft`]),
  ['--color-on-accent', '--color-accent'],
  ['--color-on-accent', '--color-accent-strong'],
  ['--color-on-danger', '--color-danger'],
  ['--color-on-danger', '--color-danger-strong'],
  ...families.flatMap((family) => [
    [`--family-${family}-text`, `--family-${family}-soft`],
    [`--family-${family}-text`, '--color-surface'],
    [`--family-${family}-text`, '--color-canvas'],
  ]),
] as [string, string][];

const outlinePairs = [
  ...['--color-outline', '--color-focus', '--color-accent'].flatMap((line) => grounds.map((on) => [line, on])),
  ...families.map((family) => [`--family-${family}-line`, '--color-surface']),
] as [string, string][];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s theme', (_name, theme) => {
  it.each(textPairs)('%s on %s reaches 4.5:1', (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(outlinePairs)('%s on %s reaches 3:1', (line, ground) => {
    expect(contrast(line, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});
