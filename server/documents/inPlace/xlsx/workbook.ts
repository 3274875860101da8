import { OOXML_PREFIXES } from '../ooxml/namespaces.ts';
import { removeReferences } from '../ooxml/references.ts';
import { combineObservers, type ElementObserver } from '../ooxml/markup.ts';
import type { OoxmlScan } from '../ooxml/scanOoxml.ts';
import { attributeNode } from '../package/nodes.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { attributeRange, value, walk } from '../package/walk.ts';
import { xmlAttribute, xmlText } from '../text/escape.ts';
import { PARAGRAPH_END, visiblePieces, type Piece, type Segment, type TextNode } from '../text/pieces.ts';
import { createCellReader } from './cells.ts';
import { createWorkbookCleaner } from './clean.ts';
import { createFormulas, type Renames } from '../text/formulas.ts';
import { renameInFormula } from './references.ts';
import { readSheetMarkup } from './markup.ts';
import { createWorkbookNames } from './names.ts';
import { readNumberFormats } from './numbers.ts';
import { readSharedStrings } from './strings.ts';
import { readStyleNames } from './styleNames.ts';
import { readTableColumns } from './tables.ts';

interface Sheet {
  readonly node: TextNode | null;
  readonly id: string;
}

/** Reads the parts of a workbook that only workbooks have. */
export async function readWorkbook(
  scan: OoxmlScan,
): Promise<{ readonly segments: readonly Segment[]; finish(): Promise<void> }> {
  const { pkg, opc, context, mainPart } = scan;
  const anonymize = context.sweeper !== null;
  const cleanerOf = anonymize ? createWorkbookCleaner(scan) : null;
  const observe = (part: XmlPart): ElementObserver | null =>
    cleanerOf === null ? null : combineObservers([cleanerOf(part), removeReferences(part, opc)]);
  const partsOf = async (source: string, type: string): Promise<XmlPart[]> => {
    const links = opc.linksFrom(source).filter((link) => link.type === type && !link.external && pkg.has(link.target));
    return await Promise.all(links.map(({ target }) => pkg.xml(target)));
  };

  const formulas = createFormulas(renameInFormula);
  const names = createWorkbookNames();
  const workbook = await pkg.xml(mainPart);
  const { sheets, lines: workbookLines, since1904 } = readSheets(workbook, names);
  const [stylesPart = null] = await partsOf(mainPart, 'styles');
  const [stringsPart = null] = await partsOf(mainPart, 'sharedStrings');
  const numbers = readNumberFormats(stylesPart, since1904);
  const strings = readSharedStrings(stringsPart);
  const segments: Segment[] = [];
  const later: Segment[] = [];
  const tables: ReturnType<typeof readTableColumns>[] = [];
  const read = new Set<string>([mainPart]);

  const targets = new Map(opc.linksFrom(mainPart).map((link) => [link.id, link.target]));
  for (const [index, { node, id }] of sheets.entries()) {
    const place: Segment['part'] = { kind: 'sheet', number: index + 1 };
    const name = targets.get(id) ?? '';
    const title = node === null ? [] : [...visiblePieces(node), PARAGRAPH_END];
    if (!pkg.has(name) || read.has(name) || scan.policies.get(name)?.do !== 'own') {
      segments.push({ part: place, pieces: title });
      continue;
    }
    context.signal.throwIfAborted();
    read.add(name);
    const part = await pkg.xml(name);
    const columns = readTableColumns(await partsOf(name, 'table'));
    tables.push(columns);
    const cells = createCellReader(part, { strings, numbers, formulas, anonymize, ...columns });
    const lines = readSheetMarkup(part, formulas, cells, observe(part));
    segments.push({ part: place, pieces: [...title, ...cells.pieces] });
    later.push({ part: place, pieces: lines });
  }
  for (const [name, policy] of scan.policies) {
    if (policy.do !== 'own' || read.has(name) || !pkg.has(name) || SELF_READ.test(typeOf(scan, name))) continue;
    const part = await pkg.xml(name);
    const lines = readSheetMarkup(part, formulas, null, observe(part));
    const kind = /comment/i.test(typeOf(scan, name)) ? 'comment' : 'property';
    later.push({ part: { kind }, pieces: [...readTableName(part, names), ...lines] });
  }
  later.push({
    part: { kind: 'property' },
    pieces: [...workbookLines, ...readSheetMarkup(workbook, formulas, null, observe(workbook))],
  });
  if (stylesPart !== null) later.push({ part: { kind: 'property' }, pieces: readStyleNames(stylesPart) });
  if (stringsPart !== null) observeAll(stringsPart, observe(stringsPart));
  const literals = formulas.literals().flatMap((node): Piece[] => [...visiblePieces(node), PARAGRAPH_END]);

  return {
    segments: [...segments, ...later, { part: { kind: 'property' }, pieces: literals }],
    async finish() {
      context.report.cleaned('cache', strings.finish(anonymize));
      const columns = new Map(tables.flatMap((table) => [...table.finish()]));
      const renames: Renames = { ...names.finish(), columns };
      formulas.finish(renames);
      if (renames.sheets.size + renames.names.size > 0) await renameElsewhere(scan, renames);
    },
  };
}

