const UNITS = 0x10000;

/** Finds many strings in one pass (Aho and Corasick 1975). */
export interface StringSearch {
  /** Calls `report` with the index of the string and the exclusive end of each occurrence, overlapping ones too. */
  search(text: string, report: (index: number, end: number) => void): void;
}

/** Builds the automaton; equal strings must be given once. Empty strings never match. */
export function createStringSearch(strings: readonly string[]): StringSearch {
  /** Edge from a node by a code unit, keyed `node * 65536 + unit`. */
  const edges = new Map<number, number>();
  const parent: number[] = [-1];
  const unitOf: number[] = [-1];
  const stringAt: number[] = [-1];

  strings.forEach((string, index) => {
    if (string === '') return;
    let node = 0;
    for (let at = 0; at < string.length; at += 1) {
      const key = node * UNITS + string.charCodeAt(at);
      let next = edges.get(key);
      if (next === undefined) {
        next = parent.length;
        edges.set(key, next);
        parent.push(node);
        unitOf.push(string.charCodeAt(at));
        stringAt.push(-1);
      }
      node = next;
    }
    stringAt[node] = index;
  });

  const { fallback, shorterMatch } = link(edges, parent, unitOf, stringAt);

  return {
    search(text, report) {
      let node = 0;
      for (let at = 0; at < text.length; at += 1) {
        node = step(edges, fallback, node, text.charCodeAt(at));
        for (let match = stringAt[node]! >= 0 ? node : shorterMatch[node]!; match > 0; match = shorterMatch[match]!) {
          report(stringAt[match]!, at + 1);
        }
      }
    },
  };
}

function step(edges: ReadonlyMap<number, number>, fallback: Int32Array, from: number, unit: number): number {
  for (let node = from; ; node = fallback[node]!) {
    const next = edges.get(node * UNITS + unit);
    if (next !== undefined) return next;
    if (node === 0) return 0;
  }
}

/** Suffix links in the order of depth; nodes are sorted by depth first because a child is longer than its parent. */
function link(
  edges: ReadonlyMap<number, number>,
  parent: readonly number[],
  unitOf: readonly number[],
  stringAt: readonly number[],
): { fallback: Int32Array; shorterMatch: Int32Array } {
  const depth = new Int32Array(parent.length);
  for (let node = 1; node < parent.length; node += 1) depth[node] = depth[parent[node]!]! + 1;
  const byDepth = Array.from({ length: parent.length - 1 }, (_, index) => index + 1).sort(
    (a, b) => depth[a]! - depth[b]!,
  );
  const fallback = new Int32Array(parent.length);
  const shorterMatch = new Int32Array(parent.length);
  for (const node of byDepth) {
    const above = parent[node]!;
    fallback[node] = above === 0 ? 0 : step(edges, fallback, fallback[above]!, unitOf[node]!);
    const suffix = fallback[node];
    shorterMatch[node] = stringAt[suffix]! >= 0 ? suffix : shorterMatch[suffix]!;
  }
  return { fallback, shorterMatch };
}
