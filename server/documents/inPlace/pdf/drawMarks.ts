import type { Box } from '../../layout/lines.ts';
import type { Matrix } from '../../layout/matrix.ts';
import { BLOCK_TAG } from './content/edit.ts';
import type { EmbeddedFont } from './embeddedFont.ts';
import { numberText } from './syntax/document.ts';

/** A text to be drawn over the place of another. */
export interface DrawnMark {
  /** Number of the replacement; the same for all its boxes in the document. */
  readonly id: number;
  /** In the frame of `toUser`, y downwards. */
  readonly box: Box;
  readonly toUser: Matrix;
  /** Empty: the box alone. */
  readonly label: string;
  /** Baseline and font size of the text that stood there. */
  readonly baseline: number;
  readonly size: number;
  /** How far to the right the label may run. */
  readonly limit: number;
  /** A character follows at once: the label ends where the box does, so that no gap parts them. */
  readonly isFollowed: boolean;
  /**
   * - `tint`: dark on a light box, in a text
   * - `black`: white on a black box, in a picture
   * - `plain`: without a box, for an original that is put back
   */
  readonly style: 'tint' | 'black' | 'plain';
}

/** Narrowest letters, before the size goes down instead; widest letters, before a gap is left. */
const NARROWEST = 0.78;
const WIDEST = 1.12;
const TINT = '0.89 0.91 0.94 rg';
const INK = '0.1 0.1 0.12 rg';
const BLACK = '0 g';
const WHITE = '1 g';
/** Of the height of a black box. */
const LETTER_HEIGHT = 0.72;

/** Operators that draw a mark; the page's own state must be the initial one. */
export function markOperators(mark: DrawnMark, font: EmbeddedFont): string {
  const { id, box, toUser, label, style } = mark;
  const fitted = fit(mark, font);
  const scale = Math.hypot(toUser[0], toUser[1]);
  const right = Math.max(box.right, fitted.left + fitted.width);
  const notes = [
    `/Id ${id}`,
    `/Size ${numberText(mark.size * scale)}`,
    `/Width ${numberText((box.right - box.left) * scale)}`,
    `/Shift ${numberText((fitted.left - box.left) * scale)}`,
    `/Dark ${style === 'black'}`,
    `/Label ${label === '' ? 0 : 1}`,
  ];
  const lines = [`/${BLOCK_TAG} <<${notes.join(' ')}>> BDC`, 'q', `${matrixText(toUser)} cm`];
  if (style !== 'plain') {
    const rectangle = [box.left, box.top, right - box.left, box.bottom - box.top].map(numberText).join(' ');
    lines.push(style === 'tint' ? TINT : BLACK, `${rectangle} re f`);
  }
  if (label !== '') {
    const ink = style === 'black' ? WHITE : INK;
    lines.push(ink, showText(font, label, fitted));
  }
  lines.push('Q', 'EMC');
  return lines.join('\n');
}

interface Fitted {
  readonly left: number;
  readonly baseline: number;
  readonly size: number;
  /** Horizontal scaling, 1 for none. */
  readonly stretch: number;
  readonly width: number;
}

function fit({ box, label, baseline, size, limit, isFollowed, style }: DrawnMark, font: EmbeddedFont): Fitted {
  const units = font.width(label);
  if (style === 'black') {
    const height = box.bottom - box.top;
    const width = box.right - box.left;
    const largest = Math.min(LETTER_HEIGHT * height, units === 0 ? height : (0.96 * width) / (units * NARROWEST));
    const stretch = Math.min(1, (0.96 * width) / (units * largest || 1));
    const left = box.left + (width - units * largest * stretch) / 2;
    return { left, baseline: (box.top + box.bottom) / 2 + 0.36 * largest, size: largest, stretch, width: 0 };
  }
  const room = Math.max(0.1, limit - box.left);
  const natural = units * size;
  const stretch = natural === 0 ? 1 : Math.min(WIDEST, Math.max(NARROWEST, room / natural, 0));
  const wanted = Math.min(stretch, natural > box.right - box.left ? 1 : (box.right - box.left) / natural);
  const fitting = natural * wanted <= room ? size : (size * room) / (natural * wanted);
  const width = units * fitting * wanted;
  const left = isFollowed ? Math.max(box.left, box.right - width) : box.left;
  return { left, baseline, size: fitting, stretch: wanted, width };
}

/** Operators that show a text in a frame whose y goes downwards. */
export function showText(
  font: EmbeddedFont,
  text: string,
  { left, baseline, size, stretch }: Pick<Fitted, 'left' | 'baseline' | 'size' | 'stretch'>,
  invisible = false,
): string {
  const parts = ['BT', `/${font.name} ${numberText(size)} Tf`];
  if (stretch !== 1) parts.push(`${numberText(stretch * 100)} Tz`);
  if (invisible) parts.push('3 Tr');
  parts.push(`1 0 0 -1 ${numberText(left)} ${numberText(baseline)} Tm <${font.hex(text)}> Tj`, 'ET');
  return parts.join(' ');
}

/** Entries below a millionth still matter where pixels of a scan are mapped to points. */
export function matrixText(matrix: Matrix): string {
  return matrix.map((value) => value.toFixed(8).replace(/\.?(?<!0)0+$/, '')).join(' ');
}
