import { packageRelations, propertiesPart } from '../package/properties.ts';
import { type PackagePart, writePackage } from '../package/writePackage.ts';
import { THEME } from './theme.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const PRESENTATION = `${OFFICE}.presentationml`;
const RELATION = 'officeDocument/2006/relationships';
const NAMESPACES = [
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
].join(' ');

/** A rectangle in English Metric Units: 914,400 to the inch. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** 16:9, 13⅓ by 7½ inches. */
const SLIDE = Object.freeze({ width: 12_192_000, height: 6_858_000 });
const NOTES = Object.freeze({ width: 6_858_000, height: 9_144_000 });
const TITLE: Box = Object.freeze({ x: 838_200, y: 365_125, width: 10_515_600, height: 1_325_563 });
const BODY: Box = Object.freeze({ x: 838_200, y: 1_825_625, width: 10_515_600, height: 4_351_338 });
const CENTRED_TITLE: Box = Object.freeze({ x: 1_524_000, y: 1_122_363, width: 9_144_000, height: 2_387_600 });
const SUBTITLE: Box = Object.freeze({ x: 1_524_000, y: 3_602_038, width: 9_144_000, height: 1_655_762 });

/** Text of the placeholders of the title layout; sizes in hundredths of a point. */
const centred = (anchor: 't' | 'b', size: number): string =>
  `<a:bodyPr anchor="${anchor}"/><a:lstStyle><a:lvl1pPr marL="0" indent="0" algn="ctr"><a:buNone/><a:defRPr sz="${size}"/></a:lvl1pPr></a:lstStyle>`;
const CENTRED_LINES = Object.freeze({ title: centred('b', 6_000), subtitle: centred('t', 2_400) });

/** The first ids of masters and of layouts (ECMA-376 part 1, 19.7.13: from 2^31 on), and of slides (19.7.11: from 256 on). */
const MASTER_ID = 2_147_483_648;
const SLIDE_ID = 256;

/** A presentation of one empty slide with the title layout (ECMA-376 part 1, PresentationML). */
export function blankPresentation(): Uint8Array {
  return writePackage(packageRelations('ppt/presentation.xml'), [
    presentation,
    master,
    layout,
    slide,
    { name: 'ppt/theme/theme1.xml', contentType: `${OFFICE}.theme+xml`, xml: THEME },
    propertiesPart,
  ]);
}

const presentation: PackagePart = {
  name: 'ppt/presentation.xml',
  contentType: `${PRESENTATION}.presentation.main+xml`,
  xml: [
    `<p:presentation ${NAMESPACES}>`,
    `<p:sldMasterIdLst><p:sldMasterId id="${MASTER_ID}" r:id="rId1"/></p:sldMasterIdLst>`,
    `<p:sldIdLst><p:sldId id="${SLIDE_ID}" r:id="rId2"/></p:sldIdLst>`,
    `<p:sldSz cx="${SLIDE.width}" cy="${SLIDE.height}"/><p:notesSz cx="${NOTES.width}" cy="${NOTES.height}"/>`,
    '</p:presentation>',
  ].join(''),
  relations: [
    { id: 'rId1', type: `${RELATION}/slideMaster`, target: 'slideMasters/slideMaster1.xml' },
    { id: 'rId2', type: `${RELATION}/slide`, target: 'slides/slide1.xml' },
    { id: 'rId3', type: `${RELATION}/theme`, target: 'theme/theme1.xml' },
  ],
};

const master: PackagePart = {
  name: 'ppt/slideMasters/slideMaster1.xml',
  contentType: `${PRESENTATION}.slideMaster+xml`,
  xml: [
    `<p:sldMaster ${NAMESPACES}>`,
    '<p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>',
    shapes(placeholder(2, 'Title', 'type="title"', TITLE), placeholder(3, 'Text', 'type="body" idx="1"', BODY)),
    '</p:cSld>',
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>',
    `<p:sldLayoutIdLst><p:sldLayoutId id="${MASTER_ID + 1}" r:id="rId1"/></p:sldLayoutIdLst>`,
    `<p:txStyles><p:titleStyle>${level(4_400, '+mj')}</p:titleStyle><p:bodyStyle>${level(2_800, '+mn')}</p:bodyStyle><p:otherStyle>${level(1_800, '+mn')}</p:otherStyle></p:txStyles>`,
    '</p:sldMaster>',
  ].join(''),
  relations: [
    { id: 'rId1', type: `${RELATION}/slideLayout`, target: '../slideLayouts/slideLayout1.xml' },
    { id: 'rId2', type: `${RELATION}/theme`, target: '../theme/theme1.xml' },
  ],
};

const layout: PackagePart = {
  name: 'ppt/slideLayouts/slideLayout1.xml',
  contentType: `${PRESENTATION}.slideLayout+xml`,
  xml: [
    `<p:sldLayout ${NAMESPACES} type="title" preserve="1"><p:cSld name="Title Slide">`,
    shapes(
      placeholder(2, 'Title', 'type="ctrTitle"', CENTRED_TITLE, CENTRED_LINES.title),
      placeholder(3, 'Subtitle', 'type="subTitle" idx="1"', SUBTITLE, CENTRED_LINES.subtitle),
    ),
    '</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>',
  ].join(''),
  relations: [{ id: 'rId1', type: `${RELATION}/slideMaster`, target: '../slideMasters/slideMaster1.xml' }],
};

const slide: PackagePart = {
  name: 'ppt/slides/slide1.xml',
  contentType: `${PRESENTATION}.slide+xml`,
  xml: [
    `<p:sld ${NAMESPACES}><p:cSld>`,
    shapes(placeholder(2, 'Title', 'type="ctrTitle"'), placeholder(3, 'Subtitle', 'type="subTitle" idx="1"')),
    '</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>',
  ].join(''),
  relations: [{ id: 'rId1', type: `${RELATION}/slideLayout`, target: '../slideLayouts/slideLayout1.xml' }],
};

function shapes(...list: readonly string[]): string {
  const group =
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
  return `<p:spTree>${group}${list.join('')}</p:spTree>`;
}

/** A placeholder without text; without a box it lies where the layout has it. */
function placeholder(id: number, name: string, kind: string, box?: Box, text = '<a:bodyPr/><a:lstStyle/>'): string {
  const place =
    box === undefined
      ? '<p:spPr/>'
      : `<p:spPr><a:xfrm><a:off x="${box.x}" y="${box.y}"/><a:ext cx="${box.width}" cy="${box.height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${kind}/></p:nvPr></p:nvSpPr>${place}<p:txBody>${text}<a:p><a:endParaRPr/></a:p></p:txBody></p:sp>`;
}

/** Look of the first level of text; sizes in hundredths of a point. */
function level(size: number, font: '+mj' | '+mn'): string {
  return `<a:lvl1pPr algn="l"><a:defRPr sz="${size}" kern="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="${font}-lt"/><a:ea typeface="${font}-ea"/><a:cs typeface="${font}-cs"/></a:defRPr></a:lvl1pPr>`;
}
