import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobRef } from '../../../core/blobs/types.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import { anchorBoundTo } from '../comments/anchors/anchor.ts';
import { commentBoundTo } from '../comments/presenter.ts';
import type { Busy } from '../content/busy.ts';
import type { Objects } from '../content/objects.ts';
import { type NodeNames, nodeTextBoundTo } from '../nodes/names.ts';
import { findNode, type NodeRow, parentKey } from '../storage/nodes.ts';
import { versionsOf, type VersionRow } from '../storage/versions.ts';
import { labelBoundTo } from '../versions/presenter.ts';
import type { CopyObject } from './copyObject.ts';

const BUSY_WAIT_MS = 100;

export interface NodeMoveParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly copyObject: CopyObject;
  readonly objects: Pick<Objects, 'remove'>;
  readonly names: NodeNames;
  readonly busy: Pick<Busy, 'has'>;
  /** Puts the words of a file into the index of its space. */
  readonly reindex: (db: Db, node: NodeRow) => Promise<void>;
}

/** Moves one node with its versions and comments under the key of another space, in one transaction; where it lies in the tree stays. */
export type MoveNode = (nodeId: string, toSpaceId: string, signal: AbortSignal) => Promise<void>;

export function createNodeMove(parts: NodeMoveParts): MoveNode {
  const { database, vault, copyObject, objects, names, busy, reindex } = parts;

  /** Copies of objects under the other key, by their old references; what is missing stays missing. */
  async function copyObjects(fromSpaceId: string, toSpaceId: string, refs: readonly BlobRef[]) {
    const copies = new Map<BlobRef, BlobRef>();
    try {
      for (const ref of refs) {
        const copy = await copyObject(fromSpaceId, toSpaceId, ref);
        if (copy !== null) copies.set(ref, copy);
      }
    } catch (error) {
      await objects.remove(toSpaceId, [...copies.values()]);
      throw error;
    }
    return copies;
  }

  const refsOf = (node: NodeRow, versions: readonly VersionRow[]): BlobRef[] => [
    ...versions.map(({ contentRef }) => contentRef),
    ...(node.thumbnailRef === null ? [] : [node.thumbnailRef]),
  ];

  /** Writes the node under the other key; false when it was written meanwhile. */
  async function place(db: Db, before: NodeRow, toSpaceId: string, copies: ReadonlyMap<BlobRef, BlobRef>) {
    const node = await findNode(db, before.id);
    if (node === undefined || busy.has(before.id)) return false;
    const versions = await versionsOf(db, node.id);
    const refs = refsOf(node, versions);
    const known = new Set(refsOf(before, versions));
    if (node.thumbnailRef !== before.thumbnailRef || refs.some((ref) => !known.has(ref))) return false;
    const { spaceId } = node;
    const reseal = async (boundTo: string, sealed: Uint8Array) =>
      vault.encrypt(toSpaceId, boundTo, await vault.decrypt(spaceId, boundTo, sealed));
    const sealed = await names.seal(toSpaceId, node.id, await names.open(node));
    const copyOf = (ref: BlobRef | null) => (ref === null ? null : (copies.get(ref) ?? ref));
    await db
      .updateTable('nodes')
      .set({
        space_id: toSpaceId,
        parent_key: parentKey({ spaceId: toSpaceId, parentId: node.parentId }),
        name: sealed.name,
        name_key: sealed.nameKey,
        content_ref: copyOf(node.file?.contentRef ?? null),
        thumbnail_ref: copyOf(node.thumbnailRef),
        description: node.description && (await reseal(nodeTextBoundTo(node.id, 'description'), node.description)),
      })
      .where('id', '=', node.id)
      .execute();
    for (const version of versions) {
      const label = version.label && (await reseal(labelBoundTo(version.id), version.label));
      await db
        .updateTable('versions')
        .set({ content_ref: copyOf(version.contentRef)!, label })
        .where('id', '=', version.id)
        .execute();
    }
    await resealComments(db, node.id, reseal);
    await db.updateTable('notes').set({ space_id: toSpaceId }).where('node_id', '=', node.id).execute();
    await reindex(db, (await findNode(db, node.id))!);
    return true;
  }

  async function resealComments(
    db: Db,
    nodeId: string,
    reseal: (boundTo: string, sealed: Uint8Array) => Promise<Uint8Array>,
  ): Promise<void> {
    const threads = await db
      .selectFrom('comment_threads')
      .select(['id', 'anchor'])
      .where('node_id', '=', nodeId)
      .execute();
    for (const { id, anchor } of threads) {
      const sealed = await reseal(anchorBoundTo(id), anchor);
      await db.updateTable('comment_threads').set({ anchor: sealed }).where('id', '=', id).execute();
      const messages = await db
        .selectFrom('comment_messages')
        .select(['id', 'body'])
        .where('thread_id', '=', id)
        .execute();
      for (const message of messages) {
        const body = await reseal(commentBoundTo(message.id), message.body);
        await db.updateTable('comment_messages').set({ body }).where('id', '=', message.id).execute();
      }
    }
  }

  return async (nodeId, toSpaceId, signal) => {
    for (;;) {
      signal.throwIfAborted();
      const node = await findNode(database.db, nodeId);
      if (node === undefined || node.spaceId === toSpaceId) return;
      if (busy.has(nodeId)) {
        await sleep(BUSY_WAIT_MS, undefined, { signal });
        continue;
      }
      const { spaceId } = node;
      const refs = [...new Set(refsOf(node, await versionsOf(database.db, nodeId)))];
      const copies = await copyObjects(spaceId, toSpaceId, refs);
      let moved = false;
      try {
        moved = await database.transaction((db) => place(db, node, toSpaceId, copies));
      } finally {
        if (!moved) await objects.remove(toSpaceId, [...copies.values()]);
      }
      if (moved) return objects.remove(spaceId, [...copies.keys()]);
    }
  };
}
