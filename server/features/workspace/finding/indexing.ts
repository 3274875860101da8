import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { NodeKind } from '../../../contract/workspace/node.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { JobKind, JobRunner } from '../../../core/jobs/types.ts';
import type { Objects } from '../content/objects.ts';
import type { ContentListener } from '../content/writer.ts';
import { findNode, type NodeRow } from '../storage/nodes.ts';
import type { FileTexts } from '../types.ts';
import type { WordIndex } from './wordIndex.ts';

interface Parts {
  readonly database: Database;
  readonly jobs: Pick<JobRunner, 'register' | 'enqueue' | 'remove' | 'wake'>;
  readonly objects: Pick<Objects, 'read'>;
  readonly texts: Pick<FileTexts, 'searchable'>;
  readonly words: WordIndex;
}

const input = z.object({ nodeId: z.uuid(), revision: z.number().int() });
type Input = z.output<typeof input>;

/** Kinds with a text of their own; in pictures nothing is recognized. */
const WITH_TEXT: ReadonlySet<NodeKind | null> = new Set(['document', 'sheet', 'text', 'markdown', 'code', 'pdf']);

/**
 * Keeps the index of words in step with the content of files: a write drops the old words at once, so that nobody finds what is no longer there, and
 * enqueues a job in its transaction that stores the new ones.
 */
/** The index of words follows what is written; a file that was moved into another space is read again. */
export interface Indexing extends ContentListener {
  reindex(db: Db, node: NodeRow): Promise<void>;
}

export function createIndexing({ database, jobs, objects, texts, words }: Parts): Indexing {
  /** Words of a revision; null when the file is gone or has been written since. */
  async function keysOf({ nodeId, revision }: Input, signal: AbortSignal): Promise<readonly string[] | null> {
    const node = await findNode(database.db, nodeId);
    if (!isAt(node, revision)) return null;
    try {
      const bytes = await objects.read(node.spaceId, node.file.contentRef);
      const text = await texts.searchable(bytes, node.file, signal);
      return text === null ? [] : await words.keysOf(node.spaceId, text);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Protected, damaged or too large: found by its name alone. Removed or written meanwhile: the other job has the last word.
      return [];
    }
  }

  const kind: JobKind<Input> = {
    name: 'workspace-words',
    input,
    background: true,
    async run(revised, { jobId, signal }) {
      const keys = await keysOf(revised, signal);
      return {
        async commit(db) {
          // Nobody asks for this job, so it leaves no row.
          await jobs.remove(db, jobId);
          const node = await findNode(db, revised.nodeId);
          if (keys !== null && isAt(node, revised.revision)) await words.store(db, node, keys);
        },
      };
    },
  };
  jobs.register(kind);

  async function reindex(db: Db, node: NodeRow): Promise<void> {
    await words.store(db, node, []);
    if (node.file === null || !WITH_TEXT.has(node.file.kind)) return;
    const revised = { nodeId: node.id, revision: node.file.revision };
    await jobs.enqueue(db, kind, { id: randomUUID(), accountId: node.spaceId, input: revised });
  }

  return {
    reindex,
    written: (db, { node }) => reindex(db, node),
    committed: () => jobs.wake(),
  };
}

function isAt(node: NodeRow | undefined, revision: number): node is NodeRow & { file: NonNullable<NodeRow['file']> } {
  return node?.file?.revision === revision;
}
