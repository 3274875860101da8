import { OFFICE, officePackage, relations } from '../../../../test/fixtures/documents/inPlace/packages.ts';
import {
  signsOf,
  xml,
  type RandomContent,
  type Run,
  type Sign,
} from '../../../../test/fixtures/documents/inPlace/randomContent.ts';
import { partText } from '../../../../test/fixtures/documents/inPlace/checks.ts';

const P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const R = `xmlns:r="${OFFICE}"`;
const TYPE = 'application/vnd.openxmlformats-officedocument.presentationml';

const run = ({ text, bold }: Run): string => `<a:r><a:rPr b="${bold ? 1 : 0}" lang="de"/><a:t>${xml(text)}</a:t></a:r>`;
const body = (paragraphs: readonly (readonly Run[])[]): string =>
  paragraphs.map((runs) => `<a:p>${runs.map(run).join('')}</a:p>`).join('');
const line = (text: string): string => `<a:p><a:r><a:t>${xml(text)}</a:t></a:r></a:p>`;

/** A presentation with the content in all channels of its slides and around them. */
export function randomPptx({ texts, address, numbers, paragraphs }: RandomContent): Uint8Array {
  const [name, descr, title, tooltip, author, comment, tag, section, slideName] = texts.map(xml);
  const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${numbers.map((number) => `<a:tc><a:txBody>${line(number)}</a:txBody></a:tc>`).join('')}<a:tc><a:txBody>${body(paragraphs)}</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  return officePackage(
    { 'ppt/presentation.xml': `${TYPE}.presentation.main+xml` },
    {
      '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
      'ppt/presentation.xml': `<p:presentation ${P} ${R}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:extLst><p:ext uri="{x}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:section name="${section}" id="{1}"/></p14:sectionLst></p:ext></p:extLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations(
        ['slide', 'slides/slide1.xml'],
        ['commentAuthors', 'commentAuthors.xml'],
      ),
      'ppt/commentAuthors.xml': `<p:cmAuthorLst ${P}><p:cmAuthor id="0" name="${author}" initials="X" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>`,
      'ppt/slides/slide1.xml': `<p:sld ${P} ${A} ${R}><p:cSld name="${slideName}"><p:spTree><p:sp><p:nvSpPr><p:cNvPr id="2" name="${name}" descr="${descr}" title="${title}"><a:hlinkClick r:id="rId5" tooltip="${tooltip}"/></p:cNvPr></p:nvSpPr><p:txBody>${body(paragraphs)}</p:txBody></p:sp>${table}</p:spTree></p:cSld></p:sld>`,
      'ppt/slides/_rels/slide1.xml.rels': relations(
        ['comments', '../comments/comment1.xml'],
        ['notesSlide', '../notesSlides/notesSlide1.xml'],
        ['tags', '../tags/tag1.xml'],
        ['diagramData', '../diagrams/data1.xml'],
        ['hyperlink', `mailto:x@example.org?subject=${address}`, 'External'],
        ['chart', '../charts/chart1.xml'],
      ),
      'ppt/comments/comment1.xml': `<p:cmLst ${P}><p:cm authorId="0" dt="2026-01-05T10:00:00.000" idx="1"><p:text>${comment}</p:text></p:cm></p:cmLst>`,
      'ppt/notesSlides/notesSlide1.xml': `<p:notes ${P} ${A}><p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id="2" name=""/></p:nvSpPr><p:txBody>${body(paragraphs)}</p:txBody></p:sp></p:spTree></p:cSld></p:notes>`,
      'ppt/tags/tag1.xml': `<p:tagLst ${P}><p:tag name="KUNDE" val="${tag}"/></p:tagLst>`,
      'ppt/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${A}><dgm:ptLst><dgm:pt><dgm:t>${line(texts[10]!)}</dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
      'ppt/charts/chart1.xml': `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ${A}><c:chart><c:title><c:tx><c:rich>${line(texts[11]!)}</c:rich></c:tx></c:title></c:chart></c:chartSpace>`,
    },
  );
}

/** The signs of the slide's paragraphs, each with its formatting. */
export const pptxSigns = (bytes: Uint8Array): Sign[][] =>
  signsOf(
    partText(bytes, 'ppt/slides/slide1.xml'),
    /<a:p>.*?<\/a:p>/gs,
    /<a:r>(?<format><a:rPr[^>]*\/>)?<a:t[^>]*>(?<text>[^<]*)<\/a:t><\/a:r>/gs,
  );
