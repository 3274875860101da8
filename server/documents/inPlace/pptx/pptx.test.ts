import { describe, expect, it } from 'vitest';
import {
  allParts,
  anonymize,
  fixture,
  leftovers,
  partText,
  readText,
  restore,
  throughLibreOffice,
} from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { officePackage, OFFICE, relations } from '../../../../test/fixtures/documents/inPlace/packages.ts';
import { hasOffice } from '../../../../test/helpers/office.ts';
import { openFormat } from '../formats.ts';

const pptx = await openFormat('pptx');
const slides = fixture('pptx/slides.pptx');
const VALUES = [
  'Quentin Moosgruber',
  'quentin.moosgruber@example.org',
  'Adelgunde Fassbinder',
  'Benedikt Rotfuchs',
  'Ottfried Blumenschein',
  'Rosalinde Eichkorn',
];
const signal = new AbortController().signal;

const P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const R = `xmlns:r="${OFFICE}"`;
const MODERN = 'http://schemas.microsoft.com/office/powerpoint/2018/8/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.presentationml';

/** Sections, tags, modern comments, SmartArt and a workbook inside a chart. */
function richPptx(): Uint8Array {
  const shape = (text: string) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Foto Wendelin Haberland" descr="Portrait Notburga Zeisig"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  return officePackage(
    { 'ppt/presentation.xml': `${TYPE}.presentation.main+xml` },
    {
      '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
      'ppt/presentation.xml': `<p:presentation ${P} ${R}><p:sldIdLst><p:sldId id="257" r:id="rId2"/><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:extLst><p:ext uri="{x}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:section name="Teil Zacharias Ohlsdorf" id="{1}"/></p14:sectionLst></p:ext></p:extLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations(
        ['slide', 'slides/slide1.xml'],
        ['slide', 'slides/slide2.xml'],
        ['http://schemas.microsoft.com/office/2018/10/relationships/authors', 'authors.xml'],
        ['http://schemas.microsoft.com/office/2016/11/relationships/changesInfo', 'changesInfos/changesInfo1.xml'],
      ),
      'ppt/authors.xml': `<p188:authorLst xmlns:p188="${MODERN}"><p188:author id="{A}" name="Heimliche Hand" initials="HH" userId="heimlich@example.org" providerId="AD"/></p188:authorLst>`,
      'ppt/changesInfos/changesInfo1.xml': '<changes name="Heimliche Hand"/>',
      'ppt/slides/slide1.xml': `<p:sld ${P} ${A} ${R}>${shape('Ekkehard Lindwurm')}</p:sld>`,
      'ppt/slides/slide2.xml': `<p:sld ${P} ${A} ${R}>${shape('Zuerst')}</p:sld>`,
      'ppt/slides/_rels/slide1.xml.rels': relations(
        ['http://schemas.microsoft.com/office/2018/10/relationships/comments', '../comments/c1.xml'],
        ['tags', '../tags/tag1.xml'],
        ['diagramData', '../diagrams/data1.xml'],
        ['chart', '../charts/chart1.xml'],
      ),
      'ppt/comments/c1.xml': `<p188:cmLst xmlns:p188="${MODERN}" ${A}><p188:cm id="{C}" authorId="{A}" created="2026-01-05T10:00:00.000"><p188:txBody><a:p><a:r><a:t>an Sibylle Nachtigall</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>`,
      'ppt/tags/tag1.xml': `<p:tagLst ${P}><p:tag name="KUNDE" val="Tiberius Anhalt"/></p:tagLst>`,
      'ppt/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${A}><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Chefin Walpurga Stern</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
      'ppt/charts/chart1.xml': `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ${R}><c:externalData r:id="rId1"/></c:chartSpace>`,
      'ppt/charts/_rels/chart1.xml.rels': relations(['package', '../embeddings/book.xlsx']),
      'ppt/embeddings/book.xlsx': fixture('xlsx/sheet.xlsx'),
    },
  );
}
const RICH_VALUES = [
  'Wendelin Haberland',
  'Notburga Zeisig',
  'Ekkehard Lindwurm',
  'Zacharias Ohlsdorf',
  'Sibylle Nachtigall',
  'Tiberius Anhalt',
  'Walpurga Stern',
  'Quentin Moosgruber',
  '24.05.1979',
];

describe('pptx in place', () => {
  it('reads slides, tables, notes, comments and links with their numbers', async () => {
    const { text, places } = await pptx.read(slides, { signal });
    for (const value of VALUES) expect(text).toContain(value);
    const at = text.indexOf('Rosalinde Eichkorn');
    expect(places.find(({ start, end }) => start <= at && at < end)?.part).toEqual({ kind: 'slide', number: 2 });
  });

  it('leaves no planted value in any part and puts all back', async () => {
    const { bytes } = await anonymize(pptx, slides, VALUES);
    expect(leftovers(bytes, [...VALUES, 'Gerlinde', 'Revisorin', 'Leopold', 'Verfasserin'])).toEqual([]);
    const restored = await restore(pptx, bytes, VALUES);
    expect(await readText(pptx, restored)).toBe(await readText(pptx, slides));
    const markup = (bytesOfDeck: Uint8Array) =>
      partText(bytesOfDeck, 'ppt/slides/slide1.xml').replace(/(<a:t>)[^<]*/g, '$1');
    expect(markup(restored)).toBe(markup(slides));
  });

  it('covers sections, tags, modern comments, diagrams and the workbook of a chart', async () => {
    const rich = richPptx();
    const text = await readText(pptx, rich);
    expect(text.indexOf('Zuerst')).toBeLessThan(text.indexOf('Ekkehard Lindwurm'));
    for (const value of RICH_VALUES) expect(text).toContain(value);
    const { bytes } = await anonymize(pptx, rich, RICH_VALUES);
    expect(leftovers(bytes, [...RICH_VALUES, 'Heimliche', 'heimlich', '2026-01-05', 'Verfasserin'])).toEqual([]);
    expect([...allParts(bytes).keys()]).toContain('ppt/embeddings/book.xlsx!xl/workbook.xml');
    expect(await readText(pptx, await restore(pptx, bytes, RICH_VALUES))).toBe(text);
  });

  it.skipIf(!hasOffice('impress'))(
    'opens in LibreOffice (skipped where LibreOffice Impress is not installed)',
    async () => {
      const { bytes } = await anonymize(pptx, slides, VALUES);
      const [pdf] = await throughLibreOffice([bytes], 'pptx', 'pdf');
      expect(pdf!.subarray(0, 4).toString()).toBe('%PDF');
    },
    120_000,
  );
});
