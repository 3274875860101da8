import type { ExportFormat } from '../contract/anonymization.ts';
import type { Language } from '../contract/common.ts';
import type { DocumentFormat } from '../contract/documentFormats.ts';
import type { RewriteRequest, RewriteResult, TextPlace } from './inPlace/types.ts';

export type { RemainingValue, RewriteRequest, RewriteResult, TextPlace, TextReplacement } from './inPlace/types.ts';

export type { DocumentViews, PackedView } from './view/types.ts';
export { DOCUMENT_FORMATS, type DocumentFormat } from '../contract/documentFormats.ts';

/** Text of a document in reading order. */
export interface ReadResult {
  /** Pages and blocks separated by line breaks; what anonymization and review work on. */
  readonly text: string;
  /** Number of pages; absent where a format has none. */
  readonly pages?: number;
  /** true when at least one page was recognized, false when all text was in the file. */
  readonly ocr: boolean;
  /** Mean word confidence of recognized pages, 0 to 1; null when nothing was recognized. */
  readonly confidence: number | null;
  /** The engine that looked at pictures in the document, with its version and data; absent where there were none. */
  readonly recognizedBy?: string;
  /** Where the text stands in the document; absent where pictures in the document were left out. */
  readonly places?: readonly TextPlace[];
  /** Recognized words with their places, which spare `rewrite` a second recognition; holds text of the document. */
  readonly layout?: Uint8Array;
}

export interface ReadOptions {
  /** Language for recognition; told from the text itself when absent. */
  readonly language?: Language | undefined;
  /** false: pages of a PDF that are pictures are left empty instead of recognized, pictures in office documents are left out. Default true. */
  readonly recognize?: boolean;
  /** false: pictures in office documents are left out; `rewrite` has to be told too. */
  readonly pictures?: false;
  /**
   * The engine that read the document before (`ReadResult.recognizedBy`), so that the same text is found again; null: a version without a record, which knew
   * the embedded one. The chosen engine when absent.
   */
  readonly recognizedBy?: string | null;
  readonly signal: AbortSignal;
  /** 0 to 1 over the whole document, with the step it is in. */
  readonly onProgress: (fraction: number, stage: 'reading' | 'recognizing') => void;
}

/** What a rendered export shows beside the text. */
export interface ExportRequest {
  readonly format: ExportFormat;
  readonly text: string;
  /** Title in the document's properties and above the text; no value of the document. Empty: there is none. */
  readonly title: string;
  /** Instructions for a language model, already in the wanted language; placed before the text. */
  readonly prompt: string | null;
  /** BCP 47 language of the text, for hyphenation and screen readers. */
  readonly language: Language;
}

/** The files of a plain ZIP. */
export interface Archive {
  /** Paths of the files, `/` between folders; no folders and none of the files that operating systems add by themselves. */
  readonly names: readonly string[];
  /** Unpacks one file. Throws AppError FILE_TOO_LARGE over `maxBytes`, ZIP_RATIO_SUSPICIOUS, UNREADABLE_FILE. */
  read(name: string, maxBytes: number): Promise<Uint8Array>;
}

/** Reading and writing of documents, behind worker threads. */
export interface Documents {
  /**
   * Tells the format by leading bytes and, for zip packages, by their parts; checks that name and content fit and that a package
   * does not inflate suspiciously. Cheap; called before a job is made. `accept` limits the formats (POST /ocr takes no plain text).
   * Throws AppError UNSUPPORTED_TYPE, CONTENT_MISMATCH, ZIP_RATIO_SUSPICIOUS, PASSWORD_PROTECTED, UNREADABLE_FILE.
   */
  identify(bytes: Uint8Array, filename: string, accept?: readonly DocumentFormat[]): Promise<DocumentFormat>;
  /** Reads the text. Throws AppError NOT_EXPORTABLE (the engine it was read with is not here any more), PASSWORD_PROTECTED, UNREADABLE_FILE, ZIP_RATIO_SUSPICIOUS, TEXT_TOO_LARGE, TEXT_REQUIRED (nothing readable). */
  read(bytes: Uint8Array, format: DocumentFormat, options: ReadOptions): Promise<ReadResult>;
  /**
   * Rewrites a document in its own format; offsets are those of the text that `read` gives of the same bytes.
   * Throws AppError DOCUMENT_ANONYMIZATION_FAILED (where it is known what would stay, `details.remaining` is a list of `RemainingValue`), NOT_EXPORTABLE (it reads otherwise than expected, the engine it was read with is not here any more) and what `read` throws.
   */
  rewrite(bytes: Uint8Array, format: DocumentFormat, request: RewriteRequest): Promise<RewriteResult>;
  /** Writes a text as PDF, DOCX or TXT. */
  write(request: ExportRequest): Promise<Uint8Array>;
  close(): Promise<void>;
}
