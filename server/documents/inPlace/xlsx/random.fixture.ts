import { OFFICE, officePackage, relations } from '../../../../test/fixtures/documents/inPlace/packages.ts';
import {
  signsOf,
  xml,
  type RandomContent,
  type Run,
  type Sign,
} from '../../../../test/fixtures/documents/inPlace/randomContent.ts';
import { partText } from '../../../../test/fixtures/documents/inPlace/checks.ts';

const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const R = `xmlns:r="${OFFICE}"`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const TC = 'http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments';
const C = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"';
const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const XDR = 'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"';

const runs = (paragraph: readonly Run[]): string =>
  paragraph
    .map(
      ({ text, bold }) =>
        `<r>${bold ? '<rPr><b/></rPr>' : '<rPr><i/></rPr>'}<t xml:space="preserve">${xml(text)}</t></r>`,
    )
    .join('');
/** A string literal of a formula (ECMA-376 part 1, 18.17.2.1). */
const literal = (text: string): string => xml(`"${text.replaceAll('"', '""')}"`);
/** The reference to a sheet (18.17.2.2). */
const inSheet = (name: string): string => xml(`'${name.replaceAll("'", "''")}'!$A$1`);

/** A workbook with the content in all channels of its cells and around them. */
export function randomXlsx({ texts, address, names, numbers, paragraphs }: RandomContent): Uint8Array {
  const [text1, text2, text3, text4, text5, text6, text7, text8, text9, text10, text11, text12] = texts.map(xml);
  // At most 31 characters, with the placeholder too (18.2.19).
  const sheetName = `Ä ${names.at(-1)!} & b'c`;
  const shared = paragraphs.map((paragraph) => `<si>${runs(paragraph)}</si>`);
  const cells = paragraphs.flatMap((paragraph, row) => [
    `<c r="A${row + 1}" t="s"><v>${row}</v></c>`,
    `<c r="B${row + 1}" t="inlineStr"><is>${runs(paragraph)}</is></c>`,
    // The same string again: one of the two cells may change alone.
    `<c r="C${row + 1}" t="s"><v>${paragraphs.length - 1 - row}</v></c>`,
  ]);
  const numeric = numbers.map((number, row) => `<c r="D${row + 1}"><v>${number}</v></c>`);
  const formula = `<c r="E1" t="str"><f>${literal(texts[13]!)}&amp;${inSheet(sheetName)}&amp;${names[0]!}</f><v>${xml(texts[14]!)}</v></c>`;
  const sheet = `<worksheet ${S} ${R}><sheetData><row r="1">${[...cells, ...numeric].join('')}${formula}</row></sheetData><dataValidations><dataValidation type="list" sqref="A1" promptTitle="${text1}" prompt="${text2}"><formula1>${literal(texts[2]!)}</formula1></dataValidation></dataValidations><hyperlinks><hyperlink ref="A1" r:id="rId1" tooltip="${text4}" display="${text5}"/></hyperlinks><headerFooter><oddHeader>&amp;L${text6!.replaceAll('&amp;', '&amp;&amp;')}</oddHeader></headerFooter><drawing r:id="rId4"/></worksheet>`;
  return officePackage(
    {
      'xl/workbook.xml': `${TYPE}.sheet.main+xml`,
      'xl/worksheets/sheet1.xml': `${TYPE}.worksheet+xml`,
      'xl/worksheets/sheet2.xml': `${TYPE}.worksheet+xml`,
    },
    {
      '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml': `<workbook ${S} ${R}><sheets><sheet name="Liste" sheetId="1" r:id="rId1"/><sheet name="${xml(sheetName)}" sheetId="2" state="hidden" r:id="rId2"/></sheets><definedNames>${names.map((each) => `<definedName name="${each}">${inSheet(sheetName)}</definedName>`).join('')}<definedName name="Formel">${literal(texts[15]!)}</definedName></definedNames></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(
        ['worksheet', 'worksheets/sheet1.xml'],
        ['worksheet', 'worksheets/sheet2.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      ),
      'xl/sharedStrings.xml': `<sst ${S}>${shared.join('')}</sst>`,
      'xl/worksheets/sheet1.xml': sheet,
      'xl/worksheets/sheet2.xml': `<worksheet ${S}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">${text3}</t></is></c></row></sheetData></worksheet>`,
      'xl/worksheets/_rels/sheet1.xml.rels': relations(
        ['hyperlink', `https://example.org/?q=${address}`, 'External'],
        ['comments', '../comments1.xml'],
        [
          'http://schemas.microsoft.com/office/2017/10/relationships/threadedComment',
          '../threadedComments/threadedComment1.xml',
        ],
        ['drawing', '../drawings/drawing1.xml'],
      ),
      'xl/comments1.xml': `<comments ${S}><authors><author>${text8}</author></authors><commentList><comment ref="A1" authorId="0"><text>${runs(paragraphs[0] ?? [])}</text></comment></commentList></comments>`,
      'xl/threadedComments/threadedComment1.xml': `<ThreadedComments xmlns="${TC}"><threadedComment ref="A1" personId="{P}" id="{C}"><text>${text7}</text></threadedComment></ThreadedComments>`,
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${XDR} ${A}><xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="${text9}" descr="${text10}"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>${text11}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relations(['chart', '../charts/chart1.xml']),
      'xl/charts/chart1.xml': `<c:chartSpace ${C} ${A}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>${text12}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:ser><c:tx><c:strRef><c:f>${inSheet(sheetName)}</c:f><c:strCache><c:pt idx="0"><c:v>${text3}</c:v></c:pt></c:strCache></c:strRef></c:tx></c:ser></c:chart></c:chartSpace>`,
    },
  );
}

const ITEM = /<si>.*?<\/si>|<si\/>/gs;
const RUN = /<r>(?<format><rPr><[bi]\/><\/rPr>)<t[^>]*>(?<text>[^<]*)<\/t><\/r>/g;

/** The signs of the cells with strings, each with its formatting, in the order of the cells. */
export function xlsxSigns(bytes: Uint8Array): Sign[][] {
  const items = signsOf(partText(bytes, 'xl/sharedStrings.xml'), ITEM, RUN);
  const sheet = partText(bytes, 'xl/worksheets/sheet1.xml');
  const cells = [...sheet.matchAll(/<c r="[ABC]\d+"[^>]*t="(\w+)"[^>]*>(.*?)<\/c>/gs)];
  return cells.map(([, type, content]) =>
    type === 's' ? items[Number(/<v>(\d+)/.exec(content!)![1])]! : signsOf(content!, /^.*$/gs, RUN)[0]!,
  );
}
