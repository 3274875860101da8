import type { CommentAnchor } from '../../../../contract/workspace/comments.ts';
import type { Database, Db } from '../../../../core/db/types.ts';
import { AppError } from '../../../../core/errors.ts';
import type { Objects } from '../../content/objects.ts';
import type { ContentEvent, ContentListener } from '../../content/writer.ts';
import { hasThreads, saveThread, threadsOf } from '../../storage/comments.ts';
import type { FileFacts, NodeRow } from '../../storage/nodes.ts';
import { findVersion } from '../../storage/versions.ts';
import type { FileTexts } from '../../types.ts';
import type { AnchorSeal } from './anchor.ts';
import { createQuoteFollower, placeQuote, type PlacedQuote, type QuoteFollower } from './follow.ts';

/** An anchor in the present text of its file. */
export interface PlacedAnchor {
  readonly anchor: CommentAnchor;
  readonly orphaned: boolean;
}

/** Keeps the anchors of comments at the words they speak of. */
export interface AnchorKeeper extends ContentListener {
  /**
   * Puts an anchor that was made for some revision into the present text. Files without text keep it as it is given.
   * @throws AppError INVALID_BODY when there is no such revision yet
   */
  place(node: Pick<NodeRow, 'id' | 'spaceId'>, file: FileFacts, anchor: CommentAnchor): Promise<PlacedAnchor>;
}

interface Parts {
  readonly database: Database;
  readonly objects: Pick<Objects, 'read'>;
  readonly texts: Pick<FileTexts, 'plain'>;
  readonly seal: AnchorSeal;
}

/** Follows each quote once, so that what was done ahead is not done again. */
function remembering(follow: QuoteFollower): QuoteFollower {
  const known = new Map<string, PlacedQuote>();
  return (quote) => {
    const key = JSON.stringify(quote);
    const moved = known.get(key) ?? follow(quote);
    known.set(key, moved);
    return moved;
  };
}

export function createAnchorKeeper({ database, objects, texts, seal }: Parts): AnchorKeeper {
  /** Text of a kept revision; null when there is none, or it is no longer kept. */
  async function textOf(db: Db, node: Pick<NodeRow, 'id' | 'spaceId'>, revision: number, mimeType: string) {
    const version = await findVersion(db, node.id, revision);
    if (version === undefined) return null;
    try {
      return await texts.plain(await objects.read(node.spaceId, version.contentRef), { mimeType });
    } catch (error) {
      // Without the old text the anchors are found by their quotes.
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  /** Follows quotes from a revision to new content; null for content without text. */
  async function followerOf(
    db: Db,
    node: Pick<NodeRow, 'id' | 'spaceId'>,
    fromRevision: number,
    content: { readonly bytes: Uint8Array; readonly mimeType: string },
  ): Promise<QuoteFollower | null> {
    const after = await texts.plain(content.bytes, content);
    if (after === null) return null;
    return remembering(createQuoteFollower(await textOf(db, node, fromRevision, content.mimeType), after));
  }

  const anchorAt = (revision: number, { orphaned, ...quote }: PlacedQuote): PlacedAnchor => ({
    anchor: { ...quote, revision },
    orphaned,
  });

  async function quotesOf(db: Db, node: Pick<NodeRow, 'id' | 'spaceId'>) {
    const open = await seal.opener(node);
    return (await threadsOf(db, node.id)).map((thread) => {
      const { revision, ...quote } = open(thread);
      return { thread, revision, quote: { ...quote, orphaned: thread.orphaned } };
    });
  }

  async function moveThreads(db: Db, node: NodeRow, revision: number, follow: QuoteFollower): Promise<void> {
    for (const { thread, revision: old, quote } of await quotesOf(db, node)) {
      const moved = follow(quote);
      const { anchor, orphaned } = anchorAt(moved.orphaned ? old : revision, moved);
      await saveThread(db, { ...thread, orphaned, anchor: await seal.seal(node, thread.id, anchor) });
    }
  }

  return {
    async place(node, file, anchor) {
      const { revision, ...quote } = anchor;
      if (revision > file.revision) {
        throw new AppError('INVALID_BODY', 'The anchor names a revision that is not there.', {
          details: { issues: [{ path: ['anchor', 'revision'], message: 'There is no such revision.' }] },
        });
      }
      const isPlain = (await texts.plain(new Uint8Array(), file)) !== null;
      const text = isPlain ? await texts.plain(await objects.read(node.spaceId, file.contentRef), file) : null;
      if (text === null) return { anchor, orphaned: false };
      const before = revision === file.revision ? null : await textOf(database.db, node, revision, file.mimeType);
      if (before === null) return anchorAt(file.revision, placeQuote(text, quote));
      return anchorAt(file.revision, createQuoteFollower(before, text)(placeQuote(before, quote)));
    },

    async prepare(before, content) {
      const seen = before.file.revision;
      // Reading and comparing takes long, so it is done ahead of the transaction, for most writes not at all.
      const ready = (await hasThreads(database.db, before.id))
        ? await followerOf(database.db, before, seen, content)
        : undefined;
      if (ready) for (const { quote } of await quotesOf(database.db, before)) ready(quote);
      return async (db: Db, { node }: ContentEvent) => {
        if (node.file === null || !(await hasThreads(db, node.id))) return;
        const previous = node.file.revision - 1;
        // Another write, or the first comment, may have come in between.
        const follow = ready === undefined || previous !== seen ? await followerOf(db, node, previous, content) : ready;
        if (follow !== null) await moveThreads(db, node, node.file.revision, follow);
      };
    },
  };
}
