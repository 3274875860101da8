import type { Token } from '../recognizer.ts';
import { foldTokens, tokenize } from '../tokens.ts';
import { expand } from './expand.ts';
import type { LabelGroup, LabelMatch } from './types.ts';

/** Marks inside a label that writers leave out or put in: "Kd.-Nr.", "Kd Nr", "N.º", "né(e) le". */
const IGNORED_MARKS = new Set(['.', '-', '–', '‑', '/', '°', 'º', 'ª', "'", '’', '_', '(', ')', '*', '&']);
/** More ignored marks in a row are decoration, not part of a label. */
const IGNORED_IN_ROW_MAX = 2;

/**
 * What scanned text confuses is compared as one: "Te1efon", "BlC" and "DNl" are labels too. Only inside words, where the
 * letters around make up for what is lost.
 */
function skeleton(folded: string): string {
  return folded.replace(/[i1|]/g, 'l').replace(/0/g, 'o');
}

interface Node {
  readonly next: Map<string, Node>;
  groups: LabelGroup[] | undefined;
}

const createNode = (): Node => ({ next: new Map(), groups: undefined });

/** What labels are found in. */
export interface TokenText {
  readonly tokens: readonly Token[];
  readonly folded: readonly string[];
}

/**
 * Compound words that announce a number whatever their first part is ("Kartenprüfnummer", "Vorgangskennung"): endings in
 * folded form.
 */
const COMPOUND_ENDINGS = ['nummer', 'nummern', 'kennung', 'zeichen', 'kennziffer', 'akte', 'konto', 'ticket'];
const COMPOUND_LENGTH_MIN = 9;
/** Compounds whose number is public or no number at all. */
const COMMON_COMPOUNDS = new Set([
  'hausnummer',
  'seitennummer',
  'zimmernummer',
  'startnummer',
  'notrufnummer',
  'anerkennung',
  'aberkennung',
  'zuerkennung',
  'verkennung',
  'wiedererkennung',
  'texterkennung',
  'spracherkennung',
  'schriftzeichen',
  'warenzeichen',
  'markenzeichen',
  'lebenszeichen',
  'vorzeichen',
  'anzeichen',
  'abzeichen',
  'satzzeichen',
  'fragezeichen',
  'ausrufezeichen',
  'kennzeichen',
  'leerzeichen',
  'sonderzeichen',
  'verzeichen',
  'warnzeichen',
  'handzeichen',
  'ordnungsnummer',
  'schluesselnummer',
]);

/** Finds labels in a text; linear, because a label has a bounded number of words. */
export type LabelFinder = (text: TokenText) => LabelMatch[];

/**
 * Compiles label tables into a tree of folded words. The longest label at a place counts, and no label begins inside another.
 */
export function createLabelFinder(groups: readonly LabelGroup[]): LabelFinder {
  const root = createNode();
  for (const group of groups) {
    for (const pattern of Object.values(group.labels).flat()) {
      for (const label of expand(pattern)) addLabel(root, label, group);
    }
  }
  const compound: LabelGroup = { category: 'reference', shape: 'code', labels: {} };

  return (text) => {
    const found: LabelMatch[] = [];
    const { tokens, folded } = text;
    for (let index = 0; index < tokens.length;) {
      const token = tokens[index]!;
      const match = token.kind === 'mark' || token.kind === 'break' ? undefined : longestFrom(text, index);
      if (match !== undefined) {
        found.push(match);
        index = match.nextToken;
        continue;
      }
      const word = folded[index]!;
      if (
        token.kind === 'word' &&
        word.length >= COMPOUND_LENGTH_MIN &&
        COMPOUND_ENDINGS.some((ending) => word.endsWith(ending)) &&
        !COMMON_COMPOUNDS.has(word)
      ) {
        found.push({ start: token.start, end: token.end, nextToken: index + 1, groups: [compound] });
      }
      index += 1;
    }
    return found;
  };

  function longestFrom({ tokens, folded }: TokenText, first: number): LabelMatch | undefined {
    let node: Node | undefined = root;
    let best: LabelMatch | undefined;
    let ignored = 0;
    for (let index = first; index < tokens.length; index += 1) {
      const token = tokens[index]!;
      if (token.kind === 'break') break;
      const child: Node | undefined = token.kind === 'number' ? undefined : node.next.get(skeleton(folded[index]!));
      if (child === undefined) {
        if (!IGNORED_MARKS.has(token.text) || ignored >= IGNORED_IN_ROW_MAX) break;
        // "né(e)" is one label, "contador (n.º de serie …)" are two.
        if (token.text === '(' && tokens[index - 1]!.end !== token.start) break;
        ignored += 1;
        continue;
      }
      ignored = 0;
      node = child;
      if (node.groups !== undefined) {
        best = { start: tokens[first]!.start, end: token.end, nextToken: index + 1, groups: node.groups };
      }
    }
    return best;
  }
}

function addLabel(root: Node, label: string, group: LabelGroup): void {
  const tokens = tokenize(label);
  const folded = foldTokens(tokens);
  let node = root;
  tokens.forEach((token, index) => {
    if (IGNORED_MARKS.has(token.text)) return;
    const word = skeleton(folded[index]!);
    let child = node.next.get(word);
    if (child === undefined) node.next.set(word, (child = createNode()));
    node = child;
  });
  if (node === root) throw new Error(`Label "${label}" has no words`);
  node.groups ??= [];
  if (!node.groups.includes(group)) node.groups.push(group);
}
