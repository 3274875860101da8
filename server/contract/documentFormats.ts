const OOXML = 'application/vnd.openxmlformats-officedocument';

/** Formats the service reads, with their MIME type and the extension their files get; told by content, never by name alone. */
export const DOCUMENT_TYPES = Object.freeze({
  pdf: { mimeType: 'application/pdf', extension: 'pdf' },
  docx: { mimeType: `${OOXML}.wordprocessingml.document`, extension: 'docx' },
  png: { mimeType: 'image/png', extension: 'png' },
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg' },
  gif: { mimeType: 'image/gif', extension: 'gif' },
  bmp: { mimeType: 'image/bmp', extension: 'bmp' },
  tiff: { mimeType: 'image/tiff', extension: 'tif' },
  txt: { mimeType: 'text/plain', extension: 'txt' },
} as const);

export type DocumentFormat = keyof typeof DOCUMENT_TYPES;
export const DOCUMENT_FORMATS = Object.freeze(Object.keys(DOCUMENT_TYPES) as DocumentFormat[]);
