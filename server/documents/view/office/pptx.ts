import type { SlideShape, ViewParagraph, ViewRow } from '../../../contract/documentView.ts';
import { OOXML_PREFIXES } from '../../inPlace/ooxml/namespaces.ts';
import { pictureColor } from './pictureColor.ts';
import { createSlideColors, type SlideColors } from './pptxColors.ts';
import { createParagraphBuilder, type ParagraphLook, type RunLook } from './paragraphs.ts';
import type { PictureTexts } from './pictureTexts.ts';
import { child, children, descendants, numberOf, openTrees, value, type TreePackage, type XmlNode } from './tree.ts';

/** A slide with what stands on it. */
export interface SlideView {
  /** RGB, hexadecimal; undefined: white. */
  readonly background?: string | undefined;
  readonly shapes: readonly SlideShape[];
  readonly notes: readonly ViewParagraph[];
}

/** Slides of a presentation, all of one size in points. */
export interface Slides {
  readonly width: number;
  readonly height: number;
  readonly slides: readonly SlideView[];
}

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const EMU_PER_POINT = 12_700;
const HUNDREDTHS = 100;
const STANDARD_SIZE = Object.freeze({ cx: 9_144_000, cy: 6_858_000 });
/** Sizes of letters where neither run nor placeholder says one, in points. */
const TITLE_SIZE = 36;
const BODY_SIZE = 20;
const NOTES_SIZE = 12;
const ALIGNMENTS: Readonly<Record<string, NonNullable<ParagraphLook['align']>>> = Object.freeze({
  ...{ ctr: 'center', r: 'end', just: 'justify', l: 'start' },
});

/** The slides of a tagged presentation (ECMA-376 part 1, 19). */
export async function pptxSlides(bytes: Uint8Array, text: string, pictures: PictureTexts): Promise<Slides> {
  const pkg = await openTrees(bytes, OOXML_PREFIXES);
  const top = [...(await pkg.relationships('')).values()].find(({ type }) => type === 'officeDocument');
  const main = top?.target ?? 'ppt/presentation.xml';
  const root = (await pkg.part(main)) ?? undefined;
  const links = await pkg.relationships(main);
  const across = numberOf(child(root, 'p:sldSz'), 'cx') ?? STANDARD_SIZE.cx;
  const down = numberOf(child(root, 'p:sldSz'), 'cy') ?? STANDARD_SIZE.cy;
  const slides: SlideView[] = [];
  for (const entry of children(child(root, 'p:sldIdLst'), 'p:sldId')) {
    // Two attributes are called id; the one that names the part begins with letters.
    const target = links.get(value(entry, 'id') ?? '')?.target;
    slides.push(target === undefined ? NO_SLIDE : await slideOf(pkg, target, { across, down }, text, pictures));
  }
  return { width: across / EMU_PER_POINT, height: down / EMU_PER_POINT, slides };
}

const NO_SLIDE: SlideView = Object.freeze({ shapes: [], notes: [] });

interface Size {
  readonly across: number;
  readonly down: number;
}

async function slideOf(
  pkg: TreePackage,
  name: string,
  size: Size,
  text: string,
  pictures: PictureTexts,
): Promise<SlideView> {
  const slide = await pkg.part(name);
  if (slide === null) return NO_SLIDE;
  const own = await pkg.relationships(name);
  const links = [...own.values()];
  const pictureOf = (id: string) => pictures.lines(own.get(id)?.target);
  const layoutName = links.find(({ type }) => type === 'slideLayout')?.target;
  const layout = layoutName === undefined ? null : await pkg.part(layoutName);
  const above = layoutName === undefined ? [] : [...(await pkg.relationships(layoutName)).values()];
  const masterName = above.find(({ type }) => type === 'slideMaster')?.target;
  const master = masterName === undefined ? null : await pkg.part(masterName);
  const origins = [layout, master].map((origin) => (origin === null ? [] : shapesIn(origin)));
  const themeName =
    masterName === undefined
      ? undefined
      : [...(await pkg.relationships(masterName)).values()].find(({ type }) => type === 'theme')?.target;
  const colors = createSlideColors(
    themeName === undefined ? null : await pkg.part(themeName),
    overriddenMap(slide) ?? overriddenMap(layout) ?? child(master ?? undefined, 'p:clrMap'),
  );
  const parts = [
    { root: slide, name },
    { root: layout, name: layoutName },
    { root: master, name: masterName },
  ];
  const reading: SlideReading = {
    ...{ text, size, origins, pictureOf, colors },
    styles: child(master ?? undefined, 'p:txStyles'),
  };
  const notesName = links.find(({ type }) => type === 'notesSlide')?.target;
  const notes = notesName === undefined ? null : await pkg.part(notesName);
  return {
    background: await backgroundOf(pkg, parts, colors),
    shapes: shapesIn(slide).flatMap(({ node, toSlide }) => shapeOf(node, toSlide, reading)),
    notes: notes === null ? [] : notesOf(notes, text),
  };
}

