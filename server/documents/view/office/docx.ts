import type { ViewBlock, ViewBreak, ViewCell, ViewParagraph, ViewPicture } from '../../../contract/documentView.ts';
import { OOXML_PREFIXES } from '../../inPlace/ooxml/namespaces.ts';
import { createDocxLists, type DocxLists } from './docxLists.ts';
import { readDocxStyles, type DocxStyles } from './docxStyles.ts';
import { createParagraphBuilder, type RunLook } from './paragraphs.ts';
import type { PictureTexts } from './pictureTexts.ts';
import { child, children, descendants, numberOf, openTrees, value, type XmlNode } from './tree.ts';

/** What stands beside the body, in the order in which it is shown. */
const BESIDE: readonly (readonly [type: string, part: ViewBreak['part']])[] = Object.freeze([
  ['header', 'header'],
  ['footer', 'footer'],
  ['footnotes', 'note'],
  ['endnotes', 'note'],
  ['comments', 'comment'],
] as const);
const TWIPS_PER_POINT = 20;
const EMU_PER_POINT = 12_700;
/** Paragraphs in tables in tables. */
const DEPTH = 40;

/** The blocks of a tagged Word document (ECMA-376 part 1, 17). */
export async function docxBlocks(bytes: Uint8Array, text: string, pictures: PictureTexts): Promise<ViewBlock[]> {
  const pkg = await openTrees(bytes, OOXML_PREFIXES);
  const top = [...(await pkg.relationships('')).values()].find(({ type }) => type === 'officeDocument');
  const main = top?.target ?? 'word/document.xml';
  const links = [...(await pkg.relationships(main)).values()];
  const partOf = async (type: string) => {
    const target = links.find((link) => link.type === type)?.target;
    return target === undefined ? null : await pkg.part(target);
  };
  const styles = readDocxStyles(await partOf('styles'));
  const lists = createDocxLists(await partOf('numbering'));
  const readerOf = async (part: string) => {
    const own = await pkg.relationships(part);
    return createReader(text, styles, lists, (id) => pictures.lines(own.get(id)?.target));
  };
  const reader = await readerOf(main);
  const body = child((await pkg.part(main)) ?? undefined, 'w:body');
  const blocks: ViewBlock[] = body === undefined ? [] : reader.blocks(body, 0);
  for (const [type, part] of BESIDE) {
    for (const { target } of links.filter((link) => link.type === type)) {
      const root = await pkg.part(target);
      const found = root === null ? [] : (await readerOf(target)).blocks(root, 0);
      if (found.length > 0) blocks.push({ kind: 'break', part }, ...found);
    }
  }
  return blocks;
}

/** Elements around others that have no look of their own. Of alternative contents the first is shown. */
const TRANSPARENT =
  /^(?:w:(?:sdt|sdtContent|ins|moveTo|smartTag|customXml|hyperlink|fldSimple|bdo|dir|footnote|endnote|comment)|mc:(?:AlternateContent|Choice))$/;
