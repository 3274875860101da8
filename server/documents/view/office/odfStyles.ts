import type { ParagraphLook, RunLook } from './paragraphs.ts';
import { child, descendants, value, type XmlNode } from './tree.ts';

/** Looks of the styles of an OpenDocument package (ODF 1.3 part 3, 16), by family and name. */
export interface OdfStyles {
  paragraph(name: string | undefined): { readonly look: ParagraphLook; readonly run: RunLook };
  run(name: string | undefined): RunLook;
  /** Of the words in a shape. */
  shape(name: string | undefined): RunLook;
  /** Properties of a style and of those it is based on, the nearest first. */
  properties(family: string, name: string | undefined, kind: string): readonly XmlNode[];
}

/** Styles in styles; a circle ends here. */
const DEPTH = 16;
const ALIGNMENTS: Readonly<Record<string, NonNullable<ParagraphLook['align']>>> = Object.freeze({
  ...{ center: 'center', end: 'end', right: 'end', justify: 'justify', start: 'start', left: 'start' },
});

export function readOdfStyles(roots: readonly (XmlNode | null)[]): OdfStyles {
  const styles = new Map<string, XmlNode>();
  for (const root of roots) {
    for (const style of root === null ? [] : descendants(root, (name) => name === 'style:style')) {
      styles.set(`${value(style, 'family') ?? ''}/${value(style, 'name') ?? ''}`, style);
    }
  }
  const lineage = (family: string, name: string | undefined): XmlNode[] => {
    const found: XmlNode[] = [];
    for (let at = name; at !== undefined && found.length < DEPTH;) {
      const style = styles.get(`${family}/${at}`);
      if (style === undefined) break;
      found.push(style);
      at = value(style, 'parent-style-name');
    }
    return found;
  };
  const properties: OdfStyles['properties'] = (family, name, kind) =>
    lineage(family, name).flatMap((style) => child(style, kind) ?? []);
  const runOf = (nodes: readonly XmlNode[]): RunLook =>
    Object.assign({}, ...[...nodes].reverse().map(runLook)) as RunLook;
  return {
    properties,
    paragraph(name) {
      const own = properties('paragraph', name, 'style:paragraph-properties');
      return {
        look: Object.assign({}, ...[...own].reverse().map(paragraphLook)) as ParagraphLook,
        run: runOf(properties('paragraph', name, 'style:text-properties')),
      };
    },
    shape: (name) =>
      runOf(['presentation', 'graphic'].flatMap((family) => properties(family, name, 'style:text-properties'))),
    run: (name) => runOf(properties('text', name, 'style:text-properties')),
  };
}

function paragraphLook(node: XmlNode): ParagraphLook {
  const align = ALIGNMENTS[value(node, 'text-align') ?? ''];
  const indent = points(value(node, 'margin-left'));
  return { ...(align !== undefined && { align }), ...(indent !== undefined && indent > 0 && { indent }) };
}

function runLook(node: XmlNode): RunLook {
  const size = points(value(node, 'font-size'));
  const color = /^#([0-9a-f]{6})$/i.exec(value(node, 'color') ?? '')?.[1]?.toLowerCase();
  const weight = value(node, 'font-weight');
  const slant = value(node, 'font-style');
  const underline = value(node, 'text-underline-style');
  const strike = value(node, 'text-line-through-style');
  return {
    ...(weight !== undefined && { bold: weight === 'bold' || Number(weight) >= 600 }),
    ...(slant !== undefined && { italic: slant !== 'normal' }),
    ...(underline !== undefined && { underline: underline !== 'none' }),
    ...(strike !== undefined && { strike: strike !== 'none' }),
    ...(size !== undefined && { size }),
    ...(color !== undefined && { color }),
  };
}

const UNITS: Readonly<Record<string, number>> = Object.freeze({
  pt: 1,
  in: 72,
  cm: 28.346,
  mm: 2.8346,
  pc: 12,
  px: 0.75,
});

/** A length in points; undefined for shares and for none. */
export function points(length: string | undefined): number | undefined {
  const match = /^(-?(?:\d+(?:\.\d+)?|\.\d+))([a-z]{2})$/.exec(length ?? '');
  const unit = UNITS[match?.[2] ?? ''];
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit;
}
