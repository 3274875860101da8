import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import type { Breadcrumb, NodeRole, WorkspaceNode } from '../../../../server/contract/workspace/node.ts';
import { BY_NAME, placeIn, type ListOrder } from './order.ts';

/** A page of a list of nodes. */
export interface NodePage {
  readonly nodes: readonly WorkspaceNode[];
  readonly cursor: string | null;
  readonly breadcrumbs: readonly Breadcrumb[];
  /** The caller's role in the folder; null where the list is none. */
  readonly role: NodeRole | null;
}

/** Where the entries of a list come from. */
export interface ListingSource {
  readonly fetchPage: (order: ListOrder, cursor: string | null) => Promise<NodePage>;
  /** Null when the node is gone or cannot be seen. */
  readonly fetchNode: (id: string) => Promise<WorkspaceNode | null>;
  /** The folder or root whose children these are; null for a list that only the server can put together. */
  readonly container: Container | null;
}

/** A folder (`parentId`), or the root of a project (`projectId`) or of a person's own space (`ownerId`). */
export interface Container {
  readonly parentId: string | null;
  readonly projectId: string | null;
  readonly ownerId: string | null;
}

function holds({ parentId, projectId, ownerId }: Container, node: WorkspaceNode): boolean {
  if (node.trashedAt !== null || node.parentId !== parentId) return false;
  // Without a visible parent, a node is in a root, or shared from a place that the caller does not see.
  return parentId !== null || (node.projectId === projectId && (node.owner?.id ?? null) === ownerId);
}

/** Takes back what was shown before the server agreed. */
export type Undo = () => void;

/** A change somebody made, as far as a list has to know it. */
export interface Change {
  readonly nodeId: string;
  /** The folder it is in now; null at a root. */
  readonly parentId: string | null;
  readonly projectId: string | null;
  /** The node has left the caller's view or the folder tree. */
  readonly gone: boolean;
}

export interface Listing {
  readonly nodes: ShallowRef<readonly WorkspaceNode[]>;
  readonly breadcrumbs: ShallowRef<readonly Breadcrumb[]>;
  readonly role: Ref<NodeRole | null>;
  readonly order: ShallowRef<ListOrder>;
  /** False until the first answer. */
  readonly loaded: Ref<boolean>;
  readonly loading: Ref<boolean>;
  readonly hasMore: ComputedRef<boolean>;
  /** The last failure; cleared by the next success. */
  readonly failure: ShallowRef<unknown>;
  /** Shows the list in another order, from its first page on. */
  show(order?: ListOrder): Promise<void>;
  /** The next page. Does nothing while another question is on its way. */
  more(): Promise<void>;
  /** Asks again for as much as is shown and replaces it at once. */
  reload(): Promise<void>;
  /** Shows a node that is new or has changed, in its place. */
  put(node: WorkspaceNode): void;
  patch(id: string, fields: Partial<WorkspaceNode>): Undo;
  remove(ids: ReadonlySet<string>): Undo;
  /** Follows changes: asks for the nodes concerned, or for the whole list when they are many. */
  apply(changes: readonly Change[]): Promise<void>;
  /** Answers that are on their way are dropped. */
  close(): void;
}

/** More single questions than this cost more than the list itself. */
const MOST_SINGLE = 24;

