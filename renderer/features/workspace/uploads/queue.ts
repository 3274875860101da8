import { computed, shallowRef, type ComputedRef } from 'vue';
import type { WorkspaceNode } from '../../../../server/contract/workspace/node.ts';
import { isApiError } from '../../../api/index.ts';
import type { PlannedFile, PlannedFolder, UploadPlan, UploadTarget } from './plan.ts';
import type { Destination, Transfer, TransferOptions } from './transfer.ts';

export type UploadState = 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'cancelled';

/** A file in the panel of uploads. */
export interface UploadItem {
  readonly key: string;
  readonly name: string;
  /** Names of the folders it lies in, below the target. */
  readonly path: string;
  readonly target: UploadTarget;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly state: UploadState;
  /** Waits for the server to answer again. */
  readonly waitingForServer: boolean;
  /** Why it failed; null otherwise. */
  readonly error: unknown;
  /** The file it has become. */
  readonly nodeId: string | null;
}

/** What happens to files whose name is taken. */
export type ConflictChoice = 'both' | 'replace' | 'skip';

export interface QueueDependencies {
  readonly createFolder: (
    name: string,
    at: { parentId: string | null; projectId: string | null },
  ) => Promise<WorkspaceNode>;
  readonly createTransfer: (options: Pick<TransferOptions, 'file' | 'to' | 'onSent' | 'onWaiting'>) => Transfer;
  /** A file or a folder of an upload is there. */
  readonly onStored: (node: WorkspaceNode) => void;
}