/** Notes stand on white paper, whatever the colours of their own master are. */
const notesOf = (notes: XmlNode, text: string): ViewParagraph[] =>
  shapesIn(notes).flatMap(({ node }) =>
    paragraphsOf(child(node, 'p:txBody'), text, { size: NOTES_SIZE }, { of: () => undefined }),
  );

const overriddenMap = (root: XmlNode | null): XmlNode | undefined =>
  child(root ?? undefined, 'p:clrMapOvr', 'a:overrideClrMapping');

/** Of the slide, else of its layout, else of its master (19.3.1.1). */
async function backgroundOf(
  pkg: TreePackage,
  parts: readonly { readonly root: XmlNode | null; readonly name: string | undefined }[],
  colors: SlideColors,
): Promise<string | undefined> {
  for (const { root, name } of parts) {
    const background = child(root ?? undefined, 'p:cSld', 'p:bg');
    if (background === undefined) continue;
    const own = child(background, 'p:bgPr');
    const link = value(child(own, 'a:blipFill', 'a:blip'), 'embed');
    if (link === undefined || name === undefined) return colors.of(own ?? child(background, 'p:bgRef'));
    const target = (await pkg.relationships(name)).get(link)?.target;
    return target === undefined ? undefined : await pictureColor(await pkg.bytes(target));
  }
  return undefined;
}

interface Placed {
  readonly node: XmlNode;
  /** From the space of its group to that of the slide. */
  readonly toSlide: (frame: Frame) => Frame;
}

/** Shapes, pictures and frames of a slide, those in groups too. */
function shapesIn(root: XmlNode): Placed[] {
  const tree = [...descendants(root, (name) => name === 'p:spTree')][0];
  return tree === undefined ? [] : inGroup(tree, (frame) => frame);
}

function inGroup(group: XmlNode, toSlide: (frame: Frame) => Frame): Placed[] {
  return group.children.flatMap((node): Placed[] => {
    if (node.name === 'p:grpSp') {
      const inner = groupMap(child(node, 'p:grpSpPr', 'a:xfrm'));
      return inGroup(node, (frame) => toSlide(inner(frame)));
    }
    return /^p:(?:sp|pic|graphicFrame|cxnSp)$/.test(node.name) ? [{ node, toSlide }] : [];
  });
}

function groupMap(transform: XmlNode | undefined): (frame: Frame) => Frame {
  const outer = frameOf(transform);
  const [offset, extent] = [child(transform, 'a:chOff'), child(transform, 'a:chExt')];
  const [x, y] = [numberOf(offset, 'x') ?? 0, numberOf(offset, 'y') ?? 0];
  const [width, height] = [numberOf(extent, 'cx') ?? 0, numberOf(extent, 'cy') ?? 0];
  if (outer === null || width <= 0 || height <= 0) return (frame) => frame;
  const [wider, higher] = [outer.width / width, outer.height / height];
  return (frame) => ({
    x: outer.x + (frame.x - x) * wider,
    y: outer.y + (frame.y - y) * higher,
    width: frame.width * wider,
    height: frame.height * higher,
  });
}

function frameOf(transform: XmlNode | undefined): Frame | null {
  const [offset, extent] = [child(transform, 'a:off'), child(transform, 'a:ext')];
  if (offset === undefined || extent === undefined) return null;
  return {
    x: numberOf(offset, 'x') ?? 0,
    y: numberOf(offset, 'y') ?? 0,
    width: numberOf(extent, 'cx') ?? 0,
    height: numberOf(extent, 'cy') ?? 0,
  };
}

const placeholderOf = (node: XmlNode): XmlNode | undefined =>
  [...descendants(node, (name) => name === 'p:ph' || name === 'p:txBody')].find(({ name }) => name === 'p:ph');
const isTitle = (type: string | undefined): boolean => type === 'title' || type === 'ctrTitle';

/** The same placeholder of a layout or master: by its index, else by its type. */
function originOf(placeholder: XmlNode, shapes: readonly Placed[]): XmlNode | undefined {
  const [index, type] = [value(placeholder, 'idx'), value(placeholder, 'type') ?? 'body'];
  const known = shapes.flatMap(({ node }) => {
    const own = placeholderOf(node);
    return own === undefined ? [] : [{ node, own }];
  });
  const byIndex = known.find(({ own }) => index !== undefined && value(own, 'idx') === index);
  const byType = known.find(({ own }) => {
    const other = value(own, 'type') ?? 'body';
    return other === type || (isTitle(other) && isTitle(type));
  });
  return (byIndex ?? byType)?.node;
}

/** What all shapes of a slide are read with. */
interface SlideReading {
  readonly text: string;
  readonly size: Size;
  /** Shapes of the layout and of the master. */
  readonly origins: readonly (readonly Placed[])[];
  readonly colors: SlideColors;
  /** Looks of texts by what their placeholder is for. */
  readonly styles: XmlNode | undefined;
  /** The words of a picture by its relationship. */
  readonly pictureOf: (id: string) => readonly ViewParagraph[];
}

