/**
 * Which finds of a job a person has decided on. Kept beside the page, by identifiers alone: no text leaves the server for it.
 */
const PREFIX = 'deckname.reviewed.';
/** Jobs whose marks are kept; the oldest go first. */
const KEPT_JOBS = 20;

/** The part of Storage that is used. */
export type MarkStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface Stored {
  readonly savedAt: number;
  readonly ids: readonly string[];
}

function parse(value: string | null): Stored | null {
  if (value === null) return null;
  try {
    const data = JSON.parse(value) as Partial<Stored>;
    if (typeof data.savedAt !== 'number' || !Array.isArray(data.ids)) return null;
    return { savedAt: data.savedAt, ids: data.ids.filter((id): id is string => typeof id === 'string') };
  } catch {
    return null;
  }
}

function storedKeys(storage: MarkStorage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
    (key): key is string => key?.startsWith(PREFIX) ?? false,
  );
}

export function loadMarks(storage: MarkStorage, jobId: string): Set<string> {
  return new Set(parse(storage.getItem(PREFIX + jobId))?.ids);
}

export function saveMarks(storage: MarkStorage, jobId: string, ids: ReadonlySet<string>, now: number): void {
  const others = storedKeys(storage)
    .filter((key) => key !== PREFIX + jobId)
    .map((key) => ({ key, savedAt: parse(storage.getItem(key))?.savedAt ?? 0 }))
    .sort((a, b) => b.savedAt - a.savedAt);
  for (const { key } of others.slice(KEPT_JOBS - 1)) storage.removeItem(key);
  try {
    storage.setItem(PREFIX + jobId, JSON.stringify({ savedAt: now, ids: [...ids] } satisfies Stored));
  } catch {
    // A full storage costs the marks of this job after a reload, nothing else.
    storage.removeItem(PREFIX + jobId);
  }
}

export const forgetMarks = (storage: MarkStorage, jobId: string): void => storage.removeItem(PREFIX + jobId);
