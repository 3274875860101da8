import type {
  DocumentView,
  SheetCell,
  SlideShape,
  TextRun,
  ViewBlock,
  ViewCell,
  ViewParagraph,
  ViewPart,
  ViewPlace,
} from '../../../contract/documentView.ts';
import type { ShownFile, BuiltView } from '../types.ts';
import { readable } from './colors.ts';
import type { SlideView, Slides } from './pptx.ts';
import type { SheetView } from './xlsx.ts';

/** Blocks and rows of one part: enough to fill a screen, few enough to be shown at once. */
const BLOCKS = 40;
const ROWS = 60;
/** Characters on a line of the page that is shown, to guess how high a part is before it is there. */
const CHARACTERS_PER_LINE = 85;

const NOTHING = { located: true, areas: false } as const;

/** A view of running text. */
export const flowView = (blocks: readonly ViewBlock[]): BuiltView => stretchesView([{ blocks }], []);

/** A view of an archive: every file begins a part of its own. */
export const archiveView = (files: readonly ShownFile[]): BuiltView =>
  stretchesView(
    files.map(({ head, blocks }, index) => ({ file: index + 1, blocks: [head, ...blocks] })),
    files.map(({ name, head: { format, size_bytes } }) => ({ name, format, size_bytes })),
  );

function stretchesView(
  stretches: readonly { readonly file?: number; readonly blocks: readonly ViewBlock[] }[],
  files: DocumentView['files'],
): BuiltView {
  const parts: ViewPart[] = [];
  const contents: BuiltView['contents'][number][] = [];
  const places: ViewPlace[] = [];
  for (const { blocks, ...of } of stretches) {
    for (let from = 0; from < blocks.length; from += BLOCKS) {
      const own = blocks.slice(from, from + BLOCKS);
      const runs = own.flatMap(runsOfBlock);
      contents.push({ kind: 'flow', blocks: own.map((block) => readableBlock(block, PAPER)) });
      const characters = runs.reduce((sum, { start, end }) => sum + end - start, 0);
      parts.push({ ...of, lines: own.length + Math.ceil(characters / CHARACTERS_PER_LINE) });
      addPlaces(places, runs, contents.length);
    }
  }
  return { ...NOTHING, kind: 'flow', sheets: [], files, parts, contents, places: sorted(places) };
}

/** A view of slides. */
export function slidesView({ width, height, slides }: Slides): BuiltView {
  const places: ViewPlace[] = [];
  slides.forEach((slide, index) => addPlaces(places, runsOfSlide(slide), index + 1));
  return {
    ...{ ...NOTHING, kind: 'slides', sheets: [], files: [] },
    parts: slides.map(() => ({ width, height })),
    contents: slides.map(({ background, shapes, notes }) => ({
      kind: 'slide',
      ...(background !== undefined && { background }),
      shapes: shapes.map((shape) => readableShape(shape, shape.fill ?? background ?? PAPER)),
      notes: notes.map((note) => readableBlock(note, PAPER)),
    })),
    places: sorted(places),
  };
}

/** A view of sheets, some rows to a part. */
export function sheetsView(sheets: readonly SheetView[]): BuiltView {
  const parts: ViewPart[] = [];
  const contents: BuiltView['contents'][number][] = [];
  const places: ViewPlace[] = [];
  sheets.forEach(({ cells }, index) => {
    for (const own of inRows(cells)) {
      contents.push({ kind: 'rows', cells: [...own] });
      parts.push({ sheet: index + 1, first_row: own[0]!.row, last_row: own.at(-1)!.row });
      addPlaces(
        places,
        own.flatMap(({ runs }) => runs),
        contents.length,
      );
    }
  });
  return {
    ...{ ...NOTHING, kind: 'sheets', files: [], parts, contents, places: sorted(places) },
    sheets: sheets.map(({ sheet, cells }) => ({ ...sheet, columns: upTo(lastColumn(cells), sheet.columns) })),
  };
}

/** Width of a column that has none of its own, in points. */
const STANDARD_COLUMN = 64;
const MOST_COLUMNS = 500;

const lastColumn = (cells: readonly SheetCell[]): number =>
  Math.min(
    MOST_COLUMNS,
    cells.reduce((last, { column }) => Math.max(last, column), 1),
  );

/** The widths of the columns that have cells. */
const upTo = (last: number, widths: readonly number[]): number[] =>
  Array.from({ length: last }, (_, index) => widths[index] ?? STANDARD_COLUMN);

/** Cells in groups of whole rows. Rows without cells are in none. */
function inRows(cells: readonly SheetCell[]): SheetCell[][] {
  const groups: SheetCell[][] = [];
  let rows = ROWS;
  let last = -1;
  for (const cell of cells) {
    if (cell.row !== last) {
      if (rows === ROWS) {
        groups.push([]);
        rows = 0;
      }
      rows += 1;
      last = cell.row;
    }
    groups.at(-1)!.push(cell);
  }
  return groups;
}

const PAPER = 'ffffff';

/** Words whose colour is that of what they stand on get one that can be read: fills of cells and drawings below them are not told. */
const readableRuns = (runs: readonly TextRun[], backdrop: string): TextRun[] =>
  runs.map(({ color, ...run }) => {
    const shown = readable(color, backdrop);
    return { ...run, ...(shown !== undefined && { color: shown }) };
  });
function readableBlock<B extends ViewBlock>(block: B, backdrop: string): B {
  if (block.kind === 'row') {
    const cells = block.cells.map((cell) => ({
      ...cell,
      blocks: cell.blocks.map((each) => readableBlock(each, backdrop)),
    }));
    return { ...block, cells };
  }
  return 'runs' in block ? { ...block, runs: readableRuns(block.runs, backdrop) } : block;
}
const readableShape = (shape: SlideShape, backdrop: string): SlideShape => ({
  ...shape,
  blocks: shape.blocks.map((block) => readableBlock(block, backdrop)),
});

const runsOfParagraph = ({ runs }: ViewParagraph): readonly TextRun[] => runs;
const runsOfCell = ({ blocks }: ViewCell): TextRun[] =>
  blocks.flatMap((block) => (block.kind === 'paragraph' ? runsOfParagraph(block) : []));
function runsOfBlock(block: ViewBlock | SlideShape['blocks'][number]): readonly TextRun[] {
  if (block.kind === 'row') return block.cells.flatMap(runsOfCell);
  return 'runs' in block ? block.runs : [];
}
const runsOfSlide = ({ shapes, notes }: SlideView): TextRun[] => [
  ...shapes.flatMap(({ blocks }) => blocks.flatMap(runsOfBlock)),
  ...notes.flatMap(runsOfParagraph),
];

/** Gaps between two runs that are no other text: blanks, tabs, line ends. */
const MOST_GAP = 3;

function addPlaces(places: ViewPlace[], runs: readonly TextRun[], part: number): void {
  for (const { start, end } of runs) {
    const last = places.at(-1);
    if (last?.part === part && start >= last.end && start - last.end <= MOST_GAP) {
      places[places.length - 1] = { ...last, end };
    } else places.push({ start, end, part });
  }
}

/** Sorted; where a text is shown twice, the first place counts. */
function sorted(places: readonly ViewPlace[]): ViewPlace[] {
  const result: ViewPlace[] = [];
  for (const place of [...places].sort((a, b) => a.start - b.start || a.part - b.part)) {
    if (place.start >= (result.at(-1)?.end ?? 0)) result.push(place);
  }
  return result;
}
