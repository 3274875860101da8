import { applyReplacements } from '../../../core/placeholders/apply.ts';
import type { Sweeper } from '../sweep/createSweeper.ts';

/** Names of fonts that are names of people too. */
const FONTS = /Times New Roman|(?<=[:,;"'\s])Georgia(?=\s*[,;"'}&])/g;

/** Markup without such names; offsets stay. Not for text that people read. */
export const withoutFontNames = (markup: string): string => markup.replace(FONTS, (name) => '\0'.repeat(name.length));

/** A text with the forbidden values in it replaced; `count` says how many. */
export function swept(text: string, sweeper: Sweeper): { readonly text: string; readonly count: number } {
  const found = sweeper.extend(withoutFontNames(text), []);
  if (found.length === 0) return { text, count: 0 };
  const placements = found.map(({ start, end, text: placeholder }) => ({ start, end, placeholder }));
  return { text: applyReplacements(text, placements).text, count: found.length };
}

// Each ends at the end of the style at the latest, so that the time stays linear.
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;
const IMPORT = /@import\b[^;]*(?:;|$)/gi;
const ADDRESS = /url\((?:\s*"[^"]*"\s*|\s*'[^']*'\s*|[^)]*)(?:\)|$)/gi;
const ESCAPE = /\\(?:([0-9a-fA-F]{1,6})[ \t\n\f]?|([^\n]))/g;
/** Addresses inside the same document or message. */
const INTERNAL = /^url\(\s*["']?(?:#|cid:)/i;

export interface CleanStyle {
  readonly css: string;
  readonly comments: number;
  /** Addresses that are fetched when the page is shown. */
  readonly external: number;
  readonly values: number;
}

/** A style sheet, or a style attribute, without comments, without what is fetched from elsewhere and without values (CSS Syntax 3). */
export function cleanStyle(source: string, sweeper: Sweeper): CleanStyle {
  let comments = 0;
  let external = 0;
  const removed = (): string => {
    external += 1;
    return '';
  };
  const plain = source
    .replace(COMMENT, () => {
      comments += 1;
      return ' ';
    })
    .replace(IMPORT, removed)
    .replace(ADDRESS, (address) => (INTERNAL.test(address) ? address : `url(${removed()})`));
  const { text, count } = swept(plain, sweeper);
  if (!text.includes('\\') || !sweeper.leaksText(withoutFontNames(unescaped(text))))
    return { css: text, comments, external, values: count };
  // A value is spelled in escapes: nothing of such a style is kept.
  return { css: '', comments, external, values: count + 1 };
}

const unescaped = (css: string): string =>
  css.replace(ESCAPE, (_all, code: string | undefined, sign: string | undefined) => {
    if (code === undefined) return sign ?? '';
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  });
