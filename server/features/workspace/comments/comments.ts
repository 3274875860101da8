import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/workspace/comments.ts';
import type { CommentAnchor, CommentThread } from '../../../contract/workspace/comments.ts';
import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { decodeCursor, toPage } from '../../../core/db/paging.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access, Need, NodeAccess } from '../access/access.ts';
import { allows } from '../access/roles.ts';
import { addNote } from '../storage/activity.ts';
import {
  countMessages,
  deleteThread,
  findThread,
  firstMessage,
  insertMessage,
  insertThread,
  saveMessageBody,
  saveThread,
  type ThreadRow,
  threadsOf,
} from '../storage/comments.ts';
import type { FileFacts, NodeRow } from '../storage/nodes.ts';
import type { AnchorSeal } from './anchors/anchor.ts';
import type { AnchorKeeper, PlacedAnchor } from './anchors/keeper.ts';
import type { TellOfComment } from './notifier.ts';
import { compare, inOrderOfText, textOrder } from './order.ts';
import type { CommentPresenter } from './presenter.ts';

const COMMENTER: Need = Object.freeze({ role: 'commenter', state: 'active' });

/** Comments on files (interface 2.6, 3.6). */
export interface Comments {
  /** @throws AppError NOT_FOUND, NOT_A_FILE */
  list(
    principal: Principal,
    nodeId: string,
    query: {
      readonly status?: ThreadRow['status'] | undefined;
      readonly limit: number;
      readonly cursor?: string | undefined;
    },
  ): Promise<ResponseOf<typeof contract.listComments>>;
  /** @throws AppError NOT_FOUND, FORBIDDEN, NOT_A_FILE, INVALID_BODY, BLOB_UNAVAILABLE */
  begin(principal: Principal, nodeId: string, comment: BodyOf<typeof contract.createComment>): Promise<CommentThread>;
  /** @throws AppError NOT_FOUND, FORBIDDEN, COMMENT_NOT_FOUND, COMMENT_VERSION_CONFLICT, INVALID_BODY, BLOB_UNAVAILABLE */
  update(
    principal: Principal,
    place: ThreadPlace,
    change: BodyOf<typeof contract.updateComment>,
  ): Promise<CommentThread>;
  /** @throws AppError NOT_FOUND, FORBIDDEN, COMMENT_NOT_FOUND, COMMENT_VERSION_CONFLICT */
  reply(principal: Principal, place: ThreadPlace, message: { version: number; body: string }): Promise<CommentThread>;
  /** @throws AppError NOT_FOUND, FORBIDDEN, COMMENT_NOT_FOUND, COMMENT_VERSION_CONFLICT */
  remove(principal: Principal, place: ThreadPlace, version: number): Promise<void>;
}

export interface ThreadPlace {
  readonly id: string;
  readonly threadId: string;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: Access;
  readonly keeper: Pick<AnchorKeeper, 'place'>;
  readonly seal: AnchorSeal;
  readonly presenter: CommentPresenter;
  readonly tell: TellOfComment;
}

const forbidden = (message: string): AppError => new AppError('FORBIDDEN', message);

function fileOf(node: NodeRow): FileFacts {
  if (node.file === null) throw new AppError('NOT_A_FILE', 'Only files have comments.');
  return node.file;
}

