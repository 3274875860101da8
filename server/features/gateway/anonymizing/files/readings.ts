import { createHash } from 'node:crypto';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { AppError } from '../../../../core/errors.ts';
import { DecryptionError } from '../../../../core/vault/cipher.ts';
import type { Vault } from '../../../../core/vault/types.ts';
import type { Documents, TextPlace } from '../../../../documents/types.ts';
import type { PageStart } from '../citations/documents.ts';

/** Reads images and documents of requests. */
export interface FileReader {
  /**
   * The text in a file.
   * @throws AppError image_not_supported or file_not_supported with `fields.param`
   */
  read(file: RequestFile, accountId: string, signal: AbortSignal): Promise<FileText>;
}

export interface FileText {
  readonly text: string;
  /** Where its pages begin; empty where it has none. */
  readonly pages: readonly PageStart[];
}

export interface RequestFile {
  readonly kind: 'image' | 'file';
  readonly bytes: Uint8Array;
  /** As the client named it; empty when it has no name. */
  readonly name: string;
  /** Path of the part in the request body, for the error. */
  readonly param: string;
}

/** Texts kept in memory, in bytes. Clients send the images of a conversation again with every message, and recognition takes seconds. */
const MOST_BYTES = 32 * 1024 * 1024;

const REASONS: Readonly<Partial<Record<ErrorCode, string>>> = Object.freeze({
  TEXT_REQUIRED: 'has no readable text, so it cannot be anonymized',
  UNSUPPORTED_TYPE: 'is of a kind that cannot be read, so it cannot be anonymized',
  CONTENT_MISMATCH: 'is not what its name says',
  PASSWORD_PROTECTED: 'is protected by a password',
  UNREADABLE_FILE: 'cannot be read, so it cannot be anonymized',
  ZIP_RATIO_SUSPICIOUS: 'unpacks to far more than it should',
  TEXT_TOO_LARGE: 'holds too much text',
});

/** Reads each file once as long as there is room; what it read is kept encrypted under the account's key. */
export function createFileReader(
  documents: Pick<Documents, 'identify' | 'read'>,
  vault: Pick<Vault, 'encryptText' | 'decryptText'>,
): FileReader {
  const kept = new Map<string, Uint8Array>();
  let size = 0;
  const keep = (key: string, text: Uint8Array) => {
    if (kept.has(key)) return;
    kept.set(key, text);
    size += text.length;
    for (const [oldest, { length }] of kept) {
      if (size <= MOST_BYTES) return;
      kept.delete(oldest);
      size -= length;
    }
  };

  return {
    async read({ kind, bytes, name, param }, accountId, signal) {
      const key = `${accountId}/${createHash('sha256').update(bytes).digest('base64')}`;
      const known = kept.get(key);
      try {
        if (known !== undefined) return JSON.parse(await vault.decryptText(accountId, key, known)) as FileText;
      } catch (error) {
        if (!(error instanceof DecryptionError)) throw error;
        // The account has another key since.
        kept.delete(key);
        size -= known?.length ?? 0;
      }
      try {
        const format = await documents.identify(bytes, name);
        const { text, places = [] } = await documents.read(bytes, format, { signal, onProgress: () => undefined });
        const read: FileText = { text, pages: format === 'pdf' ? pagesOf(places) : [] };
        keep(key, await vault.encryptText(accountId, key, JSON.stringify(read)));
        return read;
      } catch (error) {
        signal.throwIfAborted();
        const reason = error instanceof AppError ? REASONS[error.code] : undefined;
        if (reason === undefined) throw error;
        throw unreadable(kind, param, reason, error);
      }
    },
  };
}

function pagesOf(places: readonly TextPlace[]): PageStart[] {
  const starts = new Map<number, number>();
  for (const { start, part } of places) {
    if (part.kind !== 'page' || part.number === undefined) continue;
    starts.set(part.number, Math.min(start, starts.get(part.number) ?? start));
  }
  return [...starts].map(([number, start]) => ({ number, start })).toSorted((a, b) => a.start - b.start);
}

/** The refusal of a part that nobody can read here. `reason` goes on from "The image". */
export function unreadable(kind: 'image' | 'file', param: string, reason: string, cause?: unknown): AppError {
  return new AppError(
    kind === 'image' ? 'image_not_supported' : 'file_not_supported',
    `The ${kind} ${reason}. Nothing was sent.`,
    { fields: { param }, ...(cause !== undefined && { cause }) },
  );
}
