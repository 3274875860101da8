import type { ViewBlock } from '../../../contract/documentView.ts';
import { decodeHtml } from '../../inPlace/html/encoding.ts';
import { scanHtml } from '../../inPlace/html/scanHtml.ts';
import { readTags, type HtmlAttribute, type HtmlTag } from '../../inPlace/html/tags.ts';
import { BLOCKS, CELLS } from '../../inPlace/html/vocabulary.ts';
import { numeral } from '../office/docxLists.ts';
import { createParagraphBuilder, type ParagraphLook, type RunLook } from '../office/paragraphs.ts';
import { wordsBehind } from '../office/pictureTexts.ts';
import { elementLook } from './htmlLooks.ts';
import { createHtmlTables } from './htmlTables.ts';
import { createSourceReader } from './sourceReader.ts';

/** The blocks of a page; null when its text is not this one. */
export function htmlBlocks(bytes: Uint8Array, text: string): ViewBlock[] | null {
  const decoded = decodeHtml(bytes);
  return decoded === null ? null : htmlSourceBlocks(decoded.source, text);
}

const INDENT = 18;
const BULLET = '•';
/** Elements in elements; deeper ones have the look of those around them. */
const DEPTH = 400;
const MOST_SPAN = 200;
const PIXELS = 0.75;
/** Pictures up to this size are signs and counters of readers, in points. */
const SMALL_PICTURE = 18;
const STANDARD_PICTURE = Object.freeze({ width: 120, height: 80 });

interface List {
  readonly ordered: boolean;
  readonly format: string;
  next: number;
}
interface Open {
  readonly name: string;
  readonly run: RunLook;
  readonly paragraph: ParagraphLook;
  readonly list: List | null;
}

/**
 * What HTML looks like, told by its text and a few looks: nothing of the source is shown itself. Null when its text is not this one. Linear in the
 * length of the source.
 */
export function htmlSourceBlocks(source: string, text: string): ViewBlock[] | null {
  const { placed, pictures } = scanHtml(source, null);
  const inPictures = wordsBehind(text, placed.text, pictures.length > 0);
  if (inPictures === null) return null;
  const reader = createSourceReader(placed);
  const builder = createParagraphBuilder(text);
  const tables = createHtmlTables();
  const stack: Open[] = [{ name: '', run: {}, paragraph: {}, list: null }];
  const top = (): Open => stack.at(-1)!;
  let marker: string | null = null;

  function flush(): void {
    const { name, paragraph } = top();
    const done = builder.end({ ...paragraph, ...(marker !== null && { marker }) });
    if (done === null) return;
    marker = null;
    tables.put(name === 'title' ? { kind: 'field', name: 'title', runs: done.runs } : done);
  }

  /** Closes an element that is open inside of `within`, with all that is open in it. */
  function close(names: ReadonlySet<string>, within: ReadonlySet<string>): void {
    for (let index = stack.length - 1; index > 0; index -= 1) {
      const { name } = stack[index]!;
      if (names.has(name)) {
        stack.length = index;
        return;
      }
      if (within.has(name)) return;
    }
  }

  function open(tag: HtmlTag, attributes: readonly HtmlAttribute[]): void {
    const parent = top();
    const { run, paragraph } = elementLook(tag.name, attributes);
    const list = listOf(tag.name, attributes);
    const quote = tag.name === 'blockquote' ? (parent.paragraph.quote ?? 0) + 1 : undefined;
    const isIndented = (list !== null && tag.name !== 'dl') || tag.name === 'dd';
    stack.push({
      name: tag.name,
      run: { ...parent.run, ...run },
      paragraph: {
        ...parent.paragraph,
        ...paragraph,
        ...(quote !== undefined && { quote }),
        ...(isIndented && { indent: (parent.paragraph.indent ?? 0) + INDENT }),
      },
      list: list ?? parent.list,
    });
  }

  readTags(source, {
    open(tag) {
      const { name } = tag;
      if (isStructural(name)) flush();
      const implied = IMPLIED[name];
      if (implied !== undefined) close(implied.closes, implied.within);
      else if (CLOSES_PARAGRAPH.has(name)) close(PARAGRAPH, CONTAINERS);
      const attributes = WITH_ATTRIBUTES.test(name) || tag.opens ? tag.attributes() : [];
      if (name === 'hr') tables.put({ kind: 'break', part: 'rule' });
      else if (name === 'img') {
        const picture = pictureOf(attributes);
        if (picture !== null) {
          flush();
          tables.put(picture);
        }
      } else if (name === 'table') tables.openTable(hasLines(attributes));
      else if (name === 'tr') tables.openRow();
      else if (CELLS.has(name)) {
        const columns = count(attributes, 'colspan');
        tables.openCell({ columns, rows: count(attributes, 'rowspan') }, name === 'th');
      }
      if (!tag.opens || stack.length >= DEPTH) return;
      const { list } = top();
      open(tag, attributes);
      if (name === 'li') marker = markerOf(list);
    },
    close(name) {
      if (isStructural(name)) flush();
      close(new Set([name]), CELLS.has(name) || name === 'tr' ? TABLE : NONE);
      if (name === 'table') tables.closeTable();
      else if (name === 'tr') tables.closeRow();
      else if (CELLS.has(name)) tables.closeCell();
    },
    text({ start, end }) {
      for (const stretch of reader.between(start, end)) builder.addStretch(stretch, top().run);
    },
    comment: () => undefined,
  });
  flush();
  return [...tables.finish(), ...inPictures];
}

