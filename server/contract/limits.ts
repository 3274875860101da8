/** Limits that callers and screens have to know. Sizes in bytes, lengths in UTF-16 code units. */
export const LIMITS = Object.freeze({
  textCharacters: 5_000_000,
  fileBytes: 50 * 1024 * 1024,
  /** A JSON body that may carry a text of `textCharacters`; every character may take six bytes as an escape. */
  textBodyBytes: 32 * 1024 * 1024,
  filenameCharacters: 255,
  termCharacters: 500,
  patternCharacters: 1_000,
  termsPerAccount: 2_000,
  /** Detectors that can be added to those that ship. */
  detectors: 20,
  detectorSampleCharacters: 5_000,
  nodeNameCharacters: 255,
  descriptionCharacters: 2_000,
  /** Levels of folders below the root, the node itself included. */
  pathDepth: 32,
  uploadChunkBytes: 8 * 1024 * 1024,
  searchCharacters: 255,
  inboxMarks: 200,
  commentCharacters: 10_000,
  sheetNameCharacters: 31,
  workbookNameCharacters: 200,
  /** What a cell of a worksheet holds at most (Excel's own limit). */
  cellCharacters: 32_767,
} as const);
