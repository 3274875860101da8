import type { SheetCell, ViewSheet } from '../../../contract/documentView.ts';
import { OOXML_PREFIXES } from '../../inPlace/ooxml/namespaces.ts';
import type { TextPlace } from '../../inPlace/types.ts';
import { createParagraphBuilder } from './paragraphs.ts';
import type { PictureTexts } from './pictureTexts.ts';
import { child, children, descendants, numberOf, openTrees, value, type TreePackage, type XmlNode } from './tree.ts';

/** A sheet with its cells, row by row. */
export interface SheetView {
  readonly sheet: ViewSheet;
  readonly cells: readonly SheetCell[];
}

interface CellLook {
  readonly bold: boolean;
  readonly align: SheetCell['align'];
}

/** Width of a column of standard width; one character of it in points (ECMA-376 part 1, 18.3.1.13). */
const STANDARD_WIDTH = 9;
const CHARACTER_POINTS = 5.6;
const MOST_COLUMNS = 200;

/** The sheets of a tagged workbook (ECMA-376 part 1, 18). */
export async function xlsxSheets(
  bytes: Uint8Array,
  text: string,
  places: readonly TextPlace[],
  pictures: PictureTexts,
): Promise<SheetView[]> {
  const pkg = await openTrees(bytes, OOXML_PREFIXES);
  const top = [...(await pkg.relationships('')).values()].find(({ type }) => type === 'officeDocument');
  const main = top?.target ?? 'xl/workbook.xml';
  const links = await pkg.relationships(main);
  const partOf = async (type: string) => {
    const link = [...links.values()].find((each) => each.type === type);
    return link === undefined ? null : await pkg.part(link.target);
  };
  const looks = cellLooks(await partOf('styles'));
  const strings = children((await partOf('sharedStrings')) ?? undefined, 's:si').map(stringOf);
  const sheets: SheetView[] = [];
  for (const [index, sheet] of children(child((await pkg.part(main)) ?? undefined, 's:sheets'), 's:sheet').entries()) {
    const link = links.get(value(sheet, 'id') ?? '');
    const root = link?.type === 'worksheet' ? await pkg.part(link.target) : null;
    sheets.push({
      sheet: { name: sheetName(text, places, index + 1), columns: root === null ? [] : columnsOf(root) },
      cells:
        root === null
          ? []
          : withPictures(cellsOf(root, text, strings, looks), await pictureCells(pkg, link!.target, pictures)),
    });
  }
  return sheets;
}

/** The words of the pictures of a sheet, in the cells at their upper left corners (ECMA-376 part 1, 20.5). */
async function pictureCells(pkg: TreePackage, sheet: string, pictures: PictureTexts): Promise<SheetCell[]> {
  const cells: SheetCell[] = [];
  for (const { type, target } of (await pkg.relationships(sheet)).values()) {
    const root = type === 'drawing' ? await pkg.part(target) : null;
    if (root === null) continue;
    const links = await pkg.relationships(target);
    for (const anchor of root.children) {
      const from = anchor.children.find(({ name }) => name.endsWith(':from'));
      const at = (side: string) => Number(from?.children.find(({ name }) => name.endsWith(`:${side}`))?.text ?? 0) + 1;
      const runs = [...descendants(anchor, (name) => name === 'a:blip')].flatMap((blip) =>
        pictures.lines(links.get(value(blip, 'embed') ?? '')?.target).flatMap((line) => line.runs),
      );
      if (runs.length > 0) cells.push({ row: at('row'), column: at('col'), runs });
    }
  }
  return cells;
}

/** Cells in their order; what is read in a picture follows the text of the cell under it. */
function withPictures(cells: readonly SheetCell[], pictures: readonly SheetCell[]): SheetCell[] {
  const all = new Map(cells.map((cell) => [`${String(cell.row)} ${String(cell.column)}`, cell]));
  for (const picture of pictures) {
    const key = `${String(picture.row)} ${String(picture.column)}`;
    const under = all.get(key);
    all.set(key, under === undefined ? picture : { ...under, runs: [...under.runs, ...picture.runs] });
  }
  return [...all.values()].sort((a, b) => a.row - b.row || a.column - b.column);
}

/** The name of a sheet is the first line of its text. */
export function sheetName(text: string, places: readonly TextPlace[], number: number): ViewSheet['name'] {
  const place = places.find(({ part }) => part.kind === 'sheet' && part.number === number);
  if (place === undefined) return null;
  const line = text.indexOf('\n', place.start);
  return { start: place.start, end: line < 0 ? place.end : Math.min(line, place.end) };
}

/** All characters of a string item or an inline string, those of pronunciations left out. */
function stringOf(node: XmlNode): string {
  return [...descendants(node, (name) => name === 's:t' || name === 's:rPh')]
    .filter(({ name }) => name === 's:t')
    .map((each) => each.text)
    .join('');
}

function columnsOf(root: XmlNode): number[] {
  const standard = numberOf(child(root, 's:sheetFormatPr'), 'defaultColWidth') ?? STANDARD_WIDTH;
  const widths: number[] = [];
  for (const column of children(child(root, 's:cols'), 's:col')) {
    const from = Math.max(1, numberOf(column, 'min') ?? 1);
    const to = Math.min(MOST_COLUMNS, numberOf(column, 'max') ?? from);
    const width = (numberOf(column, 'width') ?? standard) * CHARACTER_POINTS;
    while (widths.length < from - 1 && widths.length < MOST_COLUMNS) widths.push(standard * CHARACTER_POINTS);
    for (let index = from; index <= to; index += 1) widths[index - 1] = Math.max(8, width);
  }
  return widths;
}

function cellsOf(root: XmlNode, text: string, strings: readonly string[], looks: readonly CellLook[]): SheetCell[] {
  const builder = createParagraphBuilder(text);
  const cells: SheetCell[] = [];
  let row = 0;
  for (const line of children(child(root, 's:sheetData'), 's:row')) {
    row = numberOf(line, 'r') ?? row + 1;
    let column = 0;
    for (const cell of children(line, 's:c')) {
      column = columnNumber(value(cell, 'r') ?? '') ?? column + 1;
      const type = value(cell, 't');
      const stored = child(cell, 's:v')?.text ?? '';
      const tagged = type === 's' ? (strings[Number(stored)] ?? '') : type === 'inlineStr' ? stringOf(cell) : stored;
      builder.add(tagged, {});
      const done = builder.end({});
      if (done === null) continue;
      const look = looks[numberOf(cell, 's') ?? 0];
      cells.push({
        ...{ row, column },
        ...(look?.bold === true && { bold: true }),
        ...(look?.align !== undefined && { align: look.align }),
        runs: done.runs,
      });
    }
  }
  return cells;
}

/** The column of a reference such as B12. */
function columnNumber(reference: string): number | null {
  const letters = /^([A-Z]{1,3})/.exec(reference)?.[1];
  if (letters === undefined) return null;
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function cellLooks(styles: XmlNode | null): CellLook[] {
  const fonts = children(child(styles ?? undefined, 's:fonts'), 's:font').map(
    (font) => child(font, 's:b') !== undefined && value(child(font, 's:b'), 'val') !== '0',
  );
  return children(child(styles ?? undefined, 's:cellXfs'), 's:xf').map((format) => {
    const horizontal = value(child(format, 's:alignment'), 'horizontal');
    return {
      bold: fonts[numberOf(format, 'fontId') ?? 0] ?? false,
      align: horizontal === 'center' ? 'center' : horizontal === 'right' ? 'end' : undefined,
    };
  });
}
