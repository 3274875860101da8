import { AppError } from '../../core/errors.ts';
import type { Archive } from '../types.ts';
import { openZip } from './zip.ts';

/** First local header (APPNOTE.TXT 4.3.7), or the end record of an empty archive (4.3.16). */
const SIGNATURES = [Buffer.from('PK\u0003\u0004'), Buffer.from('PK\u0005\u0006')];
/** Parts by which packages that are one document show themselves: ECMA-376 part 2, 10.1.2.1 and OpenDocument 1.3 part 2, 3.3. */
const DOCUMENT_PARTS = ['[Content_Types].xml', 'mimetype'];
/** Finder, Windows Explorer. */
const SYSTEM_FILES = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;

/** Whether a path is that of a file which operating systems add by themselves. */
export const isSystemFile = (path: string): boolean => SYSTEM_FILES.test(path);

/**
 * Opens a ZIP of files; null for everything else, documents that are packages included.
 * Throws AppError UNREADABLE_FILE, PASSWORD_PROTECTED or ZIP_RATIO_SUSPICIOUS.
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive | null> {
  if (!SIGNATURES.some((signature) => signature.equals(bytes.subarray(0, signature.length)))) return null;
  const zip = await openZip(bytes);
  if (DOCUMENT_PARTS.some((name) => zip.names.has(name))) return null;
  return {
    names: [...zip.names].filter((name) => !name.endsWith('/') && !isSystemFile(name)),
    async read(name, maxBytes) {
      if ((zip.sizeOf(name) ?? 0) > maxBytes) throw new AppError('FILE_TOO_LARGE', 'The file is too large.');
      const file = await zip.read(name, maxBytes);
      if (file === null) throw new Error('the archive has no such file');
      return file;
    },
  };
}
