import { DOCUMENT_LIMITS } from '../limits.ts';
import { APPLICATION, PROPERTIES_PART } from '../package/properties.ts';
import { attribute, decodeXml, parseXml, type XmlTag } from '../package/xml.ts';
import { openZip, type ZipPackage } from '../package/zip.ts';
import { STYLES_PART, WORKBOOK_PART } from './writeWorkbook.ts';

/** What of a workbook would be lost if it were written anew from values, in words for people. */
export const OBSTACLES = Object.freeze({
  charts: 'charts',
  drawings: 'pictures or drawings',
  pivotTables: 'pivot tables',
  comments: 'comments',
  macros: 'macros',
  tables: 'tables',
  externalLinks: 'links to other workbooks',
  embeddedObjects: 'embedded objects',
  mergedCells: 'merged cells',
  conditionalFormats: 'conditional formats',
  dataValidations: 'data validations',
  hyperlinks: 'hyperlinks',
  filters: 'filters',
  definedNames: 'defined names',
  hiddenSheets: 'hidden sheets',
  formats: 'formats of cells, rows or columns',
  otherContent: 'content of other programs',
  foreign: 'content that was not created here',
} as const);
export type Obstacle = keyof typeof OBSTACLES;

/** Parts of a plain workbook. */
const PLAIN_PARTS = new Set([
  '[Content_Types].xml',
  '_rels/.rels',
  'xl/_rels/workbook.xml.rels',
  PROPERTIES_PART,
  WORKBOOK_PART,
  STYLES_PART,
]);
const SHEET_PART = /^xl\/worksheets\/sheet\d+\.xml$/;

/** Other parts by their names, the more specific ones first. */
const PARTS: readonly (readonly [RegExp, Obstacle])[] = Object.freeze([
  [/vbaProject|macrosheets/i, 'macros'],
  [/^xl\/(?:charts|chartsheets)\//, 'charts'],
  [/^xl\/pivot/, 'pivotTables'],
  [/^xl\/(?:comments|threadedComments|persons)/, 'comments'],
  [/^xl\/(?:drawings|media)\//, 'drawings'],
  [/^xl\/tables\//, 'tables'],
  [/^xl\/externalLinks\//, 'externalLinks'],
  [/^xl\/(?:embeddings|activeX|ctrlProps)\//, 'embeddedObjects'],
]);

const PLAIN_SHEET_ELEMENTS = new Set(['worksheet', 'sheetData', 'row', 'c', 'v', 'f', 'is', 't']);
const PLAIN_WORKBOOK_ELEMENTS = new Set(['workbook', 'sheets', 'sheet', 'calcPr']);
const PLAIN_ATTRIBUTES: Readonly<Record<string, ReadonlySet<string>>> = Object.freeze({
  row: new Set(['r', 'spans']),
  c: new Set(['r', 't', 's']),
  f: new Set<string>(),
});

const ELEMENTS: Readonly<Record<string, Obstacle>> = Object.freeze({
  mergeCells: 'mergedCells',
  mergeCell: 'mergedCells',
  conditionalFormatting: 'conditionalFormats',
  dataValidations: 'dataValidations',
  hyperlinks: 'hyperlinks',
  autoFilter: 'filters',
  drawing: 'drawings',
  legacyDrawing: 'drawings',
  tableParts: 'tables',
  definedNames: 'definedNames',
  cols: 'formats',
  r: 'formats',
});

/**
 * Tells what would be lost if a workbook were written anew from its values; empty for one that writeWorkbook wrote. Only what is known to be
 * rebuildable passes: anything unknown counts as content.
 * @throws AppError UNREADABLE_FILE, PASSWORD_PROTECTED, ZIP_RATIO_SUSPICIOUS
 */
export async function findObstacles(bytes: Uint8Array): Promise<readonly Obstacle[]> {
  const zip = await openZip(bytes);
  const found = new Set<Obstacle>();
  for (const name of zip.names) {
    if (PLAIN_PARTS.has(name) || SHEET_PART.test(name)) continue;
    found.add(PARTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'otherContent');
  }
  await visit(zip, WORKBOOK_PART, (tag) => workbookObstacle(tag), found);
  for (const name of zip.names) {
    if (SHEET_PART.test(name)) await visit(zip, name, (tag) => sheetObstacle(tag), found);
  }
  if (!(await wasWrittenHere(zip))) found.add('foreign');
  return [...found];
}

async function visit(
  zip: ZipPackage,
  part: string,
  judge: (tag: XmlTag) => Obstacle | null,
  found: Set<Obstacle>,
): Promise<void> {
  const bytes = await zip.read(part, DOCUMENT_LIMITS.xmlPartBytes);
  if (bytes === null) return;
  parseXml(decodeXml(bytes), {
    open(tag) {
      const obstacle = judge(tag);
      if (obstacle !== null) found.add(obstacle);
    },
  });
}

function workbookObstacle(tag: XmlTag): Obstacle | null {
  if (tag.local === 'sheet' && (attribute(tag, 'state') ?? 'visible') !== 'visible') return 'hiddenSheets';
  return PLAIN_WORKBOOK_ELEMENTS.has(tag.local) ? null : (ELEMENTS[tag.local] ?? 'otherContent');
}

function sheetObstacle(tag: XmlTag): Obstacle | null {
  if (!PLAIN_SHEET_ELEMENTS.has(tag.local)) return ELEMENTS[tag.local] ?? 'otherContent';
  if (tag.local === 'c' && (attribute(tag, 's') ?? '0') !== '0') return 'formats';
  const allowed = PLAIN_ATTRIBUTES[tag.local];
  if (allowed === undefined) return null;
  return Object.values(tag.attributes).every(({ local }) => allowed.has(local)) ? null : 'formats';
}

async function wasWrittenHere(zip: ZipPackage): Promise<boolean> {
  const bytes = await zip.read(PROPERTIES_PART, DOCUMENT_LIMITS.xmlPartBytes);
  if (bytes === null) return false;
  let application = '';
  let inside = false;
  parseXml(decodeXml(bytes), {
    open: (tag) => void (inside = tag.local === 'Application'),
    close: () => void (inside = false),
    text: (text) => void (application += inside ? text : ''),
  });
  return application === APPLICATION;
}
