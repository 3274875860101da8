import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { compareStates, mergedText, type Markers, type Region } from './merge.ts';
import type { EditableText } from './textBytes.ts';

/** A state of a file's text. */
export interface TextState extends EditableText {
  readonly revision: number;
}

export interface DocumentSource {
  /** The present state. */
  readonly fetch: () => Promise<TextState>;
  /** Writes a text over a revision; null when the file has another one by now. */
  readonly store: (text: string, over: TextState) => Promise<TextState | null>;
}

/** What the server has instead of what was edited. */
export interface Conflict {
  readonly theirs: TextState;
  readonly regions: readonly Region[];
}

/** A text that is shown and edited; saved only when asked to. */
export interface TextDocument {
  /** The state of the file that the draft comes from; null until it is loaded. */
  readonly base: ShallowRef<TextState | null>;
  readonly draft: Ref<string>;
  readonly dirty: ComputedRef<boolean>;
  readonly saving: Ref<boolean>;
  readonly conflict: ShallowRef<Conflict | null>;
  /** Reads the file; a draft with changes of its own is kept. */
  load(): Promise<void>;
  /** True when the file has the draft now. */
  save(): Promise<boolean>;
  /** The draft becomes a revision above theirs. */
  keepMine(): Promise<boolean>;
  /** Their text replaces the draft. */
  takeTheirs(): void;
  /** The draft becomes one text of both; how many places contradict each other. */
  merge(markers: Markers): number;
  /** Forgets what was changed. */
  discard(): void;
}

/** Makes the document of a file. @see interface 3.3: a write names the revision it comes from */
export function createTextDocument({ fetch, store }: DocumentSource): TextDocument {
  const base = shallowRef<TextState | null>(null);
  const draft = ref('');
  const saving = ref(false);
  const conflict = shallowRef<Conflict | null>(null);
  const dirty = computed(() => base.value !== null && draft.value !== base.value.text);

  function show(state: TextState): void {
    base.value = state;
    draft.value = state.text;
    conflict.value = null;
  }

  /** Writes what the draft is now; what is typed meanwhile stays a change. */
  async function write(over: TextState): Promise<boolean> {
    const from = base.value;
    if (saving.value || from === null) return false;
    saving.value = true;
    try {
      const text = draft.value;
      const stored = await store(text, over);
      if (stored !== null) {
        base.value = stored;
        conflict.value = null;
        return true;
      }
      const theirs = await fetch();
      if (theirs.text === draft.value) {
        show(theirs);
        return true;
      }
      conflict.value = { theirs, regions: compareStates(from.text, draft.value, theirs.text) };
      return false;
    } finally {
      saving.value = false;
    }
  }

  return {
    ...{ base, draft, dirty, saving, conflict },
    async load() {
      const state = await fetch();
      if (!dirty.value && !saving.value) show(state);
    },
    save: () => (base.value === null ? Promise.resolve(false) : write(base.value)),
    keepMine: () => (conflict.value === null ? Promise.resolve(false) : write(conflict.value.theirs)),
    takeTheirs() {
      if (conflict.value) show(conflict.value.theirs);
    },
    merge(markers) {
      if (conflict.value === null) return 0;
      const { theirs, regions } = conflict.value;
      const { text, conflicts } = mergedText(regions, markers);
      base.value = theirs;
      draft.value = text;
      conflict.value = null;
      return conflicts;
    },
    discard() {
      if (base.value) show(base.value);
    },
  };
}
