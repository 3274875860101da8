import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Committed, Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { ContentPrecondition } from '../../../http/entityTags.ts';
import type { Principal } from '../../../http/types.ts';
import { type Access, notFound } from '../access/access.ts';
import type { Feed } from '../feed/feed.ts';
import { cleanName, type NodeNames } from '../nodes/names.ts';
import { insertNewNode } from '../nodes/newNode.ts';
import type { Place } from '../nodes/place.ts';
import type { Tree } from '../nodes/tree.ts';
import type { Spaces } from '../spaces/spaces.ts';
import { changeNode, type FileFacts, type NodeRow } from '../storage/nodes.ts';
import { type AuthorSource, insertVersion, pruneVersions } from '../storage/versions.ts';
import type { FileInspector, FileType, Thumbnails } from '../types.ts';
import type { Busy } from './busy.ts';
import type { Objects } from './objects.ts';
import { etagOf, revisionConflict } from './revisions.ts';

/** A write of content as other parts of the workspace hear of it. */
export interface ContentEvent {
  /** The file as it is after the write. */
  readonly node: NodeRow;
  readonly bytes: Uint8Array;
  readonly principal: Principal;
}

/** Parts that follow the content of files: comments, the index of words. */
export interface ContentListener {
  /**
   * Slow work ahead of the transaction that replaces content; what it returns runs within. By then others may have written the file as well.
   * @param before - the file as it is now
   */
  prepare?(
    before: NodeRow & { readonly file: FileFacts },
    content: { readonly bytes: Uint8Array; readonly mimeType: string },
  ): Promise<(db: Db, event: ContentEvent) => Promise<void>>;
  /** Within the transaction of the write. */
  written?(db: Db, event: ContentEvent): Promise<void>;
  /** After it was committed; must not throw. */
  committed?(event: ContentEvent): void;
}

export interface WriteOptions {
  /** Where the author wrote it; told from the principal when absent. */
  readonly source?: AuthorSource;
  /** A taken name: the next free one (default), or NAME_TAKEN. */
  readonly onTaken?: 'number' | 'refuse';
  /** If-Match of the request that writes. */
  readonly ifMatch?: ContentPrecondition | undefined;
  /** Type of content that was inspected before; absent: it is inspected. */
  readonly type?: FileType;
  /** More that stands or falls with the write, at the beginning of its transaction. */
  readonly within?: (db: Db) => Promise<void>;
  /** The same at the end of it, with the file as it was written. */
  readonly afterwards?: (db: Db, node: NodeRow) => Promise<void>;
}

/** Where a file is made: a folder or root by its id, or what work in the transaction of the write finds or makes. */
export type Target =
  Parameters<Tree['place']>[2] | { readonly spaceId: string; readonly place: (db: Db) => Promise<Place> };

/** The only way content gets into files: checked, counted, kept as a version and told of in one transaction. */
export interface ContentWriter {
  /** @throws AppError NOT_FOUND, FORBIDDEN, NOT_A_FOLDER, FILE_TOO_LARGE, QUOTA_EXCEEDED, NAME_TAKEN, and those of FileInspector.inspect */
  create(
    principal: Principal,
    at: Target,
    file: { name: string; bytes: Uint8Array },
    options?: WriteOptions,
  ): Promise<NodeRow>;
  /**
   * @param revision - the revision the caller has seen; undefined overwrites blindly
   * @throws AppError as create, and NOT_A_FILE, REVISION_CONFLICT, PRECONDITION_FAILED
   */
  replace(
    principal: Principal,
    nodeId: string,
    bytes: Uint8Array,
    options?: WriteOptions & { revision?: number | undefined },
  ): Promise<NodeRow>;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: Access;
  readonly feed: Feed;
  readonly names: NodeNames;
  readonly spaces: Spaces;
  readonly tree: Tree;
  readonly objects: Objects;
  readonly busy: Busy;
  readonly inspector: FileInspector;
  readonly thumbnails: Thumbnails;
  readonly listeners: readonly ContentListener[];
  /** Earlier states kept of each file. */
  readonly maxVersions: number;
}

