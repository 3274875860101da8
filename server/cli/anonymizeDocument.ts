import { extname } from 'node:path';
import type { ExportFormat, ProtectionLevel } from '../contract/anonymization.ts';
import { BUILT_IN_CATEGORIES, CATEGORY_TABLE } from '../contract/categories.ts';
import type { Language } from '../contract/common.ts';
import { DOCUMENT_TYPES } from '../contract/documentFormats.ts';
import { type MaskedText, type MaskOptions, maskText } from '../core/placeholders/mask.ts';
import type { DetectionOptions } from '../detection/types.ts';
import { type CommandTools, openDocument, type OpenedDocument, rewriteDocument } from './commandTools.ts';

/** Formats of the result: `original` keeps the type of some documents with their text, `native` every document as it is. */
export const FORMATS = ['original', 'native', 'txt', 'pdf', 'docx'] as const;

export interface AnonymizeOptions {
  readonly language?: Language | undefined;
  readonly format: (typeof FORMATS)[number];
  readonly level: ProtectionLevel;
}

export interface AnonymizedDocument {
  readonly bytes: Uint8Array;
  /** With its dot. */
  readonly extension: string;
  readonly masked: MaskedText;
  readonly language: Language;
  /** Optional detectors that could not work. */
  readonly unavailable: readonly string[];
}

/**
 * Anonymizes a document.
 * @param mask - the values that are known already, and the key of the placeholders
 * @throws AppError as reading and rewriting do
 */
export async function anonymizeDocument(
  tools: CommandTools,
  file: { readonly name: string; readonly bytes: Uint8Array },
  options: AnonymizeOptions,
  mask: MaskOptions,
): Promise<AnonymizedDocument> {
  const document = await openDocument(tools, file.name, file.bytes, { language: options.language });
  const { spans, language, stages } = await tools.detector.detect(document.text, detectionOptions(options));
  const masked = await maskText(document.text, spans, mask);
  const format = formatOf(document, options);
  const isText = format === 'txt' || format === 'native';
  const kind = format === 'native' ? DOCUMENT_TYPES[document.format].extension : format;
  return {
    bytes:
      format === 'native'
        ? await writeNative(tools, document, masked)
        : await write(tools, document, masked.text, { format, language }),
    extension: isText && document.encode !== null ? extname(file.name) || '.txt' : `.${kind}`,
    masked,
    language,
    unavailable: stages.filter(({ state }) => state === 'failed').map(({ id }) => id),
  };
}

export function detectionOptions({ language, level }: Pick<AnonymizeOptions, 'language' | 'level'>): DetectionOptions {
  const categories = Object.fromEntries(
    BUILT_IN_CATEGORIES.map((name) => [name, CATEGORY_TABLE[name].enabledByDefault]),
  );
  return { language, level, categories, terms: [] };
}

/** Mentions by category. */
export function countMentions({ parts }: MaskedText): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { mapping } of parts) counts[mapping.category] = (counts[mapping.category] ?? 0) + 1;
  return counts;
}

function formatOf({ format }: OpenedDocument, options: AnonymizeOptions): ExportFormat | 'native' {
  if (options.format !== 'original') return options.format;
  return format === 'txt' || format === 'docx' ? format : 'pdf';
}

function writeNative(
  tools: CommandTools,
  document: OpenedDocument,
  { parts, mappings }: MaskedText,
): Promise<Uint8Array> {
  return rewriteDocument(tools, document, {
    replacements: parts.map(({ start, end, mapping }) => ({ start, end, text: mapping.placeholder })),
    forbidden: mappings.map(({ original, placeholder }) => ({ value: original, replacement: placeholder })),
    purpose: 'anonymize',
  });
}

function write(
  { documents }: CommandTools,
  { encode }: OpenedDocument,
  text: string,
  target: { format: ExportFormat; language: Language },
): Promise<Uint8Array> {
  if (target.format === 'txt' && encode !== null) return Promise.resolve(encode(text));
  // Without a title the document holds its own text alone, and can be restored to it.
  return documents.write({ ...target, text, title: '', prompt: null });
}
