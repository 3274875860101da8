const MEBIBYTE = 1024 * 1024;

/** What one document may cost. A document beyond a limit is refused with a code; it never takes the server down. */
export const DOCUMENT_LIMITS = Object.freeze({
  /** Entries of a zip package. Word writes a few dozen; a long report with many pictures stays below two thousand. */
  zipEntries: 10_000,
  /** Declared inflated size of a whole package. */
  zipTotalBytes: 512 * MEBIBYTE,
  /** Inflated size of one XML part that is read. 5,000,000 characters of text make about 20 MiB of WordprocessingML. */
  xmlPartBytes: 64 * MEBIBYTE,
  /** Inflated size of all XML parts that are read. */
  xmlTotalBytes: 128 * MEBIBYTE,
  /** Inflated to packed size of an entry above `zipRatioFromBytes`; plain prose packs 3:1 to 10:1, repeated markup up to 300:1, bombs 1000:1. */
  zipRatio: 500,
  zipRatioFromBytes: 5 * MEBIBYTE,
  /** Depth of elements. Word itself refuses tables nested deeper than about 50. */
  xmlDepth: 1_000,
  /** Pages of a PDF or a TIFF: the text of 3,000 pages of letters has as many characters as are read at a time. */
  pages: 5_000,
  /** Memory of one PDFium module: the file, its fonts, and one decoded picture of A4 at 600 dpi in colour several times over. */
  pdfMemoryBytes: 384 * MEBIBYTE,
  /** Pixels of a picture before scaling: A3 at 600 dpi has 70 million. */
  imagePixels: 80_000_000,
  /** Pixels handed to recognition: A4 at 300 dpi has 8.7 million; more costs time and memory and gains nothing. */
  recognitionPixels: 10_000_000,
  /** Pictures in an office document that are recognized, frames and pages of each counted; further ones become grey. */
  picturesInside: 1_000,
  /** Their pixels before scaling, all together: five hundred screenshots, or two hundred pages at 300 dpi. */
  pixelsInside: 2_000_000_000,
  /** Resolution at which pages of a PDF are drawn for recognition. */
  rasterDpi: 300,
  /** JavaScript heap of a worker thread; memory of WebAssembly modules is bounded by the limits above. */
  workerHeapMebibytes: 1_024,
  /**
   * That of a thread that reads or rewrites a document in its own format. A workbook of 480,000 cells with 80,000 values and a PDF file of 730 pages of text
   * need less than 450 MiB at a time; more room would only be filled with what is not collected yet.
   */
  readingHeapMebibytes: 640,
  /** Longest silence of a reading thread: one page, one picture or one package. */
  readingMilliseconds: 120_000,
  /** Longest recognition of one page. */
  recognitionMilliseconds: 180_000,
  /** Longest run of an installed program over one picture; below the silence of the thread that waits for it, which may have waited for a free place. */
  recognitionProgramMilliseconds: 90_000,
  /** Its answer for one picture: a page with 20,000 words makes 3 MiB. */
  recognitionProgramBytes: 32 * MEBIBYTE,
  /** Longest writing of one export. */
  writingMilliseconds: 600_000,
} as const);
