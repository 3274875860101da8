import { useRouter } from 'vue-router';
import { downloadNode } from '../../../server/contract/workspace/files.ts';
import type { NodeColor, NodeIcon, WorkspaceNode } from '../../../server/contract/workspace/node.ts';
import {
  anonymizeNode,
  copyNode,
  createNode,
  emptyTrash,
  purgeNode,
  restoreNode,
  starNode,
  trashNode,
  unstarNode,
  updateNode,
  type CREATE_KINDS,
} from '../../../server/contract/workspace/nodes.ts';
import { call, isApiError, saveFile } from '../../api/index.ts';
import { useText, type MessageKey } from '../../i18n/index.ts';
import { useErrorText } from '../../i18n/useErrorText.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { useToasts } from '../../ui/toasts.ts';
import { allChildren, createFolder, type FolderRef } from './api.ts';
import { copyTree } from './model/copyTree.ts';
import { forEach, type Outcome } from './model/each.ts';
import type { Listing } from './model/listing.ts';
import { fileLocation, locationOf } from './places.ts';
import { useWorkspace } from './store.ts';

export type CreateKind = (typeof CREATE_KINDS)[number];
export type Nodes = readonly WorkspaceNode[];

/** A folder or root with its name, as something can be put there. */
export interface Target extends FolderRef {
  readonly name: string;
}

/** May change what is in it. */
export const canWrite = ({ role }: Pick<WorkspaceNode, 'role'>): boolean => role === 'owner' || role === 'editor';
export const canMove = ({ role }: Pick<WorkspaceNode, 'role'>): boolean => role === 'owner';

/** The route of copies names a folder; without one it takes the root of the node's own space, so no other root can be reached. */
export const canCopyTo = (node: Pick<WorkspaceNode, 'type' | 'projectId'>, target: FolderRef): boolean =>
  node.type === 'folder' || target.parentId !== null || node.projectId === target.projectId;

/**
 * What can be done with nodes from any screen. A list given is changed at once and set back where the server refuses; every failure is shown
 * as a message.
 */
