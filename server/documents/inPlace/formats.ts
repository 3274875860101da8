import { identify } from '../identify/identify.ts';
import type { DocumentFormat } from '../types.ts';
import type { Nesting } from './container/children.ts';
import { openPictureFormat } from './image/pictureCode.ts';
import type { InPlacePicture } from './image/pictureFile.ts';
import type { OfficeFormat } from './officeFormats.ts';
import { embeddedRecognizer } from './recognition/threadRecognizers.ts';
import type { Recognizer } from './recognition/types.ts';
import type { InPlaceFormat } from './types.ts';

/**
 * Opens the code of a format; it is loaded with its first use, because some formats bring large libraries.
 * @param recognizer - for formats that hold pictures
 * @param nesting - for formats that hold files of other formats
 */
type Opener = (recognizer: Recognizer, nesting: Nesting) => Promise<InPlaceFormat>;

const office = (format: OfficeFormat) => async (recognizer: Recognizer) =>
  (await import('./officeFormats.ts')).createOfficeFormat(format, recognizer);
const picture = (format: InPlacePicture) => (recognizer: Recognizer) => openPictureFormat(format, recognizer);

const OPENERS: Readonly<Record<DocumentFormat, Opener>> = Object.freeze({
  txt: async () => (await import('./plain/plainFormat.ts')).plainFormat,
  pdf: async (recognizer) => (await import('./pdf/pdfFormat.ts')).createPdfFormat(recognizer),
  docx: office('docx'),
  xlsx: office('xlsx'),
  pptx: office('pptx'),
  odt: office('odt'),
  ods: office('ods'),
  odp: office('odp'),
  png: picture('png'),
  jpeg: picture('jpeg'),
  gif: picture('gif'),
  bmp: picture('bmp'),
  tiff: picture('tiff'),
  webp: picture('webp'),
  html: async (recognizer) => (await import('./html/htmlFormat.ts')).createHtmlFormat(recognizer),
  rtf: async (recognizer) => (await import('./rtf/rtfFormat.ts')).createRtfFormat(recognizer),
  eml: async (recognizer, nesting) => (await import('./eml/emlFormat.ts')).createEmlFormat(recognizer, nesting),
  msg: async (recognizer, nesting) => (await import('./msg/msgFormat.ts')).createMsgFormat(recognizer, nesting),
  zip: async (_, nesting) => (await import('./zip/zipFormat.ts')).createZipFormat(nesting),
});

export function openFormat(
  format: DocumentFormat,
  recognizer: Recognizer = embeddedRecognizer,
): Promise<InPlaceFormat> {
  const find: Nesting['find'] = async (bytes, name, nesting) =>
    await OPENERS[await identify(bytes, name)](recognizer, nesting);
  return OPENERS[format](recognizer, { depth: 0, budget: null, find });
}
