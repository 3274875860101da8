import {
  ClipboardCopy,
  ClipboardPaste,
  Copy,
  Download,
  FileLock2,
  FolderInput,
  FolderOpen,
  PanelRight,
  Pencil,
  Palette,
  RotateCcw,
  Scissors,
  SearchCheck,
  Star,
  StarOff,
  Trash2,
} from '@lucide/vue';
import { useText } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/menu.ts';
import { canMove, canWrite, type NodeActions, type Nodes, type Target } from './useNodeActions.ts';
import { useWorkspace } from './store.ts';

/** What a list adds to the actions every screen has. */
export interface MenuContext {
  readonly actions: NodeActions;
  readonly target: () => Target | null;
  readonly rename: (id: string) => void;
  readonly moveDialog: (nodes: Nodes) => void;
  readonly styleDialog: (nodes: Nodes) => void;
  readonly paste: () => unknown;
  /** Where a node lies, for lists that mix places. */
  readonly showInFolder?: ((node: Nodes[number]) => unknown) | undefined;
}

type Action = Extract<MenuEntry, { readonly run: () => unknown }>;
const SEPARATOR: MenuEntry = Object.freeze({ kind: 'separator' });

/** Groups of actions with lines between them; empty groups leave none. */
function grouped(...groups: readonly (readonly (Action | false)[])[]): MenuEntry[] {
  const filled = groups.map((group) => group.filter((entry) => entry !== false)).filter(({ length }) => length > 0);
  return filled.flatMap((group, index) => (index === 0 ? group : [SEPARATOR, ...group]));
}

/** `(nodes) => entries` of the menu for the nodes chosen. */
export function useNodeMenu(context: MenuContext): (nodes: Nodes) => MenuEntry[] {
  const { t } = useText();
  const workspace = useWorkspace();
  const { actions } = context;

  function trashEntries(nodes: Nodes): MenuEntry[] {
    return grouped(
      [{ label: t('workspace.menu.restore'), icon: RotateCcw, run: () => actions.restore(nodes) }],
      [
        {
          label: t('workspace.menu.purge'),
          icon: Trash2,
          danger: true,
          disabled: !nodes.every(canMove),
          run: () => actions.purge(nodes),
        },
      ],
    );
  }

  return (nodes) => {
    const [first] = nodes;
    if (!first) {
      return grouped([
        {
          label: t('workspace.menu.paste'),
          icon: ClipboardPaste,
          shortcut: 'Mod+V',
          disabled: workspace.clipboard === null || context.target() === null,
          run: context.paste,
        },
      ]);
    }
    if (first.trashedAt !== null) return trashEntries(nodes);
    const single = nodes.length === 1;
    const files = nodes.every(({ type }) => type === 'file');
    const folders = nodes.every(({ type }) => type === 'folder');
    const starred = nodes.every((node) => node.starred);
    const writable = nodes.every(canWrite);
    const movable = nodes.every(canMove);
    const jobId = single ? first.anonymizationJobId : null;
    return grouped(
      [
        single && {
          label: t('workspace.menu.open'),
          icon: FolderOpen,
          shortcut: 'Enter',
          run: () => actions.open(first),
        },
        single &&
          context.showInFolder !== undefined && {
            label: t('workspace.menu.showInFolder'),
            icon: FolderInput,
            run: () => context.showInFolder?.(first),
          },
        files && { label: t('workspace.menu.download'), icon: Download, run: () => actions.download(nodes) },
      ],
      [
        files &&
          writable && {
            label: t('workspace.menu.anonymize'),
            icon: FileLock2,
            disabled: nodes.some(({ anonymizationStatus }) => anonymizationStatus === 'processing'),
            run: () => actions.anonymize(nodes),
          },
        jobId !== null && { label: t('workspace.menu.review'), icon: SearchCheck, run: () => actions.review(jobId) },
      ],
      [
        single &&
          writable && {
            label: t('workspace.menu.rename'),
            icon: Pencil,
            shortcut: 'F2',
            run: () => context.rename(first.id),
          },
        movable && { label: t('workspace.menu.move'), icon: FolderInput, run: () => context.moveDialog(nodes) },
        { label: t('workspace.menu.duplicate'), icon: Copy, run: () => actions.copy(nodes, null) },
        movable && {
          label: t('workspace.menu.cut'),
          icon: Scissors,
          shortcut: 'Mod+X',
          run: () => (workspace.clipboard = { mode: 'cut', nodes }),
        },
        {
          label: t('workspace.menu.copy'),
          icon: ClipboardCopy,
          shortcut: 'Mod+C',
          run: () => (workspace.clipboard = { mode: 'copy', nodes }),
        },
      ],
      [
        {
          label: t(starred ? 'workspace.menu.unstar' : 'workspace.menu.star'),
          icon: starred ? StarOff : Star,
          run: () => actions.star(nodes, !starred),
        },
        folders &&
          writable && { label: t('workspace.menu.style'), icon: Palette, run: () => context.styleDialog(nodes) },
        {
          label: t('workspace.menu.details'),
          icon: PanelRight,
          run: () => (workspace.detailsOpen = true),
        },
      ],
      [
        writable && {
          label: t('workspace.menu.trash'),
          icon: Trash2,
          shortcut: 'Delete',
          danger: true,
          run: () => actions.trash(nodes),
        },
      ],
    );
  };
}