/** The entries of one place of the workspace, page by page. */
export function createListing(source: ListingSource): Listing {
  const nodes = shallowRef<readonly WorkspaceNode[]>([]);
  const breadcrumbs = shallowRef<readonly Breadcrumb[]>([]);
  const role = ref<NodeRole | null>(null);
  const order = shallowRef<ListOrder>(BY_NAME);
  const cursor = ref<string | null>(null);
  const loaded = ref(false);
  const loading = ref(false);
  const failure = shallowRef<unknown>(null);
  /** Counts what was asked; an answer to an older question is dropped. */
  let asked = 0;

  /** Runs one question; `answer` is called only while it is the latest. */
  async function ask<T>(question: () => Promise<T>, answer: (result: T) => void): Promise<void> {
    const turn = ++asked;
    loading.value = true;
    try {
      const result = await question();
      if (turn !== asked) return;
      answer(result);
      loaded.value = true;
      failure.value = null;
    } catch (error) {
      if (turn === asked) failure.value = error;
    } finally {
      if (turn === asked) loading.value = false;
    }
  }

  function take(page: NodePage, before: readonly WorkspaceNode[]): void {
    const known = new Set(before.map(({ id }) => id));
    nodes.value = [...before, ...page.nodes.filter(({ id }) => !known.has(id))];
    cursor.value = page.cursor;
    breadcrumbs.value = page.breadcrumbs;
    role.value = page.role;
  }

  /** As many pages as are needed for `count` entries. */
  async function atLeast(count: number): Promise<NodePage> {
    let page = await source.fetchPage(order.value, null);
    const collected = [...page.nodes];
    while (collected.length < count && page.cursor !== null) {
      page = await source.fetchPage(order.value, page.cursor);
      collected.push(...page.nodes);
    }
    return { ...page, nodes: collected };
  }

  function put(node: WorkspaceNode): void {
    const others = nodes.value.filter(({ id }) => id !== node.id);
    const known = others.length < nodes.value.length;
    if (source.container === null) {
      // A list in an order of the server's own: a known node stays where it is.
      nodes.value = known ? nodes.value.map((other) => (other.id === node.id ? node : other)) : [node, ...nodes.value];
      return;
    }
    const at = placeIn(others, node, order.value);
    // Beyond what is loaded, a later page brings it.
    if (at === others.length && cursor.value !== null && !known) return;
    nodes.value = [...others.slice(0, at), node, ...others.slice(at)];
  }

  function remove(ids: ReadonlySet<string>): Undo {
    const gone = nodes.value.filter(({ id }) => ids.has(id));
    nodes.value = nodes.value.filter(({ id }) => !ids.has(id));
    return () => {
      for (const node of gone) if (!nodes.value.some(({ id }) => id === node.id)) put(node);
    };
  }

  /** Asks for single nodes anew and shows what came of them. */
  async function refresh(ids: readonly string[]): Promise<void> {
    const turn = asked;
    const fresh = await Promise.all(ids.map((id) => source.fetchNode(id)));
    if (turn !== asked) return;
    fresh.forEach((node, index) => {
      const id = ids[index]!;
      if (node !== null && (source.container === null || holds(source.container, node))) put(node);
      else remove(new Set([id]));
    });
  }

  const listing: Listing = {
    nodes,
    breadcrumbs,
    role,
    order,
    loaded,
    loading,
    hasMore: computed(() => cursor.value !== null),
    failure,
    async show(next = order.value) {
      order.value = next;
      await ask(
        () => source.fetchPage(next, null),
        (page) => {
          take(page, []);
        },
      );
    },
    async more() {
      const from = cursor.value;
      if (loading.value || from === null) return;
      await ask(
        () => source.fetchPage(order.value, from),
        (page) => {
          take(page, nodes.value);
        },
      );
    },
    async reload() {
      const count = nodes.value.length;
      await ask(
        () => atLeast(count),
        (page) => {
          take(page, []);
        },
      );
    },
    put,
    patch(id, fields) {
      const before = nodes.value.find((node) => node.id === id);
      if (!before) return () => undefined;
      put({ ...before, ...fields });
      return () => {
        if (nodes.value.some((node) => node.id === id)) put(before);
      };
    },
    remove,
    async apply(changes) {
      if (!loaded.value || changes.length === 0) return;
      const { container } = source;
      if (container === null) {
        await listing.reload();
        return;
      }
      const known = new Set(nodes.value.map(({ id }) => id));
      const concerned = new Set<string>();
      const gone = new Set<string>();
      for (const { nodeId, parentId, projectId, gone: left } of changes) {
        const here = parentId === container.parentId && (parentId !== null || projectId === container.projectId);
        if (left) {
          gone.add(nodeId);
          concerned.delete(nodeId);
        } else if (known.has(nodeId) || here) {
          gone.delete(nodeId);
          concerned.add(nodeId);
        }
        // The number of its children has changed.
        if (parentId !== null && known.has(parentId)) concerned.add(parentId);
      }
      remove(gone);
      if (concerned.size > MOST_SINGLE) await listing.reload();
      else await refresh([...concerned]);
    },
    close() {
      asked += 1;
      loading.value = false;
    },
  };
  return listing;
}
