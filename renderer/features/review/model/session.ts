import type { Entity, EntityOperationInput, ReviewResult } from '../../../../server/contract/jobs.ts';
import { type Change, changesBetween, operationsFor, renamed, reversed, withChanges } from './changes.ts';
import { byPosition, predict } from './operations.ts';

/** What the server has of a job under review. */
export interface ReviewData {
  readonly text: string;
  /** The anonymized text as the server keeps and exports it. */
  readonly anonymized: string;
  readonly revision: number;
  /** Sorted by position, rejected ones included. */
  readonly finds: readonly Entity[];
}

/** Why a step did not reach the server. `retry`: it may succeed later; `refused`: it never will. */
export type Failure = 'conflict' | 'retry' | 'refused';

export interface ReviewSessionOptions {
  readonly initial: ReviewData;
  readonly send: (revision: number, operations: readonly EntityOperationInput[]) => Promise<ReviewResult>;
  /** Reads the job again after a conflict or a refusal. */
  readonly reload: () => Promise<ReviewData>;
  readonly classify: (error: unknown) => Failure;
  /** Resolves after `milliseconds`, or at once when the signal fires. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called after every change of what the session shows. */
  readonly onChange: () => void;
  readonly onIds: (ids: ReadonlyMap<string, string>) => void;
  /** The steps not yet saved were given up; the screen shows the server's state again. `ids`: the finds they were about. */
  readonly onDropped: (dropped: {
    readonly failure: 'conflict' | 'refused';
    readonly error: unknown;
    readonly ids: readonly string[];
  }) => void;
}

/** A step a person can take back. */
interface Entry {
  changes: readonly Change[];
  /** False until the server has answered; until then the changes are a prediction. */
  confirmed: boolean;
}

type Step =
  | { readonly kind: 'apply'; operations: readonly EntityOperationInput[]; readonly entry: Entry }
  | { readonly kind: 'restore'; readonly entry: Entry; readonly direction: 'undo' | 'redo' };

export interface ReviewSession {
  readonly text: string;
  /** Finds with every step taken so far, saved or not. */
  readonly finds: () => readonly Entity[];
  readonly confirmed: () => ReviewData;
  readonly state: () => { canUndo: boolean; canRedo: boolean; unsaved: number; offline: boolean };
  /** Ids of the finds that the operations touch. */
  readonly apply: (operations: readonly EntityOperationInput[]) => readonly string[];
  readonly undo: () => readonly string[];
  readonly redo: () => readonly string[];
  /** Tries again at once when the server could not be reached. */
  readonly retry: () => void;
  /** Resolves when nothing is left to save. */
  readonly settled: () => Promise<void>;
}

const MAX_OPERATIONS = 1_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
const PROVISIONAL = 'new:';
const newId = (start: number, end: number) => `${PROVISIONAL}${start}:${end}`;
const isProvisional = (id: string) => id.startsWith(PROVISIONAL);
const operationId = (operation: EntityOperationInput) => (operation.op === 'add' ? null : operation.id);

/**
 * The review of one job: a queue of steps on top of the state the server confirmed. Steps show at once and are sent in order,
 * several in one request, never two requests at a time. Undo and redo are steps of their own, computed from what the server
 * said changed.
 */
