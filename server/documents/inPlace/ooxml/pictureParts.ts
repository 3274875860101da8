import type { PicturePart } from '../package/pictures.ts';
import type { OfficePackage } from '../package/officePackage.ts';
import type { Opc } from './opc.ts';
import type { PartPolicy } from './policy.ts';

const REFERENCE = /=\s*(?:"([^"<>]{1,100})"|'([^'<>]{1,100})')/g;

/**
 * The parts with pictures in the order of the places where they stand first, each once.
 * @param inOrder - the parts of the package as they are read
 * @param numbers - of slides
 */
export async function pictureParts(
  { pkg, opc, policies }: { pkg: OfficePackage; opc: Opc; policies: ReadonlyMap<string, PartPolicy> },
  inOrder: Iterable<string>,
  numbers: ReadonlyMap<string, number>,
): Promise<PicturePart[]> {
  const parts = new Map<string, PicturePart>();
  for (const source of inOrder) {
    const links = opc.linksFrom(source).filter(({ external, target }) => {
      return !external && policies.get(target)?.do === 'picture' && pkg.has(target);
    });
    const places = links.length > 1 && pkg.has(source) ? firstPlaces((await pkg.xml(source)).source, links) : null;
    const sorted = places === null ? links : [...links].sort((a, b) => places.get(a.id)! - places.get(b.id)!);
    const number = numbers.get(source);
    for (const { target: name } of sorted) {
      if (!parts.has(name)) parts.set(name, number === undefined ? { name } : { name, number });
    }
  }
  return [...parts.values()];
}

/** Where each relationship is named first in a part. */
function firstPlaces(source: string, links: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  const places = new Map(links.map(({ id }) => [id, Number.MAX_SAFE_INTEGER]));
  for (const { 1: double, 2: single, index } of source.matchAll(REFERENCE)) {
    const id = double ?? single!;
    if (places.get(id) === Number.MAX_SAFE_INTEGER) places.set(id, index);
  }
  return places;
}
