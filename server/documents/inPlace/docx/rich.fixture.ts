/** A Word document with the channels that LibreOffice does not write, made part by part after ECMA-376 and MS-DOCX. */
import { OFFICE, officePackage, PACKAGE, relations } from '../../../../test/fixtures/documents/inPlace/packages.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = `xmlns:r="${OFFICE}"`;
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export const RICH_VALUES = Object.freeze({
  inText: [
    'Wendelin Haberland',
    'wendelin.haberland@example.org',
    'Notburga Zeisig',
    'Ekkehard Lindwurm',
    'Sibylle Nachtigall',
    'Zacharias Ohlsdorf',
    'Fridolin Kessler',
    'Walpurga',
    'Tiberius Anhalt',
  ],
  cleaned: [
    'Heimliche',
    'Datenquelle',
    'Vorlagenpfad',
    'Personenliste',
    'ZertifikatInhaber',
    'MAKROTEXT',
    'BindungsWert',
    'Variablenwert',
    'Etikettwert',
    'EXIFKAMERA',
    'OLEINHALT',
    'Papierkorb',
    '00AA11BB',
  ],
  removedParts: [
    'word/people.xml',
    'customXml/item1.xml',
    '_xmlsignatures/sig1.xml',
    'word/vbaProject.bin',
    'word/recipientData.xml',
    'trash/old.xml',
    'docProps/custom.xml',
    'word/import.rtf',
  ],
});

const run = (content: string): string => `<w:r w:rsidR="00AA11BB">${content}</w:r>`;
const text = (content: string): string => run(`<w:t xml:space="preserve">${content}</w:t>`);
const field = (type: string): string => run(`<w:fldChar w:fldCharType="${type}"/>`);
const code = (content: string): string => run(`<w:instrText xml:space="preserve">${content}</w:instrText>`);

const BODY = [
  // A field whose code is split over runs, with its result.
  `<w:p w:rsidR="00AA11BB" w:rsidRDefault="00AA11BB">${text('Feld ')}${field('begin')}${code(' MERGEFIELD "Wende')}${code('lin Haberland" ')}${field('separate')}${text('Wendelin')}${text(' Haberland')}${field('end')}${text(' Ende')}</w:p>`,
  `<w:p>${text('Platz: ')}<w:sdt><w:sdtPr><w:alias w:val="Name von Notburga Zeisig"/><w:tag w:val="tag"/><w:dataBinding w:xpath="/BindungsWert" w:storeItemID="{1}"/></w:sdtPr><w:sdtContent>${text('Notburga Zeisig')}</w:sdtContent></w:sdt></w:p>`,
  `<w:p>${text('Ort ')}<w:smartTag w:uri="urn:x" w:element="Person"><w:smartTagPr><w:attr w:name="n" w:val="Heimliche Angabe"/></w:smartTagPr>${text('Ekkehard Lindwurm')}</w:smartTag></w:p>`,
  // A paragraph whose end was deleted joins the next one; one that was deleted as a whole goes.
  `<w:p><w:pPr><w:rPr><w:del w:id="1" w:author="Heimliche Hand"/></w:rPr></w:pPr>${text('Anfang ')}</w:p><w:p><w:pPr><w:jc w:val="left"/></w:pPr>${text('Fortsetzung')}</w:p>`,
  `<w:p><w:pPr><w:rPr><w:del w:id="2" w:author="Heimliche Hand"/></w:rPr></w:pPr><w:del w:id="3" w:author="Heimliche Hand"><w:r><w:delText>Heimliche Zeile</w:delText></w:r></w:del></w:p><w:p>${text('Danach')}</w:p>`,
  `<w:p><w:pPr><w:pPrChange w:id="4" w:author="Heimliche Hand"><w:pPr/></w:pPrChange></w:pPr><w:moveFrom w:id="5" w:author="Heimliche Hand">${text('Heimliche Verschiebung')}</w:moveFrom><w:moveTo w:id="6" w:author="Heimliche Hand">${text('verschoben von Sibylle Nachtigall')}</w:moveTo></w:p>`,
  `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" alt="Wasserzeichen Zacharias Ohlsdorf"><v:textpath string="Zacharias Ohlsdorf"/></v:shape></w:pict></w:r></w:p>`,
  `<w:altChunk r:id="rId7"/>`,
  `<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Embed" r:id="rId8"/></w:object></w:r></w:p>`,
  `<w:p><w:bookmarkStart w:id="9" w:name="Walpurga"/>${text('Frau Wal')}${run('<w:softHyphen/>')}${text('purga')}<w:bookmarkEnd w:id="9"/></w:p>`,
  `<w:p>${text('G&#252;nther &amp; Fridolin Kessler &lt;Sohn&gt;')}</w:p>`,
].join('');

