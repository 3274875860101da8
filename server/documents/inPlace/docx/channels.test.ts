import { describe, expect, it } from 'vitest';
import { channelFaults } from '../../../../test/fixtures/documents/inPlace/channels.ts';
import { anonymize, leftovers, partText, readText } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { OFFICE, officePackage, relations } from '../../../../test/fixtures/documents/inPlace/packages.ts';
import { openFormat } from '../formats.ts';

const docx = await openFormat('docx');
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const NAMESPACES = `xmlns:w="${W}" xmlns:r="${OFFICE}" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`;
const NAME = 'Kasimir Wolkenstein';
const CODED = Buffer.from(`{"author":"${NAME}"}`, 'utf8').toString('base64');

/** Further parts of a document: relationship type, name and content. */
type Part = readonly [type: string, name: string, content: string];

function document(body: string, ...parts: readonly Part[]): Uint8Array {
  return officePackage(
    { 'word/document.xml': `${TYPE}.document.main+xml` },
    {
      '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
      'word/document.xml': `<w:document ${NAMESPACES}><w:body><w:p><w:r><w:t>Sehr geehrte Frau,</w:t></w:r></w:p>${body}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relations(...parts.map(([type, name]) => [type, name] as const)),
      ...Object.fromEntries(parts.map(([, name, content]) => [`word/${name}`, content])),
    },
  );
}
const field = (...runs: readonly string[]): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${runs.map((run) => `<w:r>${run}</w:r>`).join('')}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Ergebnis</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
const code = (text: string): string => `<w:instrText xml:space="preserve">${text}</w:instrText>`;
const control = (properties: string): string =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent><w:p><w:r><w:t>Inhalt</w:t></w:r></w:p></w:sdtContent></w:sdt>`;
const settings = (content: string): Part => [
  'settings',
  'settings.xml',
  `<w:settings ${NAMESPACES} xmlns:sl="http://schemas.openxmlformats.org/schemaLibrary/2006/main">${content}</w:settings>`,
];
const styles = (content: string): Part => ['styles', 'styles.xml', `<w:styles ${NAMESPACES}>${content}</w:styles>`];
const chart = (content: string): Part => [
  'chart',
  'charts/chart1.xml',
  `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c15="http://schemas.microsoft.com/office/drawing/2012/chart">${content}</c:chartSpace>`,
];
const comments = (content: string): readonly Part[] => [
  [
    'comments',
    'comments.xml',
    `<w:comments ${NAMESPACES}><w:comment w:id="0" w:author="A"><w:p/></w:comment></w:comments>`,
  ],
  ['http://schemas.microsoft.com/office/2018/08/relationships/commentsExtensible', 'commentsExtensible.xml', content],
];

const CHANNELS: Readonly<Record<string, Uint8Array>> = {
  'chosen date of a control': document(
    control('<w:date w:fullDate="1979-05-24T00:00:00Z"/>').replace('Inhalt', '24.05.1979'),
  ),
  'last value of a list': document(control(`<w:comboBox w:lastValue="${NAME}"><w:listItem w:value="1"/></w:comboBox>`)),
  'title of a repeated section': document(
    control(`<w15:repeatingSection><w15:sectionTitle w15:val="${NAME}"/></w15:repeatingSection>`),
  ),
  'category of building blocks': document(
    control(`<w:docPartList><w:docPartCategory w:val="${NAME}"/></w:docPartList>`),
  ),
  'data of a field': document(field(`${code('ADDIN EN.CITE')}<w:fldData xml:space="preserve">${CODED}</w:fldData>`)),
  'data in the code of a field': document(
    field(code(`ADDIN CitaviPlaceholder{${CODED.slice(0, 12)}`), code(`${CODED.slice(12)}}`)),
  ),
  'source of a citation': document(field(code(` CITATION ${NAME.replace(' ', '')} \\l 1031 `))),
  'label of a sequence': document(field(code(` SEQ ${NAME} \\* ARABIC `))),
  'place in a linked document': document(
    `<w:p><w:hyperlink w:docLocation="${NAME}"><w:r><w:t>hier</w:t></w:r></w:hyperlink></w:p>`,
  ),
  'link to a place, as a relationship': document('<w:p/>', ['hyperlink', `#${encodeURIComponent(NAME)}`, '']),
  'line for a signature': document(
    `<w:p><w:r><w:pict><v:shape alt="Signaturzeile"><o:signatureline v:ext="edit" id="{1}" provid="{2}" o:suggestedsigner="${NAME}" o:suggestedsigner2="Amt" o:suggestedsigneremail="a@b.example" issignatureline="t"/></v:shape></w:pict></w:r></w:p>`,
  ),
  'instructions for a signature': document(
    `<w:p><w:r><w:pict><v:shape><o:signatureline o:signinginstructions="Bitte ${NAME} vorlegen" issignatureline="t"/></v:shape></w:pict></w:r></w:p>`,
  ),
  'film from the web': document(
    `<w:p><w:r><w:drawing><wp15:webVideoPr xmlns:wp15="http://schemas.microsoft.com/office/word/2012/wordprocessingDrawing" embeddedHtml="&lt;iframe title=&quot;${NAME}&quot;&gt;"/></w:drawing></w:r></w:p>`,
  ),
  'comment in the markup': document(`<!-- von ${NAME} --><w:p/>`),
  'instruction in the markup': document(`<?vorlage ${NAME}?><w:p/>`),
  'attached schema': document('<w:p/>', settings(`<w:attachedSchema w:val="urn:${encodeURIComponent(NAME)}"/>`)),
  'library of schemas': document(
    '<w:p/>',
    settings(`<sl:schemaLibrary><sl:schema sl:uri="urn:x" sl:schemaLocation="C:\\${NAME}\\a.xsd"/></sl:schemaLibrary>`),
  ),
  'type of smart tag': document(
    '<w:p/>',
    settings(`<w:smartTagType w:namespaceuri="urn:x" w:url="file://${NAME}" w:name="x"/>`),
  ),
  transformation: document('<w:p/>', settings(`<w:saveThroughXslt w:solutionID="${NAME}"/>`)),
  'caption label': document('<w:p/>', settings(`<w:captions><w:caption w:name="${NAME}"/></w:captions>`)),
  'style with another name': document(
    '<w:p/>',
    styles(
      `<w:style w:type="paragraph" w:customStyle="1" w:styleId="x"><w:name w:val="Eigener"/><w:aliases w:val="${NAME}"/></w:style>`,
    ),
  ),
  'names made of a value': document(
    '<w:p/>',
    styles(`<w:style w:type="paragraph" w:customStyle="1" w:styleId="x"><w:name w:val="${NAME}"/></w:style>`),
  ),
  'name of a list': document('<w:p/>', [
    'numbering',
    'numbering.xml',
    `<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:name w:val="${NAME}"/></w:abstractNum></w:numbering>`,
  ]),
  'building block': document('<w:p/>', [
    'glossaryDocument',
    'glossary/document.xml',
    `<w:glossaryDocument ${NAMESPACES}><w:docParts><w:docPart><w:docPartPr><w:name w:val="Brief"/><w:category><w:name w:val="Kanzlei"/></w:category><w:description w:val="Gruss von ${NAME}"/></w:docPartPr><w:docPartBody><w:p/></w:docPartBody></w:docPart></w:docParts></w:glossaryDocument>`,
  ]),
  'name of a building block': document('<w:p/>', [
    'glossaryDocument',
    'glossary/document.xml',
    `<w:glossaryDocument ${NAMESPACES}><w:docParts><w:docPart><w:docPartPr><w:name w:val="${NAME}"/><w:category><w:name w:val="${NAME}"/></w:category></w:docPartPr><w:docPartBody><w:p/></w:docPartBody></w:docPart></w:docParts></w:glossaryDocument>`,
  ]),
  'frames of a web page': document('<w:p/>', [
    'webSettings',
    'webSettings.xml',
    `<w:webSettings ${NAMESPACES}><w:frameset><w:frame><w:name w:val="${NAME}"/><w:title w:val="${NAME}"/></w:frame></w:frameset></w:webSettings>`,
  ]),
  'name of a theme': document('<w:p/>', [
    'theme',
    'theme/theme1.xml',
    `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Hausfarben ${NAME}"><a:themeElements><a:clrScheme name="${NAME}"/><a:fontScheme name="${NAME}"/><a:fmtScheme name="${NAME}"/></a:themeElements><a:custClrLst><a:custClr name="${NAME}"/></a:custClrLst></a:theme>`,
  ]),
  'reaction to a comment': document(
    '<w:p/>',
    ...comments(
      `<w16cex:commentsExtensible xmlns:w16cex="http://schemas.microsoft.com/office/word/2018/wordml/cex" xmlns:w16="http://schemas.microsoft.com/office/word/2018/wordml"><w16cex:commentExtensible w16cex:durableId="1" w16cex:dateUtc="2026-01-01T00:00:00Z"><w16cex:extLst><w16:ext xmlns:w16="http://schemas.microsoft.com/office/word/2018/wordml" w16:uri="{1}"><cr:reactions xmlns:cr="http://schemas.microsoft.com/office/comments/2020/reactions"><cr:reaction reactionType="1"><cr:reactionInfo dateUtc="2026-01-01T00:00:00Z"><cr:user userId="S::k@x.example" userProvider="AD" userName="${NAME}"/></cr:reactionInfo></cr:reaction></cr:reactions></w16:ext></w16cex:extLst></w16cex:commentExtensible></w16cex:commentsExtensible>`,
    ),
  ),
  'labels of a chart from cells': document(
    '<w:p/>',
    chart(
      `<c:chart><c:plotArea><c:ser><c:extLst><c:ext uri="{1}"><c15:datalabelsRange><c15:f>A1</c15:f><c15:dlblRangeCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${NAME}</c:v></c:pt></c15:dlblRangeCache></c15:datalabelsRange></c:ext></c:extLst></c:ser></c:plotArea></c:chart>`,
    ),
  ),
  'name of a trend': document(
    '<w:p/>',
    chart(
      `<c:chart><c:plotArea><c:ser><c:trendline><c:name>${NAME}</c:name></c:trendline></c:ser></c:plotArea></c:chart>`,
    ),
  ),
  'pivot table of a chart': document(
    '<w:p/>',
    chart(`<c:pivotSource><c:name>[${NAME}.xlsx]Blatt!Pivot</c:name></c:pivotSource><c:chart/>`),
  ),
  'format of the numbers of a chart': document(
    '<w:p/>',
    chart(
      `<c:chart><c:plotArea><c:ser><c:val><c:numRef><c:numCache><c:formatCode>0 "${NAME}"</c:formatCode></c:numCache></c:numRef></c:val></c:ser></c:plotArea></c:chart>`,
    ),
  ),
  'places of a map': document('<w:p/>', [
    'http://schemas.microsoft.com/office/2014/relationships/chartEx',
    'charts/chartEx1.xml',
    `<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"><cx:chart><cx:plotArea><cx:plotAreaRegion><cx:series><cx:layoutPr><cx:geography><cx:geoCache provider="{1}"><cx:binary>${CODED}</cx:binary></cx:geoCache></cx:geography></cx:layoutPr></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`,
  ]),
  ink: document(
    '<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wpi"><w:drawing><w14:contentPart xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" r:id="rId1"/></w:drawing></mc:Choice><mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent></w:r></w:p>',
    [
      'http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml',
      'ink/ink1.xml',
      `<inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML"><inkml:annotation type="recognized">${NAME}</inkml:annotation></inkml:ink>`,
    ],
  ),
  'linked file in the code of a field': document(
    field(code(` LINK Excel.Sheet.12 "C:\\\\Users\\\\${NAME}\\\\Kosten.xlsx" "Tabelle1!Z1S1" \\a \\f 0 `)),
  ),
};

const OTHER_VALUES: Readonly<Record<string, string>> = {
  'chosen date of a control': '1979-05-24',
  'source of a citation': 'KasimirWolkenstein',
};

describe('channels of Word documents', () => {
  it.each(Object.entries(CHANNELS))('%s', async (channel, bytes) => {
    expect(await channelFaults(docx, bytes, OTHER_VALUES[channel] ?? NAME)).toEqual([]);
  });

  it('leaves no names that are made of a value', async () => {
    const style =
      '<w:style w:type="paragraph" w:customStyle="1" w:styleId="KasimirWolkenstein"><w:name w:val="x"/></w:style>';
    const bytes = document(
      `<w:p><w:pPr><w:pStyle w:val="KasimirWolkenstein"/></w:pPr><w:bookmarkStart w:id="1" w:name="Kasimir_Wolkenstein"/><w:r><w:t>${NAME}</w:t></w:r></w:p>`,
      styles(style),
    );
    const result = await anonymize(docx, bytes, [NAME]);
    expect(leftovers(result.bytes, ['KasimirWolkenstein', 'Kasimir_Wolkenstein'])).toEqual([]);
    expect(partText(result.bytes, 'word/document.xml')).toContain('<w:pStyle w:val="person-00000000"/>');
    expect(partText(result.bytes, 'word/styles.xml')).toContain('w:styleId="person-00000000"');
  });

  it('gives a style another id when its name holds a value, and reads joined words of its name apart', async () => {
    const named = (id: string, name: string) =>
      `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
    const bytes = document(
      '<w:p><w:pPr><w:pStyle w:val="BriefJrgMller"/></w:pPr><w:r><w:t>Text</w:t></w:r></w:p>',
      styles(named('BriefJrgMller', 'Brief Jörg_Müller') + named('DRyellow', 'DR_yellow') + named('style1', 'x')),
    );
    expect(await readText(docx, bytes)).toContain('Brief Jörg Müller\nDR yellow\n');
    const result = await anonymize(docx, bytes, ['Jörg Müller']);
    expect(partText(result.bytes, 'word/document.xml')).toContain('<w:pStyle w:val="Style2"/>');
    const written = partText(result.bytes, 'word/styles.xml');
    expect(written).toContain('w:styleId="Style2"><w:name w:val="Brief [[person-00000000]]"/>');
    expect(written).toContain('w:styleId="DRyellow"><w:name w:val="DR_yellow"/>');
    expect(leftovers(result.bytes, ['Mller', 'Müller', 'Jrg'])).toEqual([]);
  });

  it('shows the picture of ink where ink is taken out', async () => {
    const result = await anonymize(docx, CHANNELS['ink']!, [NAME]);
    expect(partText(result.bytes, 'word/document.xml')).toContain(
      '<mc:AlternateContent><mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent>',
    );
  });
});