function shapeOf(
  node: XmlNode,
  toSlide: (frame: Frame) => Frame,
  { text, size: { across, down }, origins, colors, styles, pictureOf }: SlideReading,
): SlideShape[] {
  const placeholder = placeholderOf(node);
  const inherited = placeholder === undefined ? [] : origins.flatMap((shapes) => originOf(placeholder, shapes) ?? []);
  const own = frameOf(child(node, 'p:spPr', 'a:xfrm') ?? child(node, 'p:xfrm'));
  const frame =
    own ?? inherited.map((origin) => frameOf(child(origin, 'p:spPr', 'a:xfrm'))).find((each) => each !== null);
  if (frame === undefined) return [];
  const type = value(placeholder, 'type');
  const size =
    [node, ...inherited].map(levelSize).find((each) => each !== undefined) ?? (isTitle(type) ? TITLE_SIZE : BODY_SIZE);
  const picture = node.name === 'p:pic';
  const fill = fillOf(node, inherited, colors);
  const level = isTitle(type) ? 'p:titleStyle' : placeholder === undefined ? 'p:otherStyle' : 'p:bodyStyle';
  const color =
    [node, ...inherited].map((each) => colors.of(firstLevel(child(each, 'p:txBody', 'a:lstStyle')))).find(isTold) ??
    colors.of(child(node, 'p:style', 'a:fontRef')) ??
    colors.of(firstLevel(child(styles, level)));
  const standard: RunLook = { size, ...(color !== undefined && { color }) };
  const blocks: (ViewParagraph | ViewRow)[] = [
    ...paragraphsOf(child(node, 'p:txBody'), text, standard, colors),
    ...[...descendants(node, (name) => name === 'a:tr')].map((row) => rowOf(row, text, colors)),
    ...[...descendants(node, (name) => name === 'a:blip')].flatMap((blip) => pictureOf(value(blip, 'embed') ?? '')),
  ];
  if (blocks.length === 0 && !picture && fill === undefined) return [];
  const { x, y, width, height } = toSlide(frame);
  return [
    {
      ...{ x: x / across, y: y / down, width: width / across, height: height / down, blocks },
      ...(picture && { picture }),
      ...(fill !== undefined && { fill }),
    },
  ];
}

const isTold = (color: string | undefined): color is string => color !== undefined;
const firstLevel = (list: XmlNode | undefined): XmlNode | undefined => child(list, 'a:lvl1pPr', 'a:defRPr');

/** Its own, that of its style, else that of its placeholder. */
function fillOf(node: XmlNode, inherited: readonly XmlNode[], colors: SlideColors): string | undefined {
  for (const each of [node, ...inherited]) {
    const properties = child(each, 'p:spPr');
    if (child(properties, 'a:noFill') !== undefined) return undefined;
    const own = colors.of(properties);
    if (own !== undefined) return own;
    const reference = child(each, 'p:style', 'a:fillRef');
    if ((numberOf(reference, 'idx') ?? 0) > 0) return colors.of(reference);
  }
  return undefined;
}

/** Size of letters of the first level that a shape itself says, in points. */
function levelSize(node: XmlNode): number | undefined {
  const hundredths = numberOf(firstLevel(child(node, 'p:txBody', 'a:lstStyle')), 'sz');
  return hundredths === undefined ? undefined : hundredths / HUNDREDTHS;
}

function paragraphsOf(
  body: XmlNode | undefined,
  text: string,
  standard: RunLook,
  colors: SlideColors,
): ViewParagraph[] {
  const builder = createParagraphBuilder(text);
  return children(body, 'a:p').flatMap((paragraph) => {
    const properties = child(paragraph, 'a:pPr');
    for (const part of paragraph.children) {
      if (part.name === 'a:r' || part.name === 'a:fld') {
        builder.add(child(part, 'a:t')?.text ?? '', runLook(child(part, 'a:rPr'), standard, colors));
      }
    }
    const level = numberOf(properties, 'lvl') ?? 0;
    const align = ALIGNMENTS[value(properties, 'algn') ?? ''];
    const bullet = value(child(properties, 'a:buChar'), 'char');
    const done = builder.end({
      ...(align !== undefined && { align }),
      ...(level > 0 && { indent: 18 * level }),
      ...(bullet !== undefined && { marker: '•' }),
    });
    return done === null ? [] : [done];
  });
}

function runLook(properties: XmlNode | undefined, standard: RunLook, colors: SlideColors): RunLook {
  const color = colors.of(properties);
  const size = numberOf(properties, 'sz');
  return {
    ...standard,
    ...(size !== undefined && { size: size / HUNDREDTHS }),
    ...(value(properties, 'b') === '1' && { bold: true }),
    ...(value(properties, 'i') === '1' && { italic: true }),
    ...(!/^(?:none)?$/.test(value(properties, 'u') ?? '') && { underline: true }),
    ...(color !== undefined && { color }),
  };
}

function rowOf(row: XmlNode, text: string, colors: SlideColors): ViewRow {
  return {
    kind: 'row',
    widths: [],
    cells: children(row, 'a:tc').map((cell) => {
      const span = numberOf(cell, 'gridSpan') ?? 1;
      return {
        ...(span > 1 && { columns: Math.round(span) }),
        blocks: paragraphsOf(child(cell, 'a:txBody'), text, { size: 14 }, colors),
      };
    }),
  };
}
