import { AppError } from '../../../core/errors.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { createBudget, type Budget } from '../package/scan.ts';
import { type Report } from '../report.ts';
import type { InPlaceFormat, ReadInPlaceOptions, RewriteRequest, TextReplacement } from '../types.ts';

/** How a container gets at the formats of the files in it. */
export interface Nesting {
  /** How many containers are around this one; 0 for the document itself. */
  readonly depth: number;
  /** Bounds what is unpacked of a document and of all in it; null for the document itself, which gets a new one with every run. */
  readonly budget: Budget | null;
  /** The format of a file by its content, for a container at `nesting`. Throws what `identify` throws. */
  find(bytes: Uint8Array, name: string, nesting: Nesting): Promise<InPlaceFormat>;
}

/** A nesting whose budget is there. */
export type OpenNesting = Nesting & { readonly budget: Budget };

const MEBIBYTE = 1024 * 1024;
/** Unpacked bytes of one run over a document and all in it; files that are read and then written count twice. */
const UNPACKED_BYTES = 512 * MEBIBYTE;
/** What a file in a container counts at least: opening one takes time however small it is, and archives in archives hold any number. Ten thousand fit. */
const LEAST_BYTES = 48 * 1024;
/** Containers inside containers are looked into up to here. */
const MOST_DEPTH = 4;

export const openNesting = (nesting: Nesting): OpenNesting => ({
  ...nesting,
  budget: nesting.budget ?? createBudget(UNPACKED_BYTES),
});

/** Whether containers in a container at this nesting are not looked into. */
export const isTooDeep = ({ depth }: Nesting): boolean => depth >= MOST_DEPTH;

/** A file in a container that was read. */
export interface Child {
  readonly format: InPlaceFormat;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly layout: Uint8Array | undefined;
}

/** Reasons for which a file in a container cannot be looked into. Suspicious sizes refuse the whole container. */
const CLOSED: ReadonlySet<ErrorCode> = new Set([
  ...(['UNREADABLE_FILE', 'UNSUPPORTED_TYPE', 'CONTENT_MISMATCH', 'PASSWORD_PROTECTED'] as const),
  'DOCUMENT_ANONYMIZATION_FAILED',
]);

async function unlessClosed<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && CLOSED.has(error.code)) return null;
    throw error;
  }
}

/** What of the options for a container holds for the files in it. `onProgress` also tells that a long reading goes on. */
export type ChildOptions = Pick<ReadInPlaceOptions, 'signal' | 'language' | 'pictures' | 'onProgress'>;

/** Reads a file in a container; null when it cannot be looked into. */
export async function readChild(
  bytes: Uint8Array,
  name: string,
  nesting: OpenNesting,
  { signal, language, pictures, onProgress }: ChildOptions,
): Promise<Child | null> {
  signal.throwIfAborted();
  nesting.budget.take(Math.max(bytes.byteLength, LEAST_BYTES));
  if (isTooDeep(nesting)) return null;
  return await unlessClosed(async () => {
    const format = await nesting.find(bytes, name, { ...nesting, depth: nesting.depth + 1 });
    const options = { ...(language && { language }), ...(pictures === false && { pictures }) };
    const { text, layout } = await format.read(bytes, { ...options, signal, ...(onProgress && { onProgress }) });
    return { format, bytes, text, layout };
  });
}

/** Writes a file in a container; null when it cannot be written safely. */
export async function rewriteChild(
  { format, bytes, layout }: Child,
  replacements: readonly TextReplacement[],
  { purpose, forbidden, language, pictures, signal, onProgress }: RewriteRequest,
  report: Report,
): Promise<Uint8Array | null> {
  if (purpose === 'restore' && replacements.length === 0) return bytes;
  return await unlessClosed(async () => {
    const options = {
      ...{ ...(language && { language }), ...(layout && { layout }) },
      ...{ ...(pictures === false && { pictures }), ...(onProgress && { onProgress }) },
    };
    const result = await format.rewrite(bytes, { replacements, purpose, forbidden, signal, ...options });
    report.include(result);
    return result.bytes;
  });
}
