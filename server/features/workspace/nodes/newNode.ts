import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import type { Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import { insertNode, type NodeRow } from '../storage/nodes.ts';
import type { NodeNames } from './names.ts';
import type { Place } from './place.ts';

/** Content of a new file; null: a new folder. */
type NewContent = (Pick<NodeRow, 'thumbnailState' | 'thumbnailRef'> & { readonly file: NodeRow['file'] }) | null;

const FOLDER = Object.freeze({ file: null, thumbnailState: 'unsupported', thumbnailRef: null } as const);

/** @param levels - of the tree that is to come to the place; a single node has one. @throws AppError INVALID_PATH */
export function checkDepth(place: Place, levels: number): void {
  if (place.depth + levels <= LIMITS.pathDepth) return;
  throw new AppError('INVALID_PATH', 'Folders cannot be nested deeper.', { details: { maxDepth: LIMITS.pathDepth } });
}

/**
 * Writes a new node under a name that is known to be free, in the caller's transaction; telling of it is left to the caller.
 * @param made.at - time of its making, ISO 8601
 * @throws AppError INVALID_PATH where folders would be nested too deep
 */
export async function insertNewNode(
  db: Db,
  names: Pick<NodeNames, 'seal'>,
  made: { readonly place: Place; readonly name: string; readonly createdBy: string; readonly at: string },
  content: NewContent,
): Promise<NodeRow> {
  const { place, name, createdBy, at } = made;
  checkDepth(place, 1);
  const id = randomUUID();
  const node: NodeRow = {
    id,
    spaceId: place.spaceId,
    parentId: place.parentId,
    type: content === null ? 'folder' : 'file',
    ...(await names.seal(place.spaceId, id, name)),
    ...(content ?? FOLDER),
    description: null,
    color: null,
    icon: null,
    agentRead: null,
    agentWrite: null,
    trashedAt: null,
    trashRoot: null,
    anonymization: null,
    createdBy,
    createdAt: at,
    updatedAt: at,
  };
  await insertNode(db, node);
  return node;
}
