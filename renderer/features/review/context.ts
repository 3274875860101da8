import { computed, inject, ref, shallowRef, watch, type InjectionKey } from 'vue';
import type { Entity, EntityOperationInput, JobSummary } from '../../../server/contract/jobs.ts';
import { splitBlocks, rangesByBlock } from './model/blocks.ts';
import { filterFinds, groupFinds, NO_FILTER, type FindFilter } from './model/grouping.ts';
import { hitFrom, searchText } from './model/search.ts';
import type { ReviewSession } from './model/session.ts';
import { loadMarks, saveMarks, type MarkStorage } from './reviewedMarks.ts';

/** Steps on something beside the finds that are taken back in one order with them, for example drawn areas. */
export interface SideSteps {
  /** Whether there was one. */
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  readonly unsaved: () => number;
  readonly settled: () => Promise<void>;
}

/** Source of a find that a person marked. */
const MANUAL_SOURCE = 'manual';

/** Whether a decision is about one mention or about all with the same text. */
export type Scope = 'one' | 'all';

/** What a step did, for the live region. */
export interface Outcome {
  readonly kind: 'accept' | 'reject' | 'categorize' | 'add' | 'undo' | 'redo' | 'confirm';
  readonly text: string;
  readonly count: number;
}

export interface ReviewOptions {
  readonly job: JobSummary;
  /** Makes the session; calls back after every change of it. */
  readonly open: (callbacks: {
    readonly onChange: () => void;
    readonly onIds: (ids: ReadonlyMap<string, string>) => void;
    /** Steps on these finds were given up. */
    readonly onLost: (ids: readonly string[]) => void;
  }) => ReviewSession;
  readonly storage: MarkStorage;
  readonly now: () => number;
  readonly onOutcome: (outcome: Outcome) => void;
}

export type Review = ReturnType<typeof createReview>;