export function useNodeActions(listing: Listing | null = null) {
  const { t } = useText();
  const toasts = useToasts();
  const confirm = useConfirm();
  const errorText = useErrorText();
  const router = useRouter();
  const workspace = useWorkspace();

  const nameOf = (nodes: Nodes): string =>
    nodes.length === 1 ? t('workspace.named', { name: nodes[0]!.name }) : t('workspace.entries', {}, nodes.length);
  const fail = (error: unknown, title: MessageKey, name = ''): void => {
    toasts.show({ tone: 'danger', title: t(title, { name }), text: errorText(error) });
  };
  function report<R>({ failed }: Outcome<WorkspaceNode, R>, title: MessageKey): void {
    const first = failed[0];
    if (first) fail(first.error, title, nameOf(failed.map(({ item }) => item)));
  }
  const stored = (node: WorkspaceNode): void => {
    workspace.tell({ kind: 'stored', node });
  };

  /** Changes every node, shown at once; the answer of the server replaces what was guessed. */
  async function change(
    nodes: Nodes,
    guess: Partial<WorkspaceNode>,
    work: (node: WorkspaceNode) => Promise<Partial<WorkspaceNode>>,
    failed: MessageKey,
  ): Promise<boolean> {
    const undo = new Map(nodes.map((node) => [node.id, listing?.patch(node.id, guess)]));
    const outcome = await forEach(nodes, work);
    for (const { item, result } of outcome.done) listing?.patch(item.id, result);
    for (const { item } of outcome.failed) undo.get(item.id)?.();
    report(outcome, failed);
    return outcome.failed.length === 0;
  }

  /** Takes nodes off the list at once; those the server keeps come back. */
  async function takeAway<R>(
    nodes: Nodes,
    work: (node: WorkspaceNode) => Promise<R>,
    failed: MessageKey,
  ): Promise<Outcome<WorkspaceNode, R>> {
    listing?.remove(new Set(nodes.map(({ id }) => id)));
    const outcome = await forEach(nodes, work);
    for (const { item } of outcome.failed) listing?.put(item);
    report(outcome, failed);
    return outcome;
  }

  const rename = (node: WorkspaceNode, name: string) =>
    change(
      [node],
      { name },
      async ({ id }) => (await call(updateNode, { params: { id }, body: { name } })).node,
      'workspace.failed.rename',
    );

  const star = (nodes: Nodes, starred: boolean) =>
    change(
      nodes,
      { starred },
      ({ id }) => call(starred ? starNode : unstarNode, { params: { id } }),
      'workspace.failed.star',
    );

  const style = (nodes: Nodes, body: { readonly color?: NodeColor | null; readonly icon?: NodeIcon | null }) =>
    change(
      nodes,
      body,
      async ({ id }) => (await call(updateNode, { params: { id }, body })).node,
      'workspace.failed.style',
    );

  async function moveTo(nodes: Nodes, parentOf: (node: WorkspaceNode) => string | null): Promise<Nodes> {
    const { done } = await takeAway(
      nodes,
      async (node) => (await call(updateNode, { params: { id: node.id }, body: { parentId: parentOf(node) } })).node,
      'workspace.failed.move',
    );
    for (const { result } of done) stored(result);
    return done.map(({ item }) => item);
  }

  /** Moves nodes into a folder or root of the same space; the message offers to move them back. */
  async function move(nodes: Nodes, target: Target): Promise<void> {
    const moving = nodes.filter(({ id, parentId }) => id !== target.parentId && parentId !== target.parentId);
    if (moving.length === 0) return;
    const done = await moveTo(moving, () => target.parentId);
    if (done.length === 0) return;
    toasts.show({
      title: t('workspace.done.moved', { name: nameOf(done), target: target.name }),
      action: { label: t('workspace.undo'), run: () => moveTo(done, ({ parentId }) => parentId) },
    });
  }

  /** Copies nodes into a folder or root, or beside themselves when `target` is null. */
  async function copy(nodes: Nodes, target: Target | null): Promise<void> {
    const possible = nodes.filter((node) => target === null || canCopyTo(node, target));
    if (possible.length < nodes.length) toasts.show({ tone: 'danger', title: t('workspace.failed.copyToRoot') });
    const outcome = await forEach(possible, (node) =>
      copyTree(
        node,
        target === null || target.parentId === node.parentId ? t('workspace.copyName', { name: node.name }) : node.name,
        // Beside a file whose folder the person does not see, the server finds a place.
        target === null ? (node.type === 'file' ? undefined : node.parentId) : target.parentId,
        {
          copyFile: async (id, name, parentId) =>
            (await call(copyNode, { params: { id }, body: { name, ...(parentId !== undefined && { parentId }) } }))
              .node,
          createFolder: (name, parentId) =>
            createFolder(name, { parentId, projectId: target === null ? node.projectId : target.projectId }),
          children: (parentId) => allChildren({ parentId, projectId: null }),
          isTaken: (error) => isApiError(error, 'NAME_TAKEN'),
        },
      ),
    );
    for (const { result } of outcome.done) stored(result);
    report(outcome, 'workspace.failed.copy');
    if (outcome.done.length > 0) {
      toasts.show({ title: t('workspace.done.copied', { name: nameOf(outcome.done.map(({ item }) => item)) }) });
    }
  }

  async function restore(nodes: Nodes): Promise<void> {
    const { done } = await takeAway(
      nodes,
      async ({ id }) => (await call(restoreNode, { params: { id } })).node,
      'workspace.failed.restore',
    );
    for (const { result } of done) stored(result);
    if (done.length > 0)
      toasts.show({ title: t('workspace.done.restored', { name: nameOf(done.map(({ item }) => item)) }) });
  }

  /** Moves to the trash; the message offers to take it back. */
  async function trash(nodes: Nodes): Promise<void> {
    const { done } = await takeAway(
      nodes,
      async ({ id }) => (await call(trashNode, { params: { id } })).node,
      'workspace.failed.trash',
    );
    const gone = done.map(({ item }) => item);
    if (gone.length === 0) return;
    toasts.show({
      title: t('workspace.done.trashed', { name: nameOf(gone) }),
      action: {
        label: t('workspace.undo'),
        run: async () => {
          const outcome = await forEach(gone, async ({ id }) => (await call(restoreNode, { params: { id } })).node);
          for (const { result } of outcome.done) stored(result);
          report(outcome, 'workspace.failed.restore');
        },
      },
    });
  }

  async function purge(nodes: Nodes): Promise<void> {
    const sure = await confirm.ask({
      title: t('workspace.purge.title', { name: nameOf(nodes) }),
      text: t('workspace.purge.text'),
      confirmLabel: t('workspace.purge.confirm'),
      danger: true,
    });
    if (!sure) return;
    const { done } = await takeAway(nodes, ({ id }) => call(purgeNode, { params: { id } }), 'workspace.failed.purge');
    if (done.length > 0)
      toasts.show({ title: t('workspace.done.purged', { name: nameOf(done.map(({ item }) => item)) }) });
    await workspace.refreshUsage();
  }

  /** Empties the trash of the own space or of a project. True when it is empty now. */
  async function empty(projectId: string | null): Promise<boolean> {
    const sure = await confirm.ask({
      title: t('workspace.emptyTrash.title'),
      text: t('workspace.emptyTrash.text'),
      confirmLabel: t('workspace.emptyTrash.confirm'),
      danger: true,
    });
    if (!sure) return false;
    try {
      const { removed } = await call(emptyTrash, { query: projectId === null ? {} : { projectId } });
      toasts.show({ title: t('workspace.done.emptied', {}, removed) });
      await workspace.refreshUsage();
      return true;
    } catch (error) {
      fail(error, 'workspace.failed.empty');
      return false;
    }
  }

  async function create(kind: CreateKind, name: string, target: FolderRef): Promise<WorkspaceNode> {
    const { parentId, projectId } = target;
    const sheetName = t('workspace.create.sheetName');
    const body = { kind, name, parentId, projectId, ...(kind === 'sheet' && { sheetName }) };
    const { node } = await call(createNode, { body });
    stored(node);
    return node;
  }

  async function download(nodes: Nodes): Promise<void> {
    for (const node of nodes.filter(({ type }) => type === 'file')) {
      try {
        await saveFile(await call(downloadNode, { params: { id: node.id }, query: {} }), node.name);
      } catch (error) {
        fail(error, 'workspace.failed.download', nameOf([node]));
        return;
      }
    }
  }

  async function anonymize(nodes: Nodes): Promise<void> {
    const files = nodes.filter(({ type }) => type === 'file');
    const outcome = await forEach(files, async ({ id }) => (await call(anonymizeNode, { params: { id } })).node);
    for (const { result } of outcome.done) listing?.patch(result.id, result);
    report(outcome, 'workspace.failed.anonymize');
    const job = outcome.done.length === 1 ? outcome.done[0]!.result.anonymizationJobId : null;
    if (outcome.done.length === 0) return;
    toasts.show({
      title: t('workspace.done.anonymizing', { name: nameOf(outcome.done.map(({ item }) => item)) }),
      ...(job !== null && {
        action: { label: t('workspace.openReview'), run: () => router.push({ name: 'review', params: { id: job } }) },
      }),
    });
  }

  /** Opens a folder, or a file in its viewer. */
  const open = (node: WorkspaceNode) =>
    router.push(node.type === 'folder' ? locationOf({ kind: 'folder', id: node.id }) : fileLocation(node.id));
  const review = (jobId: string) => router.push({ name: 'review', params: { id: jobId } });

  return {
    ...{ rename, star, style, move, copy, restore, trash, purge, empty, create, download, anonymize, open, review },
  };
}
export type NodeActions = ReturnType<typeof useNodeActions>;
