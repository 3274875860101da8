import type { DocumentFormat } from '../types.ts';
import type { InPlaceFormat } from './types.ts';

/** Opens the code of a format; it is loaded with its first use, because some formats bring large libraries. */
type Opener = () => Promise<InPlaceFormat>;

const OPENERS = Object.freeze({
  txt: async () => (await import('./plain/plainFormat.ts')).plainFormat,
  docx: async () => (await import('./officeFormats.ts')).officeFormats.docx,
} as const) satisfies Partial<Readonly<Record<DocumentFormat, Opener>>>;

/** A format whose documents are read and rewritten in place. */
export type RewritableFormat = keyof typeof OPENERS;

export function isRewritable(format: DocumentFormat): format is RewritableFormat {
  return Object.hasOwn(OPENERS, format);
}

export function openFormat(format: RewritableFormat): Promise<InPlaceFormat> {
  return OPENERS[format]();
}
