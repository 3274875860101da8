import type {
  SheetCell,
  SlideShape,
  ViewBlock,
  ViewBreak,
  ViewCell,
  ViewParagraph,
  ViewRow,
} from '../../../contract/documentView.ts';
import { ODF_PREFIXES } from '../../inPlace/odf/namespaces.ts';
import type { TextPlace } from '../../inPlace/types.ts';
import { flat } from './docx.ts';
import { points, readOdfStyles, type OdfStyles } from './odfStyles.ts';
import { createParagraphBuilder, type RunLook } from './paragraphs.ts';
import type { PictureTexts } from './pictureTexts.ts';
import type { Slides } from './pptx.ts';
import { CHARACTERS, child, children, descendants, numberOf, openTrees, value, type XmlNode } from './tree.ts';
import { sheetName, type SheetView } from './xlsx.ts';

/** Paragraphs in sections in lists in tables. */
const DEPTH = 40;
const BULLET = '•';
const MOST_COLUMNS = 200;
/** Repeated rows and columns without text may be a million. */
const STANDARD_COLUMN = 64;
const A4_ACROSS = Object.freeze({ width: 793.7, height: 446.5 });

interface OdfDocument {
  readonly content: XmlNode | undefined;
  readonly styles: XmlNode | null;
  readonly looks: OdfStyles;
}

async function openOdf(bytes: Uint8Array): Promise<OdfDocument> {
  const pkg = await openTrees(bytes, ODF_PREFIXES, { mixed: true });
  const [content, styles] = [await pkg.part('content.xml'), await pkg.part('styles.xml')];
  return { content: content ?? undefined, styles, looks: readOdfStyles([styles, content]) };
}

/** The blocks of a tagged text document (ODF 1.3 part 3, 5). */
export async function odtBlocks(bytes: Uint8Array, text: string, pictures: PictureTexts): Promise<ViewBlock[]> {
  const { content, styles, looks } = await openOdf(bytes);
  const body = child(content, 'office:body', 'office:text');
  const reader = createReader(text, looks, pictures);
  const blocks = body === undefined ? [] : reader.blocks(body, 0, 0);
  const notes = reader.notes();
  const parts: [ViewBreak['part'], ViewBlock[]][] = (['header', 'footer'] as const).map((part) => {
    const pattern = new RegExp(`^style:${part}(?:-left|-first)?$`);
    const found = styles === null ? [] : [...descendants(styles, (name) => pattern.test(name))];
    return [part, found.flatMap((node) => reader.blocks(node, 0, 0))];
  });
  for (const [part, found] of [...parts, ['note', notes.note] as const, ['comment', notes.comment] as const]) {
    if (found.length > 0) blocks.push({ kind: 'break', part }, ...found);
  }
  return blocks;
}

const TRANSPARENT =
  /^(?:text:(?:section|table-of-content|index-body|index-title|soft-page-break|user-index|bibliography|illustration-index|alphabetical-index)|table:table-(?:header-rows|rows|row-group|header-columns))$/;

