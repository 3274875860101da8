import { ref } from 'vue';
import { canCopyTo, canMove, type NodeActions, type Target } from './useNodeActions.ts';
import { useWorkspace } from './store.ts';
import { entriesOfDrop } from '../../ui/fileEntries.ts';
import type { KnownChild } from './uploads/plan.ts';
import { useUpload } from './useUpload.ts';

/** What would happen to what is being dragged. */
export type DropEffect = 'move' | 'copy' | 'upload';

/** Type of a drag that began in the workspace. */
export const DRAG_TYPE = 'application/x-deckname-nodes';

/** Drops of nodes and of files from outside onto folders, breadcrumbs and places. */
export function useDrop(actions: NodeActions) {
  const workspace = useWorkspace();
  const upload = useUpload();

  function effectOf(event: DragEvent, target: Target | null): DropEffect | null {
    const transfer = event.dataTransfer;
    if (transfer === null || target === null) return null;
    if (transfer.types.includes('Files')) return 'upload';
    const nodes = workspace.dragged;
    if (nodes.length === 0 || nodes.some(({ id }) => id === target.parentId)) return null;
    if (event.ctrlKey || event.altKey) return nodes.every((node) => canCopyTo(node, target)) ? 'copy' : null;
    const sameSpace = nodes.every(({ projectId }) => projectId === target.projectId);
    const elsewhere = nodes.some(({ parentId }) => parentId !== target.parentId);
    return sameSpace && elsewhere && nodes.every(canMove) ? 'move' : null;
  }

  /** Tells the browser what a drop here would do; null when nothing. */
  function over(event: DragEvent, target: Target | null): DropEffect | null {
    const effect = effectOf(event, target);
    if (effect === null || event.dataTransfer === null) return null;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = effect === 'move' ? 'move' : 'copy';
    return effect;
  }

  function drop(event: DragEvent, target: Target | null, known: readonly KnownChild[] | null = null): void {
    const effect = effectOf(event, target);
    if (effect === null || target === null || event.dataTransfer === null) return;
    event.preventDefault();
    if (effect === 'upload') void upload(entriesOfDrop(event.dataTransfer), target, known);
    else if (effect === 'move') void actions.move(workspace.dragged, target);
    else void actions.copy(workspace.dragged, target);
    workspace.dragged = [];
  }
  return { over, drop };
}

/** One place that things can be dropped on: its listeners, and whether something that may be dropped is above it. */
export function useDropTarget(actions: NodeActions) {
  const { over, drop } = useDrop(actions);
  /** Key of the place below the pointer. */
  const hovered = ref<string | null>(null);
  return {
    hovered,
    listeners: (key: string, target: Target | null) => ({
      dragover: (event: DragEvent) => {
        hovered.value = over(event, target) === null ? null : key;
      },
      dragleave: () => {
        hovered.value = null;
      },
      drop: (event: DragEvent) => {
        hovered.value = null;
        drop(event, target);
      },
    }),
  };
}
