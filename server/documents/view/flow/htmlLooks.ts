import type { HtmlAttribute } from '../../inPlace/html/tags.ts';
import type { ParagraphLook, RunLook } from '../office/paragraphs.ts';
import { points } from '../office/odfStyles.ts';

const LINK: RunLook = Object.freeze({ underline: true, color: '1f5fa8' });
/** Looks of elements as browsers show them (WHATWG HTML, 15.3), as far as a run can have them. */
const RUNS: Readonly<Record<string, RunLook>> = Object.freeze({
  ...Object.fromEntries(['b', 'strong', 'th', 'dt'].map((name) => [name, { bold: true }])),
  ...Object.fromEntries(
    ['i', 'em', 'cite', 'dfn', 'var', 'address', 'caption'].map((name) => [name, { italic: true }]),
  ),
  ...Object.fromEntries(['u', 'ins'].map((name) => [name, { underline: true }])),
  ...Object.fromEntries(['s', 'strike', 'del'].map((name) => [name, { strike: true }])),
  ...Object.fromEntries(['code', 'kbd', 'samp', 'tt'].map((name) => [name, { mono: true }])),
  small: { size: 9 },
  a: LINK,
});
const ALIGNMENTS: Readonly<Record<string, NonNullable<ParagraphLook['align']>>> = Object.freeze({
  ...{
    center: 'center',
    middle: 'center',
    right: 'end',
    end: 'end',
    justify: 'justify',
    left: 'start',
    start: 'start',
  },
});
/** Colours that people write by name in documents. */
const COLORS: Readonly<Record<string, string>> = Object.freeze({
  ...{ black: '000000', white: 'ffffff', red: 'ff0000', green: '008000', blue: '0000ff', navy: '000080' },
  ...{ gray: '808080', grey: '808080', maroon: '800000', purple: '800080', teal: '008080', orange: 'ffa500' },
});
const SIZES = Object.freeze({ least: 6, most: 40 });
const MOST_STYLE = 4_000;

export interface ElementLook {
  readonly run: RunLook;
  readonly paragraph: ParagraphLook;
}

/** How an element looks by its name, its own style and the attributes of old. Style sheets are not read. */
export function elementLook(name: string, attributes: readonly HtmlAttribute[]): ElementLook {
  const valueOf = (wanted: string) => attributes.find((attribute) => attribute.name === wanted)?.value;
  const level = /^h([1-6])$/.exec(name)?.[1];
  const style = declarations(valueOf('style') ?? '');
  const color = colorOf(style.get('color') ?? (name === 'font' ? valueOf('color') : undefined));
  const align =
    ALIGNMENTS[(style.get('text-align') ?? valueOf('align') ?? (name === 'center' ? name : '')).toLowerCase()];
  const isAnchor = name === 'a' && valueOf('href') === undefined;
  return {
    run: { ...(isAnchor ? {} : RUNS[name]), ...styledRun(style), ...(color !== null && { color }) },
    paragraph: {
      ...(level !== undefined && { heading: Number(level) }),
      ...(align !== undefined && name !== 'table' && name !== 'img' && { align }),
      ...((name === 'pre' || name === 'listing' || name === 'xmp' || name === 'plaintext') && { code: true }),
    },
  };
}

/** Declarations of a style attribute by their property (CSS Syntax 3), values in lower case. */
function declarations(style: string): ReadonlyMap<string, string> {
  return new Map(
    style
      .slice(0, MOST_STYLE)
      .toLowerCase()
      .split(';')
      .map((each) => {
        const colon = each.indexOf(':');
        const value = each.slice(colon + 1).replace('!important', '');
        return [each.slice(0, Math.max(0, colon)).trim(), value.trim()] as const;
      }),
  );
}

function styledRun(style: ReadonlyMap<string, string>): RunLook {
  const weight = style.get('font-weight');
  const slant = style.get('font-style');
  const line = style.get('text-decoration') ?? style.get('text-decoration-line');
  const size = points(style.get('font-size'));
  return {
    ...(weight !== undefined && { bold: weight.startsWith('bold') || Number(weight) >= 600 }),
    ...(slant !== undefined && { italic: /^(?:italic|oblique)/.test(slant) }),
    ...(line !== undefined && { underline: line.includes('underline'), strike: line.includes('line-through') }),
    ...(size !== undefined && { size: Math.max(SIZES.least, Math.min(SIZES.most, size)) }),
  };
}

/** A colour as RGB, hexadecimal; null for one that is none or not known. */
export function colorOf(written: string | undefined): string | null {
  const value = written?.trim().toLowerCase() ?? '';
  const long = /^#([0-9a-f]{6})$/.exec(value)?.[1];
  if (long !== undefined) return long;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value);
  if (short !== null)
    return short
      .slice(1)
      .map((digit) => digit + digit)
      .join('');
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/][^)]*)?\)$/.exec(value);
  if (parts !== null)
    return parts
      .slice(1, 4)
      .map((part) => hex(Number(part)))
      .join('');
  return Object.hasOwn(COLORS, value) ? COLORS[value]! : null;
}

const hex = (channel: number): string => Math.min(255, channel).toString(16).padStart(2, '0');
