import { FORMATS, type DocumentFormat, type FileFormat } from './formats.ts';

export type { DocumentFormat } from './formats.ts';

/** Formats the service reads; told by content, never by name alone. */
export const DOCUMENT_FORMATS: readonly [DocumentFormat, ...DocumentFormat[]] = Object.freeze(
  Object.entries<FileFormat>(FORMATS).flatMap(([name, { reads }]) => (reads === name ? [name as DocumentFormat] : [])),
) as readonly [DocumentFormat, ...DocumentFormat[]];

/** A format that is read. */
export interface DocumentType {
  readonly mimeType: string;
  /** The ending that its files get, without the dot. */
  readonly extension: string;
  readonly pictures: 'is' | 'holds' | 'none';
}

/** What is known of each format that is read. */
export const DOCUMENT_TYPES = Object.freeze(
  Object.fromEntries(
    DOCUMENT_FORMATS.map((format) => {
      const { mimeType, endings, pictures }: FileFormat = FORMATS[format];
      return [format, Object.freeze({ mimeType, extension: endings[0], pictures: pictures ?? 'none' })];
    }),
  ),
) as Readonly<Record<DocumentFormat, DocumentType>>;
