const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** Formats the service reads, with their MIME type and the extension their files get; told by content, never by name alone. */
export const DOCUMENT_TYPES = Object.freeze({
  pdf: { mimeType: 'application/pdf', extension: 'pdf' },
  docx: { mimeType: `${OOXML}.wordprocessingml.document`, extension: 'docx' },
  xlsx: { mimeType: `${OOXML}.spreadsheetml.sheet`, extension: 'xlsx' },
  pptx: { mimeType: `${OOXML}.presentationml.presentation`, extension: 'pptx' },
  odt: { mimeType: `${ODF}.text`, extension: 'odt' },
  ods: { mimeType: `${ODF}.spreadsheet`, extension: 'ods' },
  odp: { mimeType: `${ODF}.presentation`, extension: 'odp' },
  png: { mimeType: 'image/png', extension: 'png' },
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg' },
  gif: { mimeType: 'image/gif', extension: 'gif' },
  bmp: { mimeType: 'image/bmp', extension: 'bmp' },
  tiff: { mimeType: 'image/tiff', extension: 'tif' },
  webp: { mimeType: 'image/webp', extension: 'webp' },
  txt: { mimeType: 'text/plain', extension: 'txt' },
  html: { mimeType: 'text/html', extension: 'html' },
  rtf: { mimeType: 'application/rtf', extension: 'rtf' },
  eml: { mimeType: 'message/rfc822', extension: 'eml' },
  msg: { mimeType: 'application/vnd.ms-outlook', extension: 'msg' },
  zip: { mimeType: 'application/zip', extension: 'zip' },
} as const);

export type DocumentFormat = keyof typeof DOCUMENT_TYPES;
export const DOCUMENT_FORMATS = Object.freeze(Object.keys(DOCUMENT_TYPES) as DocumentFormat[]);
