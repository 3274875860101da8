import type { NodeKind } from '../../contract/workspace/node.ts';

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
  /** `interpreter`: programs that a first line `#!` may name. */
  | { readonly by: 'text'; readonly interpreter?: RegExp };

export interface KnownType {
  readonly mimeType: string;
  readonly kind: NodeKind | null;
  readonly check: ContentCheck;
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

const ooxml = (kind: NodeKind, type: string): KnownType => ({
  mimeType: `${OOXML}.${type}`,
  kind,
  check: { by: 'package', mainPart: `${OOXML}.${type}.main+xml` },
});
const odf = (kind: NodeKind, type: string): KnownType => ({ mimeType: `${ODF}.${type}`, kind, check: { by: 'odf' } });
const compound = (kind: NodeKind, mimeType: string, ...streams: string[]): KnownType => ({
  mimeType,
  kind,
  check: { by: 'compound', streams },
});
const image = (mimeType: string, ...extensions: string[]): KnownType => ({
  mimeType,
  kind: 'image',
  check: { by: 'signature', extensions },
});
const text = (kind: NodeKind, mimeType: string, interpreter?: RegExp): KnownType => ({
  mimeType,
  kind,
  check: { by: 'text', ...(interpreter && { interpreter }) },
});
const jpeg = image('image/jpeg', 'jpg');
const tiff = image('image/tiff', 'tif');
const yaml = text('code', 'application/yaml');
const c = text('code', 'text/x-c');

/** Types that may be stored: the kinds of interface 2.3 and their usual formats, by extension. */
export const FILE_TYPES: Readonly<Record<string, KnownType>> = Object.freeze({
  docx: ooxml('document', 'wordprocessingml.document'),
  odt: odf('document', 'text'),
  doc: compound('document', 'application/msword', 'WordDocument'),
  rtf: { mimeType: 'application/rtf', kind: 'document', check: { by: 'rtf' } },
  xlsx: ooxml('sheet', 'spreadsheetml.sheet'),
  ods: odf('sheet', 'spreadsheet'),
  xls: compound('sheet', 'application/vnd.ms-excel', 'Workbook', 'Book'),
  csv: text('sheet', 'text/csv'),
  tsv: text('sheet', 'text/tab-separated-values'),
  pptx: ooxml('presentation', 'presentationml.presentation'),
  odp: odf('presentation', 'presentation'),
  ppt: compound('presentation', 'application/vnd.ms-powerpoint', 'PowerPoint Document'),
  excalidraw: { mimeType: 'application/vnd.excalidraw+json', kind: 'sketch', check: { by: 'json' } },
  pdf: { mimeType: 'application/pdf', kind: 'pdf', check: { by: 'pdf' } },
  png: image('image/png', 'png', 'apng'),
  jpg: jpeg,
  jpeg,
  gif: image('image/gif', 'gif'),
  webp: image('image/webp', 'webp'),
  bmp: image('image/bmp', 'bmp'),
  tif: tiff,
  tiff,
  heic: image('image/heic', 'heic'),
  heif: image('image/heif', 'heif', 'heic'),
  avif: image('image/avif', 'avif'),
  txt: text('text', 'text/plain'),
  text: text('text', 'text/plain'),
  log: text('text', 'text/plain'),
  eml: text('text', 'message/rfc822'),
  ics: text('text', 'text/calendar'),
  vcf: text('text', 'text/vcard'),
  md: text('markdown', 'text/markdown'),
  markdown: text('markdown', 'text/markdown'),
  json: { mimeType: 'application/json', kind: 'code', check: { by: 'text' } },
  xml: text('code', 'application/xml'),
  yaml,
  yml: yaml,
  toml: text('code', 'application/toml'),
  ini: text('code', 'text/plain'),
  css: text('code', 'text/css'),
  sql: text('code', 'application/sql'),
  tex: text('code', 'application/x-tex'),
  ts: text('code', 'text/x-typescript', /\b(?:node|deno|bun|tsx|ts-node)\b/),
  py: text('code', 'text/x-python', /\bpython[\d.]*\b/),
  java: text('code', 'text/x-java-source'),
  kt: text('code', 'text/x-kotlin'),
  c,
  h: c,
  cpp: text('code', 'text/x-c++'),
  cs: text('code', 'text/x-csharp'),
  go: text('code', 'text/x-go'),
  rs: text('code', 'text/x-rust'),
  swift: text('code', 'text/x-swift'),
  r: text('code', 'text/x-r', /\bRscript\b/),
});

/**
 * Types that are never stored: what a double click runs, what carries macros, and what a browser or an office program would run as a script.
 */
export const BLOCKED_EXTENSIONS: ReadonlySet<string> = new Set([
  ...[
    'exe',
    'dll',
    'com',
    'scr',
    'sys',
    'msi',
    'msp',
    'cpl',
    'pif',
    'ocx',
    'drv',
    'app',
    'apk',
    'ipa',
    'deb',
    'rpm',
    'dmg',
    'pkg',
  ],
  ...[
    'bat',
    'cmd',
    'ps1',
    'psm1',
    'psd1',
    'vb',
    'vbs',
    'vbe',
    'js',
    'mjs',
    'cjs',
    'jse',
    'ws',
    'wsf',
    'wsc',
    'wsh',
    'hta',
    'sct',
  ],
  ...[
    'sh',
    'bash',
    'zsh',
    'fish',
    'csh',
    'ksh',
    'command',
    'pl',
    'rb',
    'php',
    'phtml',
    'lua',
    'jar',
    'class',
    'appimage',
    'elf',
    'so',
    'bin',
    'run',
  ],
  ...[
    'docm',
    'dotm',
    'xlsm',
    'xltm',
    'xlam',
    'xlsb',
    'xll',
    'pptm',
    'potm',
    'ppam',
    'ppsm',
    'sldm',
    'ade',
    'adp',
    'mdb',
    'accdb',
    'accde',
  ],
  ...['html', 'htm', 'xhtml', 'shtml', 'mht', 'mhtml', 'svg', 'svgz', 'xsl', 'xslt', 'swf', 'chm', 'hlp'],
  ...['lnk', 'url', 'desktop', 'reg', 'inf', 'iso', 'img', 'vhd', 'vhdx', 'gadget', 'msc', 'scf', 'application'],
]);
