import type { XmlPart } from '../package/officePackage.ts';
import { prefixOf, walk, type ElementEnd, type XmlElement } from '../package/walk.ts';
import { OOXML_PREFIXES } from '../ooxml/namespaces.ts';
import { xmlText } from '../text/escape.ts';
import type { TextNode } from '../text/pieces.ts';
import { putInline, type CellPlace } from './cellPlace.ts';
import { STRING_FORM } from './characters.ts';

/** A text element of a string, with the format of its run. */
export interface StringRun {
  readonly text: string;
  /** The t element. */
  readonly start: number;
  readonly end: number;
  /** From the start of the run to the t element: the run's tag and format; empty where the text has no run. */
  readonly head: string;
}

interface Item {
  readonly runs: readonly StringRun[];
  readonly start: number;
  readonly end: number;
  readonly prefix: string;
  /** Cells that show it. */
  usages: number;
  /** Those of them where a replacement changed it, with the texts of the runs; null: none. */
  changed: Map<CellPlace, string[]> | null;
}

/** The table of strings that cells share (ECMA-376 part 1, 18.4.9). */
export interface SharedStrings {
  /** Nodes of the string for one cell; empty for an index that does not exist. */
  use(index: number, place: CellPlace): { readonly nodes: readonly TextNode[]; readonly current: () => string };
  /** Writes changed strings: into the table where all cells agree, else into the cells. Gives the number of unused strings that were emptied. */
  finish(emptyUnused: boolean): number;
}

/** A text element. `prefix` is that of the part's elements, with its colon. */
export const textElement = (text: string, prefix: string): string =>
  text === '' ? `<${prefix}t/>` : `<${prefix}t xml:space="preserve">${xmlText(STRING_FORM.write(text))}</${prefix}t>`;

/** A string as it stands in a cell. The format of runs is kept where both parts write their elements in the same way. */
function inlineString({ runs, prefix }: Item, texts: readonly string[], sheetPrefix: string): string {
  const content =
    prefix === sheetPrefix
      ? runs.map(
          ({ head }, index) => `${head}${textElement(texts[index]!, prefix)}${head === '' ? '' : `</${prefix}r>`}`,
        )
      : [textElement(texts.join(''), sheetPrefix)];
  return `<${sheetPrefix}is>${content.join('')}</${sheetPrefix}is>`;
}

/**
 * A run of a shared string as one cell shows it. A class: a workbook has hundreds of thousands of them, and functions bound to each would take three times the
 * memory.
 */
class ShownRun implements TextNode {
  readonly text: string;
  private readonly item: Item;
  private readonly run: number;
  private readonly place: CellPlace;

  constructor(item: Item, run: number, place: CellPlace) {
    this.text = item.runs[run]!.text;
    this.item = item;
    this.run = run;
    this.place = place;
  }

  write(changed: string): void {
    const { item, run, place } = this;
    item.changed ??= new Map();
    const texts = textsIn(item, place);
    texts[run] = changed;
    item.changed.set(place, texts);
  }
}

/** The texts of the runs as a cell will show them. */
const textsIn = ({ changed, runs }: Item, place: CellPlace): string[] =>
  changed?.get(place) ?? runs.map(({ text }) => text);

export function readSharedStrings(part: XmlPart | null): SharedStrings {
  const items = part === null ? [] : readItems(part);
  return {
    use(index, place) {
      const item = items[index];
      if (item === undefined) return { nodes: [], current: () => '' };
      item.usages += 1;
      return {
        nodes: item.runs.map((_, run) => new ShownRun(item, run, place)),
        current: () => textsIn(item, place).join(''),
      };
    },
    finish(emptyUnused) {
      if (part === null) return 0;
      let emptied = 0;
      for (const item of items) {
        const changed = [...(item.changed ?? [])];
        const first = changed[0]?.[1];
        if (first === undefined) {
          if (!emptyUnused || item.usages > 0 || item.runs.every(({ text }) => text === '')) continue;
          part.edits.replace(item.start, item.end, emptyItem(item));
          emptied += 1;
          continue;
        }
        const agree = changed.every(([, texts]) => texts.every((text, run) => text === first[run]));
        if (agree && changed.length === item.usages) {
          for (const [run, { start, end }] of item.runs.entries()) {
            if (first[run] !== item.runs[run]!.text)
              part.edits.replace(start, end, textElement(first[run]!, item.prefix));
          }
          continue;
        }
        for (const [place, texts] of changed) putInline(place, inlineString(item, texts, place.prefix));
        if (changed.length === item.usages) part.edits.replace(item.start, item.end, emptyItem(item));
      }
      return emptied;
    },
  };
}

const emptyItem = ({ prefix }: Item): string => `<${prefix}si><${prefix}t/></${prefix}si>`;

function readItems(part: XmlPart): Item[] {
  const items: Item[] = [];
  let reader: StringReader | null = null;
  walk(part.source, OOXML_PREFIXES, {
    open(element) {
      if (element.name === 's:si') reader = createStringReader(part.source);
      else reader?.open(element);
    },
    text: (text) => reader?.text(text),
    close(element, end) {
      if (element.name === 's:si' && reader !== null) {
        const prefix = prefixOf(element);
        items.push({ runs: reader.runs, start: element.start, end: end.end, prefix, usages: 0, changed: null });
        reader = null;
      } else reader?.close(element, end);
    },
  });
  return items;
}

/** Collects the text elements of a string item, of an inline string or of a comment. */
export interface StringReader {
  readonly runs: readonly StringRun[];
  open(element: XmlElement): void;
  text(text: string): void;
  close(element: XmlElement, end: ElementEnd): void;
}

/** How something is pronounced in Japanese is no text of its own. */
const PHONETIC = 's:rPh';

export function createStringReader(source: string): StringReader {
  const runs: StringRun[] = [];
  let content = '';
  return {
    runs,
    open() {
      content = '';
    },
    text(text) {
      content += text;
    },
    close(element, { end }) {
      if (element.name !== 's:t' || element.parent?.name === PHONETIC) return;
      const run = element.parent?.name === 's:r' ? element.parent : null;
      const head = run === null ? '' : source.slice(run.start, element.start);
      runs.push({ text: STRING_FORM.read(content), start: element.start, end, head });
      content = '';
    },
  };
}

/** The node of a text element that is written where it stands. */
export function runNode({ source, edits }: XmlPart, { text, start, end }: StringRun): TextNode {
  return {
    text,
    write(changed) {
      const name = /^<([^\s/>]+)/.exec(source.slice(start, end))?.[1] ?? 't';
      edits.replace(start, end, `<${name} xml:space="preserve">${xmlText(STRING_FORM.write(changed))}</${name}>`);
    },
  };
}
