import type { Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { NodeRow } from '../storage/nodes.ts';
import '../storage/tables.ts';
import { foldForSearch } from './fold.ts';

/** Finds files by whole words of their text. The database has keyed digests of the words only. */
export interface WordIndex {
  /** Files that contain every word of the query; empty for a query without words. */
  find(db: Db, spaceId: string, query: string): Promise<ReadonlySet<string>>;
  /** Replaces the words of a file. */
  store(db: Db, node: Pick<NodeRow, 'id' | 'spaceId'>, text: string): Promise<void>;
}

/** Most different words of one file; a text of 5,000,000 characters has fewer, a table of numbers may have more. */
const MAX_WORDS = 200_000;
const MAX_QUERY_WORDS = 16;
const LONGEST_WORD = 64;
/** Base64url characters of the HMAC that are kept: 96 bits. */
const KEY_CHARACTERS = 16;
const BATCH = 200;

function wordsOf(text: string, limit: number): Set<string> {
  const words = new Set<string>();
  for (const [word] of foldForSearch(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    if (words.size === limit) break;
    words.add(word.slice(0, LONGEST_WORD));
  }
  return words;
}

export function createWordIndex({ vault }: { vault: Pick<Vault, 'macFor'> }): WordIndex {
  const keysOf = async (spaceId: string, text: string, limit: number): Promise<string[]> => {
    const mac = await vault.macFor(spaceId, 'lookup');
    return [...wordsOf(text, limit)].map((word) =>
      Buffer.from(mac(`node-word/${word}`))
        .toString('base64url')
        .slice(0, KEY_CHARACTERS),
    );
  };

  return {
    async find(db, spaceId, query) {
      let found: Set<string> | null = null;
      for (const key of await keysOf(spaceId, query, MAX_QUERY_WORDS)) {
        const rows = await db
          .selectFrom('node_words')
          .select('node_id')
          .where('space_id', '=', spaceId)
          .where('word_key', '=', key)
          .execute();
        const withWord = new Set(rows.map(({ node_id }) => node_id));
        found = found === null ? withWord : found.intersection(withWord);
        if (found.size === 0) break;
      }
      return found ?? new Set();
    },

    async store(db, node, text) {
      await db.deleteFrom('node_words').where('node_id', '=', node.id).execute();
      const rows = (await keysOf(node.spaceId, text, MAX_WORDS)).map((word_key) => ({
        space_id: node.spaceId,
        word_key,
        node_id: node.id,
      }));
      for (let at = 0; at < rows.length; at += BATCH) {
        await db
          .insertInto('node_words')
          .values(rows.slice(at, at + BATCH))
          .execute();
      }
    },
  };
}
