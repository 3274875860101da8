/** Limits that callers and screens have to know. Sizes in bytes, lengths of what callers send in characters (contract/characters.ts). */
export const LIMITS = Object.freeze({
  textCharacters: 5_000_000,
  /** A text with placeholders: a list of short names of `textCharacters` becomes about five times as long. */
  maskedCharacters: 25_000_000,
  fileBytes: 50 * 1024 * 1024,
  /** Files of one batch, and their bytes as they are sent. */
  batchFiles: 1_000,
  batchBytes: 256 * 1024 * 1024,
  /** A JSON body that may carry a text of `textCharacters`; every character may take six bytes as an escape. */
  textBodyBytes: 32 * 1024 * 1024,
  filenameCharacters: 255,
  termCharacters: 500,
  patternCharacters: 1_000,
  termsPerAccount: 2_000,
  /** Detectors that can be added to those that ship. */
  detectors: 20,
  detectorSampleCharacters: 5_000,
  /** A request to a language model with its images and files. */
  gatewayBodyBytes: 64 * 1024 * 1024,
  providers: 50,
  modelAliases: 200,
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
  chatTitleCharacters: 200,
  chatModelCharacters: 200,
  chatFolderNameCharacters: 100,
  chatConversations: 10_000,
  chatFolders: 200,
  /** Messages of one conversation, in all branches. */
  chatMessages: 2_000,
  chatMessageCharacters: 200_000,
  /** A JSON body that may carry such a message with all its decisions. */
  chatMessageBodyBytes: 8 * 1024 * 1024,
  /** Values that one message decides to show, and to hide. */
  chatDecisions: 500,
  /** Answers that are written at the same time for one account. */
  chatRunningAnswers: 8,
  /** Attachments of one message. */
  chatAttachments: 20,
  chatAttachmentCharacters: 1_000_000,
  /** Files of all attachments of one account. */
  chatAttachmentsBytes: 2 * 1024 ** 3,
  chatPrompts: 500,
  chatPromptCharacters: 20_000,
} as const);
