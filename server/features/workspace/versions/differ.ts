import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { diffNode } from '../../../contract/workspace/versions.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import type { Objects } from '../content/objects.ts';
import { findVersion } from '../storage/versions.ts';
import type { FileTexts } from '../types.ts';
import { compareLines, linesOf } from './lines.ts';

/** What is compared at most, of each state. */
const MOST = Object.freeze({ characters: 2_000_000, lines: 20_000 });

/** Compares a version with the present state of a file. */
export interface Differ {
  /** @throws AppError NOT_FOUND, NOT_A_FILE, NO_BASELINE, BLOB_UNAVAILABLE, TOO_LARGE, UNSUPPORTED_FORMAT */
  compare(
    principal: Principal,
    id: string,
    revision: number,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof diffNode>>;
}

export function createDiffer({
  database: { db },
  access,
  objects,
  texts,
}: {
  database: Database;
  access: Access;
  objects: Pick<Objects, 'read'>;
  texts: FileTexts;
}): Differ {
  const unsupported = (cause?: unknown): AppError =>
    new AppError('UNSUPPORTED_FORMAT', 'The text of this file cannot be compared.', { cause });
  const tooLarge = (cause?: unknown): AppError =>
    new AppError('TOO_LARGE', 'The texts are too long to be compared.', {
      cause,
      details: { maxCharacters: MOST.characters, maxLines: MOST.lines },
    });

  async function textOf(bytes: Uint8Array, mimeType: string, signal: AbortSignal): Promise<string | null> {
    try {
      return await texts.read(bytes, { mimeType }, signal);
    } catch (error) {
      if (!(error instanceof AppError) || signal.aborted) throw error;
      throw error.code === 'TEXT_TOO_LARGE' ? tooLarge(error) : unsupported(error);
    }
  }

  async function linesIn(bytes: Uint8Array, mimeType: string, signal: AbortSignal): Promise<string[]> {
    const text = await textOf(bytes, mimeType, signal);
    if (text === null) throw unsupported();
    if (text.length > MOST.characters) throw tooLarge();
    const lines = linesOf(text);
    if (lines.length > MOST.lines) throw tooLarge();
    return lines;
  }

  return {
    async compare(principal, id, revision, signal) {
      const { node } = await access.find(db, principal, id);
      const { file } = node;
      if (file === null) throw new AppError('NOT_A_FILE', 'Only files have versions.');
      const version = await findVersion(db, id, revision);
      if (version === undefined) throw new AppError('NO_BASELINE', 'This version is not kept.');
      const [before, after] = [
        await objects.read(node.spaceId, version.contentRef),
        await objects.read(node.spaceId, file.contentRef),
      ];
      const old = await linesIn(before, file.mimeType, signal);
      const lines = compareLines(old, await linesIn(after, file.mimeType, signal));
      return {
        node_id: id,
        from_revision: revision,
        to_revision: file.revision,
        added: lines.filter(({ op }) => op === 'added').length,
        removed: lines.filter(({ op }) => op === 'removed').length,
        lines,
      };
    },
  };
}
