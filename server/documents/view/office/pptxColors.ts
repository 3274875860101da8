import { changed, meanColor } from './colors.ts';
import { child, children, numberOf, value, type XmlNode } from './tree.ts';

/** Colours of a slide by the theme of its master (ECMA-376 part 1, 20.1.2.3 and 20.1.6). */
export interface SlideColors {
  /** Of what a fill or a reference holds: undefined where it has none, or one that cannot be told. */
  of(holder: XmlNode | undefined): string | undefined;
}

const CHANGES = Object.freeze(['lumMod', 'lumOff', 'tint', 'shade'] as const);
/** Attribute values of changes are thousandths of a percent. */
const WHOLE = 100_000;
const PRESETS: Readonly<Record<string, string>> = Object.freeze({
  ...{
    black: '000000',
    white: 'ffffff',
    red: 'ff0000',
    green: '008000',
    blue: '0000ff',
    yellow: 'ffff00',
    gray: '808080',
  },
});
const MAP: Readonly<Record<string, string>> = Object.freeze({ bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' });

/**
 * @param theme - root of the theme of the master
 * @param map - how the master, or the layout or slide that overrides it, calls the colours of the theme
 */
export function createSlideColors(theme: XmlNode | null, map: XmlNode | undefined): SlideColors {
  const scheme = child(theme ?? undefined, 'a:themeElements', 'a:clrScheme');
  const named = new Map(
    (scheme?.children ?? []).flatMap((each) => {
      const [own] = each.children;
      const color = hexOf(value(own, 'val')) ?? hexOf(value(own, 'lastClr'));
      return color === undefined ? [] : [[each.name.slice(2), color] as const];
    }),
  );
  const schemeColor = (name: string): string | undefined => named.get(value(map, name) ?? MAP[name] ?? name);
  const colorOf = (node: XmlNode): string | undefined => {
    const own = value(node, 'val') ?? '';
    const base =
      node.name === 'a:srgbClr'
        ? hexOf(own)
        : node.name === 'a:schemeClr'
          ? schemeColor(own)
          : node.name === 'a:sysClr'
            ? hexOf(value(node, 'lastClr'))
            : node.name === 'a:prstClr'
              ? PRESETS[own]
              : undefined;
    if (base === undefined) return undefined;
    return node.children.reduce((color, each) => {
      const change = CHANGES.find((name) => each.name === `a:${name}`);
      return change === undefined ? color : changed(color, change, (numberOf(each, 'val') ?? WHOLE) / WHOLE);
    }, base);
  };
  const of = (holder: XmlNode | undefined): string | undefined => {
    for (const node of holder?.children ?? []) {
      if (node.name === 'a:solidFill') return of(node);
      if (node.name === 'a:gradFill') {
        return meanColor(children(child(node, 'a:gsLst'), 'a:gs').flatMap((stop) => of(stop) ?? []));
      }
      if (/^a:(?:srgb|scheme|sys|prst)Clr$/.test(node.name)) return colorOf(node);
    }
    return undefined;
  };
  return { of };
}

const hexOf = (text: string | undefined): string | undefined =>
  /^[0-9a-f]{6}$/i.test(text ?? '') ? text!.toLowerCase() : undefined;
