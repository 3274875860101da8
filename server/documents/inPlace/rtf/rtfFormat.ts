import { documentError } from '../../failures.ts';
import { checkExpectedText } from '../expectedText.ts';
import { createReport } from '../report.ts';
import { openPictures } from '../pictures/openPictures.ts';
import type { PicturesInside } from '../pictures/picturesInside.ts';
import { withPictures, type TextWithPictures } from '../pictures/sourcePictures.ts';
import type { Recognizer } from '../recognition/types.ts';
import { spliceSource } from '../source/sourceText.ts';
import { createSweeper, type Sweeper } from '../sweep/createSweeper.ts';
import { distinctness } from '../sweep/patterns.ts';
import type { InPlaceFormat, RewriteRequest, RewriteResult } from '../types.ts';
import { pictureDigits, withoutPictures } from './pictures.ts';
import { scanRtf, type ScannedRtf } from './scanRtf.ts';
import { rtfTokens } from './tokens.ts';

/**
 * Rich Text Format 1.9.1: the body, headers, footers, notes, comments, text boxes, fields, bookmarks and pictures. The source is spliced, and what is not
 * touched stays as it is written. When anonymizing, properties, authors, drawings, objects of other programs and groups nobody knows go.
 */
export const createRtfFormat = (recognizer: Recognizer): InPlaceFormat => ({
  async read(bytes, options) {
    const pictures = openPictures(recognizer, options);
    const { text, places } = await readRtf(bytes, pictures);
    return { text, places, ...pictures?.found() };
  },
  rewrite: (bytes, request) => rewriteRtf(bytes, request, openPictures(recognizer, request)),
});

/** @param pictures - null: they are left out */
export const readRtf = async (bytes: Uint8Array, pictures: PicturesInside | null): Promise<TextWithPictures> =>
  await readScanned(scanRtf(open(bytes), null), pictures);

const readScanned = ({ placed, pictures: found }: ScannedRtf, pictures: PicturesInside | null) =>
  withPictures(
    placed,
    found.map(({ bytes }) => ({ name: '', bytes })),
    pictures,
  );

/** @throws AppError NOT_EXPORTABLE, DOCUMENT_ANONYMIZATION_FAILED */
export async function rewriteRtf(
  bytes: Uint8Array,
  {
    expectedText,
    purpose,
    forbidden,
    replacements,
  }: Pick<RewriteRequest, 'expectedText' | 'purpose' | 'forbidden' | 'replacements'>,
  pictures: PicturesInside | null,
): Promise<RewriteResult> {
  const source = open(bytes);
  const isCleaned = purpose === 'anonymize';
  const sweeper = createSweeper(isCleaned ? forbidden : []);
  // Fonts may sound like people ("Times New Roman"): in their names only values count that can be nothing else.
  const inFonts = createSweeper(isCleaned ? forbidden.filter(({ value }) => distinctness(value) === 'anywhere') : []);
  const report = createReport();
  const scanned = scanRtf(source, isCleaned ? report : null);
  const { placed, edits, fonts, givenNames } = scanned;
  const whole = await readScanned(scanned, pictures);
  checkExpectedText(whole.text, expectedText);
  const all = sweeper.extend(whole.text, replacements);
  spliceSource(placed, whole.own(all), edits);
  if (isCleaned) {
    spliceSource(fonts, inFonts.extend(fonts.text, []), edits);
    spliceSource(givenNames, sweeper.extend(givenNames.text, []), edits);
    for (const [index, picture] of (await whole.write(all, report)).entries()) {
      if (sweeper.leaksBinary(picture, true)) throw documentError('DOCUMENT_ANONYMIZATION_FAILED');
      const { start, end } = scanned.pictures[index]!;
      edits.replace(start, end, pictureDigits(picture));
    }
  } else report.unreadImages(scanned.pictures.length);
  const result = edits.apply(source);
  if (isCleaned && leaks(result, sweeper, inFonts)) throw documentError('DOCUMENT_ANONYMIZATION_FAILED');
  return { bytes: Buffer.from(result, 'latin1'), ...report.result() };
}

const FONT_TABLE = /\{\s*\\fonttbl\b/g;

/** The source with empty groups in the place of its tables of fonts; a table that does not end stays. */
function withoutFontTables(source: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { index } of source.matchAll(FONT_TABLE)) {
    const end = index < at ? null : endOfGroup(source, index);
    if (end === null) continue;
    parts.push(source.slice(at, index), '{}');
    at = end;
  }
  return parts.join('') + source.slice(at);
}

function endOfGroup(source: string, start: number): number | null {
  let depth = 0;
  for (const { kind, end } of rtfTokens(source.slice(start))) {
    if (kind === 'open') depth += 1;
    else if (kind === 'close') depth -= 1;
    if (depth === 0) return start + end;
  }
  return null;
}

/** Whether a value is left, also in tables. */
function leaks(result: string, sweeper: Sweeper, inFonts: Sweeper): boolean {
  const source = withoutPictures(result, scanRtf(result, null).pictures);
  const fontless = withoutFontTables(source);
  return (
    sweeper.leaksText(scanRtf(fontless, null, true).placed.text) ||
    sweeper.leaksText(fontless) ||
    inFonts.leaksText(scanRtf(source, null, true).placed.text) ||
    inFonts.leaksText(source)
  );
}

function open(bytes: Uint8Array): string {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!source.startsWith(String.raw`{\rtf`)) throw documentError('UNREADABLE_FILE');
  return source;
}
