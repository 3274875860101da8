import type { ParagraphLook, RunLook } from './paragraphs.ts';
import { child, children, numberOf, value, type XmlNode } from './tree.ts';

/** Looks of the paragraphs and runs of a Word document (ECMA-376 part 1, 17.7). */
export interface DocxStyles {
  paragraph(properties: XmlNode | undefined): { readonly look: ParagraphLook; readonly run: RunLook };
  run(properties: XmlNode | undefined, base: RunLook): RunLook;
}

interface Style {
  readonly based: string | undefined;
  readonly look: ParagraphLook;
  readonly run: RunLook;
}

const TWIPS_PER_POINT = 20;
const HALF_POINTS = 2;
/** Styles in styles; a circle ends here. */
const DEPTH = 16;
const ALIGNMENTS: Readonly<Record<string, NonNullable<ParagraphLook['align']>>> = Object.freeze({
  ...{ center: 'center', right: 'end', end: 'end', both: 'justify', distribute: 'justify', left: 'start' },
});

export function readDocxStyles(root: XmlNode | null): DocxStyles {
  const styles = new Map<string, Style>();
  let standard = '';
  for (const style of children(root ?? undefined, 'w:style')) {
    const id = value(style, 'styleId') ?? '';
    const level = /^heading ([1-6])$/i.exec(value(child(style, 'w:name'), 'val') ?? '')?.[1];
    const outline = numberOf(child(style, 'w:pPr', 'w:outlineLvl'), 'val');
    const heading =
      level !== undefined ? Number(level) : outline !== undefined && outline < 6 ? outline + 1 : undefined;
    styles.set(id, {
      based: value(child(style, 'w:basedOn'), 'val'),
      look: { ...ownLook(child(style, 'w:pPr')), ...(heading !== undefined && { heading }) },
      run: ownRun(child(style, 'w:rPr')),
    });
    if (value(style, 'default') === '1' && value(style, 'type') === 'paragraph') standard = id;
  }
  const defaults = ownRun(child(root ?? undefined, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'));
  const lineage = (id: string | undefined): Style[] => {
    const found: Style[] = [];
    for (let at = id; at !== undefined && found.length < DEPTH;) {
      const style: Style | undefined = styles.get(at);
      if (style === undefined) break;
      found.unshift(style);
      at = style.based;
    }
    return found;
  };
  const mergedRun = (id: string | undefined): RunLook =>
    Object.assign({}, ...lineage(id).map(({ run }) => run)) as RunLook;

  return {
    paragraph(properties) {
      const id = value(child(properties, 'w:pStyle'), 'val') ?? standard;
      const look = Object.assign({}, ...lineage(id).map((style) => style.look), ownLook(properties)) as ParagraphLook;
      return { look, run: { ...defaults, ...mergedRun(id) } };
    },
    run: (properties, base) => ({
      ...base,
      ...mergedRun(value(child(properties, 'w:rStyle'), 'val')),
      ...ownRun(properties),
    }),
  };
}

function ownLook(properties: XmlNode | undefined): ParagraphLook {
  const align = ALIGNMENTS[value(child(properties, 'w:jc'), 'val') ?? ''];
  const indents = child(properties, 'w:ind');
  const twips = numberOf(indents, 'left') ?? numberOf(indents, 'start');
  return {
    ...(align !== undefined && { align }),
    ...(twips !== undefined && twips > 0 && { indent: twips / TWIPS_PER_POINT }),
  };
}

function ownRun(properties: XmlNode | undefined): RunLook {
  const size = numberOf(child(properties, 'w:sz'), 'val');
  const color = value(child(properties, 'w:color'), 'val')?.toLowerCase();
  const underline = value(child(properties, 'w:u'), 'val');
  return {
    ...toggled(properties, 'w:b', 'bold'),
    ...toggled(properties, 'w:i', 'italic'),
    ...toggled(properties, 'w:strike', 'strike'),
    ...(underline !== undefined && { underline: underline !== 'none' }),
    ...(size !== undefined && { size: size / HALF_POINTS }),
    ...(color !== undefined && /^[0-9a-f]{6}$/.test(color) && { color }),
  };
}

function toggled(properties: XmlNode | undefined, name: string, look: 'bold' | 'italic' | 'strike'): RunLook {
  const node = child(properties, name);
  return node === undefined ? {} : { [look]: !/^(?:0|false|off)$/.test(value(node, 'val') ?? '1') };
}
