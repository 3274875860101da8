import type { Language } from '../contract/common.ts';
import type { FileResult } from './anonymizeMany.ts';

interface Form {
  readonly json?: boolean;
}

/** What the command tells about one document. */
export interface DocumentReport {
  readonly document: string;
  readonly mapping: string;
  readonly language: Language;
  /** Mentions by category. */
  readonly entities: Readonly<Record<string, number>>;
  /** Optional detectors that could not work. */
  readonly unavailable: readonly string[];
}

export function reportDocument(report: DocumentReport, { json }: Form): void {
  if (json === true) {
    console.log(JSON.stringify(report));
    return;
  }
  console.log(`Document: ${report.document}`);
  console.log(`Mapping:  ${report.mapping}`);
  console.log(`Language: ${report.language}`);
  for (const id of report.unavailable) console.log(`Without:  ${id} (not available)`);
  const rows = Object.entries(report.entities).sort(([a], [b]) => (a < b ? -1 : 1));
  if (rows.length === 0) console.log('No personal data found.');
  const width = Math.max(0, ...rows.map(([category]) => category.length));
  for (const [category, count] of rows) console.log(`  ${category.padEnd(width)}  ${String(count).padStart(6)}`);
}

/** A line for a file of many. */
export function reportFile(result: FileResult, { json }: Form): void {
  if (json === true) {
    console.log(JSON.stringify(result));
    return;
  }
  switch (result.status) {
    case 'done': {
      const values = Object.values(result.entities).reduce((sum, count) => sum + count, 0);
      console.log(`done     ${result.path} -> ${result.output} (${String(values)} values)`);
      break;
    }
    case 'skipped':
      console.log(`skipped  ${result.path} -> ${result.output} (not changed)`);
      break;
    case 'failed':
      console.log(`failed   ${result.path} (${result.code})`);
  }
}

export interface Totals {
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
}

export function countResults(): { add(result: FileResult): void; result(): Totals } {
  const counts = { done: 0, skipped: 0, failed: 0 };
  return {
    add: ({ status }) => void (counts[status] += 1),
    result: () => ({ ...counts }),
  };
}

export function reportTotals(
  totals: Totals & { readonly folder: string; readonly mapping: string },
  { json }: Form,
): void {
  if (json === true) {
    console.log(JSON.stringify(totals));
    return;
  }
  console.log(`Folder:   ${totals.folder}`);
  console.log(`Mapping:  ${totals.mapping}`);
  console.log(
    `Files:    ${String(totals.done)} done, ${String(totals.skipped)} skipped, ${String(totals.failed)} failed`,
  );
}
