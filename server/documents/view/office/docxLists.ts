import { child, children, numberOf, value, type XmlNode } from './tree.ts';

/** Bullets and numbers of list items (ECMA-376 part 1, 17.9), counted in the order of the document. */
export interface DocxLists {
  /** The marker of a paragraph and its indentation in points; null for one that is no list item. */
  next(properties: XmlNode | undefined): { readonly marker: string; readonly indent: number } | null;
}

interface Level {
  readonly format: string;
  readonly text: string;
  readonly start: number;
  readonly indent: number;
}

const TWIPS_PER_POINT = 20;
const BULLET = '•';
const LEVELS = 9;

export function createDocxLists(root: XmlNode | null): DocxLists {
  const abstracts = new Map(
    children(root ?? undefined, 'w:abstractNum').map((list) => [
      value(list, 'abstractNumId') ?? '',
      children(list, 'w:lvl').map(levelOf),
    ]),
  );
  const lists = new Map(
    children(root ?? undefined, 'w:num').map((list) => [
      value(list, 'numId') ?? '',
      value(child(list, 'w:abstractNumId'), 'val') ?? '',
    ]),
  );
  const counters = new Map<string, number[]>();
  return {
    next(properties) {
      const numbering = child(properties, 'w:numPr');
      const list = value(child(numbering, 'w:numId'), 'val');
      if (list === undefined || list === '0') return null;
      const at = Math.min(LEVELS - 1, Math.max(0, numberOf(child(numbering, 'w:ilvl'), 'val') ?? 0));
      const abstract = lists.get(list) ?? '';
      const levels = abstracts.get(abstract) ?? [];
      const level = levels[at];
      const indent = level?.indent ?? 18 * (at + 1);
      if (level === undefined || level.format === 'bullet') return { marker: BULLET, indent };
      const counts = counters.get(abstract) ?? levels.map(({ start }) => start - 1);
      counters.set(abstract, counts);
      counts[at] = (counts[at] ?? 0) + 1;
      for (let deeper = at + 1; deeper < counts.length; deeper += 1) counts[deeper] = levels[deeper]!.start - 1;
      const marker = level.text.replace(/%(\d)/g, (_all, digit: string) => {
        const index = Number(digit) - 1;
        const shown = levels[index];
        return shown === undefined ? '' : numeral(Math.max(shown.start, counts[index] ?? 1), shown.format);
      });
      return { marker: marker.slice(0, 40), indent };
    },
  };
}

function levelOf(level: XmlNode): Level {
  const indents = child(level, 'w:pPr', 'w:ind');
  return {
    format: value(child(level, 'w:numFmt'), 'val') ?? 'decimal',
    text: value(child(level, 'w:lvlText'), 'val') ?? '%1.',
    start: numberOf(child(level, 'w:start'), 'val') ?? 1,
    indent: (numberOf(indents, 'left') ?? numberOf(indents, 'start') ?? 360) / TWIPS_PER_POINT,
  };
}

const ROMAN: readonly (readonly [number, string])[] = Object.freeze([
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
  ] as const),
  ...([
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
]);
const LARGEST_ROMAN = 3_999;

/** A number as lists write it. */
export function numeral(number: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
    case 'upperLetter': {
      const letter = String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(3, Math.ceil(number / 26)));
      return format === 'lowerLetter' ? letter : letter.toUpperCase();
    }
    case 'lowerRoman':
    case 'upperRoman': {
      let left = Math.min(number, LARGEST_ROMAN);
      let roman = '';
      for (const [worth, sign] of ROMAN) for (; left >= worth; left -= worth) roman += sign;
      return format === 'lowerRoman' ? roman : roman.toUpperCase();
    }
    case 'none':
      return '';
    default:
      return String(number);
  }
}
