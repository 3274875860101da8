import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { moveMarks, occurrencesOf, type DraftMark } from './marks.ts';

/** A value of the draft as its chip shows it. */
export interface DraftValue {
  readonly text: string;
  readonly category: string;
  /** false: the person struck it out, and it goes out as it is. */
  readonly masked: boolean;
  /** Marked by the person in this draft. */
  readonly byHand: boolean;
}

/** What a person decided about values. */
export interface Decisions {
  readonly shown: readonly string[];
  readonly hidden: readonly { readonly text: string; readonly category: string }[];
}

export interface DraftCheckOptions {
  /** Finds the values of a text, those decided on earlier in the conversation included. Rejects when that is not known. */
  readonly find: (text: string, decisions: Decisions, signal: AbortSignal) => Promise<readonly DraftMark[]>;
  /** Calls `run` once the person pauses; a later call takes the place of an earlier one. */
  readonly debounce: (run: () => void) => void;
  /** Whether anything is masked at all. */
  readonly anonymous: () => boolean;
  /** Decisions to begin with. */
  readonly decided?: Decisions;
}

export interface DraftCheck {
  readonly text: Readonly<Ref<string>>;
  readonly marks: Readonly<ShallowRef<readonly DraftMark[]>>;
  readonly values: ComputedRef<readonly DraftValue[]>;
  /** checking: the marks are of an earlier text; failed: what will be masked is not known (the server masks all the same). */
  readonly state: Ref<'ready' | 'checking' | 'failed'>;
  readonly decisions: ComputedRef<Decisions>;
  setText(text: string): void;
  /** Strikes a value out, or takes that back. */
  toggle(text: string): void;
  /** Masks words that were not found. */
  hide(text: string, category: string): void;
  /** Asks anew, after a failure or a change of what is masked. */
  check(): void;
  /** Empties the draft; decisions go with it. */
  clear(): void;
}

/** Keeps track of what will be masked in a draft while it is typed. */
export function createDraftCheck(options: DraftCheckOptions): DraftCheck {
  const text = ref('');
  const marks = shallowRef<readonly DraftMark[]>([]);
  const state = ref<'ready' | 'checking' | 'failed'>('ready');
  /** Value → its category. */
  const shown = shallowRef<ReadonlyMap<string, string>>(
    new Map(options.decided?.shown.map((value) => [value, 'custom'])),
  );
  const hidden = shallowRef<ReadonlyMap<string, string>>(
    new Map(options.decided?.hidden.map(({ text: value, category }) => [value, category])),
  );
  let running: AbortController | null = null;

  const decisions = computed<Decisions>(() => ({
    shown: [...shown.value.keys()],
    hidden: [...hidden.value].map(([value, category]) => ({ text: value, category })),
  }));
  const values = computed<readonly DraftValue[]>(() => {
    const found = new Map<string, DraftValue>();
    for (const { start, end, category, masked } of [...marks.value].sort((a, b) => a.start - b.start)) {
      const value = text.value.slice(start, end);
      if (!found.has(value)) found.set(value, { text: value, category, masked, byHand: hidden.value.has(value) });
    }
    return [...found.values()];
  });

  function check(): void {
    running?.abort();
    running = null;
    if (!options.anonymous() || text.value.trim() === '') {
      marks.value = [];
      state.value = 'ready';
      return;
    }
    state.value = 'checking';
    options.debounce(() => void ask());
  }
  async function ask(): Promise<void> {
    const asked = text.value;
    const controller = new AbortController();
    running = controller;
    try {
      const found = await options.find(asked, decisions.value, controller.signal);
      if (running !== controller) return;
      marks.value = moveMarks(found, asked, text.value);
      state.value = 'ready';
    } catch {
      if (running === controller) state.value = 'failed';
    }
  }
  function setText(next: string): void {
    if (next === text.value) return;
    marks.value = moveMarks(marks.value, text.value, next);
    text.value = next;
    check();
  }
  function toggle(value: string): void {
    const known = values.value.find((other) => other.text === value);
    if (!known) return;
    if (known.byHand) {
      hidden.value = without(hidden.value, value);
      marks.value = marks.value.filter(({ start, end }) => text.value.slice(start, end) !== value);
    } else {
      if (known.masked) shown.value = new Map([...shown.value, [value, known.category]]);
      else if (shown.value.has(value)) shown.value = without(shown.value, value);
      // It was struck out in an earlier message: only a new decision masks it again.
      else hidden.value = new Map([...hidden.value, [value, known.category]]);
      marks.value = marks.value.map((mark) =>
        text.value.slice(mark.start, mark.end) === value ? { ...mark, masked: !known.masked } : mark,
      );
    }
    check();
  }
  const placesOf = (value: string, category: string): DraftMark[] =>
    occurrencesOf(value, text.value).map((place) => ({ ...place, category, masked: true }));
  function hide(value: string, category: string): void {
    const wanted = value.trim();
    if (wanted === '') return;
    shown.value = without(shown.value, wanted);
    hidden.value = new Map([...hidden.value, [wanted, category]]);
    const places = placesOf(wanted, category);
    const overlaps = (mark: DraftMark) => places.some(({ start, end }) => mark.start < end && start < mark.end);
    marks.value = [...marks.value.filter((mark) => !overlaps(mark)), ...places];
    check();
  }
  function clear(): void {
    running?.abort();
    running = null;
    text.value = '';
    marks.value = [];
    shown.value = new Map();
    hidden.value = new Map();
    state.value = 'ready';
  }
  return { text, marks, values, state, decisions, setText, toggle, hide, check, clear };
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): Map<K, V> {
  const next = new Map(map);
  next.delete(key);
  return next;
}