/** The state of the review screen of one job, shared by its components. */
export function createReview(options: ReviewOptions) {
  const { job, storage } = options;
  const selectedId = ref<string | null>(null);
  const hoveredId = ref<string | null>(null);
  const filter = shallowRef<FindFilter>(NO_FILTER);
  const reviewedIds = shallowRef<ReadonlySet<string>>(loadMarks(storage, job.job_id));

  const session = options.open({
    onChange: () => refresh(),
    onIds: (ids) => {
      if (selectedId.value !== null) selectedId.value = ids.get(selectedId.value) ?? selectedId.value;
      setReviewed([...reviewedIds.value].map((id) => ids.get(id) ?? id));
    },
    onLost: (ids) => {
      unmarkReviewed(ids);
      const first = finds.value.find((find) => ids.includes(find.id));
      if (first) select(first.id);
    },
  });
  const { text } = session;
  const blocks = splitBlocks(text);
  const finds = shallowRef<readonly Entity[]>(session.finds());
  const state = shallowRef(session.state());
  function refresh(): void {
    finds.value = session.finds();
    state.value = session.state();
  }

  const byId = computed(() => new Map(finds.value.map((find) => [find.id, find])));
  const selected = computed(() => (selectedId.value === null ? null : (byId.value.get(selectedId.value) ?? null)));
  const findsByBlock = computed(() => rangesByBlock(blocks, finds.value));

  /** Which kind of step came after which, so that undo takes back the last one whatever it was about. */
  const order = { done: [] as ('find' | 'side')[], undone: [] as ('find' | 'side')[] };
  const side = shallowRef<SideSteps | null>(null);
  /** Replaced when steps beside the finds change, which no reactive state shows. */
  const changes = shallowRef({});
  function took(kind: 'find' | 'side'): void {
    order.done.push(kind);
    order.undone = [];
    changes.value = {};
  }
  function apply(operations: readonly EntityOperationInput[]): readonly string[] {
    const touched = session.apply(operations);
    if (touched.length > 0) took('find');
    return touched;
  }
  const progress = computed(() => ({
    ...changes.value,
    canUndo: order.done.length > 0,
    canRedo: order.undone.length > 0,
    unsaved: state.value.unsaved + (side.value?.unsaved() ?? 0),
  }));
  const settled = async (): Promise<void> => {
    await Promise.all([session.settled(), side.value?.settled()]);
  };

  function setReviewed(ids: Iterable<string>): void {
    reviewedIds.value = new Set(ids);
    saveMarks(storage, job.job_id, reviewedIds.value, options.now());
  }
  /** Rejected finds and those marked by hand were decided on by a person, wherever that was. */
  const reviewed = computed(() => {
    const decided = finds.value.filter((find) => !find.accepted || find.sources.includes(MANUAL_SOURCE));
    return new Set([...reviewedIds.value, ...decided.map((find) => find.id)]);
  });
  const isReviewed = (id: string) => reviewed.value.has(id);
  const markReviewed = (ids: readonly string[]) => setReviewed([...reviewedIds.value, ...ids]);
  function unmarkReviewed(ids: readonly string[]): void {
    const gone = new Set(ids);
    setReviewed([...reviewedIds.value].filter((id) => !gone.has(id)));
  }
  const reviewedCount = computed(() => finds.value.reduce((sum, find) => sum + (isReviewed(find.id) ? 1 : 0), 0));

  const filtered = computed(() => filterFinds(finds.value, filter.value, isReviewed));
  const groups = computed(() => groupFinds(filtered.value));
  const mentionsOf = (find: Entity) =>
    finds.value.filter((other) => other.text === find.text && other.category === find.category);

  const hits = computed(() => searchText(text, filter.value.query));
  const activeHit = ref(-1);
  watch(hits, (found) => {
    activeHit.value = found.length === 0 ? -1 : hitFrom(found, selected.value?.start ?? 0);
  });
  function moveHit(step: 1 | -1): void {
    const count = hits.value.length;
    if (count > 0) activeHit.value = (activeHit.value + step + count) % count;
  }

  /** Where the panes should scroll to; a new object for every wish. */
  const target = shallowRef<{ readonly offset: number } | null>(null);
  watch(activeHit, (index) => {
    const hit = hits.value[index];
    if (hit) target.value = { offset: hit.start };
  });

  function select(id: string | null, scroll = true): void {
    selectedId.value = id;
    const find = id === null ? undefined : byId.value.get(id);
    if (find && scroll) target.value = { offset: find.start };
  }

  /** The next find of the list in the order of the text; `open` skips those decided on. */
  function neighbour(step: 1 | -1, open: boolean): Entity | null {
    const list = filtered.value;
    const from = selected.value ? list.indexOf(selected.value) : step === 1 ? -1 : list.length;
    const position = selected.value?.start ?? 0;
    const start =
      from >= 0 || !selected.value
        ? from + step
        : step === 1
          ? list.findIndex((find) => find.start > position)
          : list.findLastIndex((find) => find.start < position);
    if (start < 0 && step === 1) return null;
    for (let index = start; index >= 0 && index < list.length; index += step) {
      if (!open || !isReviewed(list[index]!.id)) return list[index]!;
    }
    return null;
  }
  function move(step: 1 | -1): void {
    const next = neighbour(step, false);
    if (next) select(next.id);
  }

  function targetsOf(find: Entity, scope: Scope): readonly Entity[] {
    return scope === 'one' ? [find] : finds.value.filter((other) => other.text === find.text);
  }

  /** Decides on a find. An already accepted one is confirmed: nothing changes but that it counts as reviewed. */
  function decide(kind: 'accept' | 'reject', find: Entity, scope: Scope): void {
    const targets = targetsOf(find, scope);
    const touched = apply([{ op: kind, id: find.id, all_occurrences: scope === 'all' }]);
    markReviewed([...touched, ...targets.map((target) => target.id)]);
    const outcome = touched.length === 0 && kind === 'accept' ? 'confirm' : kind;
    options.onOutcome({ kind: outcome, text: find.text, count: targets.length });
  }

  function categorize(find: Entity, category: string, scope: Scope): void {
    const targets = targetsOf(find, scope);
    const operations: EntityOperationInput[] = [
      { op: 'categorize', id: find.id, category, all_occurrences: scope === 'all' },
    ];
    apply(operations);
    markReviewed(targets.map((target) => target.id));
    options.onOutcome({ kind: 'categorize', text: find.text, count: targets.length });
  }

  /** Many finds at once, for example a whole category; the server takes a thousand operations in a request. */
  function decideMany(kind: 'accept' | 'reject', targets: readonly Entity[]): void {
    const chunk = 1_000;
    const due = targets.filter((find) => find.accepted !== (kind === 'accept'));
    for (let start = 0; start < due.length; start += chunk) {
      apply(due.slice(start, start + chunk).map((find) => ({ op: kind, id: find.id })));
    }
    markReviewed(targets.map((find) => find.id));
    options.onOutcome({ kind, text: '', count: targets.length });
  }

  function mask(range: { readonly start: number; readonly end: number }, category: string, scope: Scope): void {
    const { start, end } = range;
    const touched = apply([{ op: 'add', start, end, category, all_occurrences: scope === 'all' }]);
    markReviewed(touched);
    const added = session.finds().find((find) => find.start === range.start && find.end === range.end);
    if (added) select(added.id, false);
    options.onOutcome({ kind: 'add', text: text.slice(range.start, range.end), count: touched.length });
  }

  function travel(kind: 'undo' | 'redo'): void {
    const [from, to] = kind === 'undo' ? [order.done, order.undone] : [order.undone, order.done];
    let touched: readonly string[] = [];
    // Steps that were given up after a conflict are still in the order, but there is nothing left to take back.
    for (let next = from.pop(); next !== undefined; next = from.pop()) {
      const isSide = next === 'side' && (side.value?.[kind]() ?? false);
      if (next === 'find') touched = session[kind]();
      if (!isSide && touched.length === 0) continue;
      to.push(next);
      break;
    }
    changes.value = {};
    if (touched.length === 0) return;
    if (kind === 'undo') unmarkReviewed(touched);
    else markReviewed(touched);
    const first = finds.value.find((find) => touched.includes(find.id));
    if (first) select(first.id);
    options.onOutcome({ kind, text: first?.text ?? '', count: touched.length });
  }

  return {
    job,
    text,
    blocks,
    session,
    finds,
    state,
    selectedId,
    hoveredId,
    selected,
    filter,
    filtered,
    groups,
    findsByBlock,
    reviewedCount,
    hits,
    activeHit,
    target,
    isReviewed,
    markReviewed,
    mentionsOf,
    select,
    move,
    neighbour,
    moveHit,
    decide,
    decideMany,
    categorize,
    mask,
    travel,
    progress,
    settled,
    side,
    tookSideStep: () => took('side'),
    sideChanged: () => {
      changes.value = {};
    },
  };
}

export const REVIEW: InjectionKey<Review> = Symbol('review');

/** The review around this component. */
export function useReview(): Review {
  const review = inject(REVIEW);
  if (!review) throw new Error('no review around this component');
  return review;
}
