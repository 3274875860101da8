import { BINS, expectedCalibrationError } from './calibration.ts';
import { totalOf, type Score } from './score.ts';

/** Rows of cells; the first row is the head. */
export type Table = readonly (readonly string[])[];

/** A table in Markdown, padded so that it reads well as plain text too. */
export function markdown(table: Table): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(3, ...table.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(table[0]!), rule, ...table.slice(1).map(line)].join('\n');
}

/** Share in percent with one decimal; a dash where there is nothing to divide. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : ((100 * part) / whole).toFixed(1);
}

const SHOWN = ['PERSON', 'ORGANIZATION', 'LOCATION', 'ADDRESS'];

/** One row per group: shares of mentions masked in every letter and digit, in percent, and what was masked without need. */
export function overview(head: string, groups: ReadonlyMap<string, Score>): Table {
  const rows = [...groups].map(([name, score]) => {
    const all = totalOf(score);
    const share = (label: string): string =>
      percent(score.labels[label]?.masked ?? 0, score.labels[label]?.mentions ?? 0);
    return [
      name,
      String(score.documents),
      ...SHOWN.map(share),
      percent(all.masked, all.mentions),
      `${String(all.leaked)}/${String(all.values)}`,
      percent(score.rightCharacters, score.maskedCharacters),
      `${String(score.falseSpans)}/${String(score.spans)}`,
      percent(all.named, all.masked),
      score.milliseconds === 0 ? '–' : Math.round(score.characters / score.milliseconds).toString(),
    ];
  });
  return [
    [
      ...[head, 'texts', 'persons', 'organizations', 'places', 'addresses', 'all', 'values leaked'],
      ...['char. precision', 'false finds', 'right category', 'k chars/s'],
    ],
    ...rows,
  ];
}

/** One row per label of required marks: all texts, then the share masked in each of the groups. */
export function byLabel({ labels }: Score, groups: ReadonlyMap<string, Score>): Table {
  const rows = Object.entries(labels)
    .sort(([, a], [, b]) => b.mentions - a.mentions)
    .map(([label, { mentions, masked, named, values, leaked }]) => [
      label,
      String(mentions),
      percent(masked, mentions),
      `${String(leaked)}/${String(values)}`,
      percent(named, masked),
      ...[...groups.values()].map((group) => {
        const sums = group.labels[label];
        return sums === undefined ? '–' : percent(sums.masked, sums.mentions);
      }),
    ]);
  return [['label', 'mentions', 'masked', 'values leaked', 'right category', ...groups.keys()], ...rows];
}

/** Share of right finds by claimed confidence, one row per category. */
export function byConfidence({ calibration }: Score): Table {
  const rows = Object.entries(calibration)
    .sort(([, a], [, b]) => sum(b.count) - sum(a.count))
    .map(([category, bins]) => [
      category,
      String(sum(bins.count)),
      expectedCalibrationError(bins).toFixed(3),
      ...bins.count.map((count, bin) => (count === 0 ? '–' : `${percent(bins.right[bin]!, count)} (${String(count)})`)),
    ]);
  const heads = Array.from({ length: BINS }, (_, bin) => `${(bin / BINS).toFixed(1)}–${((bin + 1) / BINS).toFixed(1)}`);
  return [['category', 'finds', 'calibration error', ...heads], ...rows];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
