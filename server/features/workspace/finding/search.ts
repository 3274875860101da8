import { z } from 'zod';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { searchNodes } from '../../../contract/workspace/finding.ts';
import { decodeCursor, encodeCursor } from '../../../core/db/paging.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access, NodeAccess } from '../access/access.ts';
import type { NodeNames } from '../nodes/names.ts';
import type { Presenter } from '../nodes/presenter.ts';
import type { Directory } from '../types.ts';
import { foldForSearch } from '../../../core/text/foldForSearch.ts';
import type { IndexEntry, SpaceEntries, SpaceIndex } from './spaceIndex.ts';
import { type VisiblePart, visibleParts } from './visible.ts';
import type { WordIndex } from './wordIndex.ts';

export interface SearchQuery {
  readonly q?: string | undefined;
  readonly in: 'names' | 'content';
  readonly kind: 'all' | 'folder' | 'file';
  readonly owner: 'alle' | 'ich' | 'andere';
  readonly locationId?: string | undefined;
  readonly projectId?: string | undefined;
  /** Milliseconds since 1970, both included; whenever when absent. */
  readonly modified?: { readonly from: number; readonly to: number };
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Finds nodes by their names, or by words of their text, among those the caller sees. */
export interface Search {
  /** @throws AppError INVALID_QUERY for a cursor of another list, or for dates in the wrong order */
  find(principal: Principal, query: SearchQuery): Promise<ResponseOf<typeof searchNodes>>;
}

const EVER = Object.freeze({ from: -Infinity, to: Infinity });

/** How well a name fits: the whole name, its beginning, the beginning of a word, somewhere. */
type Rank = 0 | 1 | 2 | 3;
/** Best first, then newest, then by id, so that a page can go on where the last one ended. */
type Key = readonly [rank: number, newest: number, id: string];
const keySchema = z.tuple([z.number(), z.number(), z.string()]);

interface Hit {
  readonly key: Key;
  readonly entry: IndexEntry;
}

interface Parts {
  readonly database: Database;
  readonly access: Access;
  readonly names: Pick<NodeNames, 'open'>;
  readonly presenter: Presenter;
  readonly directory: Pick<Directory, 'groupsOf'>;
  readonly index: SpaceIndex;
  readonly words: WordIndex;
}

const compare = (a: Key, b: Key): number => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0);

function rankOf(folded: string, term: string): Rank | null {
  const at = folded.indexOf(term);
  if (at === -1) return null;
  if (at === 0) return folded.length === term.length ? 0 : 1;
  return /[\p{L}\p{N}]/u.test(folded[at - 1]!) ? 3 : 2;
}

/** True when a node lies in one of these folders, or is one of them. */
function liesIn(entries: SpaceEntries, entry: IndexEntry, roots: ReadonlySet<string>): boolean {
  for (let step: IndexEntry | undefined = entry; step !== undefined; step = entries.get(step.parentId ?? '')) {
    if (roots.has(step.id)) return true;
  }
  return false;
}

/** What folder locks let agents read: the nearest setting decides. */
function isReadable(entries: SpaceEntries, entry: IndexEntry): boolean {
  for (let step: IndexEntry | undefined = entry; step !== undefined; step = entries.get(step.parentId ?? '')) {
    if (step.agentRead !== null) return step.agentRead;
  }
  return true;
}

/** The first hits of a list in order, without sorting all of them: for the usual page a small part is kept at any time. */
function firstOf(hits: readonly Hit[], after: Key | null, count: number): Hit[] {
  const first: Hit[] = [];
  for (const hit of hits) {
    if (after !== null && compare(hit.key, after) <= 0) continue;
    first.push(hit);
    if (first.length < count * 4) continue;
    first.sort((a, b) => compare(a.key, b.key));
    first.length = count;
  }
  return first.sort((a, b) => compare(a.key, b.key)).slice(0, count);
}

export function createSearch({ database: { db }, access, names, presenter, directory, index, words }: Parts): Search {
  /** The parts of the caller's view that the query is about; none when it names a place they do not see. */
  async function partsOf(principal: Principal, { locationId, projectId }: SearchQuery): Promise<VisiblePart[]> {
    const parts = await partsAt(principal, locationId);
    return projectId === undefined ? parts : parts.filter(({ spaceId }) => spaceId === projectId);
  }

  async function partsAt(principal: Principal, locationId: string | undefined): Promise<VisiblePart[]> {
    if (locationId === undefined) return visibleParts(db, principal, directory);
    const place = await access.look(db, principal, locationId);
    return place === undefined ? [] : [{ spaceId: place.node.spaceId, roots: new Set([locationId]) }];
  }

  function matches(entry: IndexEntry, spaceId: string, principal: Principal, query: SearchQuery): boolean {
    const { kind, owner, modified = EVER, locationId } = query;
    if (kind !== 'all' && entry.type !== kind) return false;
    if (entry.id === locationId) return false;
    if (entry.updatedAt < modified.from || entry.updatedAt > modified.to) return false;
    if (owner === 'alle') return true;
    const isOwn = spaceId === principal.accountId || entry.createdBy === principal.accountId;
    return isOwn === (owner === 'ich');
  }

  async function hitsIn(db: Db, part: VisiblePart, principal: Principal, query: SearchQuery): Promise<Hit[]> {
    const entries = await index.of(db, part.spaceId);
    const term = foldForSearch(query.q?.trim() ?? '');
    const withWords = query.in === 'content' ? await words.find(db, part.spaceId, query.q ?? '') : null;
    const hits: Hit[] = [];
    for (const entry of entries.values()) {
      const rank = withWords === null ? rankOf(entry.folded, term) : withWords.has(entry.id) ? 0 : null;
      if (rank === null || !matches(entry, part.spaceId, principal, query)) continue;
      if (part.roots !== null && !liesIn(entries, entry, part.roots)) continue;
      if (principal.agent !== null && !isReadable(entries, entry)) continue;
      hits.push({ entry, key: [rank, -entry.updatedAt, entry.id] });
    }
    return hits;
  }

  async function pathOf({ above }: NodeAccess): Promise<string> {
    return `/${(await Promise.all(above.map((folder) => names.open(folder)))).join('/')}`;
  }

  return {
    async find(principal, query) {
      const { modified = EVER, limit, cursor } = query;
      if (modified.from > modified.to) {
        throw new AppError('INVALID_QUERY', 'modifiedFrom is after modifiedTo.');
      }
      const after = decodeCursor(cursor, keySchema);
      const hits: Hit[] = [];
      for (const part of await partsOf(principal, query)) hits.push(...(await hitsIn(db, part, principal, query)));
      const rest = firstOf(hits, after, limit + 1);
      const page = rest.slice(0, limit);
      const ids = page.map(({ entry }) => entry.id);
      // A hit that left the caller's view meanwhile is left out, so a page may be shorter than the limit.
      const seen = await access.lookAll(db, principal, ids);
      const accesses = ids.flatMap((id) => seen.get(id) ?? []).filter(({ node }) => node.trashedAt === null);
      const nodes = await presenter.many(db, principal, accesses);
      const paths = await Promise.all(accesses.map((found) => pathOf(found)));
      const last = page.at(-1);
      return {
        nodes: nodes.map((node, at) => ({ ...node, path: paths[at]! })),
        cursor: rest.length > limit && last !== undefined ? encodeCursor(last.key) : null,
      };
    },
  };
}
