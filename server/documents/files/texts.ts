import { FORMATS } from '../../contract/formats.ts';
import { AppError } from '../../core/errors.ts';
import { decodeTextInTurns } from '../text/decode.ts';
import type { Documents } from '../types.ts';
import { FILE_TYPES } from './fileTypes.ts';

/** Text of files by their MIME type. Offsets in it are UTF-16 code units. */
export interface FileTexts {
  /** Text of a plain-text file (also Markdown, code, CSV); null for every other type. Takes time linear in the size. */
  plain(bytes: Uint8Array, type: { readonly mimeType: string }): Promise<string | null>;
  /**
   * As plain, and of word-processing documents; null for types without text.
   * @throws AppError PASSWORD_PROTECTED, UNREADABLE_FILE, ZIP_RATIO_SUSPICIOUS, TEXT_TOO_LARGE
   */
  read(bytes: Uint8Array, type: { readonly mimeType: string }, signal: AbortSignal): Promise<string | null>;
  /** As read, and of the text layer of a PDF; pages that are pictures have none. */
  searchable(bytes: Uint8Array, type: { readonly mimeType: string }, signal: AbortSignal): Promise<string | null>;
}

const PLAIN: ReadonlySet<string> = new Set(
  Object.values(FILE_TYPES)
    .filter(({ check }) => check.by === 'text')
    .map(({ mimeType }) => mimeType),
);
const WORD = FORMATS.docx.mimeType;
const PDF = FORMATS.pdf.mimeType;

export function createFileTexts(documents: Pick<Documents, 'read'>): FileTexts {
  async function readDocument(bytes: Uint8Array, format: 'docx' | 'pdf', signal: AbortSignal): Promise<string> {
    try {
      return (await documents.read(bytes, format, { signal, recognize: false, onProgress: () => undefined })).text;
    } catch (error) {
      // A document without a word in it has a text: an empty one.
      if (error instanceof AppError && error.code === 'TEXT_REQUIRED') return '';
      throw error;
    }
  }

  const texts: FileTexts = {
    plain: async (bytes, { mimeType }) => (PLAIN.has(mimeType) ? decodeTextInTurns(bytes) : null),
    read: async (bytes, type, signal) =>
      type.mimeType === WORD ? readDocument(bytes, 'docx', signal) : texts.plain(bytes, type),
    searchable: (bytes, type, signal) =>
      type.mimeType === PDF ? readDocument(bytes, 'pdf', signal) : texts.read(bytes, type, signal),
  };
  return texts;
}