const NONE: ReadonlySet<string> = new Set<string>();
const TABLE: ReadonlySet<string> = new Set(['table']);
const PARAGRAPH: ReadonlySet<string> = new Set(['p']);
const CONTAINERS: ReadonlySet<string> = new Set([
  'td',
  'th',
  'li',
  'table',
  'div',
  'blockquote',
  'body',
  'section',
  'article',
]);
/** Start tags before which a paragraph ends by itself (WHATWG HTML, 13.1.2.4). */
const CLOSES_PARAGRAPH: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr ' +
    'main menu nav ol p pre search section table ul'
  ).split(' '),
);
const IMPLIED: Readonly<
  Record<string, { readonly closes: ReadonlySet<string>; readonly within: ReadonlySet<string> }>
> = Object.freeze({
  li: { closes: new Set(['li']), within: new Set(['ul', 'ol', 'menu', 'dir', 'table']) },
  dt: { closes: new Set(['dt', 'dd']), within: new Set(['dl', 'table']) },
  dd: { closes: new Set(['dt', 'dd']), within: new Set(['dl', 'table']) },
  td: { closes: CELLS, within: new Set(['tr', 'table']) },
  th: { closes: CELLS, within: new Set(['tr', 'table']) },
  tr: { closes: new Set(['tr']), within: TABLE },
  option: { closes: new Set(['option']), within: new Set(['select', 'datalist']) },
});
const WITH_ATTRIBUTES = /^(?:img|table|t[dh])$/;

/** Whether a paragraph ends at this element. A line break does not end one. */
const isStructural = (name: string): boolean => (BLOCKS.has(name) && name !== 'br') || CELLS.has(name);

const valueOf = (attributes: readonly HtmlAttribute[], name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;

const count = (attributes: readonly HtmlAttribute[], name: string): number =>
  Math.max(1, Math.min(MOST_SPAN, Number.parseInt(valueOf(attributes, name) ?? '1', 10) || 1));

const NUMERALS: Readonly<Record<string, string>> = Object.freeze({
  ...{ a: 'lowerLetter', A: 'upperLetter', i: 'lowerRoman', I: 'upperRoman' },
});

function listOf(name: string, attributes: readonly HtmlAttribute[]): List | null {
  if (!/^(?:ul|ol|menu|dir)$/.test(name)) return null;
  const start = Number.parseInt(valueOf(attributes, 'start') ?? '1', 10);
  return {
    ordered: name === 'ol',
    format: NUMERALS[valueOf(attributes, 'type') ?? ''] ?? 'decimal',
    next: Number.isSafeInteger(start) ? start : 1,
  };
}

function markerOf(list: List | null): string {
  if (list?.ordered !== true) return BULLET;
  const number = list.next;
  list.next += 1;
  return `${number > 0 ? numeral(number, list.format) : String(number)}.`;
}

const hasLines = (attributes: readonly HtmlAttribute[]): boolean =>
  Number.parseInt(valueOf(attributes, 'border') ?? '0', 10) > 0 ||
  (valueOf(attributes, 'style') ?? '').split(';').some(drawsLine);

/** Whether a declaration of a style draws a border. */
function drawsLine(declaration: string): boolean {
  const at = declaration.search(/border[^:]{0,20}:\s*(?![\s0]|none)/i);
  return at !== -1 && /solid|double|dotted|dashed/i.test(declaration.slice(at));
}

function pictureOf(attributes: readonly HtmlAttribute[]): ViewBlock | null {
  const side = (name: 'width' | 'height') => {
    const pixels = Number.parseFloat(valueOf(attributes, name) ?? '');
    return Number.isFinite(pixels) && pixels >= 0 ? pixels * PIXELS : null;
  };
  const [width, height] = [side('width'), side('height')];
  if ((width ?? SMALL_PICTURE + 1) <= SMALL_PICTURE && (height ?? 0) <= SMALL_PICTURE) return null;
  return { kind: 'picture', width: width ?? STANDARD_PICTURE.width, height: height ?? STANDARD_PICTURE.height };
}
