import type { Area } from '../../../../server/contract/documentView.ts';
import type { Failure } from '../model/session.ts';

/** What a board needs of the server and the clock. */
export interface AreaBoardOptions {
  readonly initial: readonly Area[];
  readonly put: (area: Area) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly classify: (error: unknown) => Failure;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly onChange: () => void;
  /** A change never reached the server and was taken back. */
  readonly onDropped: (error: unknown) => void;
}

/** The areas drawn on a document: changes show at once, are sent one after the other and can be taken back. */
export interface AreaBoard {
  readonly areas: () => readonly Area[];
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
  readonly unsaved: () => number;
  /** Draws an area or gives it another place. */
  readonly put: (area: Area) => void;
  readonly remove: (id: string) => void;
  /** The area that was changed; null where there was nothing to take back. */
  readonly undo: () => string | null;
  readonly redo: () => string | null;
  readonly settled: () => Promise<void>;
}

/** One change of one area; null: it is not there. */
interface Step {
  readonly id: string;
  readonly before: Area | null;
  readonly after: Area | null;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

export function createAreaBoard(options: AreaBoardOptions): AreaBoard {
  const shown = new Map(options.initial.map((area) => [area.id, area]));
  const saved = new Map(shown);
  /** Areas that differ from what the server has. */
  const dirty = new Set<string>();
  let done: Step[] = [];
  let undone: Step[] = [];
  let sending = false;
  const waiting: (() => void)[] = [];

  const set = (id: string, area: Area | null): void => {
    if (area === null) shown.delete(id);
    else shown.set(id, area);
    dirty.add(id);
    options.onChange();
    void pump();
  };

  async function send(id: string): Promise<void> {
    const area = shown.get(id);
    if (area !== undefined) await options.put(area);
    else if (saved.has(id)) await options.remove(id);
    if (area === undefined) saved.delete(id);
    else saved.set(id, area);
    // It may have been changed again while it was sent.
    if (shown.get(id) === area) dirty.delete(id);
  }

  function giveUp(id: string, error: unknown): void {
    const server = saved.get(id);
    if (server === undefined) shown.delete(id);
    else shown.set(id, server);
    dirty.delete(id);
    const others = (step: Step) => step.id !== id;
    done = done.filter(others);
    undone = undone.filter(others);
    options.onDropped(error);
  }

  async function pump(): Promise<void> {
    if (sending) return;
    sending = true;
    let delayMs = FIRST_RETRY_MS;
    for (let [id] = dirty; id !== undefined; [id] = dirty) {
      try {
        await send(id);
        delayMs = FIRST_RETRY_MS;
      } catch (error) {
        if (options.classify(error) === 'retry') {
          await options.wait(delayMs);
          delayMs = Math.min(2 * delayMs, LAST_RETRY_MS);
        } else giveUp(id, error);
      }
      options.onChange();
    }
    sending = false;
    for (const resolve of waiting.splice(0)) resolve();
  }

  const apply = (id: string, after: Area | null): void => {
    done.push({ id, before: shown.get(id) ?? null, after });
    undone = [];
    set(id, after);
  };
  const move = (from: Step[], to: Step[], side: 'before' | 'after'): string | null => {
    const step = from.pop();
    if (step === undefined) return null;
    to.push(step);
    set(step.id, step[side]);
    return step.id;
  };

  return {
    areas: () => [...shown.values()].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x),
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    unsaved: () => dirty.size,
    put: (area) => apply(area.id, area),
    remove: (id) => {
      if (shown.has(id)) apply(id, null);
    },
    undo: () => move(done, undone, 'before'),
    redo: () => move(undone, done, 'after'),
    settled: () => (dirty.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
