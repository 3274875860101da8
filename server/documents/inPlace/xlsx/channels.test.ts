import { describe, expect, it } from 'vitest';
import { channelFaults } from '../../../../test/fixtures/documents/inPlace/channels.ts';
import { anonymize, partText, readText, restore } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { OFFICE, officePackage, relations } from '../../../../test/fixtures/documents/inPlace/packages.ts';
import { openFormat } from '../formats.ts';

const xlsx = await openFormat('xlsx');
const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const SPACES = `${S} xmlns:r="${OFFICE}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"`;
const MICROSOFT = 'http://schemas.microsoft.com/office';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const NAME = 'Kasimir Wolkenstein';
const DAY = '1979-05-24T00:00:00';

type Part = readonly [type: string, name: string, content: string];

/** @param sheet - behind the cells @param workbook - behind the sheets */
function workbook(
  { sheet = '', cells = '', book = '', styles = '' },
  ofSheet: readonly Part[] = [],
  ofBook: readonly Part[] = [],
): Uint8Array {
  return officePackage(
    { 'xl/workbook.xml': `${TYPE}.sheet.main+xml`, 'xl/worksheets/sheet1.xml': `${TYPE}.worksheet+xml` },
    {
      '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml': `<workbook ${SPACES}><workbookPr codeName="DieseArbeitsmappe"/><sheets><sheet name="Liste" sheetId="1" r:id="rId1"/></sheets>${book}</workbook>`,
      'xl/_rels/workbook.xml.rels': relations(
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
        ...ofBook.map(([type, name]) => [type, name] as const),
      ),
      'xl/styles.xml': `<styleSheet ${SPACES}>${styles}</styleSheet>`,
      'xl/worksheets/sheet1.xml': `<worksheet ${SPACES}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Wert</t></is></c>${cells}</row></sheetData>${sheet}</worksheet>`,
      'xl/worksheets/_rels/sheet1.xml.rels': relations(...ofSheet.map(([type, name]) => [type, `../${name}`] as const)),
      ...Object.fromEntries([...ofSheet, ...ofBook].map(([, name, content]) => [`xl/${name}`, content])),
    },
  );
}
const extension = (content: string): string => `<extLst><ext uri="{X}">${content}</ext></extLst>`;
const pivotCache = (content: string): Uint8Array =>
  workbook(
    { book: '<pivotCaches><pivotCache cacheId="1" r:id="rId3"/></pivotCaches>' },
    [],
    [
      [
        'pivotCacheDefinition',
        'pivotCache/c.xml',
        `<pivotCacheDefinition ${SPACES}><cacheSource type="worksheet"><worksheetSource ref="A1:B2" sheet="Liste"/></cacheSource><cacheFields><cacheField name="Feld">${content}</cacheField></cacheFields></pivotCacheDefinition>`,
      ],
    ],
  );
const pivotTable = (content: string): Uint8Array =>
  workbook({}, [
    [
      'pivotTable',
      'pivotTables/p.xml',
      `<pivotTableDefinition ${SPACES} name="P" cacheId="1">${content}</pivotTableDefinition>`,
    ],
  ]);
const externalLink = (content: string): Uint8Array =>
  workbook(
    { book: '<externalReferences><externalReference r:id="rId3"/></externalReferences>' },
    [],
    [['externalLink', 'externalLinks/e.xml', `<externalLink ${SPACES}>${content}</externalLink>`]],
  );
const table = (attributes: string, content: string): Uint8Array =>
  workbook({ sheet: '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>' }, [
    [
      'table',
      'tables/t.xml',
      `<table ${SPACES} id="1" name="T" displayName="T" ref="A1:A1" ${attributes}><tableColumns count="1"><tableColumn id="1" name="Wert"/></tableColumns>${content}</table>`,
    ],
  ]);