export function createContentWriter(parts: Parts): ContentWriter {
  const { database, clock, access, feed, names, spaces, tree, objects, busy, listeners } = parts;
  const now = (): string => isoTime(clock.now());

  function checkSize(bytes: Uint8Array): void {
    if (bytes.byteLength <= LIMITS.fileBytes) return;
    throw new AppError('FILE_TOO_LARGE', 'The file is too large.', { details: { maxFileBytes: LIMITS.fileBytes } });
  }

  /** Content and picture, stored for as long as `work` needs to refer to them. */
  async function withObjects<T>(
    spaceId: string,
    bytes: Uint8Array,
    type: FileType,
    work: (stored: Pick<NodeRow, 'thumbnailState' | 'thumbnailRef'> & { contentRef: string }) => Promise<Committed<T>>,
  ): Promise<T> {
    const picture = await parts.thumbnails.make(bytes, type);
    const thumbnail = typeof picture === 'string' ? null : picture;
    return objects.storing(spaceId, [bytes, thumbnail], ([contentRef, thumbnailRef]) =>
      work({
        contentRef: contentRef!,
        thumbnailRef: thumbnailRef ?? null,
        thumbnailState: typeof picture === 'string' ? picture : 'ready',
      }),
    );
  }

  async function keepVersion(db: Db, principal: Principal, nodeId: string, file: FileFacts, source?: AuthorSource) {
    await insertVersion(db, {
      id: randomUUID(),
      nodeId,
      revision: file.revision,
      sizeBytes: file.sizeBytes,
      contentRef: file.contentRef,
      actor: principal.agent === null ? 'user' : 'agent',
      authorId: principal.accountId,
      agent: principal.agent,
      authorSource: source ?? (principal.via === 'api_key' ? 'api_key' : 'session'),
      pinned: false,
      label: null,
      createdAt: now(),
    });
  }

  async function tell(db: Db, event: ContentEvent): Promise<void> {
    for (const listener of listeners) await listener.written?.(db, event);
  }

  function committed(event: ContentEvent): NodeRow {
    for (const listener of listeners) listener.committed?.(event);
    return event.node;
  }

  return {
    async create(principal, at, { name, bytes }, { source, type, within, afterwards, onTaken = 'number' } = {}) {
      checkSize(bytes);
      const clean = cleanName(name);
      // Refused before the work of checking and storing; the transaction below decides, so the disk need not be waited for.
      const { result } = await database.commitBesideOthers(async (db) => {
        const target = 'place' in at ? at : await tree.place(db, principal, at);
        await spaces.checkRoom(db, target.spaceId, { bytes: bytes.byteLength, files: 1 });
        return target;
      });
      const { spaceId } = result;
      const inspected = type ?? (await parts.inspector.inspect(bytes, clean));
      const node = await withObjects(spaceId, bytes, inspected, ({ contentRef, ...thumbnail }) =>
        database.commitBesideOthers(async (db) => {
          await within?.(db);
          const place = await ('place' in at ? at.place(db) : tree.place(db, principal, at));
          // The folder has gone into another space meanwhile, and the content is under the key of the old one.
          if (place.spaceId !== spaceId) throw notFound();
          await spaces.account(db, spaceId, { bytes: bytes.byteLength, files: 1 });
          if (onTaken === 'refuse') await tree.checkFree(db, place, clean);
          const free = await tree.freeName(db, place, clean);
          const file = { ...inspected, sizeBytes: bytes.byteLength, revision: 1, contentRef };
          const facts = { place, name: free, createdBy: principal.accountId, at: now() };
          const made = await insertNewNode(db, names, facts, { file, ...thumbnail });
          await keepVersion(db, principal, made.id, file, source);
          await feed.record(db, principal, 'created', [made]);
          await tell(db, { node: made, bytes, principal });
          await afterwards?.(db, made);
          return made;
        }),
      );
      return committed({ node, bytes, principal });
    },

    replace: (principal, nodeId, bytes, { source, within, afterwards, revision, ifMatch } = {}) =>
      busy.while(nodeId, async () => {
        checkSize(bytes);
        const current = async (db: Db) => {
          const { node } = await access.find(db, principal, nodeId, { role: 'editor', state: 'active' });
          if (node.file === null) throw new AppError('NOT_A_FILE', 'Only files have content.');
          ifMatch?.(etagOf(node.file));
          if (revision !== undefined && revision !== node.file.revision) {
            throw revisionConflict(node.file.revision);
          }
          return { node, file: node.file };
        };
        const before = await current(database.db);
        const { spaceId } = before.node;
        await spaces.checkRoom(database.db, spaceId, { bytes: bytes.byteLength, files: 0 });
        const type = await parts.inspector.inspect(bytes, await names.open(before.node), before.file.mimeType);
        const content = { bytes, mimeType: type.mimeType };
        const seen = { ...before.node, file: before.file };
        const prepared = await Promise.all(
          listeners.flatMap((listener) => (listener.prepare === undefined ? [] : [listener.prepare(seen, content)])),
        );
        const dropped: (string | null)[] = [];
        const node = await withObjects(spaceId, bytes, type, ({ contentRef, ...thumbnail }) =>
          database.commitBesideOthers(async (db) => {
            await within?.(db);
            const { node, file } = await current(db);
            // The content was checked against the name the file had.
            if (file.mimeType !== before.file.mimeType) throw revisionConflict(file.revision);
            const next = { ...type, sizeBytes: bytes.byteLength, revision: file.revision + 1, contentRef };
            await keepVersion(db, principal, nodeId, next, source);
            const pruned = await pruneVersions(db, nodeId, parts.maxVersions);
            const freed = pruned.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
            await spaces.account(db, spaceId, { bytes: bytes.byteLength - freed, files: 0 });
            const written = await changeNode(db, node, { file: next, ...thumbnail, updatedAt: now() });
            dropped.push(node.thumbnailRef, ...pruned.map(({ contentRef: ref }) => ref));
            await feed.record(db, principal, 'updated', [written]);
            await tell(db, { node: written, bytes, principal });
            for (const follow of prepared) await follow(db, { node: written, bytes, principal });
            await afterwards?.(db, written);
            return written;
          }),
        );
        await objects.remove(spaceId, dropped);
        return committed({ node, bytes, principal });
      }),
  };
}
