import type { ChangeRecord } from '../../../../server/contract/workspace/finding.ts';
import type { Change } from './listing.ts';

export interface FollowDependencies {
  /** Changes after a cursor; without one, the newest cursor and no changes. */
  readonly fetchChanges: (
    cursor: string | null,
  ) => Promise<{ readonly changes: readonly ChangeRecord[]; readonly cursor: string; readonly hasMore: boolean }>;
  readonly onChanges: (changes: readonly Change[]) => void;
  /** Whether anybody can see the screen. */
  readonly visible: () => boolean;
  /** Calls `run` after the time given, until the function it returns is called. */
  readonly later: (run: () => void, milliseconds: number) => () => void;
}

export interface Follower {
  /** Begins to ask; what happened before is not told. */
  start(): void;
  stop(): void;
  /** Asks at once, for example when the window is shown again. */
  now(): void;
}

const INTERVAL_MS = 3_000;
/** While the server does not answer, or is asked too often. */
const FAILED_MS = 10_000;

/** What a record of the feed means for a list. */
export function changeOf({ action, node }: ChangeRecord): Change {
  return {
    nodeId: node.id,
    parentId: node.parent_id,
    projectId: node.project_id,
    gone: action === 'deleted' || action === 'unshared' || node.trashed_at !== null,
  };
}

/** Asks the change feed every few seconds while the screen is visible. The cursor lives as long as the follower. */
export function createFollower(deps: FollowDependencies): Follower {
  let cursor: string | null = null;
  let cancel: (() => void) | null = null;
  let asking = false;
  let running = false;

  function schedule(milliseconds: number): void {
    cancel?.();
    cancel = running ? deps.later(() => void ask(), milliseconds) : null;
  }

  async function ask(): Promise<void> {
    if (asking || !running) return;
    if (!deps.visible()) {
      schedule(INTERVAL_MS);
      return;
    }
    asking = true;
    try {
      let more = true;
      while (more) {
        const page = await deps.fetchChanges(cursor);
        cursor = page.cursor;
        more = page.hasMore;
        if (page.changes.length > 0) deps.onChanges(page.changes.map(changeOf));
      }
      schedule(INTERVAL_MS);
    } catch {
      // The frame shows a lost connection; the next round catches up from the same cursor.
      schedule(FAILED_MS);
    } finally {
      asking = false;
    }
  }

  return {
    start() {
      if (running) return;
      running = true;
      void ask();
    },
    stop() {
      running = false;
      cancel?.();
      cancel = null;
    },
    now() {
      if (running) schedule(0);
    },
  };
}
