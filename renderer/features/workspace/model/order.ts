import type { WorkspaceNode } from '../../../../server/contract/workspace/node.ts';
import type { NODE_SORTS } from '../../../../server/contract/workspace/nodes.ts';

export type SortKey = (typeof NODE_SORTS)[number];

/** Order of a list of children; folders always come first. */
export interface ListOrder {
  readonly sort: SortKey;
  readonly order: 'asc' | 'desc';
}
export const BY_NAME: ListOrder = Object.freeze({ sort: 'name', order: 'asc' });

/** The server's own order of names (nodes/listing.ts), so that an entry put in here stands where a reload shows it. */
const collator = new Intl.Collator('und', { numeric: true, sensitivity: 'base' });

function valueOf(node: WorkspaceNode, sort: SortKey): string | number {
  if (sort === 'updatedAt') return node.updatedAt;
  if (sort === 'sizeBytes') return node.sizeBytes ?? 0;
  if (sort === 'kind') return node.kind ?? '';
  return '';
}

/** Compares two children of a folder as the server sorts them. */
export function compareNodes({ sort, order }: ListOrder): (a: WorkspaceNode, b: WorkspaceNode) => number {
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => {
    if (a.type !== b.type) return a.type === 'folder' ? -1 : 1;
    const [left, right] = [valueOf(a, sort), valueOf(b, sort)];
    const byValue =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : collator.compare(String(left), String(right));
    return sign * byValue || sign * collator.compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  };
}

/** Where `node` belongs in a sorted list. */
export function placeIn(nodes: readonly WorkspaceNode[], node: WorkspaceNode, order: ListOrder): number {
  const compare = compareNodes(order);
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(nodes[middle]!, node) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
