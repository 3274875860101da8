import { DOCUMENT_TYPES, type DocumentFormat } from '../../../contract/documentFormats.ts';
import { READABLE_FORMATS } from '../../../contract/formats.ts';
import { forEachInTurns } from '../../../core/turns.ts';
import type { Documents, RewriteRequest } from '../../../documents/types.ts';
import type { CompletedJob, JobReader } from '../jobs/jobReader.ts';
import type { JobTexts } from '../jobs/jobTexts.ts';
import type { EntityState } from '../types.ts';

/** Writes a job's document in its own format with the placeholders in place. */
export type InOwnFormat = (
  job: CompletedJob,
  watch: Pick<RewriteRequest, 'signal' | 'onProgress'>,
) => Promise<Uint8Array>;

export function createInOwnFormat(parts: {
  readonly documents: Documents;
  readonly reader: JobReader;
  readonly texts: JobTexts;
  /** What people drew on its pages. */
  readonly areasOf: (job: CompletedJob) => Promise<NonNullable<RewriteRequest['areas']>>;
}): InOwnFormat {
  const { documents, reader, texts, areasOf } = parts;

  return async (job, watch) => {
    const { accountId, format, inputRef, options, result } = job;
    const original = await reader.text(job, 'original');
    if (format === null) return Buffer.from(await reader.text(job, 'anonymized'), 'utf8');
    const bytes = await texts.getFile(accountId, inputRef);
    const layout = result.layoutRef === null ? undefined : await texts.getFile(accountId, result.layoutRef);
    const { language } = options;
    const rewritten = await documents.rewrite(bytes, format, {
      ...(await replacementsOf(await reader.entities(job), original)),
      purpose: 'anonymize',
      areas: await areasOf(job),
      expectedText: original,
      ...(layout ? { layout } : { recognizedBy: result.metadata.recognized_by ?? null }),
      ...(language !== null && { language }),
      ...watch,
    });
    return rewritten.bytes;
  };
}

/** What is replaced where, and the values that must not stay anywhere: but for those that a person left as they are somewhere. */
async function replacementsOf(
  { entities }: EntityState,
  original: string,
): Promise<Pick<RewriteRequest, 'replacements' | 'forbidden'>> {
  const replacements: RewriteRequest['replacements'][number][] = [];
  const forbidden = new Map<string, string>();
  await forEachInTurns(entities, ({ start, end, placeholder }) => {
    if (placeholder === null) return;
    replacements.push({ start, end, text: placeholder });
    forbidden.set(original.slice(start, end), placeholder);
  });
  let next = 0;
  await forEachInTurns(entities, ({ start, end, placeholder }) => {
    if (placeholder !== null) return;
    while (next < replacements.length && replacements[next]!.end <= start) next += 1;
    // A find that gave way to an accepted one is not what a person left.
    const isCovered = next < replacements.length && replacements[next]!.start < end;
    if (!isCovered) forbidden.delete(original.slice(start, end));
  });
  return { replacements, forbidden: [...forbidden].map(([value, replacement]) => ({ value, replacement })) };
}

/** Extensions of text files that keep theirs: all of them are read and written as text. */
const TEXT_EXTENSIONS: ReadonlySet<string> = new Set(
  READABLE_FORMATS.flatMap(({ reads, endings }) => (reads === 'txt' ? endings : [])),
);

/** Extension of a document in its own format. */
export function ownExtension(format: DocumentFormat | null, filename: string): string {
  const own = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  if ((format === null || format === 'txt') && TEXT_EXTENSIONS.has(own)) return own;
  return DOCUMENT_TYPES[format ?? 'txt'].extension;
}
