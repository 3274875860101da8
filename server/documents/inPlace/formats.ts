import { availableParallelism } from 'node:os';
import { identify } from '../identify/identify.ts';
import type { DocumentFormat } from '../types.ts';
import type { Nesting } from './container/children.ts';
import type { InPlacePicture } from './image/pictureFile.ts';
import type { OfficeFormat } from './officeFormats.ts';
import type { Recognizer } from './recognition/types.ts';
import type { InPlaceFormat } from './types.ts';

/**
 * Opens the code of a format; it is loaded with its first use, because some formats bring large libraries.
 * @param nesting - for formats that hold files of other formats
 */
type Opener = (nesting: Nesting) => Promise<InPlaceFormat>;

const office = (format: OfficeFormat) => async () => (await import('./officeFormats.ts')).officeFormats[format];
const picture = (format: InPlacePicture) => async () => {
  const { default: sharp } = await import('sharp');
  // Decoded pixels of one document must not stay in memory for the next; the pool alone decides how many pictures are decoded at a time.
  sharp.cache(false);
  sharp.concurrency(1);
  return (await import('./image/pictureFormat.ts')).createPictureFormat(format, await recognizer());
};

/** One per thread: its engines are threads of their own and end with it. */
let made: Promise<Recognizer> | undefined;
const recognizer = (): Promise<Recognizer> =>
  (made ??= import('./recognition/createRecognizer.ts').then(({ createRecognizer }) =>
    createRecognizer({ threads: availableParallelism() }),
  ));

const OPENERS = Object.freeze({
  txt: async () => (await import('./plain/plainFormat.ts')).plainFormat,
  pdf: async () => (await import('./pdf/pdfFormat.ts')).createPdfFormat(await recognizer()),
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
  html: async () => (await import('./html/htmlFormat.ts')).htmlFormat,
  rtf: async () => (await import('./rtf/rtfFormat.ts')).rtfFormat,
  eml: async (nesting: Nesting) => (await import('./eml/emlFormat.ts')).createEmlFormat(nesting),
  zip: async (nesting: Nesting) => (await import('./zip/zipFormat.ts')).createZipFormat(nesting),
} as const) satisfies Partial<Readonly<Record<DocumentFormat, Opener>>>;

/** A format whose documents are read and rewritten in place. */
export type RewritableFormat = keyof typeof OPENERS;

export function isRewritable(format: DocumentFormat): format is RewritableFormat {
  return Object.hasOwn(OPENERS, format);
}

export function openFormat(format: RewritableFormat): Promise<InPlaceFormat> {
  return open(format, { depth: 0, budget: null, find: findFormat });
}

const open = (format: RewritableFormat, nesting: Nesting): Promise<InPlaceFormat> => {
  const opener: Opener = OPENERS[format];
  return opener(nesting);
};

const findFormat: Nesting['find'] = async (bytes, name, nesting) => {
  const format = await identify(bytes, name);
  return isRewritable(format) ? await open(format, nesting) : null;
};