export function createReviewSession(options: ReviewSessionOptions): ReviewSession {
  let confirmed = options.initial;
  let shown = confirmed.finds;
  const queue: Step[] = [];
  let undoStack: Entry[] = [];
  let redoStack: Entry[] = [];
  let sending = false;
  let offline = false;
  let retryNow = new AbortController();
  const waiting: (() => void)[] = [];

  const changed = () => {
    options.onChange();
    if (queue.length > 0) return;
    for (const resolve of waiting.splice(0)) resolve();
  };

  function after(finds: readonly Entity[], step: Step): Entity[] {
    if (step.kind === 'apply') return predict(confirmed.text, finds, step.operations, newId);
    return withChanges(finds, step.direction === 'undo' ? reversed(step.entry.changes) : step.entry.changes);
  }

  function replay(): void {
    shown = queue.reduce<readonly Entity[]>((finds, step) => {
      const next = after(finds, step);
      if (step.kind === 'apply' && !step.entry.confirmed) step.entry.changes = changesBetween(finds, next);
      return next;
    }, confirmed.finds);
  }

  function enqueue(step: Step): readonly string[] {
    queue.push(step);
    const before = shown;
    shown = after(before, step);
    const changes = changesBetween(before, shown);
    if (step.kind === 'apply') step.entry.changes = changes;
    changed();
    void pump();
    return changes.map((change) => change.id);
  }

  /** The steps of the next request. A step that needs an answer to an earlier one waits for it. */
  function nextBatch(): Step[] {
    const first = queue[0];
    if (!first) return [];
    if (first.kind === 'restore') return [first];
    const batch: Step[] = [];
    let size = 0;
    for (const step of queue) {
      if (step.kind === 'restore') break;
      size += step.operations.length;
      if (batch.length > 0 && size > MAX_OPERATIONS) break;
      if (step.operations.some((operation) => isProvisional(operationId(operation) ?? ''))) break;
      batch.push(step);
      if (step.operations.some((operation) => operation.op === 'add')) break;
    }
    return batch;
  }

  function operationsOf(step: Step): readonly EntityOperationInput[] {
    if (step.kind === 'apply') return step.operations;
    return operationsFor(step.direction === 'undo' ? reversed(step.entry.changes) : step.entry.changes);
  }

  /** New ids by place: what the prediction or an undone step called differently. */
  function idsByPlace(predicted: readonly Entity[], actual: readonly Entity[]): Map<string, string> {
    const known = new Set(actual.map((find) => find.id));
    const places = new Map(actual.map((find) => [`${find.start}:${find.end}`, find.id]));
    const ids = new Map<string, string>();
    for (const find of predicted) {
      const id = known.has(find.id) ? undefined : places.get(`${find.start}:${find.end}`);
      if (id !== undefined) ids.set(find.id, id);
    }
    return ids;
  }

  function merge(result: ReviewResult): ReviewData {
    const removed = new Set(result.removed);
    const updates = new Map(result.changed.map((find) => [find.id, find]));
    const finds: Entity[] = [];
    for (const find of confirmed.finds) {
      if (removed.has(find.id)) continue;
      finds.push(updates.get(find.id) ?? find);
      updates.delete(find.id);
    }
    finds.push(...updates.values());
    return {
      text: confirmed.text,
      anonymized: result.anonymized_text_raw,
      revision: result.revision,
      finds: finds.sort(byPosition),
    };
  }

  function rename(ids: ReadonlyMap<string, string>): void {
    if (ids.size === 0) return;
    for (const entry of new Set([...undoStack, ...redoStack, ...queue.map((step) => step.entry)])) {
      entry.changes = renamed(entry.changes, ids);
    }
    for (const step of queue) {
      if (step.kind !== 'apply') continue;
      step.operations = step.operations.map((operation) => {
        const id = operationId(operation);
        return operation.op !== 'add' && id !== null && ids.has(id) ? { ...operation, id: ids.get(id)! } : operation;
      });
    }
    options.onIds(ids);
  }

  function confirm(batch: readonly Step[], result: ReviewResult): void {
    const before = confirmed.finds;
    const next = merge(result);
    let state: readonly Entity[] = before;
    batch.forEach((step, position) => {
      const last = position === batch.length - 1;
      const predicted = after(state, step);
      if (last) rename(idsByPlace(predicted, next.finds));
      if (step.kind === 'apply') {
        step.entry.changes = changesBetween(state, last ? next.finds : predicted);
        step.entry.confirmed = true;
      }
      state = predicted;
    });
    queue.splice(0, batch.length);
    confirmed = next;
    replay();
    changed();
  }

  /** Shows the server's state again. Throws while the server cannot be reached; the steps stay queued until then. */
  async function giveUp(failure: 'conflict' | 'refused', error: unknown): Promise<void> {
    try {
      confirmed = await options.reload();
    } catch (reloadError) {
      if (options.classify(reloadError) === 'retry') throw reloadError;
    }
    const ids = queue.flatMap((step) => step.entry.changes.map((change) => change.id));
    queue.length = 0;
    undoStack = [];
    redoStack = [];
    replay();
    options.onDropped({ failure, error, ids });
    changed();
  }

  async function pause(milliseconds: number): Promise<void> {
    offline = true;
    changed();
    retryNow = new AbortController();
    await options.wait(milliseconds, retryNow.signal);
  }

  /** A step without an effect, for example on a find that the server did not make after all. */
  function skipFirst(): void {
    queue.shift();
    replay();
  }

  /** Sends what is queued until nothing is left. */
  async function pump(): Promise<void> {
    if (sending) return;
    sending = true;
    let delayMs = FIRST_RETRY_MS;
    let failed: { failure: 'conflict' | 'refused'; error: unknown } | null = null;
    while (queue.length > 0) {
      try {
        if (failed) {
          await giveUp(failed.failure, failed.error);
          failed = null;
        } else {
          const batch = nextBatch();
          const operations = batch.flatMap(operationsOf);
          if (operations.length > 0) confirm(batch, await options.send(confirmed.revision, operations));
          else skipFirst();
        }
        offline = false;
        delayMs = FIRST_RETRY_MS;
      } catch (error) {
        const failure = options.classify(error);
        if (failure === 'retry' || failed) {
          await pause(delayMs);
          delayMs = Math.min(delayMs * 2, LAST_RETRY_MS);
        } else failed = { failure, error };
      }
    }
    sending = false;
    changed();
  }

  function move(direction: 'undo' | 'redo'): readonly string[] {
    const entry = direction === 'undo' ? undoStack.pop() : redoStack.pop();
    if (!entry) return [];
    (direction === 'undo' ? redoStack : undoStack).push(entry);
    return enqueue({ kind: 'restore', entry, direction });
  }

  return {
    text: confirmed.text,
    finds: () => shown,
    confirmed: () => confirmed,
    state: () => ({
      canUndo: undoStack.length > 0,
      canRedo: redoStack.length > 0,
      unsaved: queue.length,
      offline,
    }),
    apply: (operations) => {
      if (changesBetween(shown, predict(confirmed.text, shown, operations, newId)).length === 0) return [];
      const entry: Entry = { changes: [], confirmed: false };
      undoStack.push(entry);
      redoStack = [];
      return enqueue({ kind: 'apply', operations, entry });
    },
    undo: () => move('undo'),
    redo: () => move('redo'),
    retry: () => retryNow.abort(),
    settled: () => (queue.length === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
