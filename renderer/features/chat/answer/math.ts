import type { MarkdownParser } from '../../../ui/markdown/safeMarkdown.ts';

type InlineRule = Parameters<MarkdownParser['inline']['ruler']['before']>[2];
type BlockRule = Parameters<MarkdownParser['block']['ruler']['before']>[2];

const BACKSLASH = 0x5c;
const DOLLAR = 0x24;
/** Openings with their ends; the display form first, because `$$` begins with `$`. */
const INLINE = [
  { open: '$$', close: '$$', display: true },
  { open: '\\[', close: '\\]', display: true },
  { open: '\\(', close: '\\)', display: false },
  { open: '$', close: '$', display: false },
] as const;

/**
 * Formulas in Markdown: `$…$` and `\(…\)` in a line, `$$…$$` and `\[…\]` on their own. They become `<span data-math="inline">` or
 * `<div data-math="display">` around the TeX, for a later step to draw. A single dollar begins a formula only where Pandoc takes it for one
 * (no blank inside, no digit after the end), so that amounts of money stay text.
 */
export function addMath(parser: MarkdownParser): void {
  parser.inline.ruler.before('escape', 'math', inlineMath);
  parser.block.ruler.before('fence', 'math', blockMath, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  const { escapeHtml } = parser.utils;
  parser.renderer.rules['math_inline'] = (tokens, index) =>
    `<span data-math="${tokens[index]!.info}">${escapeHtml(tokens[index]!.content)}</span>`;
  parser.renderer.rules['math_block'] = (tokens, index) =>
    `<div data-math="display">${escapeHtml(tokens[index]!.content)}</div>\n`;
}

const inlineMath: InlineRule = (state, silent) => {
  const { src, pos } = state;
  const code = src.charCodeAt(pos);
  if (code !== DOLLAR && code !== BACKSLASH) return false;
  for (const { open, close, display } of INLINE) {
    if (!src.startsWith(open, pos)) continue;
    const start = pos + open.length;
    const end = endOf(src, start, close, state.posMax);
    const tex = end === null ? '' : src.slice(start, end);
    if (end === null || tex.trim() === '') continue;
    if (open === '$' && (/^\s|\s$/.test(tex) || /\d/.test(src.charAt(end + 1)))) continue;
    if (!silent) {
      const token = state.push('math_inline', '', 0);
      token.content = tex;
      token.info = display ? 'display' : 'inline';
    }
    state.pos = end + close.length;
    return true;
  }
  return false;
};

/** Where the formula ends; null when it does not. An escaped end is part of the formula. */
function endOf(text: string, from: number, close: string, limit: number): number | null {
  for (let at = text.indexOf(close, from); at !== -1 && at < limit; at = text.indexOf(close, at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return null;
}

const blockMath: BlockRule = (state, startLine, endLine, silent) => {
  const lineOf = (line: number): string =>
    state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
  const first = lineOf(startLine);
  const pair = first.startsWith('$$') ? '$$' : first.startsWith('\\[') ? '\\]' : null;
  if (pair === null) return false;
  const lines: string[] = [];
  for (let line = startLine; line < endLine; line += 1) {
    const text = line === startLine ? first.slice(2) : lineOf(line);
    const trimmed = text.trimEnd();
    if (trimmed.endsWith(pair)) {
      if (silent) return true;
      const token = state.push('math_block', '', 0);
      token.content = [...lines, trimmed.slice(0, -pair.length)].join('\n').trim();
      token.map = [startLine, line + 1];
      token.block = true;
      state.line = line + 1;
      return true;
    }
    // An end in the middle of a line: the formula stands in a sentence.
    if (text.includes(pair)) return false;
    lines.push(text);
  }
  return false;
};