/** Progress of everything that was added since the panel was last cleared. */
export interface Overall {
  readonly files: number;
  readonly done: number;
  readonly failed: number;
  readonly active: boolean;
  readonly paused: boolean;
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface UploadQueue {
  readonly items: ComputedRef<readonly UploadItem[]>;
  readonly overall: ComputedRef<Overall>;
  /** Adds the files of a plan; missing folders are made when their first file is sent. */
  add(plan: UploadPlan, target: UploadTarget, choice: ConflictChoice): void;
  pause(key: string): void;
  resume(key: string): void;
  pauseAll(): void;
  resumeAll(): void;
  cancel(key: string): void;
  cancelAll(): void;
  retry(key: string): void;
  retryAll(): void;
  /** Takes what is finished off the panel. */
  clear(): void;
}

/** Files on their way at once: enough for many small ones, few enough for big ones to get on. */
const PARALLEL = 3;

interface Work {
  readonly planned: PlannedFile;
  readonly target: UploadTarget;
  readonly replace: boolean;
  transfer: Transfer | null;
  abort: AbortController | null;
}

export function createUploadQueue(deps: QueueDependencies): UploadQueue {
  const items = shallowRef<readonly UploadItem[]>([]);
  const works = new Map<string, Work>();
  /** Folders that are being made or have been made, by plan. */
  const made = new WeakMap<PlannedFolder, Promise<string>>();
  let counter = 0;
  let sending = 0;

  const itemOf = (key: string): UploadItem | undefined => items.value.find((item) => item.key === key);
  function update(key: string, change: Partial<UploadItem>): void {
    items.value = items.value.map((item) => (item.key === key ? { ...item, ...change } : item));
  }

  /** Id of a planned folder; makes it, and those above it, once. */
  function folderId(folder: PlannedFolder, target: UploadTarget): Promise<string> {
    if (folder.id !== null) return Promise.resolve(folder.id);
    let id = made.get(folder);
    if (!id) {
      id = makeFolder(folder, target);
      made.set(folder, id);
      // The next file of the folder tries again.
      id.catch(() => made.delete(folder));
    }
    return id;
  }
  async function makeFolder(folder: PlannedFolder, target: UploadTarget): Promise<string> {
    const parentId = folder.parent ? await folderId(folder.parent, target) : target.parentId;
    const node = await deps.createFolder(folder.name, { parentId, projectId: target.projectId });
    deps.onStored(node);
    return node.id;
  }

  async function destinationOf({ planned, target, replace }: Work): Promise<Destination> {
    if (replace && planned.existing) {
      return { kind: 'replace', nodeId: planned.existing.id, revision: planned.existing.revision ?? 0 };
    }
    const parentId = planned.folder ? await folderId(planned.folder, target) : target.parentId;
    return { kind: 'new', parentId, projectId: target.projectId };
  }

  function sendWaiting(): void {
    for (const { key, state } of items.value) {
      if (sending >= PARALLEL) return;
      if (state === 'waiting') void send(key);
    }
  }

  async function send(key: string): Promise<void> {
    const work = works.get(key);
    if (!work) return;
    const abort = new AbortController();
    work.abort = abort;
    sending += 1;
    update(key, { state: 'sending', error: null });
    try {
      work.transfer ??= deps.createTransfer({
        file: work.planned.file,
        to: await destinationOf(work),
        onSent: (sentBytes) => update(key, { sentBytes }),
        onWaiting: (waitingForServer) => update(key, { waitingForServer }),
      });
      const node = await work.transfer.run(abort.signal);
      works.delete(key);
      update(key, { state: 'done', sentBytes: work.planned.file.size, nodeId: node.id });
      deps.onStored(node);
    } catch (error) {
      // Pausing and cancelling have set their state themselves.
      if (!abort.signal.aborted && !isApiError(error, 'ABORTED')) update(key, { state: 'failed', error });
    } finally {
      work.abort = null;
      sending -= 1;
      update(key, { waitingForServer: false });
      sendWaiting();
    }
  }

  function stop(key: string, state: 'paused' | 'cancelled'): void {
    const item = itemOf(key);
    if (item === undefined || item.state === 'done' || item.state === 'cancelled') return;
    if (state === 'paused' && item.state !== 'waiting' && item.state !== 'sending') return;
    update(key, { state });
    const work = works.get(key);
    work?.abort?.abort();
    if (state === 'cancelled') {
      void work?.transfer?.discard();
      works.delete(key);
    }
  }
  function again(key: string, from: UploadState): void {
    const item = itemOf(key);
    // A request that is being stopped still holds its place.
    if (item?.state !== from || !works.has(key)) return;
    update(key, { state: 'waiting', error: null });
    if (works.get(key)?.abort) return;
    sendWaiting();
  }
  const each = (states: readonly UploadState[], work: (key: string) => void): void => {
    for (const item of items.value) if (states.includes(item.state)) work(item.key);
  };

  const queue: UploadQueue = {
    items: computed(() => items.value),
    overall: computed(() => {
      const counted = items.value.filter(({ state }) => state !== 'cancelled');
      const sum = (size: (item: UploadItem) => number) => counted.reduce((total, item) => total + size(item), 0);
      const some = (state: UploadState) => counted.some((item) => item.state === state);
      return {
        files: counted.length,
        done: counted.filter(({ state }) => state === 'done').length,
        failed: counted.filter(({ state }) => state === 'failed').length,
        active: some('sending') || some('waiting'),
        paused: some('paused') && !some('sending') && !some('waiting'),
        sentBytes: sum(({ sentBytes, sizeBytes }) => Math.min(sentBytes, sizeBytes)),
        totalBytes: sum(({ sizeBytes }) => sizeBytes),
      };
    }),
    add(plan, target, choice) {
      const wanted = plan.files.filter(({ existing }) => existing === null || choice !== 'skip');
      const added = wanted.map((planned): UploadItem => {
        const key = `upload-${counter++}`;
        works.set(key, { planned, target, replace: choice === 'replace', transfer: null, abort: null });
        return {
          key,
          name: planned.file.name,
          path: pathOf(planned.folder),
          target,
          sizeBytes: planned.file.size,
          sentBytes: 0,
          state: 'waiting',
          waitingForServer: false,
          error: null,
          nodeId: null,
        };
      });
      items.value = [...items.value, ...added];
      const used = new Set(wanted.flatMap(({ folder }) => ancestors(folder)));
      // Folders without files are made at once; the others with their first file.
      for (const folder of plan.folders) if (!used.has(folder)) folderId(folder, target).catch(() => undefined);
      sendWaiting();
    },
    pause: (key) => stop(key, 'paused'),
    resume: (key) => again(key, 'paused'),
    pauseAll: () => each(['waiting', 'sending'], (key) => stop(key, 'paused')),
    resumeAll: () => each(['paused'], (key) => again(key, 'paused')),
    cancel: (key) => stop(key, 'cancelled'),
    cancelAll: () => each(['waiting', 'sending', 'paused'], (key) => stop(key, 'cancelled')),
    retry: (key) => again(key, 'failed'),
    retryAll: () => each(['failed'], (key) => again(key, 'failed')),
    clear() {
      for (const { key, state } of items.value) if (state === 'failed') works.delete(key);
      items.value = items.value.filter(({ state }) => ['waiting', 'sending', 'paused'].includes(state));
    },
  };
  return queue;
}

function ancestors(folder: PlannedFolder | null): PlannedFolder[] {
  return folder === null ? [] : [...ancestors(folder.parent), folder];
}
const pathOf = (folder: PlannedFolder | null): string =>
  ancestors(folder)
    .map(({ name }) => name)
    .join(' / ');
