/** Which entries of a list are chosen. `cursor` has the keyboard, `anchor` is where a range began; both are ids. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly cursor: string | null;
  readonly anchor: string | null;
}
export const NOTHING: Selection = Object.freeze({ ids: new Set<string>(), cursor: null, anchor: null });

/** Keys held during a click or an arrow. */
export interface Held {
  /** Ctrl, or the command key on a Mac. */
  readonly mod: boolean;
  readonly shift: boolean;
}

/** Ids from one entry to another, both included, in the order of the list. */
function range(order: readonly string[], from: string, to: string): string[] {
  const [a, b] = [order.indexOf(from), order.indexOf(to)];
  if (a < 0 || b < 0) return [to];
  return order.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** A click on an entry: alone, with Ctrl it joins or leaves, with Shift everything from the anchor on. */
export function clicked(selection: Selection, order: readonly string[], id: string, held: Held): Selection {
  if (held.shift && selection.anchor !== null) {
    const added = range(order, selection.anchor, id);
    return { ids: new Set(held.mod ? [...selection.ids, ...added] : added), cursor: id, anchor: selection.anchor };
  }
  if (held.mod) {
    const ids = new Set(selection.ids);
    if (!ids.delete(id)) ids.add(id);
    return { ids, cursor: id, anchor: id };
  }
  return { ids: new Set([id]), cursor: id, anchor: id };
}

/** The menu key or a right click: keeps what is chosen when the entry belongs to it. */
export function pointedAt(selection: Selection, id: string): Selection {
  return selection.ids.has(id) ? { ...selection, cursor: id } : { ids: new Set([id]), cursor: id, anchor: id };
}

/**
 * An arrow key: the cursor goes `by` entries on and chooses the one it reaches; with Shift the range from the anchor, with Ctrl it only goes
 * there. The first arrow in a list without a cursor reaches its first or last entry.
 */
export function moved(selection: Selection, order: readonly string[], by: number, held: Held): Selection {
  const at = selection.cursor === null ? -1 : order.indexOf(selection.cursor);
  const start = by > 0 ? 0 : order.length - 1;
  return reached(selection, order, at < 0 ? start : at + by, held);
}

/** As {@link moved}, to the entry at `index`, or the nearest there is. */
export function reached(selection: Selection, order: readonly string[], index: number, held: Held): Selection {
  const id = order[Math.max(0, Math.min(order.length - 1, index))];
  if (id === undefined) return NOTHING;
  if (held.shift) {
    const anchor = selection.anchor ?? id;
    return { ids: new Set(range(order, anchor, id)), cursor: id, anchor };
  }
  if (held.mod) return { ...selection, cursor: id };
  return { ids: new Set([id]), cursor: id, anchor: id };
}

export function all(selection: Selection, order: readonly string[]): Selection {
  return { ids: new Set(order), cursor: selection.cursor ?? order[0] ?? null, anchor: order[0] ?? null };
}

/** The selection after the list has changed: what is gone is no longer chosen; the cursor goes to a neighbour. */
export function kept(selection: Selection, before: readonly string[], after: readonly string[]): Selection {
  const there = new Set(after);
  const ids = new Set([...selection.ids].filter((id) => there.has(id)));
  const { cursor, anchor } = selection;
  const place = cursor === null || there.has(cursor) ? -1 : before.indexOf(cursor);
  const neighbour = place < 0 ? cursor : (before.slice(place + 1).find((id) => there.has(id)) ?? after.at(-1) ?? null);
  if (ids.size === selection.ids.size && neighbour === cursor) return selection;
  return { ids, cursor: neighbour, anchor: anchor !== null && there.has(anchor) ? anchor : neighbour };
}