const CHARACTERS: Readonly<Record<string, string>> = Object.freeze({ 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n' });

/** @param picture - the words of a picture by its relationship */
function createReader(
  text: string,
  styles: DocxStyles,
  lists: DocxLists,
  picture: (id: string) => readonly ViewParagraph[],
) {
  function blocks(node: XmlNode, depth: number): ViewBlock[] {
    if (depth > DEPTH) return [];
    return node.children.flatMap((each): ViewBlock[] => {
      if (each.name === 'w:p') return paragraph(each, depth);
      if (each.name === 'w:tbl') return table(each, depth);
      return TRANSPARENT.test(each.name) ? blocks(each, depth + 1) : [];
    });
  }

  function paragraph(node: XmlNode, depth: number): ViewBlock[] {
    const properties = child(node, 'w:pPr');
    const { look, run } = styles.paragraph(properties);
    const item = lists.next(properties);
    const builder = createParagraphBuilder(text);
    const beside: ViewBlock[] = [];
    runs(node, run, builder.add, beside, depth);
    const breaks = [...descendants(node, (name) => name === 'w:br')].some((each) => value(each, 'type') === 'page');
    const done = builder.end({ ...look, ...item });
    const starts = breaks || child(properties, 'w:pageBreakBefore') !== undefined;
    return [...(starts ? [{ kind: 'break', part: 'page' } as const] : []), ...(done === null ? [] : [done]), ...beside];
  }

  /** Runs of a paragraph; pictures and text boxes in it follow it. */
  function runs(
    node: XmlNode,
    base: RunLook,
    add: (tagged: string, look: RunLook) => void,
    beside: ViewBlock[],
    depth: number,
  ): void {
    for (const each of node.children) {
      if (TRANSPARENT.test(each.name)) runs(each, base, add, beside, depth);
      else if (each.name === 'm:oMath' || each.name === 'm:oMathPara') {
        for (const { text: own } of descendants(each, (name) => name === 'm:t')) add(own, base);
      } else if (each.name === 'w:r') {
        const look = styles.run(child(each, 'w:rPr'), base);
        for (const part of each.children) {
          if (part.name === 'w:t') add(part.text, look);
          else if (part.name in CHARACTERS) add(CHARACTERS[part.name]!, look);
          else if (/^(?:w:(?:drawing|pict|object)|mc:AlternateContent)$/.test(part.name)) drawing(part, beside, depth);
        }
      }
    }
  }

  function drawing(node: XmlNode, beside: ViewBlock[], depth: number): void {
    const source = node.name === 'mc:AlternateContent' ? (child(node, 'mc:Choice') ?? node) : node;
    const boxes = [...descendants(source, (name) => name === 'w:txbxContent')];
    for (const box of boxes) beside.push(...blocks(box, depth + 1));
    const [extent] = descendants(source, (name) => name === 'wp:extent');
    const words = [...descendants(source, (name) => name === 'a:blip' || name === 'v:imagedata')].flatMap((image) =>
      picture(value(image, 'embed') ?? value(image, 'id') ?? ''),
    );
    const [shown] = descendants(source, (name) => name === 'pic:pic');
    if ((shown !== undefined || words.length > 0) && boxes.length === 0) {
      const side = (local: string) => (numberOf(extent, local) ?? 100 * EMU_PER_POINT) / EMU_PER_POINT;
      beside.push({ kind: 'picture', width: side('cx'), height: side('cy') });
    }
    beside.push(...words);
  }

  function table(node: XmlNode, depth: number): ViewBlock[] {
    const widths = children(child(node, 'w:tblGrid'), 'w:gridCol').map(
      (column) => Math.max(0, numberOf(column, 'w') ?? 0) / TWIPS_PER_POINT,
    );
    return [...descendants(node, (name) => name === 'w:tr' || name === 'w:tbl')].flatMap((row): ViewBlock[] => {
      if (row.name !== 'w:tr') return [];
      const cells = [...descendants(row, (name) => name === 'w:tc')].map((cell): ViewCell => {
        const span = numberOf(child(cell, 'w:tcPr', 'w:gridSpan'), 'val') ?? 1;
        return { ...(span > 1 && { columns: Math.round(span) }), blocks: flat(blocks(cell, depth + 1)) };
      });
      return cells.length === 0 ? [] : [{ kind: 'row', widths, cells }];
    });
  }

  return { blocks };
}

/** Blocks of a cell: tables in tables are shown as their paragraphs. */
export function flat(blocks: readonly ViewBlock[]): (ViewParagraph | ViewPicture)[] {
  return blocks.flatMap((block): (ViewParagraph | ViewPicture)[] => {
    if (block.kind === 'row') return block.cells.flatMap((cell) => cell.blocks);
    if (block.kind === 'field' || block.kind === 'file') return [{ kind: 'paragraph', runs: block.runs }];
    return block.kind === 'break' ? [] : [block];
  });
}
