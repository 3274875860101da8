import type { Language } from '../../../../contract/common.ts';
import { fold } from '../../../characters.ts';
import type { TextView } from '../../../recognizer.ts';
import { GERMAN_HALVES, LARGEST_AGE, SPELLINGS } from '../../shared/numberWords.ts';

/** A number in figures or words. Offsets are UTF-16 code units; `end` is exclusive. */
export interface AgeNumber {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** Languages whose words these are; undefined for figures. */
  readonly languages: readonly Language[] | undefined;
  /** Index of the token behind it. */
  readonly nextToken: number;
}

/** Words of numbers as a tree of their folded parts. */
interface Node {
  readonly next: Map<string, Node>;
  value: number;
  languages: Language[];
}

const createNode = (): Node => ({ next: new Map(), value: -1, languages: [] });

function add(root: Node, words: string, value: number, language: Language): void {
  let node = root;
  for (const word of words.split(/[ -]/)) {
    const folded = fold(word);
    let child = node.next.get(folded);
    if (child === undefined) node.next.set(folded, (child = createNode()));
    node = child;
  }
  // "once" is eleven in Spanish, "six" the same in two languages.
  if (node.value < 0) node.value = value;
  if (node.value === value) node.languages.push(language);
}

function buildTree(): Node {
  const root = createNode();
  for (const [language, spelling] of Object.entries(SPELLINGS)) {
    for (let value = 1; value <= LARGEST_AGE; value += 1) {
      for (const words of spelling(value)) add(root, words, value, language as Language);
    }
  }
  for (const [words, value] of GERMAN_HALVES) add(root, words, value, 'de');
  return root;
}

const PARTS_MAX = 7;
const FIGURES_MAX = 3;
/** A figure behind these is a part of something longer: "12.43", "1/43", "A-43", "§ 43", "€ 43". */
const PART_OF_BEFORE = /(?:[\p{L}\p{N}][.,:/_’'+*-]|[#§€£$№&+*/\\=@_]|[§€£$][ ])$/u;
/** The same for what stands behind it: "43.12", "43/45", "43 %", "43rd", "43:00". */
const PART_OF_AFTER = /^(?:[.,:/_+*][\p{L}\p{N}]|[°%‰€£$ªº]|[ ][%€£$°½])/u;

/** Reads numbers at tokens of a text. */
export type NumberReader = (view: TextView, token: number) => AgeNumber | undefined;

/** Creates the reader; the words are put together when the first one is asked for. */
export function createNumberReader(): NumberReader {
  let root: Node | undefined;
  return (view, first) => {
    const token = view.tokens[first]!;
    if (token.kind === 'number') return readFigure(view, first);
    return token.kind === 'word' ? readWords((root ??= buildTree()), view, first) : undefined;
  };
}

function readFigure(view: TextView, first: number): AgeNumber | undefined {
  const { start, end, text } = view.tokens[first]!;
  if (text.length > FIGURES_MAX || (text.length > 1 && text.startsWith('0'))) return undefined;
  const value = Number(text);
  // "½" is a mark of its own.
  if (value > LARGEST_AGE || PART_OF_BEFORE.test(view.before(start, 2))) return undefined;
  if (PART_OF_AFTER.test(view.after(end, 2)) && !/^(?:[.,]5(?!\d)|[ ]½)/.test(view.after(end, 3))) return undefined;
  return { start, end, value, languages: undefined, nextToken: first + 1 };
}

/** The longest number that begins at a token: hyphens between its parts count as spaces. */
function readWords(root: Node, { tokens, folded }: TextView, first: number): AgeNumber | undefined {
  let node: Node | undefined = root;
  let found: AgeNumber | undefined;
  let index = first;
  for (let parts = 0; parts < PARTS_MAX && index < tokens.length; parts += 1) {
    node = node.next.get(folded[index]!);
    if (node === undefined) break;
    const { end } = tokens[index]!;
    index += 1;
    if (node.value >= 0) {
      const { value, languages } = node;
      found = { start: tokens[first]!.start, end, value, languages, nextToken: index };
    }
    if (tokens[index]?.text === '-' && tokens[index]!.start === end) index += 1;
    else if (tokens[index]?.start !== end + 1) break;
  }
  return found;
}
