import { describe, expect, it } from 'vitest';
import { channelFaults } from '../../../../test/fixtures/documents/inPlace/channels.ts';
import { OFFICE, officePackage, relations } from '../../../../test/fixtures/documents/inPlace/packages.ts';
import { openFormat } from '../formats.ts';

const pptx = await openFormat('pptx');
const SPACES = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}" xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main" xmlns:p15="http://schemas.microsoft.com/office/powerpoint/2012/main"`;
const TYPE = 'application/vnd.openxmlformats-officedocument.presentationml';
const NAME = 'Kasimir Wolkenstein';

type Part = readonly [type: string, name: string, content: string];

/** @param slide - behind the drawings of the slide */
function slides(
  { slide = '', presentation = '' },
  ofSlide: readonly Part[] = [],
  ofAll: readonly Part[] = [],
): Uint8Array {
  return officePackage(
    { 'ppt/presentation.xml': `${TYPE}.presentation.main+xml`, 'ppt/slides/slide1.xml': `${TYPE}.slide+xml` },
    {
      '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
      'ppt/presentation.xml': `<p:presentation ${SPACES}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst>${presentation}</p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations(
        ['slide', 'slides/slide1.xml'],
        ...ofAll.map(([type, name]) => [type, name] as const),
      ),
      'ppt/slides/slide1.xml': `<p:sld ${SPACES}><p:cSld><p:spTree/></p:cSld>${slide}</p:sld>`,
      'ppt/slides/_rels/slide1.xml.rels': relations(...ofSlide.map(([type, name]) => [type, `../${name}`] as const)),
      ...Object.fromEntries([...ofSlide, ...ofAll].map(([, name, content]) => [`ppt/${name}`, content])),
    },
  );
}

const CHANNELS: Readonly<Record<string, Uint8Array>> = {
  'account of an author of comments': slides(
    {},
    [],
    [
      [
        'commentAuthors',
        'commentAuthors.xml',
        `<p:cmAuthorLst ${SPACES}><p:cmAuthor id="1" name="x" initials="x" lastIdx="1" clrIdx="0"><p:extLst><p:ext uri="{1}"><p15:presenceInfo userId="S::${NAME}::1" providerId="AD"/></p:ext></p:extLst></p:cmAuthor></p:cmAuthorLst>`,
      ],
    ],
  ),
  'sound of a transition': slides({
    slide: `<p:transition><p:sndAc><p:stSnd><p:snd r:embed="rId9" name="${NAME}.wav"/></p:stSnd></p:sndAc></p:transition>`,
  }),
  'sound of a link': slides({
    slide: `<a:hlinkClick r:id=""><a:snd r:embed="rId9" name="${NAME}.wav"/></a:hlinkClick>`,
  }),
  'bookmark in a film': slides({
    slide: `<p14:media><p14:bmkLst><p14:bmk name="${NAME}" time="1"/></p14:bmkLst></p14:media>`,
  }),
  'title of a published page': slides(
    {},
    [],
    [
      [
        'presProps',
        'presProps.xml',
        `<p:presentationPr ${SPACES}><p:htmlPubPr title="${NAME}" r:id="rId1"/></p:presentationPr>`,
      ],
    ],
  ),
  'name of a layout': slides({}, [
    [
      'slideLayout',
      'slideLayouts/l.xml',
      `<p:sldLayout ${SPACES}><p:cSld name="Titel ${NAME}"><p:spTree/></p:cSld></p:sldLayout>`,
    ],
  ]),
  'name of a layout to match': slides({}, [
    [
      'slideLayout',
      'slideLayouts/l.xml',
      `<p:sldLayout ${SPACES} matchingName="${NAME}"><p:cSld name="Titelfolie"><p:spTree/></p:cSld></p:sldLayout>`,
    ],
  ]),
  'style of tables': slides(
    {},
    [],
    [
      [
        'tableStyles',
        'tableStyles.xml',
        `<a:tblStyleLst ${SPACES} def="{1}"><a:tblStyle styleId="{2}" styleName="${NAME}"/></a:tblStyleLst>`,
      ],
    ],
  ),
  'name of a theme': slides(
    {},
    [],
    [['theme', 'theme/t.xml', `<a:theme ${SPACES} name="${NAME}"><a:themeElements/></a:theme>`]],
  ),
  'action of a macro': slides({ slide: `<a:hlinkClick r:id="" action="ppaction://program?file=${NAME}.exe"/>` }),
  'title of a slide elsewhere': slides({
    slide: `<a:hlinkClick r:id="" action="ppaction://hlinkpres?slideindex=2&amp;slidetitle=${NAME}"/>`,
  }),
  'invalid address of a link': slides({ slide: `<a:hlinkClick r:id="" invalidUrl="http://${NAME}"/>` }),
  'extra text of a chart': slides({}, [
    [
      'chart',
      'charts/c.xml',
      `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:printSettings><c:headerFooter><c:oddHeader>${NAME}</c:oddHeader></c:headerFooter></c:printSettings></c:chartSpace>`,
    ],
  ]),
};

describe('channels of PowerPoint presentations', () => {
  it.each(Object.entries(CHANNELS))('%s', async (_channel, bytes) => {
    expect(await channelFaults(pptx, bytes, NAME)).toEqual([]);
  });
});
