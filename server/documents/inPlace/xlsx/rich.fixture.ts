/** A workbook with the channels that LibreOffice does not write, made part by part after ECMA-376 and MS-XLSX. */
import { OFFICE, officePackage, relations } from '../../../../test/fixtures/documents/inPlace/packages.ts';

const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const R = `xmlns:r="${OFFICE}"`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const TC = 'http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments';

export const RICH_VALUES = Object.freeze({
  inText: [
    'Wendelin Haberland',
    'Notburga Zeisig',
    'Ekkehard Lindwurm',
    'Sibylle Nachtigall',
    'Zacharias Ohlsdorf',
    'Fridolin Kessler',
    'Tiberius Anhalt',
    '24.05.1979',
    '0171 5550199',
  ],
  cleaned: [
    'heimlich',
    'Verbindung',
    'AlteZeichenkette',
    'Fremddaten',
    'Aufzeichnung',
    'Betrachterin',
    'Silbenschrift',
    '1979,5,24',
  ],
  removedParts: ['xl/calcChain.xml', 'xl/connections.xml', 'xl/pivotCache/pivotCacheRecords1.xml'],
});

const sheet = `<worksheet ${S} ${R}><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><f>DATE(1979,5,24)</f><v>28999</v></c><c r="C2" s="1"><v>28999</v></c></row>
<row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" t="str"><f>Personen[[#This Row],[Wendelin Haberland]]&amp;"von Notburga Zeisig"</f><v>Fridolin Kessler von Notburga Zeisig</v></c><c r="C3" s="2"><v>1715550199</v></c></row>
<row r="4"><c r="A4" t="inlineStr"><is><t>Herr </t></is></c><c r="B4" t="str"><f>'Fall Tiberius Anhalt'!A1</f><v>x</v></c></row>
</sheetData><extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" uri="{X}"><x14:sparklineGroups xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>'Fall Tiberius Anhalt'!A1:B1</xm:f></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst><tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>`;

const strings = `<sst ${S}><si><t>Wendelin Haberland</t></si><si><t>Geburt</t></si><si><r><rPr><b/></rPr><t>Fridolin</t></r><r><t xml:space="preserve"> Kessler</t></r><rPh sb="0" eb="1"><t>Silbenschrift</t></rPh></si><si><t>AlteZeichenkette</t></si></sst>`;

