import { z } from 'zod';
import type { BlobRef, BlobStore } from '../../../core/blobs/types.ts';
import { decodeText, encodeText } from '../../../core/textCodec.ts';
import { forEachInTurns, mapInTurns } from '../../../core/turns.ts';
import { entityState, storedEntity, type EntityState } from '../types.ts';

type Part = 'input' | 'original' | 'anonymized' | 'entities' | 'layout' | 'export';

/** The large parts of a job as encrypted objects. */
export interface JobTexts {
  putFile(accountId: string, jobId: string, part: 'input' | 'layout' | 'export', bytes: Uint8Array): Promise<BlobRef>;
  getFile(accountId: string, ref: BlobRef): Promise<Uint8Array>;
  putText(accountId: string, jobId: string, part: Part, text: string): Promise<BlobRef>;
  getText(accountId: string, ref: BlobRef): Promise<string>;
  putEntities(accountId: string, jobId: string, state: EntityState): Promise<BlobRef>;
  getEntities(accountId: string, ref: BlobRef): Promise<EntityState>;
  delete(accountId: string, refs: readonly (BlobRef | null)[]): Promise<void>;
}

/**
 * Every object begins with the job and the part it belongs to, and has a reference of its own: it can be deleted without asking who else has the same text, and a
 * run that lost its job to another process deletes nothing of the other's.
 */
export function createJobTexts(blobs: BlobStore): JobTexts {
  const put = async (accountId: string, jobId: string, part: Part, ...body: readonly Uint8Array[]) => {
    const header = Buffer.from(`${jobId}/${part}\n`, 'utf8');
    return blobs.create(accountId, Buffer.concat([header, ...body]));
  };
  const get = async (accountId: string, ref: BlobRef) => {
    const bytes = await blobs.get(accountId, ref);
    return bytes.subarray(bytes.indexOf(0x0a) + 1);
  };
  const getText = async (accountId: string, ref: BlobRef) => decodeText(await get(accountId, ref));
  return {
    putFile: put,
    getFile: get,
    putText: (accountId, jobId, part, text) => put(accountId, jobId, part, encodeText(text)),
    getText,
    putEntities: async (accountId, jobId, state) => put(accountId, jobId, 'entities', ...(await encodeEntities(state))),
    getEntities: async (accountId, ref) => decodeEntities(await getText(accountId, ref)),
    async delete(accountId, refs) {
      for (const ref of new Set(refs)) if (ref !== null) await blobs.delete(accountId, ref);
    },
  };
}

/** Mentions per piece of the stored form. */
const PIECE = 1_000;

/** The stored form of mentions, as {@link encodeText} would encode their JSON; made in pieces, because there can be hundreds of thousands. */
async function encodeEntities({ nextNumber, entities }: EntityState): Promise<Uint8Array[]> {
  const pieces = [encodeText(`{"nextNumber":${nextNumber},"entities":[`)];
  const starts = Array.from({ length: Math.ceil(entities.length / PIECE) }, (_, index) => index * PIECE);
  await forEachInTurns(starts, (start) => {
    const piece = entities.slice(start, start + PIECE).map((entity) => JSON.stringify(entity));
    // JSON is well-formed UTF-16, so all of it is UTF-8 and only the first piece says so.
    pieces.push(Buffer.from(`${start === 0 ? '' : ','}${piece.join()}`, 'utf8'));
  });
  return [...pieces, Buffer.from(']}', 'utf8')];
}

/** The state without its mentions, which are looked at one by one. */
const unreadState = entityState.extend({ entities: z.array(z.unknown()) });

/** The mentions behind {@link encodeEntities}. */
async function decodeEntities(json: string): Promise<EntityState> {
  const { nextNumber, entities } = unreadState.parse(JSON.parse(json));
  return { nextNumber, entities: await mapInTurns(entities, (entity) => storedEntity.parse(entity)) };
}
