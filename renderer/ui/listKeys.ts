/**
 * The row of a list that a key leads to: arrows up and down, Home, End and the page keys (WAI-ARIA Authoring Practices, list box and tree view).
 * @param at - the active row, from 0; −1 when there is none
 * @param pageSize - rows that a page key leads over
 * @returns null for another key, one with modifiers, and an empty list
 */
export function rowAfter(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  at: number,
  count: number,
  pageSize: number,
): number | null {
  if (count === 0 || event.ctrlKey || event.metaKey || event.altKey) return null;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + pageSize,
    PageUp: at - pageSize,
    Home: 0,
    End: count - 1,
  };
  const next = steps[event.key];
  return next === undefined ? null : Math.min(Math.max(next, 0), count - 1);
}
