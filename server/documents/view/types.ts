import type { DocumentView, ViewBlock, ViewContent, ViewFile } from '../../contract/documentView.ts';
import type { DocumentFormat } from '../../contract/documentFormats.ts';

/** What a document looks like, in parts that are shown one by one. */
export interface BuiltView extends Pick<
  DocumentView,
  'kind' | 'located' | 'areas' | 'parts' | 'sheets' | 'files' | 'places'
> {
  /** What each part shows, in the order of `parts`. It holds offsets and looks, no text of the document. */
  readonly contents: readonly ViewContent[];
}

/** A file of an archive, as it looks. */
export interface ShownFile {
  /** Where its name stands in the text, with its folders. */
  readonly name: { readonly start: number; readonly end: number };
  readonly head: ViewFile;
  readonly blocks: readonly ViewBlock[];
}

/** A view as it comes from the thread: contents as JSON in UTF-8, so that they are small to keep and their size is known. */
export type PackedView = Omit<BuiltView, 'contents'> & { readonly contents: readonly Uint8Array[] };

export interface ViewSource {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  /** The name of the file: it tells tables and Markdown from other texts. */
  readonly name: string;
  /** The text of the document as it was read; places in it are told by offsets (UTF-16 code units). */
  readonly text: string;
  /** What reading gave beside the text: recognized words with their places. */
  readonly layout: Uint8Array | null;
}

/** Shows documents: where their text stands, and pictures of their pages. Behind worker threads. */
export interface DocumentViews {
  /** Throws AppError UNREADABLE_FILE and the other errors of reading. */
  build(source: ViewSource, signal: AbortSignal): Promise<PackedView>;
  /**
   * A page of a PDF or of a picture file as WebP, `width` pixels wide or as wide as it is, if that is less. `page` counts from 1.
   * Throws AppError UNREADABLE_FILE, NOT_FOUND (no such page).
   */
  picture(
    document: Pick<ViewSource, 'bytes' | 'format'>,
    page: number,
    width: number,
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  close(): Promise<void>;
}
