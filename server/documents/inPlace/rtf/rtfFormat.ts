import { documentError } from '../../failures.ts';
import { checkExpectedText } from '../expectedText.ts';
import { createReport } from '../package/scan.ts';
import { spliceSource } from '../source/sourceText.ts';
import { createSweeper, type Sweeper } from '../sweep/createSweeper.ts';
import { distinctness } from '../sweep/patterns.ts';
import type { ForbiddenValue, InPlaceFormat } from '../types.ts';
import { scanRtf } from './scanRtf.ts';

/**
 * Rich Text Format 1.9.1: the body, headers, footers, notes, comments, text boxes, fields and bookmarks. The source is spliced, and what is not touched
 * stays as it is written. When anonymizing, properties, authors, objects of other programs and groups nobody knows go.
 */
export const rtfFormat: InPlaceFormat = Object.freeze({
  read(bytes) {
    const { text, places } = scanRtf(open(bytes), null).placed;
    return Promise.resolve({ text, places });
  },
  rewrite(bytes, { expectedText, purpose, forbidden, replacements }) {
    const source = open(bytes);
    const isCleaned = purpose === 'anonymize';
    const sweeper = createSweeper(isCleaned ? forbidden : []);
    const report = createReport();
    const { placed, edits } = scanRtf(source, isCleaned ? report : null);
    checkExpectedText(placed.text, expectedText);
    spliceSource(placed, sweeper.extend(placed.text, replacements), edits);
    const result = edits.apply(source);
    if (isCleaned && leaks(result, sweeper, forbidden)) throw documentError('DOCUMENT_ANONYMIZATION_FAILED');
    return Promise.resolve({ bytes: Buffer.from(result, 'latin1'), ...report.result() });
  },
} satisfies InPlaceFormat);

const FONT_TABLE = /\{\s*\\fonttbl\b(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;

/** Whether a value is left, also in tables. Fonts may sound like people ("Times New Roman"): in their names only values count that can be nothing else. */
function leaks(source: string, sweeper: Sweeper, forbidden: readonly ForbiddenValue[]): boolean {
  const distinct = createSweeper(forbidden.filter(({ value }) => distinctness(value) === 'anywhere'));
  const fontless = source.replace(FONT_TABLE, '{}');
  return (
    sweeper.leaksText(scanRtf(fontless, null, true).placed.text) ||
    sweeper.leaksText(fontless) ||
    distinct.leaksText(scanRtf(source, null, true).placed.text) ||
    distinct.leaksText(source)
  );
}

function open(bytes: Uint8Array): string {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!source.startsWith(String.raw`{\rtf`)) throw documentError('UNREADABLE_FILE');
  return source;
}