export function createComments({ database, clock, access, keeper, seal, presenter, tell }: Parts): Comments {
  const now = (): string => isoTime(clock.now());

  /** Puts an anchor into the text ahead of the transaction that stores it; once more when the file was written in between. */
  async function withPlace<T>(
    principal: Principal,
    nodeId: string,
    anchor: CommentAnchor,
    work: (db: Db, found: NodeAccess, placed: PlacedAnchor) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const { node } = await access.find(database.db, principal, nodeId, COMMENTER);
      const file = fileOf(node);
      const placed = await keeper.place(node, file, anchor);
      const done = await database.transaction(async (db) => {
        const found = await access.find(db, principal, nodeId, COMMENTER);
        return found.node.file?.revision === file.revision ? { result: await work(db, found, placed) } : null;
      });
      if (done !== null) return done.result;
    }
  }

  /** The thread at the version that the caller has seen. */
  async function threadAt(db: Db, { id, threadId }: ThreadPlace, version: number): Promise<ThreadRow> {
    const thread = await findThread(db, id, threadId);
    if (thread === undefined) throw new AppError('COMMENT_NOT_FOUND', 'There is no such comment.');
    if (thread.version !== version) {
      throw new AppError('COMMENT_VERSION_CONFLICT', 'The comment has changed meanwhile.', {
        details: { currentVersion: thread.version },
      });
    }
    return thread;
  }

  async function addMessage(
    db: Db,
    principal: Principal,
    node: NodeRow,
    thread: ThreadRow,
    message: { position: number; body: string; at: string },
  ): Promise<void> {
    const { position, body, at } = message;
    const id = randomUUID();
    await insertMessage(db, {
      ...{ id, position },
      threadId: thread.id,
      body: await presenter.sealBody(node, id, body),
      authorId: principal.accountId,
      createdAt: at,
      updatedAt: at,
    });
    await addNote(db, principal, 'commented', node, at);
    await tell(db, { node, threadId: thread.id, authorId: principal.accountId, at });
  }

  function withStatus(thread: ThreadRow, status: ThreadRow['status'], by: string, at: string): ThreadRow {
    if (thread.status === status) return thread;
    const isResolved = status === 'resolved';
    return { ...thread, status, resolvedBy: isResolved ? by : null, resolvedAt: isResolved ? at : null };
  }

  /** Rewords the first message. */
  async function reword(db: Db, principal: Principal, node: NodeRow, thread: ThreadRow, body: string, at: string) {
    const { id, authorId } = await firstMessage(db, thread.id);
    if (authorId !== principal.accountId) throw forbidden('Only its author may change a comment.');
    await saveMessageBody(db, { id, body: await presenter.sealBody(node, id, body), updatedAt: at });
  }

  return {
    async list(principal, nodeId, { status, limit, cursor }) {
      const { db } = database;
      const { node } = await access.find(db, principal, nodeId);
      const file = fileOf(node);
      const after = decodeCursor(cursor, textOrder);
      const ordered = await inOrderOfText(seal, node, await threadsOf(db, nodeId, { status }));
      const rest = after === null ? ordered : ordered.filter(({ order }) => compare(order, after) > 0);
      const page = toPage(rest, limit, ({ order }) => order);
      const threads = page.items.map(({ thread }) => thread);
      return {
        comments: await presenter.many(db, node, threads),
        commentsTruncated: page.cursor !== null,
        cursor: page.cursor,
        documentRevision: file.revision,
        portability: 'workspace',
      };
    },

    begin: (principal, nodeId, { body, anchor }) =>
      withPlace(principal, nodeId, anchor, async (db, { node }, placed) => {
        const id = randomUUID();
        const at = now();
        const thread: ThreadRow = {
          ...{ id, nodeId },
          status: 'open',
          version: 1,
          anchor: await seal.seal(node, id, placed.anchor),
          orphaned: placed.orphaned,
          authorId: principal.accountId,
          resolvedBy: null,
          resolvedAt: null,
          createdAt: at,
          updatedAt: at,
        };
        await insertThread(db, thread);
        await addMessage(db, principal, node, thread, { position: 0, body, at });
        return presenter.one(db, node, thread);
      }),

    update(principal, place, { version, status, anchor, body }) {
      const change = async (db: Db, { node }: NodeAccess, placed: PlacedAnchor | null): Promise<CommentThread> => {
        const thread = await threadAt(db, place, version);
        const at = now();
        if (body !== undefined) await reword(db, principal, node, thread, body, at);
        const moved =
          placed === null
            ? thread
            : { ...thread, orphaned: placed.orphaned, anchor: await seal.seal(node, thread.id, placed.anchor) };
        const settled = withStatus(moved, status ?? thread.status, principal.accountId, at);
        const changed = { ...settled, version: version + 1, updatedAt: at };
        await saveThread(db, changed);
        return presenter.one(db, node, changed);
      };
      if (anchor !== undefined) return withPlace(principal, place.id, anchor, change);
      return database.transaction(async (db) =>
        change(db, await access.find(db, principal, place.id, COMMENTER), null),
      );
    },

    reply: (principal, place, { version, body }) =>
      database.transaction(async (db) => {
        const { node } = await access.find(db, principal, place.id, COMMENTER);
        const thread = await threadAt(db, place, version);
        const at = now();
        const position = (await countMessages(db, [thread.id])).get(thread.id) ?? 0;
        await addMessage(db, principal, node, thread, { position, body, at });
        const changed = { ...thread, version: version + 1, updatedAt: at };
        await saveThread(db, changed);
        return presenter.one(db, node, changed);
      }),

    remove: (principal, place, version) =>
      database.transaction(async (db) => {
        const { role } = await access.find(db, principal, place.id, COMMENTER);
        const thread = await threadAt(db, place, version);
        if (thread.authorId !== principal.accountId && !allows(role, 'editor')) {
          throw forbidden('Only its author or an editor may delete a comment.');
        }
        await deleteThread(db, thread);
      }),
  };
}
