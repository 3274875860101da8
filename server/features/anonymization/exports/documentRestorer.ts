import { isBuiltInCategory } from '../../../contract/categories.ts';
import { DOCUMENT_TYPES } from '../../../contract/documentFormats.ts';
import type { Database } from '../../../core/db/types.ts';
import { findPlaceholdersInTurns } from '../../../core/placeholders/find.ts';
import { mentionedHashes, resolvePlaceholder } from '../../../core/placeholders/restore.ts';
import { unresolvedIn, type UnresolvedPlaceholder } from '../../../core/placeholders/unresolved.ts';
import type { Documents, TextReplacement } from '../../../documents/types.ts';
import type { WholeDownload, Principal, UploadedFile } from '../../../http/types.ts';
import { cleanFilename } from '../jobs/filenames.ts';
import type { Originals } from '../mappings/originals.ts';
import type { AnonymizationAudit } from '../types.ts';

/** A document with the originals back in place that the caller may see. */
export interface RestoredDocument {
  readonly download: WholeDownload;
  /** Placeholders that were replaced. */
  readonly restored: number;
  /** Placeholders that stay. */
  readonly unresolved: readonly UnresolvedPlaceholder[];
}

export type DocumentRestorer = (
  principal: Principal,
  file: UploadedFile,
  signal: AbortSignal,
) => Promise<RestoredDocument>;

export function createDocumentRestorer(parts: {
  readonly database: Database;
  readonly documents: Documents;
  readonly originals: Originals;
  readonly audit: AnonymizationAudit;
}): DocumentRestorer {
  const { database, documents, audit } = parts;
  return async (principal, file, signal) => {
    const format = await documents.identify(file.bytes, file.name);
    const { text, layout } = await documents.read(file.bytes, format, {
      pictures: false,
      signal,
      onProgress: () => undefined,
    });
    const found = await findPlaceholdersInTurns(text);
    const originals = await parts.originals(principal, mentionedHashes(found));
    const replacements: TextReplacement[] = [];
    for (const placeholder of found) {
      const { start, end } = placeholder;
      const original = resolvePlaceholder(placeholder, originals);
      if (original !== undefined) replacements.push({ start, end, text: original });
    }
    const { bytes } = await documents.rewrite(file.bytes, format, {
      replacements,
      purpose: 'restore',
      forbidden: [],
      pictures: false,
      ...(layout && { layout }),
      signal,
    });
    await audit.record(database.db, { action: 'text.deanonymized', principal });
    const { mimeType, extension } = DOCUMENT_TYPES[format];
    return {
      download: { contentType: mimeType, body: bytes, filename: cleanFilename(file.name, `document.${extension}`) },
      restored: replacements.length,
      unresolved: await unresolvedIn(text, found, originals, isBuiltInCategory),
    };
  };
}
