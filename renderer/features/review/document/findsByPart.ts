import type { ViewPlace } from '../../../../server/contract/documentView.ts';
import type { Entity } from '../../../../server/contract/jobs.ts';

/** Finds by the part that shows them, from 1. Both lists are sorted by their place in the text. */
export function findsByPart(
  finds: readonly Entity[],
  places: readonly ViewPlace[],
): ReadonlyMap<number, readonly Entity[]> {
  const byPart = new Map<number, Entity[]>();
  let first = 0;
  for (const find of finds) {
    while (first < places.length && places[first]!.end <= find.start) first += 1;
    for (let index = first; index < places.length && places[index]!.start < find.end; index += 1) {
      const { part } = places[index]!;
      const list = byPart.get(part) ?? [];
      if (list.at(-1) !== find) list.push(find);
      byPart.set(part, list);
    }
  }
  return byPart;
}