const CHART = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ${R}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Umsatz Tiberius Anhalt</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:cat><c:strRef><c:f>Tabelle!A1</c:f><c:strCache><c:pt idx="0"><c:v>Fridolin Kessler</c:v></c:pt></c:strCache></c:strRef></c:cat></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;

/** A JPEG head with an Exif block, as cameras write them, and the end of a picture. */
const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0x00, 0x12]),
  Buffer.from('Exif\0\0EXIFKAMERA', 'latin1'),
  Buffer.from([0xff, 0xda, 0x00, 0x02, 0x11, 0x22, 0xff, 0xd9]),
]);

export function richDocx(): Uint8Array {
  const overrides = {
    'word/document.xml': `${TYPE}.document.main+xml`,
    'word/settings.xml': `${TYPE}.settings+xml`,
    'word/people.xml': `${TYPE}.people+xml`,
    'word/charts/chart1.xml': 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
  };
  const parts: Record<string, string | Uint8Array> = {
    '_rels/.rels': relations(
      ['officeDocument', 'word/document.xml'],
      [`${PACKAGE}/relationships/digital-signature/origin`, '_xmlsignatures/origin.sigs'],
      ['custom-properties', 'docProps/custom.xml'],
    ),
    '_xmlsignatures/origin.sigs': '',
    '_xmlsignatures/_rels/origin.sigs.rels': relations([
      `${PACKAGE}/relationships/digital-signature/signature`,
      'sig1.xml',
    ]),
    '_xmlsignatures/sig1.xml': '<Signature>ZertifikatInhaber</Signature>',
    'docProps/custom.xml': '<Properties><property name="x">Etikettwert</property></Properties>',
    'word/document.xml': `<w:document ${W} ${R}><w:body>${BODY}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(
      ['settings', 'settings.xml'],
      ['http://schemas.microsoft.com/office/2011/relationships/people', 'people.xml'],
      ['customXml', '../customXml/item1.xml'],
      ['http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'vbaProject.bin'],
      ['chart', 'charts/chart1.xml'],
      ['image', 'media/image1.jpg'],
      ['aFChunk', 'import.rtf'],
      ['oleObject', 'embeddings/oleObject1.bin'],
      ['package', 'embeddings/broken.xlsx'],
      ['hyperlink', 'mailto:wendelin.haberland%40example.org', 'External'],
    ),
    'word/settings.xml': `<w:settings ${W} ${R}><w:attachedTemplate r:id="rId1"/><w:mailMerge><w:query w:val="SELECT Datenquelle"/></w:mailMerge><w:docVars><w:docVar w:name="a" w:val="Variablenwert"/></w:docVars><w:rsids><w:rsidRoot w:val="00AA11BB"/></w:rsids></w:settings>`,
    'word/_rels/settings.xml.rels': relations(
      ['attachedTemplate', 'file:///C:/Users/Vorlagenpfad/a.dotx', 'External'],
      ['recipientData', 'recipientData.xml'],
    ),
    'word/recipientData.xml': '<recipients>Datenquelle</recipients>',
    'word/people.xml': '<people><person author="Personenliste"/></people>',
    'customXml/item1.xml': '<root>BindungsWert</root>',
    'word/vbaProject.bin': 'MAKROTEXT',
    'word/charts/chart1.xml': CHART,
    'word/media/image1.jpg': JPEG,
    'word/import.rtf': '{\\rtf1 Heimliche}',
    'word/embeddings/oleObject1.bin': 'OLEINHALT',
    'word/embeddings/broken.xlsx': 'PK\u0003\u0004OLEINHALT',
    'trash/old.xml': '<x>Papierkorb</x>',
  };
  return officePackage(overrides, parts);
}
