import { LIMITS } from '../../../contract/limits.ts';
import { documentError } from '../../failures.ts';
import { checkExpectedText } from '../expectedText.ts';
import { createReport } from '../package/scan.ts';
import { spliceSource } from '../source/sourceText.ts';
import { createSweeper } from '../sweep/createSweeper.ts';
import type { InPlaceFormat, RewriteRequest, RewriteResult } from '../types.ts';
import { escapeText } from './characters.ts';
import { decodeHtml, encodeHtml } from './encoding.ts';
import { scanHtml } from './scanHtml.ts';
import { withoutFontNames } from './styles.ts';

/** Addresses of pictures may be pictures themselves, so the source may be much longer than its text. */
const SOURCE_CHARACTERS = 8 * LIMITS.textCharacters;

/** HTML and XHTML as browsers read it (WHATWG HTML): the source is spliced, and what is not touched stays as it is written. */
export const htmlFormat: InPlaceFormat = Object.freeze({
  read(bytes) {
    const { text, places } = scanHtml(open(bytes).source, null).placed;
    return Promise.resolve({ text, places });
  },
  rewrite(bytes, request) {
    const { source, encoding } = open(bytes);
    const { result, charsets, ...report } = rewriteHtml(source, request);
    if (result === source && request.purpose === 'restore') return Promise.resolve({ bytes, ...report });
    return Promise.resolve({ bytes: encodeHtml(result, encoding, charsets), ...report });
  },
} satisfies InPlaceFormat);

/**
 * Rewrites HTML that is a string. `charsets` are the places in the result where it names its encoding.
 * @throws AppError NOT_EXPORTABLE, DOCUMENT_ANONYMIZATION_FAILED
 */
export function rewriteHtml(
  source: string,
  {
    expectedText,
    purpose,
    forbidden,
    replacements,
  }: Pick<RewriteRequest, 'expectedText' | 'purpose' | 'forbidden' | 'replacements'>,
): Omit<RewriteResult, 'bytes'> & {
  readonly result: string;
  readonly charsets: ReturnType<typeof scanHtml>['charsets'];
} {
  const sweeper = createSweeper(purpose === 'anonymize' ? forbidden : []);
  const report = createReport();
  const { placed, edits, bareSigns } = scanHtml(source, purpose === 'anonymize' ? { sweeper, report } : null);
  checkExpectedText(placed.text, expectedText);
  const all = sweeper.extend(placed.text, replacements);
  spliceSource(placed, all, edits);
  // Before other words they might begin a tag or an entity.
  if (all.length > 0) for (const at of bareSigns) edits.replace(at, at + 1, escapeText(source.charAt(at)));
  const result = edits.apply(source);
  const after = scanHtml(result, null);
  if (purpose === 'anonymize' && (sweeper.leaksText(after.placed.text) || sweeper.leaksXml(withoutFontNames(result)))) {
    throw documentError('DOCUMENT_ANONYMIZATION_FAILED');
  }
  return { result, charsets: after.charsets, ...report.result() };
}

function open(bytes: Uint8Array): NonNullable<ReturnType<typeof decodeHtml>> {
  const decoded = decodeHtml(bytes);
  if (decoded === null) throw documentError('UNREADABLE_FILE');
  if (decoded.source.length > SOURCE_CHARACTERS) throw documentError('TEXT_TOO_LARGE');
  return decoded;
}
