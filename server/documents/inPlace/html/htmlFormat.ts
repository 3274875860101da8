import { LIMITS } from '../../../contract/limits.ts';
import { documentError } from '../../failures.ts';
import { checkExpectedText } from '../expectedText.ts';
import { createReport, type Report } from '../report.ts';
import { openPictures } from '../pictures/openPictures.ts';
import type { PicturesInside } from '../pictures/picturesInside.ts';
import { withPictures, type TextWithPictures } from '../pictures/sourcePictures.ts';
import type { Recognizer } from '../recognition/types.ts';
import { spliceSource } from '../source/sourceText.ts';
import { createSweeper } from '../sweep/createSweeper.ts';
import type { InPlaceFormat, RewriteRequest, RewriteResult } from '../types.ts';
import { escapeText } from './characters.ts';
import { pictureAddress, pictureIn, withoutPictures } from './dataAddresses.ts';
import { decodeHtml, encodeHtml } from './encoding.ts';
import { scanHtml } from './scanHtml.ts';
import { withoutFontNames } from './styles.ts';

/** Addresses of pictures may be pictures themselves, so the source may be much longer than its text. */
const SOURCE_CHARACTERS = 8 * LIMITS.textCharacters;

/**
 * HTML and XHTML as browsers read it (WHATWG HTML): the source is spliced, and what is not touched stays as it is written. Pictures in addresses are
 * read and covered; all others are outside of the document and go.
 */
export function createHtmlFormat(recognizer: Recognizer): InPlaceFormat {
  return {
    async read(bytes, options) {
      const pictures = openPictures(recognizer, options);
      const { text, places } = await readHtmlFile(bytes, pictures);
      return { text, places, ...pictures?.found() };
    },
    rewrite: (bytes, request) => rewriteHtmlFile(bytes, request, openPictures(recognizer, request)),
  };
}

type HtmlRequest = Pick<RewriteRequest, 'expectedText' | 'purpose' | 'forbidden' | 'replacements'>;

/** @param pictures - null: they are left out */
export const readHtmlFile = (bytes: Uint8Array, pictures: PicturesInside | null): Promise<TextWithPictures> =>
  readHtml(open(bytes).source, pictures);

/** @throws AppError NOT_EXPORTABLE, DOCUMENT_ANONYMIZATION_FAILED */
export async function rewriteHtmlFile(
  bytes: Uint8Array,
  request: HtmlRequest,
  pictures: PicturesInside | null,
): Promise<RewriteResult> {
  const { source, encoding } = open(bytes);
  const { result, charsets, ...report } = await rewriteHtml(source, request, pictures);
  if (result === source && request.purpose === 'restore') return { bytes, ...report };
  return { bytes: encodeHtml(result, encoding, charsets), ...report };
}

/** As `readHtmlFile`, for HTML that is a string. Throws AppError TEXT_TOO_LARGE. */
export async function readHtml(source: string, pictures: PicturesInside | null): Promise<TextWithPictures> {
  const { placed, pictures: addresses } = scanHtml(source, null);
  return await withPictures(placed, addresses.map(pictureIn), pictures);
}

/**
 * Rewrites HTML that is a string. `charsets` are the places in the result where it names its encoding.
 * @throws AppError NOT_EXPORTABLE, DOCUMENT_ANONYMIZATION_FAILED
 */
export async function rewriteHtml(
  source: string,
  { expectedText, purpose, forbidden, replacements }: HtmlRequest,
  pictures: PicturesInside | null,
): Promise<
  Omit<RewriteResult, 'bytes'> & {
    readonly result: string;
    readonly charsets: ReturnType<typeof scanHtml>['charsets'];
  }
> {
  const isCleaned = purpose === 'anonymize';
  const sweeper = createSweeper(isCleaned ? forbidden : []);
  const scan = (report: Report, written: ReadonlyMap<string, string>) =>
    scanHtml(source, isCleaned ? { sweeper, report, pictures: written } : null);
  const reading = createReport();
  const read = scan(reading, new Map());
  const covers = isCleaned && read.pictures.length > 0;
  const report = covers ? createReport() : reading;
  const whole = await withPictures(read.placed, read.pictures.map(pictureIn), pictures);
  checkExpectedText(whole.text, expectedText);
  const all = sweeper.extend(whole.text, replacements);
  const written = new Map<string, string>();
  if (!isCleaned) report.unreadImages(read.pictures.length);
  if (covers) {
    const covered = await whole.write(all, report);
    for (const [index, bytes] of covered.entries()) {
      if (sweeper.leaksBinary(bytes, true)) throw documentError('DOCUMENT_ANONYMIZATION_FAILED');
      written.set(read.pictures[index]!, pictureAddress(bytes));
    }
  }
  // What comes in the place of pictures is known now: only a document with some is gone through again.
  const { placed, edits, bareSigns } = covers ? scan(report, written) : read;
  const own = whole.own(all);
  spliceSource(placed, own, edits);
  // Before other words they might begin a tag or an entity.
  if (own.length > 0) for (const at of bareSigns) edits.replace(at, at + 1, escapeText(source.charAt(at)));
  const result = edits.apply(source);
  const after = scanHtml(result, null);
  const markup = withoutFontNames(withoutPictures(result, new Set(written.values())));
  if (isCleaned && (sweeper.leaksText(after.placed.text) || sweeper.leaksXml(markup))) {
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
