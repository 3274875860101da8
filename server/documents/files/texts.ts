import { AppError } from '../../core/errors.ts';
import { decodeText } from '../text/decode.ts';
import type { Documents } from '../types.ts';
import { FILE_TYPES } from './fileTypes.ts';

/** Text of files by their MIME type. Offsets in it are UTF-16 code units. */
export interface FileTexts {
  /** Text of a plain-text file (also Markdown, code, CSV); null for every other type. Takes time linear in the size. */
  plain(bytes: Uint8Array, type: { readonly mimeType: string }): string | null;
  /**
   * As plain, and of word-processing documents; null for types without text.
   * @throws AppError PASSWORD_PROTECTED, UNREADABLE_FILE, ZIP_RATIO_SUSPICIOUS, TEXT_TOO_LARGE
   */
  read(bytes: Uint8Array, type: { readonly mimeType: string }, signal: AbortSignal): Promise<string | null>;
}

const PLAIN: ReadonlySet<string> = new Set(
  Object.values(FILE_TYPES)
    .filter(({ check }) => check.by === 'text')
    .map(({ mimeType }) => mimeType),
);
const WORD = FILE_TYPES['docx']!.mimeType;

export function createFileTexts(documents: Pick<Documents, 'read'>): FileTexts {
  const texts: FileTexts = {
    plain: (bytes, { mimeType }) => (PLAIN.has(mimeType) ? decodeText(bytes) : null),

    async read(bytes, type, signal) {
      if (type.mimeType !== WORD) return texts.plain(bytes, type);
      try {
        return (await documents.read(bytes, 'docx', { signal, onProgress: () => undefined })).text;
      } catch (error) {
        // A document without a word in it has a text: an empty one.
        if (error instanceof AppError && error.code === 'TEXT_REQUIRED') return '';
        throw error;
      }
    },
  };
  return texts;
}