const CHANNELS: Readonly<Record<string, readonly [Uint8Array, value?: string]>> = {
  'day in a pivot cache': [
    pivotCache(`<sharedItems containsDate="1" minDate="${DAY}" maxDate="${DAY}"><d v="${DAY}"/></sharedItems>`),
    DAY,
  ],
  'number in a pivot cache': [
    pivotCache('<sharedItems containsNumber="1" minValue="4711471" maxValue="4711471"><n v="4711471"/></sharedItems>'),
    '4711471',
  ],
  'groups of days in a pivot cache': [
    pivotCache(
      `<sharedItems/><fieldGroup><rangePr groupBy="days" startDate="${DAY}" endDate="${DAY}"/><groupItems><d v="${DAY}"/></groupItems></fieldGroup>`,
    ),
    DAY,
  ],
  'filter of a pivot table': [
    pivotTable(
      `<filters count="1"><filter fld="0" type="captionEqual" id="1" stringValue1="${NAME}" name="${NAME}" description="${NAME}"><autoFilter ref="A1"/></filter></filters>`,
    ),
  ],
  'page of a pivot table': [
    pivotTable(`<pageFields count="1"><pageField fld="0" name="${NAME}" cap="${NAME}"/></pageFields>`),
  ],
  'alternative text of a pivot table': [
    pivotTable(extension(`<x14:pivotTableDefinition altText="${NAME}" altTextSummary="${NAME}"/>`)),
  ],
  'values a pivot table keeps': [
    pivotTable(
      extension(
        `<x15:pivotTableData rowCount="1"><x15:pivotRow><x15:c><x15:v>${NAME}</x15:v></x15:c></x15:pivotRow></x15:pivotTableData>`,
      ),
    ),
  ],
  'name in another workbook': [
    externalLink(
      `<externalBook><definedNames><definedName name="${NAME.replace(' ', '_')}" refersTo="='${NAME}'!$A$1"/></definedNames></externalBook>`,
    ),
  ],
  'topic and values of another program': [
    externalLink(
      `<ddeLink ddeService="Excel" ddeTopic="C:\\${NAME}.xlsx"><ddeItems><ddeItem name="${NAME}"><values><value t="str"><val>${NAME}</val></value></values></ddeItem></ddeItems></ddeLink>`,
    ),
  ],
  'item of an object': [
    externalLink(`<oleLink progId="Word"><oleItems><oleItem name="${NAME}"/></oleItems></oleLink>`),
  ],
  'place of a workbook in the cloud': [
    externalLink(
      `<externalBook><xxl21:alternateUrls xmlns:xxl21="${MICROSOFT}/spreadsheetml/2021/extlinks2021" driveId="${NAME}"/></externalBook>`,
    ),
  ],
  'model of data': [
    workbook({
      book: extension(
        `<x15:dataModel><x15:modelTables><x15:modelTable id="1" name="${NAME}" connection="${NAME}"/></x15:modelTables></x15:dataModel>`,
      ),
    }),
  ],
  'alternative text of a table': [table('', extension(`<x14:table altText="${NAME}" altTextSummary="${NAME}"/>`))],
  'column of a table without headers': [
    workbook({}, [
      [
        'table',
        'tables/t.xml',
        `<table ${SPACES} id="1" name="T" displayName="T" ref="A1:A1" headerRowCount="0"><tableColumns count="1"><tableColumn id="1" name="${NAME}"/></tableColumns></table>`,
      ],
    ]),
  ],
  'own order of a sort': [
    workbook({ sheet: `<sortState ref="A1"><sortCondition ref="A1" customList="${NAME},Anna"/></sortState>` }),
  ],
  'alternative text of a comment': [
    workbook({}, [
      [
        'comments',
        'comments1.xml',
        `<comments ${S}><authors><author>x</author></authors><commentList><comment ref="A1" authorId="0"><text><t>x</t></text><commentPr altText="${NAME}"/></comment></commentList></comments>`,
      ],
    ]),
  ],
  'link in a comment': [
    workbook({}, [
      [
        `${MICROSOFT}/2017/10/relationships/threadedComment`,
        'threadedComments/c.xml',
        `<ThreadedComments xmlns="${MICROSOFT}/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" personId="{1}" id="{2}"><text>hier</text><extLst><ext uri="{3}"><xltc2:hyperlink xmlns:xltc2="${MICROSOFT}/spreadsheetml/2020/threadedcomments2" startIndex="0" length="4" url="https://x.example/${NAME}"/></ext></extLst></threadedComment></ThreadedComments>`,
      ],
    ]),
  ],
  'header with formats in a name': [
    workbook({
      sheet:
        '<headerFooter><oddHeader>&amp;C&amp;"Arial,Fett"&amp;12Kasimir &amp;BWolkenstein&amp;B&amp;R&amp;P</oddHeader></headerFooter>',
    }),
  ],
  'line end in a cell': [
    workbook({ cells: '<c r="B1" t="inlineStr"><is><t>Kas_x0069_mir Wolkenstein_x000D_</t></is></c>' }),
  ],
  'cell style': [workbook({ styles: `<cellStyles count="1"><cellStyle name="${NAME}" xfId="0"/></cellStyles>` })],
  'table style': [workbook({ styles: `<tableStyles count="1"><tableStyle name="${NAME}"/></tableStyles>` })],
  'words in a number format': [
    workbook({ styles: `<numFmts count="1"><numFmt numFmtId="170" formatCode="0 &quot;${NAME}&quot;"/></numFmts>` }),
  ],
  'header of a sheet with a chart': [
    workbook(
      {},
      [],
      [
        [
          'chartsheet',
          'chartsheets/s.xml',
          `<chartsheet ${SPACES}><headerFooter><oddFooter>&amp;L${NAME}</oddFooter></headerFooter></chartsheet>`,
        ],
      ],
    ),
  ],
  'module of a sheet': [
    workbook(
      {},
      [],
      [['chartsheet', 'chartsheets/s.xml', `<chartsheet ${SPACES}><sheetPr codeName="${NAME}"/></chartsheet>`]],
    ),
  ],
  'who may change a range': [
    workbook({
      sheet: `<protectedRanges><protectedRange name="Bereich" sqref="A1" securityDescriptor="O:WDG:${NAME}"/></protectedRanges>`,
    }),
  ],
  slicer: [
    workbook({}, [
      [
        `${MICROSOFT}/2007/relationships/slicer`,
        'slicers/s.xml',
        `<slicers xmlns="${MICROSOFT}/spreadsheetml/2009/9/main"><slicer name="${NAME}" cache="c" caption="${NAME}"/></slicers>`,
      ],
    ]),
  ],
  'slicer of a data model': [
    workbook(
      {},
      [],
      [
        [
          `${MICROSOFT}/2007/relationships/slicerCache`,
          'slicerCaches/s.xml',
          `<slicerCacheDefinition xmlns="${MICROSOFT}/spreadsheetml/2009/9/main" name="c" sourceName="x"><data><olap><levels><level uniqueName="[${NAME}]" sourceCaption="${NAME}"><ranges><range><i n="[A].&amp;[${NAME}]" c="${NAME}"/></range></ranges></level></levels><selections><selection n="[A].&amp;[${NAME}]"/></selections></olap></data></slicerCacheDefinition>`,
        ],
      ],
    ),
  ],
  timeline: [
    workbook({}, [
      [
        `${MICROSOFT}/2011/relationships/timeline`,
        'timelines/t.xml',
        `<timelines xmlns="${MICROSOFT}/spreadsheetml/2010/11/main"><timeline name="${NAME}" cache="c" caption="${NAME}"/></timelines>`,
      ],
    ]),
  ],
  'view of one person': [
    workbook({}, [
      [
        `${MICROSOFT}/2019/04/relationships/namedSheetView`,
        'namedSheetViews/n.xml',
        `<namedSheetViews xmlns="${MICROSOFT}/spreadsheetml/2019/namedsheetviews"><namedSheetView name="Sicht ${NAME}" id="{1}"/></namedSheetViews>`,
      ],
    ]),
  ],
  'member in the metadata': [
    workbook(
      {},
      [],
      [
        [
          'sheetMetadata',
          'metadata.xml',
          `<metadata ${S}><metadataStrings count="1"><s v="[Kunde].[${NAME}]"/></metadataStrings></metadata>`,
        ],
      ],
    ),
  ],
  'value of a data type': [
    workbook(
      {},
      [],
      [
        [
          `${MICROSOFT}/2017/06/relationships/rdRichValue`,
          'richData/rdrichvalue.xml',
          `<rvData xmlns="${MICROSOFT}/spreadsheetml/2017/richdata" count="1"><rv s="0"><v>${NAME}</v></rv></rvData>`,
        ],
      ],
    ),
  ],
  'item of a control': [
    workbook({}, [
      [
        `http://schemas.openxmlformats.org/officeDocument/2006/relationships/ctrlProp`,
        'ctrlProps/c.xml',
        `<formControlPr xmlns="${MICROSOFT}/spreadsheetml/2009/9/main" objectType="List"><itemLst><item val="${NAME}"/></itemLst></formControlPr>`,
      ],
    ]),
  ],
  'item of a control in an old drawing': [
    workbook({}, [
      [
        'vmlDrawing',
        'drawings/v.vml',
        `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape><x:ClientData ObjectType="Drop"><x:ListItem>${NAME}</x:ListItem></x:ClientData></v:shape></xml>`,
      ],
    ]),
  ],
  'map of XML': [
    workbook(
      {},
      [],
      [
        [
          'xmlMaps',
          'xmlMaps.xml',
          `<MapInfo ${S} SelectionNamespaces=""><Map ID="1" Name="${NAME}" RootElement="x"><DataBinding FileBinding="true" FileBindingName="${NAME}"/></Map></MapInfo>`,
        ],
      ],
    ),
  ],
  'source of a consolidation': [
    workbook({
      sheet: `<dataConsolidate><dataRefs count="1"><dataRef ref="A1" name="${NAME}"/></dataRefs></dataConsolidate>`,
    }),
  ],
};

