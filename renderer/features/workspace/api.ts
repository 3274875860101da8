import {
  abortUpload,
  createUpload,
  getUpload,
  putChunk,
  replaceContent,
  uploadNode,
} from '../../../server/contract/workspace/files.ts';
import { overview, searchNodes, type OVERVIEWS } from '../../../server/contract/workspace/finding.ts';
import type { WorkspaceNode } from '../../../server/contract/workspace/node.ts';
import { createNode, getNode, listNodes } from '../../../server/contract/workspace/nodes.ts';
import { call, isApiError } from '../../api/index.ts';
import { MOST_PER_PAGE } from '../../api/pages.ts';
import type { Container, ListingSource, NodePage } from './model/listing.ts';
import type { ListOrder } from './model/order.ts';
import type { KnownChild } from './uploads/plan.ts';
import type { Destination, TransferRoutes, UploadSession } from './uploads/transfer.ts';

/** A folder or a root, as the routes name it. */
export interface FolderRef {
  readonly parentId: string | null;
  readonly projectId: string | null;
}

const at = ({ parentId, projectId }: FolderRef) => ({
  ...(parentId !== null && { parentId }),
  ...(parentId === null && projectId !== null && { projectId }),
});
const from = (cursor: string | null) => ({ limit: MOST_PER_PAGE, ...(cursor !== null && { cursor }) });

/** Null when the node is gone or cannot be seen. */
export async function fetchNode(id: string): Promise<WorkspaceNode | null> {
  try {
    return (await call(getNode, { params: { id } })).node;
  } catch (error) {
    if (isApiError(error, 'NOT_FOUND')) return null;
    throw error;
  }
}

const fetchChildren = (folder: FolderRef, order: ListOrder, cursor: string | null): Promise<NodePage> =>
  call(listNodes, { query: { ...at(folder), ...order, ...from(cursor) } });

/** Children of a folder or a root. */
export function folderSource(container: Container): ListingSource {
  return { container, fetchNode, fetchPage: (order, cursor) => fetchChildren(container, order, cursor) };
}

/** A view that the server puts together, in its order. */
export function overviewSource(view: (typeof OVERVIEWS)[number], projectId: string | null = null): ListingSource {
  return {
    container: null,
    fetchNode,
    fetchPage: async (_order, cursor) => {
      const page = await call(overview, { query: { view, ...from(cursor), ...(projectId !== null && { projectId }) } });
      return { nodes: page.nodes, cursor: page.cursor, breadcrumbs: [], role: null };
    },
  };
}

/** What a search asks for; absent fields do not narrow it. */
export interface SearchQuery {
  readonly q: string;
  readonly in: 'names' | 'content';
  readonly kind: 'all' | 'folder' | 'file';
  readonly owner: 'alle' | 'ich' | 'andere';
  /** ISO 8601; null does not narrow. */
  readonly modifiedFrom: string | null;
}

/** Hits of a search, best first; `pathOf` tells where a hit lies once its page has come. */
export function searchSource(query: SearchQuery): ListingSource & { readonly pathOf: (id: string) => string } {
  const paths = new Map<string, string>();
  return {
    container: null,
    fetchNode,
    pathOf: (id) => paths.get(id) ?? '',
    fetchPage: async (_order, cursor) => {
      const { modifiedFrom, ...rest } = query;
      const page = await call(searchNodes, {
        query: { ...rest, ...from(cursor), ...(modifiedFrom !== null && { modifiedFrom }) },
      });
      for (const { id, path } of page.nodes) paths.set(id, path);
      return { nodes: page.nodes, cursor: page.cursor, breadcrumbs: [], role: null };
    },
  };
}

/** Everything that lies in a folder or root. */
export async function allChildren(folder: FolderRef): Promise<readonly KnownChild[]> {
  const children: KnownChild[] = [];
  let cursor: string | null = null;
  do {
    const page: NodePage = await fetchChildren(folder, { sort: 'name', order: 'asc' }, cursor);
    children.push(...page.nodes);
    cursor = page.cursor;
  } while (cursor !== null);
  return children;
}

export async function createFolder(name: string, { parentId, projectId }: FolderRef): Promise<WorkspaceNode> {
  return (await call(createNode, { body: { kind: 'folder', name, parentId, projectId } })).node;
}

const sessionOf = (state: {
  sessionId: string;
  chunkSizeBytes: number;
  nextExpectedRanges: readonly string[];
}): UploadSession => ({
  sessionId: state.sessionId,
  chunkSizeBytes: state.chunkSizeBytes,
  offset: offsetOf(state.nextExpectedRanges),
});
/** `["1048576-"]` → 1048576 */
const offsetOf = (ranges: readonly string[]): number => Number.parseInt(ranges[0] ?? '0', 10);

const destination = (to: Destination) =>
  to.kind === 'replace'
    ? { nodeId: to.nodeId, revision: to.revision }
    : { parentId: to.parentId, projectId: to.projectId };

/** The upload routes of the server. */
export const transferRoutes: TransferRoutes = Object.freeze({
  async uploadWhole(file, to, signal, onUploadProgress) {
    if (to.kind === 'replace') {
      const { nodeId: id, revision } = to;
      return (await call(replaceContent, { params: { id }, query: { revision }, body: file, signal, onUploadProgress }))
        .node;
    }
    return (await call(uploadNode, { body: at(to), file, signal, onUploadProgress })).node;
  },
  async openSession(file, to, signal) {
    const body = { name: file.name, sizeBytes: file.size, ...destination(to) };
    return sessionOf(await call(createUpload, { body, signal }));
  },
  async sessionState(sessionId, signal) {
    const answer = await call(getUpload, { params: { sessionId }, signal });
    return 'node' in answer ? { done: true, node: answer.node } : { done: false, session: sessionOf(answer) };
  },
  async sendChunk(sessionId, chunk, { start, total }, signal, onUploadProgress) {
    const contentRange = `bytes ${start}-${start + chunk.size - 1}/${total}`;
    const answer = await call(putChunk, { params: { sessionId }, body: chunk, contentRange, signal, onUploadProgress });
    return 'node' in answer
      ? { done: true, node: answer.node }
      : { done: false, offset: offsetOf(answer.nextExpectedRanges) };
  },
  async closeSession(sessionId) {
    await call(abortUpload, { params: { sessionId } });
  },
} satisfies TransferRoutes);
