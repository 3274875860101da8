import type { NodeKind } from './workspace/node.ts';

/** How content of a type is told: which check proves it. */
export type ContentCheck =
  | { readonly by: 'package'; /** Content type of the main part (ECMA-376 part 2). */ readonly mainPart: string }
  | { readonly by: 'odf' }
  /** OLE compound file of Office 97 (MS-CFB) with one of these streams. */
  | { readonly by: 'compound'; readonly streams: readonly string[] }
  /** Extension that the library file-type gives to such content. */
  | { readonly by: 'signature'; readonly extensions: readonly string[] }
  | { readonly by: 'pdf' }
  | { readonly by: 'rtf' }
  | { readonly by: 'json' }
  /** A plain archive: a ZIP that is no package of another kind. */
  | { readonly by: 'archive' }
  /** A message of Outlook (MS-OXMSG). */
  | { readonly by: 'message' }
  /** `interpreter`: programs that a first line `#!` may name. */
  | { readonly by: 'text'; readonly interpreter?: RegExp };

/** A type of file with everything the parts of the product know of it. */
export interface FileFormat {
  /** Media type (RFC 6838). */
  readonly mimeType: string;
  /** Endings of names, in lower case and without the dot. Files get the first one. */
  readonly endings: readonly [string, ...string[]];
  readonly content: ContentCheck;
  /** Kind of a node that holds such a file (interface 2.3); absent where the workspace does not take it. */
  readonly kind?: NodeKind;
  /** The document format that reads it and writes replacements into it: the key of its row; absent for files that are not anonymized. */
  readonly reads?: string;
  /** Whether a document of this type is a picture, may hold some, or has none. */
  readonly pictures?: 'is' | 'holds';
  /** What its small picture is made of; absent where it has none. libvips as it is shipped reads no HEIC. */
  readonly thumbnail?: 'image' | 'bmp' | 'pdf' | 'package';
  /** A picture that browsers draw. */
  readonly inBrowser?: true;
  /** What systems call it, in English, where the desktop app offers to open it. */
  readonly label?: string;
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

const ooxml = <const T extends string>(type: T) =>
  ({
    mimeType: `${OOXML}.${type}`,
    content: { by: 'package', mainPart: `${OOXML}.${type}.main+xml` },
    pictures: 'holds',
    thumbnail: 'package',
  }) as const;
const odf = <const T extends string>(type: T) =>
  ({ mimeType: `${ODF}.${type}`, content: { by: 'odf' }, pictures: 'holds', thumbnail: 'package' }) as const;
const compound = (...streams: readonly string[]) => ({ content: { by: 'compound', streams } }) as const;
const image = (...extensions: readonly string[]) =>
  ({ kind: 'image', content: { by: 'signature', extensions } }) as const;
const picture = (...extensions: readonly string[]) => ({ ...image(...extensions), pictures: 'is' }) as const;
const text = { content: { by: 'text' } } as const;
const code = (mimeType: string, endings: readonly [string, ...string[]], interpreter?: RegExp) =>
  ({
    mimeType,
    endings,
    kind: 'code',
    content: { by: 'text', ...(interpreter && { interpreter }) },
  }) as const;

/**
 * All types of files of the product, in the order in which people see them. A new one is a row here and, where it is read, its folder in
 * server/documents.
 */
export const FORMATS = Object.freeze({
  pdf: {
    mimeType: 'application/pdf',
    endings: ['pdf'],
    kind: 'pdf',
    content: { by: 'pdf' },
    reads: 'pdf',
    pictures: 'holds',
    thumbnail: 'pdf',
    label: 'PDF document',
  },
  docx: {
    ...ooxml('wordprocessingml.document'),
    endings: ['docx'],
    kind: 'document',
    reads: 'docx',
    label: 'Word document',
  },
  xlsx: {
    ...ooxml('spreadsheetml.sheet'),
    endings: ['xlsx'],
    kind: 'sheet',
    reads: 'xlsx',
    label: 'Excel workbook',
  },
  pptx: {
    ...ooxml('presentationml.presentation'),
    endings: ['pptx'],
    kind: 'presentation',
    reads: 'pptx',
    label: 'PowerPoint presentation',
  },
  odt: { ...odf('text'), endings: ['odt'], kind: 'document', reads: 'odt', label: 'OpenDocument text' },
  ods: { ...odf('spreadsheet'), endings: ['ods'], kind: 'sheet', reads: 'ods', label: 'OpenDocument spreadsheet' },
  odp: {
    ...odf('presentation'),
    endings: ['odp'],
    kind: 'presentation',
    reads: 'odp',
    label: 'OpenDocument presentation',
  },
  png: {
    ...picture('png', 'apng'),
    mimeType: 'image/png',
    endings: ['png'],
    reads: 'png',
    thumbnail: 'image',
    inBrowser: true,
    label: 'PNG image',
  },
  jpeg: {
    ...picture('jpg'),
    mimeType: 'image/jpeg',
    endings: ['jpg', 'jpeg', 'jpe', 'jfif'],
    reads: 'jpeg',
    thumbnail: 'image',
    inBrowser: true,
    label: 'JPEG image',
  },
  gif: {
    ...picture('gif'),
    mimeType: 'image/gif',
    endings: ['gif'],
    reads: 'gif',
    thumbnail: 'image',
    inBrowser: true,
    label: 'GIF image',
  },
  bmp: {
    ...picture('bmp'),
    mimeType: 'image/bmp',
    endings: ['bmp', 'dib'],
    reads: 'bmp',
    thumbnail: 'bmp',
    inBrowser: true,
    label: 'BMP image',
  },
  tiff: {
    ...picture('tif'),
    mimeType: 'image/tiff',
    endings: ['tif', 'tiff'],
    reads: 'tiff',
    thumbnail: 'image',
    label: 'TIFF image',
  },
  webp: {
    ...picture('webp'),
    mimeType: 'image/webp',
    endings: ['webp'],
    reads: 'webp',
    thumbnail: 'image',
    inBrowser: true,
    label: 'WebP image',
  },
  txt: {
    ...text,
    mimeType: 'text/plain',
    endings: ['txt', 'text', 'log'],
    kind: 'text',
    reads: 'txt',
    label: 'Text document',
  },
  markdown: {
    ...text,
    mimeType: 'text/markdown',
    endings: ['md', 'markdown'],
    kind: 'markdown',
    reads: 'txt',
    label: 'Markdown',
  },
  csv: { ...text, mimeType: 'text/csv', endings: ['csv'], kind: 'sheet', reads: 'txt', label: 'CSV table' },
  tsv: {
    ...text,
    mimeType: 'text/tab-separated-values',
    endings: ['tsv'],
    kind: 'sheet',
    reads: 'txt',
    label: 'TSV table',
  },
  // The workspace takes no pages: a browser would run what they hold.
  html: {
    ...text,
    mimeType: 'text/html',
    endings: ['html', 'htm', 'xhtml'],
    reads: 'html',
    pictures: 'holds',
    label: 'Web page',
  },
  rtf: {
    mimeType: 'application/rtf',
    endings: ['rtf'],
    kind: 'document',
    content: { by: 'rtf' },
    reads: 'rtf',
    pictures: 'holds',
    label: 'Rich text',
  },
  eml: {
    ...text,
    mimeType: 'message/rfc822',
    endings: ['eml'],
    kind: 'text',
    reads: 'eml',
    pictures: 'holds',
    label: 'E-mail',
  },
  msg: {
    mimeType: 'application/vnd.ms-outlook',
    endings: ['msg'],
    content: { by: 'message' },
    reads: 'msg',
    pictures: 'holds',
    label: 'Outlook message',
  },
  zip: {
    mimeType: 'application/zip',
    endings: ['zip'],
    content: { by: 'archive' },
    reads: 'zip',
    pictures: 'holds',
    label: 'ZIP archive',
  },
  doc: { ...compound('WordDocument'), mimeType: 'application/msword', endings: ['doc'], kind: 'document' },
  xls: { ...compound('Workbook', 'Book'), mimeType: 'application/vnd.ms-excel', endings: ['xls'], kind: 'sheet' },
  ppt: {
    ...compound('PowerPoint Document'),
    mimeType: 'application/vnd.ms-powerpoint',
    endings: ['ppt'],
    kind: 'presentation',
  },
  excalidraw: {
    mimeType: 'application/vnd.excalidraw+json',
    endings: ['excalidraw'],
    kind: 'sketch',
    content: { by: 'json' },
  },
  heic: { ...image('heic'), mimeType: 'image/heic', endings: ['heic'] },
  heif: { ...image('heif', 'heic'), mimeType: 'image/heif', endings: ['heif'] },
  avif: { ...image('avif'), mimeType: 'image/avif', endings: ['avif'], thumbnail: 'image', inBrowser: true },
  ics: { ...text, mimeType: 'text/calendar', endings: ['ics'], kind: 'text' },
  vcf: { ...text, mimeType: 'text/vcard', endings: ['vcf'], kind: 'text' },
  json: code('application/json', ['json']),
  xml: code('application/xml', ['xml']),
  yaml: code('application/yaml', ['yaml', 'yml']),
  toml: code('application/toml', ['toml']),
  ini: code('text/plain', ['ini']),
  css: code('text/css', ['css']),
  sql: code('application/sql', ['sql']),
  tex: code('application/x-tex', ['tex']),
  typescript: code('text/x-typescript', ['ts'], /\b(?:node|deno|bun|tsx|ts-node)\b/),
  python: code('text/x-python', ['py'], /\bpython[\d.]*\b/),
  java: code('text/x-java-source', ['java']),
  kotlin: code('text/x-kotlin', ['kt']),
  c: code('text/x-c', ['c', 'h']),
  cpp: code('text/x-c++', ['cpp']),
  csharp: code('text/x-csharp', ['cs']),
  go: code('text/x-go', ['go']),
  rust: code('text/x-rust', ['rs']),
  swift: code('text/x-swift', ['swift']),
  r: code('text/x-r', ['r'], /\bRscript\b/),
} as const satisfies Readonly<Record<string, FileFormat>>);

type Formats = typeof FORMATS;
/** Formats of documents that are read and written in place. */
export type DocumentFormat = {
  [K in keyof Formats]: Formats[K] extends { readonly reads: infer F extends string } ? F : never;
}[keyof Formats];

/** Every row; the keys are read at run time only. */
export const ALL_FORMATS: readonly FileFormat[] = Object.freeze(Object.values<FileFormat>(FORMATS));

/** Rows of files that are read as documents, with the format that reads them. */
export const READABLE_FORMATS: readonly (FileFormat & { readonly reads: DocumentFormat })[] = Object.freeze(
  ALL_FORMATS.flatMap((row) => (row.reads === undefined ? [] : [{ ...row, reads: row.reads as DocumentFormat }])),
);

/** Endings of all documents that are read, without the dot. The content decides what a file is; this spares hopeless attempts. */
export const READABLE_ENDINGS: readonly string[] = Object.freeze(READABLE_FORMATS.flatMap(({ endings }) => endings));

/** Media types of the rows that a condition holds for. */
export const mimeTypesOf = (holds: (row: FileFormat) => boolean): ReadonlySet<string> =>
  new Set(ALL_FORMATS.filter(holds).map(({ mimeType }) => mimeType));
