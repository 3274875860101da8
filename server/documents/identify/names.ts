import { READABLE_FORMATS } from '../../contract/formats.ts';
import type { DocumentFormat } from '../types.ts';

/** Types people know that are not read. */
const UNREAD = [
  ...['doc', 'dot', 'dotx', 'docm', 'dotm', 'ott', 'pages', 'wpd'],
  ...['xls', 'xlsm', 'xlsb', 'ppt', 'pptm', 'key', 'numbers'],
  ...['xml', 'svg', 'mht', 'epub', 'ps', 'eps', 'tex'],
  ...['heic', 'heif', 'avif', 'psd', 'ico', 'mp3', 'mp4', 'mov', 'avi', 'wav'],
  ...['jar', 'rar', '7z', 'gz', 'tar', 'exe', 'dll', 'msi', 'bat', 'cmd', 'com', 'scr', 'ps1', 'sh', 'js', 'vbs'],
];

/**
 * What an extension promises: one of our formats, or `other`, a type people know that is not read (yet). Extensions that are not listed promise
 * nothing, and content alone decides.
 */
const PROMISES: ReadonlyMap<string, DocumentFormat | 'other'> = new Map([
  ...READABLE_FORMATS.flatMap(({ endings, reads }) => endings.map((ending) => [ending, reads] as const)),
  ...UNREAD.map((extension) => [extension, 'other'] as const),
]);

/** What the extension of a file name promises; undefined for none or an unknown one. */
export function promisedFormat(filename: string): DocumentFormat | 'other' | undefined {
  return PROMISES.get(/\.([^.\\/]+)$/.exec(filename.trim())?.[1]?.toLowerCase() ?? '');
}
