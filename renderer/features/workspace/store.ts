import { defineStore } from 'pinia';
import { computed, markRaw, ref, shallowRef, watch } from 'vue';
import { delta, usage } from '../../../server/contract/workspace/finding.ts';
import type { WorkspaceNode } from '../../../server/contract/workspace/node.ts';
import { anonymizeNode } from '../../../server/contract/workspace/nodes.ts';
import { listInbox } from '../../../server/contract/workspace/sharing.ts';
import { call, isApiError, type CallResult } from '../../api/index.ts';
import { sleepFor } from '../../api/poll.ts';
import { createFolder, transferRoutes } from './api.ts';
import { createFollower } from './model/follow.ts';
import type { Change } from './model/listing.ts';
import { createUploadQueue } from './uploads/queue.ts';
import { createTransfer } from './uploads/transfer.ts';

export type ViewMode = 'list' | 'grid';

/** Nodes that were cut or copied, to be pasted elsewhere. */
export interface Clipboard {
  readonly mode: 'cut' | 'copy';
  readonly nodes: readonly WorkspaceNode[];
}

/** Something that the open list should show. */
export type WorkspaceEvent =
  | { readonly kind: 'changed'; readonly changes: readonly Change[] }
  | { readonly kind: 'stored'; readonly node: WorkspaceNode }
  /** An uploaded file was to be anonymized, and this did not begin. */
  | { readonly kind: 'problem'; readonly node: WorkspaceNode; readonly error: unknown };

const MODE_KEY = 'deckname.workspace.view';
const CHANGES_PER_PAGE = 1_000;

function storedMode(): ViewMode {
  try {
    return localStorage.getItem(MODE_KEY) === 'grid' ? 'grid' : 'list';
  } catch {
    return 'list';
  }
}

/** What of the workspace outlives a screen: uploads, clipboard, storage used, unread inbox entries, live changes. */
export const useWorkspace = defineStore('workspace', () => {
  const mode = ref<ViewMode>(storedMode());
  const detailsOpen = ref(false);
  const clipboard = shallowRef<Clipboard | null>(null);
  /** Nodes that are being dragged inside the window. */
  const dragged = shallowRef<readonly WorkspaceNode[]>([]);
  /** Nodes chosen in the open list. */
  const selected = shallowRef<readonly WorkspaceNode[]>([]);
  /** Folder that was left for the one above it. */
  const cameFrom = ref<string | null>(null);
  const storage = shallowRef<CallResult<typeof usage> | null>(null);
  const unread = ref(0);
  const anonymizeUploads = ref(false);
  const listeners = new Set<(event: WorkspaceEvent) => void>();

  watch(mode, (value) => {
    try {
      localStorage.setItem(MODE_KEY, value);
    } catch {
      // Storage can be switched off; the choice then lasts until the window is closed.
    }
  });

  const tell = (event: WorkspaceEvent): void => {
    for (const listener of listeners) listener(event);
  };
  /** Listens to what happens anywhere in the workspace; returns a function that ends this. */
  function observe(listener: (event: WorkspaceEvent) => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  async function refreshUsage(): Promise<void> {
    try {
      storage.value = await call(usage, { query: {} });
    } catch {
      // The figures of before stay; the next change asks again.
    }
  }
  async function refreshUnread(): Promise<void> {
    try {
      unread.value = (await call(listInbox, { query: { limit: 1, unread: '1' } })).unreadCount;
    } catch {
      // As above.
    }
  }

  let pending: ReturnType<typeof setTimeout> | undefined;
  /** Figures of the rail, once for a burst of changes. */
  function refreshFigures(): void {
    clearTimeout(pending);
    pending = setTimeout(() => {
      void refreshUsage();
      void refreshUnread();
    }, 500);
  }

  async function anonymize(node: WorkspaceNode): Promise<void> {
    try {
      tell({ kind: 'stored', node: (await call(anonymizeNode, { params: { id: node.id } })).node });
    } catch (error) {
      // Files that cannot be anonymized stay without the sign.
      if (!isApiError(error, 'UNSUPPORTED_TYPE')) tell({ kind: 'problem', node, error });
    }
  }

  const uploads = createUploadQueue({
    createFolder,
    createTransfer: (options) => createTransfer({ ...options, routes: transferRoutes, sleep: sleepFor }),
    onStored: (node) => {
      tell({ kind: 'stored', node });
      refreshFigures();
      if (anonymizeUploads.value && node.type === 'file') void anonymize(node);
    },
  });

  const follower = createFollower({
    fetchChanges: async (cursor) => {
      const page = await call(delta, { query: { cursor: cursor ?? 'latest', limit: CHANGES_PER_PAGE } });
      return { changes: page.changes, cursor: page.cursor, hasMore: page.has_more };
    },
    onChanges: (changes) => {
      tell({ kind: 'changed', changes });
      refreshFigures();
    },
    visible: () => document.visibilityState === 'visible',
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => {
        clearTimeout(timer);
      };
    },
  });

  return {
    mode,
    detailsOpen,
    clipboard,
    dragged,
    selected,
    cameFrom,
    storage,
    unread,
    anonymizeUploads,
    uploads: markRaw(uploads),
    uploadsActive: computed(() => uploads.overall.value.active),
    follower: markRaw(follower),
    observe,
    tell,
    refreshUsage,
    refreshUnread,
  };
});
