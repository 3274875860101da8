import { z } from 'zod';
import { workspaceNode } from '../../../contract/workspace/node.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { UploadRow } from '../storage/uploads.ts';

const outcome = z.object({ start: z.number().int().nonnegative(), node: workspaceNode });
/** What an upload has made: `start` is the offset of its last range in bytes, `node` the file as that range was answered. */
export type UploadOutcome = z.output<typeof outcome>;

/**
 * What finished uploads answer until they expire. The answer to the last range may be lost on its way, and a client that was told of nothing sends that
 * range again, or asks how far the upload is: it has to learn of the file that is there, instead of making it a second time.
 */
export interface UploadOutcomes {
  seal(session: Pick<UploadRow, 'id' | 'spaceId'>, made: UploadOutcome): Promise<Uint8Array>;
  /** Null before the last range. */
  open(session: UploadRow): Promise<UploadOutcome | null>;
}

/** What an encrypted outcome is bound to. */
export const outcomeBoundTo = (id: string): string => `upload_sessions/${id}/outcome`;

export function createUploadOutcomes(vault: Pick<Vault, 'encryptText' | 'decryptText'>): UploadOutcomes {
  return {
    seal: ({ id, spaceId }, made) => vault.encryptText(spaceId, outcomeBoundTo(id), JSON.stringify(made)),
    open: async ({ id, spaceId, outcome: sealed }) =>
      sealed && outcome.parse(JSON.parse(await vault.decryptText(spaceId, outcomeBoundTo(id), sealed))),
  };
}
