import type { Db } from '../../../core/db/types.ts';
import { nextTurn } from '../../../core/turns.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { NodeRow } from '../storage/nodes.ts';
import '../storage/tables.ts';
import { foldForSearch } from '../../../core/text/foldForSearch.ts';

/** Finds files by whole words of their text. The database has keyed digests of the words only. */
export interface WordIndex {
  /** Files that contain every word of the query; empty for a query without words. */
  find(db: Db, spaceId: string, query: string): Promise<ReadonlySet<string>>;
  /** Digests of the words of a text, for {@link store}. Lets others go first now and then. */
  keysOf(spaceId: string, text: string): Promise<readonly string[]>;
  /** Replaces the words of a file; none: it is found by no word. */
  store(db: Db, node: Pick<NodeRow, 'id' | 'spaceId'>, keys: readonly string[]): Promise<void>;
}

/** Most different words of one file; a long book has fewer, a table of numbers may have more. */
const MAX_WORDS = 50_000;
const MAX_QUERY_WORDS = 16;
const LONGEST_WORD = 64;
/** Base64url characters of the HMAC that are kept: 96 bits. */
const KEY_CHARACTERS = 16;
const ROWS_AT_ONCE = 200;
/** Words looked at between two turns of the event loop: about a millisecond of work. */
const WORDS_AT_ONCE = 2_000;

async function wordsOf(text: string, limit: number): Promise<Set<string>> {
  const written = new Set<string>();
  const words = new Set<string>();
  let looked = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (++looked % WORDS_AT_ONCE === 0) await nextTurn();
    if (written.has(word)) continue;
    written.add(word);
    // Folding may take a sign apart: ½ is 1 and 2.
    for (const [part] of foldForSearch(word).matchAll(/[\p{L}\p{N}]+/gu)) words.add(part.slice(0, LONGEST_WORD));
    if (words.size >= limit) break;
  }
  return words;
}

export function createWordIndex({ vault }: { vault: Pick<Vault, 'macFor'> }): WordIndex {
  async function digests(spaceId: string, words: ReadonlySet<string>): Promise<string[]> {
    const mac = await vault.macFor(spaceId, 'lookup');
    const keys: string[] = [];
    for (const word of words) {
      if (keys.length % WORDS_AT_ONCE === WORDS_AT_ONCE - 1) await nextTurn();
      keys.push(
        Buffer.from(mac(`node-word/${word}`))
          .toString('base64url')
          .slice(0, KEY_CHARACTERS),
      );
    }
    return keys;
  }

  return {
    async find(db, spaceId, query) {
      let found: Set<string> | null = null;
      for (const key of await digests(spaceId, await wordsOf(query, MAX_QUERY_WORDS))) {
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

    keysOf: async (spaceId, text) => digests(spaceId, await wordsOf(text, MAX_WORDS)),

    async store(db, node, keys) {
      await db.deleteFrom('node_words').where('node_id', '=', node.id).execute();
      for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
        const part = keys.slice(at, at + ROWS_AT_ONCE);
        await db
          .insertInto('node_words')
          .values(part.map((word_key) => ({ space_id: node.spaceId, word_key, node_id: node.id })))
          .execute();
      }
    },
  };
}
