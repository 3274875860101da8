import { computed, nextTick, ref, shallowRef, watch } from 'vue';
import { matchesShortcut } from '../../ui/keys.ts';
import type { Listing } from './model/listing.ts';
import { typeAhead } from './model/names.ts';
import { all, clicked, kept, moved, NOTHING, pointedAt, reached, type Selection } from './model/selection.ts';
import { canMove, canWrite, type NodeActions, type Nodes, type Target } from './useNodeActions.ts';
import { useWorkspace } from './store.ts';

/** What of a list's look the keyboard has to know. */
export interface Surface {
  readonly element: HTMLElement | null;
  readonly columns: () => number;
  readonly pageSize: () => number;
  readonly scrollTo: (index: number) => void;
}

/** Letters typed with a longer pause begin a new word, in milliseconds. */
const WORD_MS = 900;

export interface BrowserOptions {
  readonly listing: Listing;
  readonly actions: NodeActions;
  readonly surface: () => Surface | null;
  readonly target: () => Target | null;
  readonly goUp: () => unknown;
}

/** Choosing, renaming and the keyboard of a list of nodes. */
export function useBrowser({ listing, actions, surface, target, goUp }: BrowserOptions) {
  const workspace = useWorkspace();
  const selection = shallowRef<Selection>(NOTHING);
  const renaming = ref<string | null>(null);
  const ids = computed(() => listing.nodes.value.map(({ id }) => id));
  const selected = computed<Nodes>(() => listing.nodes.value.filter(({ id }) => selection.value.ids.has(id)));
  let word = { text: '', at: 0 };

  watch(ids, (after, before) => {
    selection.value = kept(selection.value, before, after);
  });

  const focus = (): void => surface()?.element?.focus({ preventScroll: true });
  function show(next: Selection): void {
    selection.value = next;
    if (next.cursor !== null) surface()?.scrollTo(ids.value.indexOf(next.cursor));
  }
  const heldBy = (event: MouseEvent | KeyboardEvent) => ({
    mod: event.ctrlKey || event.metaKey,
    shift: event.shiftKey,
  });

  /** Pressed on an entry; what is chosen already waits for the release, because it may be the start of a drag. */
  function press(id: string, event: MouseEvent): void {
    const held = heldBy(event);
    if (event.button !== 0 || (selection.value.ids.has(id) && !held.mod && !held.shift)) return;
    selection.value = clicked(selection.value, ids.value, id, held);
  }
  function release(id: string, event: MouseEvent): void {
    const held = heldBy(event);
    if (held.mod || held.shift) return;
    selection.value = clicked(selection.value, ids.value, id, held);
  }
  const toggle = (id: string): void => {
    selection.value = clicked(selection.value, ids.value, id, { mod: true, shift: false });
    focus();
  };
  const point = (id: string): void => {
    selection.value = pointedAt(selection.value, id);
  };
  const clear = (): void => {
    selection.value = { ...NOTHING, cursor: selection.value.cursor };
  };

  function startRenaming(id: string): void {
    const node = listing.nodes.value.find((other) => other.id === id);
    if (node && canWrite(node) && node.trashedAt === null) renaming.value = id;
  }
  async function finishRenaming(name: string | null): Promise<void> {
    const node = listing.nodes.value.find(({ id }) => id === renaming.value);
    renaming.value = null;
    await nextTick();
    focus();
    if (node && name !== null) await actions.rename(node, name);
  }

  async function paste(): Promise<void> {
    const to = target();
    const { clipboard } = workspace;
    if (!to || !clipboard) return;
    if (clipboard.mode === 'cut') {
      workspace.clipboard = null;
      await actions.move(clipboard.nodes, to);
    } else {
      await actions.copy(clipboard.nodes, to);
    }
  }
  function keep(mode: 'cut' | 'copy'): void {
    const nodes = selected.value;
    if (nodes.length === 0 || nodes.some(({ trashedAt }) => trashedAt !== null)) return;
    if (mode === 'copy' || nodes.every(canMove)) workspace.clipboard = { mode, nodes };
  }
  function throwAway(): void {
    const nodes = selected.value;
    if (nodes.length === 0) return;
    if (nodes.every(({ trashedAt }) => trashedAt !== null)) void actions.purge(nodes);
    else if (nodes.every(canWrite)) void actions.trash(nodes);
  }
  function openCursor(): void {
    const node = listing.nodes.value.find(({ id }) => id === selection.value.cursor);
    if (node?.trashedAt === null) void actions.open(node);
  }

  function go(by: number, event: KeyboardEvent): void {
    show(moved(selection.value, ids.value, by, heldBy(event)));
  }
  /** Keys by name; each says what it does. Arrows to the sides only where entries stand beside each other. */
  const KEYS: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowDown: (event) => go(surface()?.columns() ?? 1, event),
    ArrowUp: (event) => go(-(surface()?.columns() ?? 1), event),
    ArrowRight: (event) => go(1, event),
    ArrowLeft: (event) => go(-1, event),
    PageDown: (event) => go(surface()?.pageSize() ?? 10, event),
    PageUp: (event) => go(-(surface()?.pageSize() ?? 10), event),
    Home: (event) => show(reached(selection.value, ids.value, 0, heldBy(event))),
    End: (event) => show(reached(selection.value, ids.value, ids.value.length, heldBy(event))),
    Enter: () => openCursor(),
    Backspace: () => void goUp(),
    Delete: () => throwAway(),
    Escape: () => clear(),
    F2: () => {
      if (selection.value.cursor !== null) startRenaming(selection.value.cursor);
    },
    ' ': () => {
      if (selection.value.cursor !== null) toggle(selection.value.cursor);
    },
  };
  const SHORTCUTS: readonly (readonly [string, () => void])[] = [
    ['Mod+A', () => show(all(selection.value, ids.value))],
    ['Mod+C', () => keep('copy')],
    ['Mod+X', () => keep('cut')],
    ['Mod+V', () => void paste()],
  ];

  function typeLetter(event: KeyboardEvent): boolean {
    const goesOn = event.timeStamp - word.at < WORD_MS;
    // A space belongs to a word that has begun; alone it chooses.
    const isLetter = /^[\p{L}\p{N}]$/u.test(event.key) || (goesOn && event.key === ' ');
    if (!isLetter || event.ctrlKey || event.metaKey || event.altKey) return false;
    word = { text: goesOn ? word.text + event.key : event.key, at: event.timeStamp };
    const at = selection.value.cursor === null ? 0 : ids.value.indexOf(selection.value.cursor);
    const names = listing.nodes.value.map(({ name }) => name);
    const index = typeAhead(names, word.text, Math.max(0, goesOn ? at : at + 1));
    const id = ids.value[index];
    if (id !== undefined) show({ ids: new Set([id]), cursor: id, anchor: id });
    return true;
  }

  function onKeydown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || renaming.value !== null || event.target !== surface()?.element) {
      return;
    }
    const shortcut = SHORTCUTS.find(([keys]) => matchesShortcut(event, keys));
    const key = event.altKey ? undefined : KEYS[event.key];
    if (shortcut) shortcut[1]();
    else if (!typeLetter(event)) {
      if (!key) return;
      key(event);
    }
    event.preventDefault();
  }

  return {
    ...{ selection, selected, renaming, ids, focus, show, press, release, toggle, point, clear, paste },
    ...{ startRenaming, finishRenaming, onKeydown },
  };
}
