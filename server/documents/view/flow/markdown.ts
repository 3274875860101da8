import type { List, Nodes, Parents, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { ViewBlock, ViewCell, ViewRow } from '../../../contract/documentView.ts';
import {
  createParagraphBuilder,
  type ParagraphBuilder,
  type ParagraphLook,
  type RunLook,
} from '../office/paragraphs.ts';
import type { Stretch } from '../office/tags.ts';
import { columnWidths } from './columns.ts';

const INDENT = 18;
const BULLET = '•';
const DEPTH = 40;
/** Longer texts, and signs in numbers no person writes, are shown as plain text: the time of the parser must not grow with what is in a file. */
const MOST_CHARACTERS = 600_000;
const SUSPICIOUS = /^(?:[ \t]*>){50}|(?<![[\]*_~`!(<&])[[\]*_~`!(<&]{400}|(?<!\[[^[\]]{0,3})(?:\[[^[\]]{0,3}){400}/m;
const FRONT_MATTER = /^---[ \t]*\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const MUTED: RunLook = Object.freeze({ color: '5a686e' });
const LOOKS: Readonly<Partial<Record<Nodes['type'], RunLook>>> = Object.freeze({
  strong: { bold: true },
  emphasis: { italic: true },
  delete: { strike: true },
  link: { underline: true, color: '1f5fa8' },
  linkReference: { underline: true, color: '1f5fa8' },
});

/** The blocks of a Markdown text (CommonMark with tables, strikethrough and tasks); null when it is not to be shown as such. Offsets are those of the text. */
export function markdownBlocks(text: string): ViewBlock[] | null {
  if (text.length > MOST_CHARACTERS || SUSPICIOUS.test(text)) return null;
  const front = FRONT_MATTER.exec(text)?.[0] ?? '';
  // The same offsets as in the whole text.
  const source = front.replace(/[^\r\n]/g, ' ') + text.slice(front.length);
  const root = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const reader = createReader(text);
  const head: ViewBlock[] =
    front === '' ? [] : [{ kind: 'paragraph', code: true, runs: [trimmed(text, { start: 0, end: front.length })] }];
  return [...head, ...reader.blocks(root, {}, 0)];
}

type Around = Pick<ParagraphLook, 'indent' | 'quote'>;

function createReader(text: string) {
  const builder = createParagraphBuilder(text);

  function blocks(parent: Parents, around: Around, depth: number): ViewBlock[] {
    if (depth > DEPTH) return raw(parent, around);
    return parent.children.flatMap((node) => block(node, around, depth));
  }

  function block(node: RootContent, around: Around, depth: number): ViewBlock[] {
    const indented = { ...around, indent: (around.indent ?? 0) + INDENT };
    if (node.type === 'heading') return paragraph(node, { ...around, heading: node.depth });
    if (node.type === 'paragraph') return paragraph(node, around);
    if (node.type === 'blockquote') return blocks(node, { ...around, quote: (around.quote ?? 0) + 1 }, depth + 1);
    if (node.type === 'list') return list(node, indented, depth);
    if (node.type === 'code') return codeOf(stretchOf(node), around);
    if (node.type === 'thematicBreak') return [{ kind: 'break', part: 'rule' }];
    if (node.type === 'table') return table(node);
    return node.type === 'footnoteDefinition' ? blocks(node, indented, depth + 1) : raw(node, around);
  }

  function list(node: List, inside: Around, depth: number): ViewBlock[] {
    return node.children.flatMap((item, index) => {
      const number = node.ordered === true ? `${(node.start ?? 1) + index}.` : BULLET;
      const marker = typeof item.checked !== 'boolean' ? number : item.checked ? '☑' : '☐';
      const [first, ...others] = blocks(item, inside, depth + 1);
      if (first === undefined) return [];
      return [first.kind === 'paragraph' ? { ...first, marker } : first, ...others];
    });
  }

  function paragraph(node: Parents, look: ParagraphLook): ViewBlock[] {
    inline(node, {}, builder, 0);
    const done = builder.end(look);
    return done === null ? [] : [done];
  }

  /** What has no look of its own, as it is written. */
  function raw(node: Nodes, around: Around): ViewBlock[] {
    const stretch = trimmed(text, stretchOf(node));
    return stretch.end > stretch.start
      ? [{ kind: 'paragraph', ...around, runs: [{ ...stretch, mono: true, ...MUTED }] }]
      : [];
  }

  /** The lines between the fences, or all of them where there are none. */
  function codeOf({ start, end }: Stretch, around: Around): ViewBlock[] {
    const written = text.slice(start, end);
    const fence = /^(?:`{3,}|~{3,})[^\n]*(?:\n|$)/.exec(written)?.[0] ?? '';
    const closing = fence === '' ? '' : (/\n[ \t>]*(?:`{3,}|~{3,})[ \t]*$/.exec(written)?.[0] ?? '');
    const stretch = trimmed(text, {
      start: start + fence.length,
      end: Math.max(start + fence.length, end - closing.length),
    });
    return stretch.end > stretch.start ? [{ kind: 'paragraph', ...around, code: true, runs: [stretch] }] : [];
  }

  function table(node: Table): ViewBlock[] {
    const rows = node.children.map((row, index): ViewRow => {
      const cells = row.children.map((cell, column): ViewCell => {
        inline(cell, index === 0 ? { bold: true } : {}, builder, 0);
        const align = ({ left: 'start', center: 'center', right: 'end' } as const)[node.align?.[column] ?? 'left'];
        const done = builder.end(align === 'start' ? {} : { align });
        return { blocks: done === null ? [] : [done] };
      });
      return { kind: 'row', widths: [], cells };
    });
    const widths = columnWidths(rows);
    return rows.map((row) => ({ ...row, widths }));
  }

  function inline(parent: Parents, look: RunLook, { addStretch }: ParagraphBuilder, depth: number): void {
    for (const node of parent.children) {
      const own = { ...look, ...LOOKS[node.type] };
      const stretch = stretchOf(node);
      if (node.type === 'text') for (const piece of unescaped(text, stretch)) addStretch(piece, look);
      else if (node.type === 'inlineCode') addStretch(withoutTicks(text, stretch), { ...look, mono: true });
      else if ('children' in node && depth < DEPTH) {
        inline(node, own, { addStretch } as ParagraphBuilder, depth + 1);
        if (node.type === 'link') {
          const target = targetOf(text, stretch, node.children.at(-1));
          if (target !== null) addStretch(target, { ...look, ...MUTED, size: 9 });
        }
      } else if (node.type !== 'break') addStretch(stretch, { ...own, ...MUTED });
    }
  }

  return { blocks };
}

const stretchOf = ({ position }: Pick<Nodes, 'position'>): Stretch => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

function trimmed(text: string, { start, end }: Stretch): Stretch {
  let [from, to] = [start, end];
  while (to > from && /\s/.test(text[to - 1]!)) to -= 1;
  while (from < to && /[\r\n]/.test(text[from]!)) from += 1;
  return { start: from, end: to };
}

/** Backslashes before signs, and signs of quoting at the begin of a line, which are not shown. */
const HIDDEN = /\\(?=[!-/:-@[-`{-~])|(?<=\n)[ \t>]+/g;

function unescaped(text: string, { start, end }: Stretch): Stretch[] {
  const pieces: Stretch[] = [];
  let at = start;
  for (const { 0: hidden, index } of text.slice(start, end).matchAll(HIDDEN)) {
    if (start + index > at) pieces.push({ start: at, end: start + index });
    at = start + index + hidden.length;
  }
  if (end > at) pieces.push({ start: at, end });
  return pieces;
}

function withoutTicks(text: string, { start, end }: Stretch): Stretch {
  const ticks = /^`+/.exec(text.slice(start, end))?.[0].length ?? 0;
  return { start: start + ticks, end: Math.max(start + ticks, end - ticks) };
}

/** The address of a link with its parentheses, where it is not the text itself. */
function targetOf(text: string, { end }: Stretch, last: Nodes | undefined): Stretch | null {
  if (last === undefined || text[end - 1] !== ')') return null;
  const start = text.indexOf('](', stretchOf(last).end) + 1;
  return start > 0 && start < end ? { start, end } : null;
}
