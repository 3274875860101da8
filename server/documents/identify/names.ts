import type { DocumentFormat } from '../types.ts';

/**
 * What an extension promises: one of our formats, or `other`, a type people know that is not read (yet). Extensions that are not listed promise
 * nothing, and content alone decides.
 */
const PROMISES: Readonly<Record<string, DocumentFormat | 'other'>> = Object.freeze({
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
  odt: 'odt',
  ods: 'ods',
  odp: 'odp',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  jpe: 'jpeg',
  jfif: 'jpeg',
  gif: 'gif',
  bmp: 'bmp',
  dib: 'bmp',
  tif: 'tiff',
  tiff: 'tiff',
  webp: 'webp',
  txt: 'txt',
  text: 'txt',
  md: 'txt',
  markdown: 'txt',
  log: 'txt',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  rtf: 'rtf',
  eml: 'eml',
  msg: 'msg',
  zip: 'zip',
  ...Object.fromEntries(
    [
      ...['doc', 'dot', 'dotx', 'docm', 'dotm', 'ott', 'pages', 'wpd'],
      ...['xls', 'xlsm', 'xlsb', 'ppt', 'pptm', 'key', 'numbers'],
      ...['xml', 'svg', 'mht', 'epub', 'ps', 'eps', 'tex'],
      ...['heic', 'heif', 'avif', 'psd', 'ico', 'mp3', 'mp4', 'mov', 'avi', 'wav'],
      ...['jar', 'rar', '7z', 'gz', 'tar', 'exe', 'dll', 'msi', 'bat', 'cmd', 'com', 'scr', 'ps1', 'sh', 'js', 'vbs'],
    ].map((extension) => [extension, 'other'] as const),
  ),
});

/** What the extension of a file name promises; undefined for none or an unknown one. */
export function promisedFormat(filename: string): DocumentFormat | 'other' | undefined {
  const extension = /\.([^.\\/]+)$/.exec(filename.trim())?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(PROMISES, extension) ? PROMISES[extension] : undefined;
}
