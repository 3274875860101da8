import type { ExportRequest } from '../types.ts';

/** Line between the instructions and the text of a text file. */
const RULE = '-'.repeat(72);

/** The text as UTF-8 without a byte order mark, every character as it is; the instructions stand above it. */
export function writeTxt({ text, prompt }: ExportRequest): Uint8Array {
  return new TextEncoder().encode(prompt === null ? text : `${prompt}\n\n${RULE}\n\n${text}`);
}