describe('channels of Excel workbooks', () => {
  it.each(Object.entries(CHANNELS))('%s', async (_channel, [bytes, value = NAME]) => {
    expect(await channelFaults(xlsx, bytes, value)).toEqual([]);
  });

  it('keeps the formats of a header around a placeholder, but for a change inside the value', async () => {
    const [bytes] = CHANNELS['header with formats in a name']!;
    expect(await readText(xlsx, bytes)).toContain(NAME);
    const { bytes: masked } = await anonymize(xlsx, bytes, [NAME]);
    const header = (part: Uint8Array) =>
      /<oddHeader>(.*)<\/oddHeader>/.exec(partText(part, 'xl/worksheets/sheet1.xml'))?.[1]?.replaceAll('&quot;', '"');
    expect(header(masked)).toBe('&amp;C&amp;"Arial,Fett"&amp;12[[person-00000000]]&amp;B&amp;R&amp;P');
    expect(header(await restore(xlsx, masked, [NAME]))).toBe(`&amp;C&amp;"Arial,Fett"&amp;12${NAME}&amp;B&amp;R&amp;P`);
  });

  it('writes characters that XML cannot hold by their number', async () => {
    const [bytes] = CHANNELS['line end in a cell']!;
    const { bytes: masked } = await anonymize(xlsx, bytes, [NAME]);
    expect(partText(masked, 'xl/worksheets/sheet1.xml')).toContain('>[[person-00000000]]_x000D_</t>');
  });
});