function createReader(text: string, looks: OdfStyles, pictures: PictureTexts) {
  const beside = { note: [] as ViewBlock[], comment: [] as ViewBlock[] };

  function blocks(node: XmlNode, depth: number, level: number): ViewBlock[] {
    if (depth > DEPTH) return [];
    return node.children.flatMap((each): ViewBlock[] => {
      if (each.name === 'text:p' || each.name === 'text:h') return paragraph(each, depth, level, null);
      if (each.name === 'text:list') return list(each, depth, level);
      if (each.name === 'table:table') return table(each, depth);
      if (each.name.startsWith('draw:')) return drawing(each, depth);
      return TRANSPARENT.test(each.name) ? blocks(each, depth + 1, level) : [];
    });
  }

  function list(node: XmlNode, depth: number, level: number): ViewBlock[] {
    return node.children.flatMap((item) => {
      let marker: string | null = item.name === 'text:list-item' ? BULLET : null;
      return item.children.flatMap((each): ViewBlock[] => {
        if (each.name === 'text:list') return list(each, depth + 1, level + 1);
        if (each.name !== 'text:p' && each.name !== 'text:h') return [];
        const own = paragraph(each, depth, level + 1, marker);
        marker = null;
        return own;
      });
    });
  }

  function paragraph(node: XmlNode, depth: number, level: number, marker: string | null): ViewBlock[] {
    const { look, run } = looks.paragraph(value(node, 'style-name'));
    const builder = createParagraphBuilder(text);
    const after: ViewBlock[] = [];
    runs(node, run, builder.add, after, depth);
    const outline = node.name === 'text:h' ? Math.min(6, Math.max(1, numberOf(node, 'outline-level') ?? 1)) : undefined;
    const done = builder.end({
      ...look,
      ...(outline !== undefined && { heading: outline }),
      ...(level > 0 && { indent: 18 * level }),
      ...(marker !== null && { marker }),
    });
    return [...(done === null ? [] : [done]), ...after];
  }

  function runs(
    node: XmlNode,
    base: RunLook,
    add: (tagged: string, look: RunLook) => void,
    after: ViewBlock[],
    depth: number,
  ): void {
    for (const each of node.children) {
      if (each.name === CHARACTERS) add(each.text, base);
      else if (each.name === 'text:note') {
        const body = child(each, 'text:note-body');
        if (body !== undefined) beside.note.push(...blocks(body, depth + 1, 0));
      } else if (each.name === 'office:annotation') beside.comment.push(...blocks(each, depth + 1, 0));
      else if (each.name.startsWith('draw:')) after.push(...drawing(each, depth));
      else if (/^text:(?:span|a|ruby|ruby-base|meta|meta-field|[a-z-]+)$/.test(each.name)) {
        runs(each, { ...base, ...looks.run(value(each, 'style-name')) }, add, after, depth);
      }
    }
  }

  function drawing(node: XmlNode, depth: number): ViewBlock[] {
    const boxes = [...descendants({ ...node, children: [node] }, (name) => name === 'draw:text-box')];
    const found = boxes.flatMap((box) => blocks(box, depth + 1, 0));
    const images = children(node, 'draw:image');
    if (found.length > 0 || images.length === 0) return found;
    return [
      { kind: 'picture', width: points(value(node, 'width')) ?? 100, height: points(value(node, 'height')) ?? 100 },
      ...words(images),
    ];
  }

  /** What is read in the pictures of a frame. */
  const words = (images: readonly XmlNode[]): ViewParagraph[] =>
    images.flatMap((image) => pictures.lines(value(image, 'href')?.replace(/^\.\//, '')));

  function table(node: XmlNode, depth: number): ViewBlock[] {
    const columns = [...descendants(node, (name) => name === 'table:table-column' || name === 'table:table')];
    const widths = columns
      .filter(({ name }) => name === 'table:table-column')
      .flatMap((column) => {
        const width = columnWidth(looks, column);
        const count = Math.min(MOST_COLUMNS, numberOf(column, 'number-columns-repeated') ?? 1);
        return Array.from({ length: count }, () => width);
      });
    return [...descendants(node, (name) => name === 'table:table-row' || name === 'table:table')].flatMap((row) => {
      const cells = children(row, 'table:table-cell').map((cell): ViewCell => {
        const span = numberOf(cell, 'number-columns-spanned') ?? 1;
        return { ...(span > 1 && { columns: Math.round(span) }), blocks: flat(blocks(cell, depth + 1, 0)) };
      });
      const shown: ViewRow = { kind: 'row', widths: widths.slice(0, MOST_COLUMNS), cells };
      return row.name === 'table:table-row' && cells.length > 0 ? [shown] : [];
    });
  }

  return { blocks, words, notes: () => beside };
}

type Reader = ReturnType<typeof createReader>;

const columnWidth = (looks: OdfStyles, column: XmlNode): number =>
  points(
    value(
      looks.properties('table-column', value(column, 'style-name'), 'style:table-column-properties')[0],
      'column-width',
    ),
  ) ?? STANDARD_COLUMN;

/** The sheets of a tagged spreadsheet (ODF 1.3 part 3, 9). */
export async function odsSheets(
  bytes: Uint8Array,
  text: string,
  places: readonly TextPlace[],
  pictures: PictureTexts,
): Promise<SheetView[]> {
  const { content, looks } = await openOdf(bytes);
  const tables = children(child(content, 'office:body', 'office:spreadsheet'), 'table:table');
  return tables.map((table, index) => {
    const columns = [...descendants(table, (name) => name === 'table:table-column')].flatMap((column) => {
      const count = Math.min(MOST_COLUMNS, numberOf(column, 'number-columns-repeated') ?? 1);
      return Array.from({ length: count }, () => columnWidth(looks, column));
    });
    const cells = odsCells(table, createReader(text, looks, pictures), looks);
    const last = Math.max(0, ...cells.map(({ column }) => column));
    return { sheet: { name: sheetName(text, places, index + 1), columns: columns.slice(0, last) }, cells };
  });
}

function odsCells(table: XmlNode, reader: Reader, looks: OdfStyles): SheetCell[] {
  const cells: SheetCell[] = [];
  let row = 1;
  for (const line of descendants(table, (name) => name === 'table:table-row')) {
    let column = 1;
    for (const cell of line.children) {
      const paragraphs = reader
        .blocks(cell, 0, 0)
        .filter((block): block is ViewParagraph => block.kind === 'paragraph');
      if (paragraphs.length > 0) {
        const style = value(cell, 'style-name');
        const bold = looks
          .properties('table-cell', style, 'style:text-properties')
          .some((each) => value(each, 'font-weight') === 'bold');
        cells.push({ row, column, ...(bold && { bold }), runs: paragraphs.flatMap(({ runs }) => runs) });
      }
      column += numberOf(cell, 'number-columns-repeated') ?? 1;
    }
    row += numberOf(line, 'number-rows-repeated') ?? 1;
  }
  return cells;
}

/** The slides of a tagged presentation (ODF 1.3 part 3, 10). */
export async function odpSlides(bytes: Uint8Array, text: string, pictures: PictureTexts): Promise<Slides> {
  const { content, styles, looks } = await openOdf(bytes);
  const layout = [...(styles === null ? [] : descendants(styles, (name) => name === 'style:page-layout-properties'))]
    .map((node) => ({ width: points(value(node, 'page-width')), height: points(value(node, 'page-height')) }))
    .find(({ width, height }) => width !== undefined && height !== undefined && width > height);
  const { width, height } = { ...A4_ACROSS, ...layout } as typeof A4_ACROSS;
  const pages = children(child(content, 'office:body', 'office:presentation'), 'draw:page');
  const masters = [...(styles === null ? [] : descendants(styles, (name) => name === 'style:master-page'))];
  const slides = pages.map((page) => {
    const master = masters.find((each) => value(each, 'name') === value(page, 'master-page-name'));
    const reader = createReader(text, looks, pictures);
    const notes = child(page, 'presentation:notes');
    const isShape = (name: string) => name.startsWith('draw:') && name !== 'draw:g';
    const shapes = page.children
      .filter(({ name }) => name.startsWith('draw:'))
      .flatMap((node) => (node.name === 'draw:g' ? [...descendants(node, isShape)] : [node]))
      .flatMap((node): SlideShape[] => {
        const style = value(node, 'style-name');
        const blocks = withLook(shapeBlocks(reader, node), looks.shape(style));
        const images = blocks.length === 0 ? children(node, 'draw:image') : [];
        const picture = images.length > 0;
        const [x, y] = [points(value(node, 'x')) ?? 0, points(value(node, 'y')) ?? 0];
        const [across, down] = [points(value(node, 'width')) ?? 0, points(value(node, 'height')) ?? 0];
        const fill = fillOf(looks, style, ['presentation', 'graphic']);
        const isFilled = fill !== undefined && /^draw:(?:custom-shape|rect)$/.test(node.name);
        if (blocks.length === 0 && !picture && !isFilled) return [];
        const place = { x: x / width, y: y / height, width: across / width, height: down / height };
        const shown = picture ? reader.words(images) : blocks;
        return [{ ...place, ...(picture && { picture }), ...(fill !== undefined && { fill }), blocks: shown }];
      });
    const said = notes === undefined ? [] : notes.children.flatMap((node) => shapeBlocks(reader, node));
    const background = [page, master].map((each) => fillOf(looks, value(each, 'style-name'), ['drawing-page']));
    return {
      background: background.find((color) => color !== undefined),
      shapes,
      notes: said.filter((block) => block.kind === 'paragraph'),
    };
  });
  return { width, height, slides };
}

/** What runs and their paragraphs leave open, the style of the shape says. */
function withLook(blocks: readonly (ViewParagraph | ViewRow)[], look: RunLook): (ViewParagraph | ViewRow)[] {
  return blocks.map((block) =>
    block.kind === 'row' ? block : { ...block, runs: block.runs.map((run) => ({ ...look, ...run })) },
  );
}

/** A plain fill of a slide or shape (ODF 1.3 part 3, 20.108); undefined for none and for others. */
function fillOf(looks: OdfStyles, style: string | undefined, families: readonly string[]): string | undefined {
  const nodes = families.flatMap((family) => [
    ...looks.properties(family, style, 'style:drawing-page-properties'),
    ...looks.properties(family, style, 'style:graphic-properties'),
  ]);
  const kind = nodes.map((node) => value(node, 'fill')).find((each) => each !== undefined);
  const color = nodes.map((node) => value(node, 'fill-color')).find((each) => each !== undefined);
  return kind === 'solid' ? /^#([0-9a-f]{6})$/i.exec(color ?? '')?.[1]?.toLowerCase() : undefined;
}

function shapeBlocks(reader: Reader, node: XmlNode): (ViewParagraph | ViewRow)[] {
  const inside = [
    ...descendants({ ...node, children: [node] }, (name) => name === 'draw:text-box' || name === 'table:table'),
  ];
  const blocks = inside.flatMap((box) =>
    box.name === 'table:table' ? reader.blocks({ ...node, children: [box] }, 0, 0) : reader.blocks(box, 0, 0),
  );
  // Shapes of their own hold their paragraphs themselves.
  const own = blocks.length > 0 || node.name === 'draw:frame' ? blocks : reader.blocks(node, 0, 0);
  return own.filter((block) => block.kind === 'paragraph' || block.kind === 'row');
}