export function richXlsx(): Uint8Array {
  return officePackage(
    {
      'xl/workbook.xml': `${TYPE}.sheet.main+xml`,
      'xl/worksheets/sheet1.xml': `${TYPE}.worksheet+xml`,
      'xl/worksheets/sheet2.xml': `${TYPE}.worksheet+xml`,
      'xl/calcChain.xml': `${TYPE}.calcChain+xml`,
    },
    {
      '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml': `<workbook ${S} ${R}><fileSharing userName="heimlich"/><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="x15"><x15ac:absPath xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac" url="C:\\Users\\heimlich\\"/></mc:Choice></mc:AlternateContent><sheets><sheet name="Liste" sheetId="1" r:id="rId1"/><sheet name="Fall Tiberius Anhalt" sheetId="2" state="veryHidden" r:id="rId2"/></sheets><definedNames><definedName name="Haberland">'Fall Tiberius Anhalt'!$A$1</definedName></definedNames><customWorkbookViews><customWorkbookView name="Betrachterin" guid="{1}" windowWidth="1" windowHeight="1" activeSheetId="1"/></customWorkbookViews><pivotCaches><pivotCache cacheId="1" r:id="rId7"/></pivotCaches><externalReferences><externalReference r:id="rId8"/></externalReferences></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(
        ['worksheet', 'worksheets/sheet1.xml'],
        ['worksheet', 'worksheets/sheet2.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
        ['styles', 'styles.xml'],
        ['calcChain', 'calcChain.xml'],
        ['connections', 'connections.xml'],
        ['pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml'],
        ['externalLink', 'externalLinks/externalLink1.xml'],
        ['http://schemas.microsoft.com/office/2017/10/relationships/person', 'persons/person.xml'],
      ),
      'xl/styles.xml': `<styleSheet ${S}><numFmts><numFmt numFmtId="170" formatCode="0000\\ 0000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
      'xl/sharedStrings.xml': strings,
      'xl/worksheets/sheet1.xml': sheet,
      'xl/worksheets/sheet2.xml': `<worksheet ${S}><sheetData><row r="1"><c r="A1" t="s"><v>2</v></c></row></sheetData></worksheet>`,
      'xl/worksheets/_rels/sheet1.xml.rels': relations(
        ['table', '../tables/table1.xml'],
        [
          'http://schemas.microsoft.com/office/2017/10/relationships/threadedComment',
          '../threadedComments/threadedComment1.xml',
        ],
        ['chart', '../charts/chart1.xml'],
        ['pivotTable', '../pivotTables/pivotTable1.xml'],
      ),
      'xl/tables/table1.xml': `<table ${S} id="1" name="Personen" displayName="Personen" ref="A1:B4"><autoFilter ref="A1:B4"><filterColumn colId="0"><filters><filter val="Fridolin Kessler"/></filters></filterColumn></autoFilter><tableColumns count="2"><tableColumn id="1" name="Wendelin Haberland"/><tableColumn id="2" name="Geburt"><calculatedColumnFormula>Personen[[#This Row],[Wendelin Haberland]]</calculatedColumnFormula></tableColumn></tableColumns></table>`,
      'xl/threadedComments/threadedComment1.xml': `<ThreadedComments xmlns="${TC}"><threadedComment ref="A1" dT="2026-01-05T10:00:00.00" personId="{P}" id="{C}"><text>Frag Ekkehard Lindwurm</text></threadedComment></ThreadedComments>`,
      'xl/persons/person.xml': `<personList xmlns="${TC}"><person displayName="Person heimlich" id="{P}" userId="heimlich@example.org" providerId="AD"/></personList>`,
      'xl/charts/chart1.xml': `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:ser><c:tx><c:strRef><c:f>'Fall Tiberius Anhalt'!$A$1</c:f><c:strCache><c:pt idx="0"><c:v>Sibylle Nachtigall</c:v></c:pt></c:strCache></c:strRef></c:tx></c:ser></c:chartSpace>`,
      'xl/pivotTables/pivotTable1.xml': `<pivotTableDefinition ${S} name="PivotTable1" cacheId="1"><dataFields><dataField name="Summe Zacharias Ohlsdorf" fld="0"/></dataFields></pivotTableDefinition>`,
      'xl/pivotTables/_rels/pivotTable1.xml.rels': relations([
        'pivotCacheDefinition',
        '../pivotCache/pivotCacheDefinition1.xml',
      ]),
      'xl/pivotCache/pivotCacheDefinition1.xml': `<pivotCacheDefinition ${S} ${R} r:id="rId1" refreshedBy="heimlich" refreshedDate="1"><cacheSource type="worksheet"><worksheetSource ref="A1:B1" sheet="Fall Tiberius Anhalt"/></cacheSource><cacheFields><cacheField name="Feld"><sharedItems><s v="Fridolin Kessler"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>`,
      'xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels': relations(['pivotCacheRecords', 'pivotCacheRecords1.xml']),
      'xl/pivotCache/pivotCacheRecords1.xml': `<pivotCacheRecords ${S}><r><s v="Aufzeichnung"/></r></pivotCacheRecords>`,
      'xl/externalLinks/externalLink1.xml': `<externalLink ${S} ${R}><externalBook r:id="rId1"><sheetNames><sheetName val="Blatt"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>Fremddaten</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>`,
      'xl/externalLinks/_rels/externalLink1.xml.rels': relations([
        'externalLinkPath',
        'file:///C:/Users/heimlich/b.xlsx',
        'External',
      ]),
      'xl/calcChain.xml': `<calcChain ${S}><c r="B2" i="1"/></calcChain>`,
      'xl/connections.xml': `<connections ${S}><connection id="1" name="Verbindung"/></connections>`,
    },
  );
}