/** Parts that are read by code of their own. */
const SELF_READ = /^(?:styles|sharedStrings|officeDocument|worksheet|core-properties|extended-properties)$/;
const typeOf = ({ opc }: OoxmlScan, name: string): string =>
  opc.links.find(({ target }) => target === name)?.type ?? '';

function observeAll(part: XmlPart, observer: ElementObserver | null): void {
  if (observer !== null) walk(part.source, OOXML_PREFIXES, observer);
}

function readSheets(
  workbook: XmlPart,
  names: ReturnType<typeof createWorkbookNames>,
): { readonly sheets: readonly Sheet[]; readonly lines: readonly Piece[]; readonly since1904: boolean } {
  const sheets: Sheet[] = [];
  const lines: Piece[] = [];
  let since1904 = false;
  walk(workbook.source, OOXML_PREFIXES, {
    open(element) {
      if (element.name === 's:sheet') {
        sheets.push({ node: names.sheet(workbook, element), id: value(element, 'id') ?? '' });
      } else if (element.name === 's:definedName') {
        const node = names.identifier(workbook, element, ['name']);
        if (node !== null) lines.push(...visiblePieces(node), PARAGRAPH_END);
      } else if (element.name === 's:workbookPr') {
        since1904 = /^(?:1|true)$/.test(value(element, 'date1904') ?? '');
      }
    },
  });
  return { sheets, lines, since1904 };
}

function readTableName(part: XmlPart, names: ReturnType<typeof createWorkbookNames>): Piece[] {
  const lines: Piece[] = [];
  walk(part.source, OOXML_PREFIXES, {
    open(element) {
      const node =
        element.name === 's:table'
          ? names.identifier(part, element, ['displayName', 'name'])
          : element.name === 's:tableColumn' && value(element.parent!.parent!, 'headerRowCount') === '0'
            ? attributeNode(part, element, 'name')
            : null;
      if (node !== null) lines.push(...visiblePieces(node), PARAGRAPH_END);
    },
  });
  return lines;
}

/** Whether a part shows names of sheets: a chart, a pivot table, what lies over the cells. */
const showsNames = (name: string): boolean =>
  /chart|pivot|drawing/i.test(name.slice(0, name.lastIndexOf('/') + 1)) && /\.(?:xml|vml)$/i.test(name);

/** New names of sheets in charts, pivot tables and what lies over the cells. */
async function renameElsewhere({ pkg, policies }: OoxmlScan, renames: Renames): Promise<void> {
  for (const name of policies.keys()) {
    if (!pkg.has(name) || !showsNames(name)) continue;
    const part = await pkg.xml(name);
    let content = '';
    walk(part.source, OOXML_PREFIXES, {
      open(element) {
        content = '';
        const shown = element.name.startsWith('xdr:') ? attributeRange(part.source, element, 'textlink') : undefined;
        const link = shown === undefined ? '' : renameInFormula(shown.value, renames);
        if (shown !== undefined && link !== shown.value) part.edits.replace(shown.start, shown.end, xmlAttribute(link));
        if (element.name !== 's:worksheetSource' && element.name !== 's:rangeSet') return;
        const sheet = attributeRange(part.source, element, 'sheet');
        const renamed = sheet === undefined ? undefined : renames.sheets.get(sheet.value.toLowerCase());
        if (sheet !== undefined && renamed !== undefined)
          part.edits.replace(sheet.start, sheet.end, xmlAttribute(renamed));
        const range = attributeRange(part.source, element, 'name');
        const named = range === undefined ? undefined : renames.names.get(range.value.toLowerCase());
        if (range !== undefined && named !== undefined) part.edits.replace(range.start, range.end, xmlAttribute(named));
      },
      text: (text) => void (content += text),
      close(element, { contentEnd }) {
        if (element.name === 'c:f' || element.name === 'cx:f' || element.name.startsWith('x:Fmla')) {
          const formula = renameInFormula(content, renames);
          if (formula !== content) part.edits.replace(element.openEnd, contentEnd, xmlText(formula));
        }
        content = '';
      },
    });
  }
}
