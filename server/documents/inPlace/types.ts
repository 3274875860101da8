import type { Language } from '../../contract/common.ts';

/** A replacement in the text that {@link InPlaceFormat.read} gives. UTF-16 code units, `end` exclusive. */
export interface TextReplacement {
  readonly start: number;
  readonly end: number;
  /** What stands there afterwards: a placeholder, or an original that is put back. */
  readonly text: string;
}

/** A value that must not stay anywhere in the bytes, with what stands in for it where it is no part of the text. */
export interface ForbiddenValue {
  readonly value: string;
  readonly replacement: string;
}

/** A rectangle that a person drew on a page, in fractions of the page as it is shown (0 to 1, from its upper left corner). */
export interface PageArea {
  /** From 1; 1 for a picture with one page. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A value that would stay in what was written, so that nothing was written. The value itself is not told. */
export interface RemainingValue {
  /** What was to stand in for it. */
  readonly replacement: string;
  /** From 1; null where it belongs to no page, or to several. */
  readonly page: number | null;
  /** Where it stands on the page, in fractions of the page as it is shown; null where it is nowhere to be seen. */
  readonly box: Omit<PageArea, 'page'> | null;
  /**
   * - `text`: it can be read or selected
   * - `ink`: letters of it stick out of what covers them
   * - `data`: it stands in what nobody sees, for example in the description of a colour profile
   */
  readonly reason: 'text' | 'ink' | 'data';
}

export interface RewriteRequest {
  /** The text that `read` gave when the offsets were made: a document that reads otherwise now is refused, unless nothing changes in it. Not compared when absent. */
  readonly expectedText?: string;
  /** Sorted by start, never overlapping. */
  readonly replacements: readonly TextReplacement[];
  /**
   * - `anonymize`: replaces, removes what tells of people (properties, authors, tracked changes, thumbnails, histories, embedded data that
   *   cannot be read) and checks that no forbidden value is left in any part.
   * - `restore`: replaces and leaves everything else as it is.
   */
  readonly purpose: 'anonymize' | 'restore';
  /** For `anonymize`: every value behind the replacements, looked for in attributes, names, formulas, links and wherever else bytes hold text. */
  readonly forbidden: readonly ForbiddenValue[];
  /** For `anonymize` of pictures and PDF: what is blackened whatever it shows. Formats without pages take none. */
  readonly areas?: readonly PageArea[];
  /** What `read` gave for these bytes; spares a second recognition of pages that are pictures. */
  readonly layout?: Uint8Array;
  /** The engine that `read` was given or told of; matters only where `layout` is absent, see `ReadOptions`. */
  readonly recognizedBy?: string | null;
  /** Language that `read` was given; matters only where `layout` is absent. */
  readonly language?: Language;
  /** false: `read` left pictures in office documents out. When anonymizing, all words in them are covered, because nobody has seen them. */
  readonly pictures?: false;
  readonly signal: AbortSignal;
  /** 0 to 1. @param page - the page that has just been written, from 1; absent before and after that, and where a format has no pages */
  readonly onProgress?: (fraction: number, page?: number) => void;
}

/** Kinds of things that are cleaned from documents; the report names them. */
export const CLEANED_KINDS = [
  'properties',
  'authors',
  'comments',
  'tracked_changes',
  'thumbnail',
  'custom_xml',
  'embedded_object',
  'attachment',
  'image_metadata',
  'image_text',
  'hidden_content',
  'link',
  'form_value',
  'annotation',
  'history',
  'macro',
  'external_reference',
  'cache',
  'script',
  'signature',
] as const;
export type CleanedKind = (typeof CLEANED_KINDS)[number];

export interface RewriteResult {
  readonly bytes: Uint8Array;
  /** What was removed or replaced beside the text, each kind once. */
  readonly cleaned: readonly { readonly kind: CleanedKind; readonly count: number }[];
  /** What could not be looked into and was therefore removed as a whole. */
  readonly removed: readonly { readonly kind: CleanedKind; readonly count: number }[];
  /** For `restore`: pictures, which stay as they are, since words that were blackened cannot come back. Absent where there is none. */
  readonly unread?: readonly { readonly kind: 'image_text'; readonly count: number }[];
}

/** Where a stretch of the text stands in the document, for a view that shows the document itself. */
export interface TextPlace {
  readonly start: number;
  readonly end: number;
  /** What part: body, header, comment, slide 3, sheet "Kosten", … */
  readonly part: {
    readonly kind:
      | 'body'
      | 'header'
      | 'footer'
      | 'footnote'
      | 'comment'
      | 'textbox'
      | 'slide'
      | 'notes'
      | 'sheet'
      | 'chart'
      | 'page'
      | 'attachment'
      | 'property'
      | 'picture';
    /** Number of the slide, sheet or page, from 1; absent where there is only one. */
    readonly number?: number;
    /** Of a picture: the part of the package that holds it. */
    readonly name?: string;
  };
}

/** The text of a document with all channels that can carry personal data: comments, notes, headers, alternative texts, sheet names, link targets, … */
export interface InPlaceText {
  readonly text: string;
  /** Sorted; covers the text but for separators. */
  readonly places: readonly TextPlace[];
  /** Words that were recognized in pictures, with their places, for `rewrite`; holds text of the document. Absent where nothing was recognized. */
  readonly layout?: Uint8Array;
  /** Pages of the document; absent where a format has none. */
  readonly pages?: number;
  /** Mean confidence of the recognized words, 0 to 1; absent where nothing was recognized. */
  readonly confidence?: number;
}

export interface ReadInPlaceOptions {
  /** Language for recognition; told from the pages when absent. */
  readonly language?: Language;
  /** false: pictures in office documents are left out of the text. */
  readonly pictures?: false;
  /** What an earlier reading of these bytes gave; spares a second recognition of pictures in office documents. */
  readonly layout?: Uint8Array;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/**
 * Reads and rewrites one format in place. Both run inside a worker thread and know nothing of each other's run: the same bytes always give
 * the same text, so offsets of one run are good in another.
 */
export interface InPlaceFormat {
  /** @throws AppError PASSWORD_PROTECTED, UNREADABLE_FILE, ZIP_RATIO_SUSPICIOUS, TEXT_TOO_LARGE */
  read(bytes: Uint8Array, options: ReadInPlaceOptions): Promise<InPlaceText>;
  /** @throws AppError NOT_EXPORTABLE when the text is not the expected one, DOCUMENT_ANONYMIZATION_FAILED when a forbidden value would stay (see `valuesRemain`); the errors of read */
  rewrite(bytes: Uint8Array, request: RewriteRequest): Promise<RewriteResult>;
}
