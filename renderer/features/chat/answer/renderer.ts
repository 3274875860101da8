import { titleAlerts, type AlertKind } from '../../../ui/markdown/alerts.ts';
import { safeFragment } from '../../../ui/markdown/safeMarkdown.ts';
import { createBlockParser } from './blocks.ts';
import { patch } from './patch.ts';
import type { RestoredMarker } from './restored.ts';

/** Texts that the answer shows by itself. */
export interface AnswerTexts {
  readonly copy: string;
  readonly code: string;
  readonly alert: (kind: AlertKind) => string;
}

interface Tools {
  readonly highlightCode: (code: string, language: string) => string | null;
  readonly drawFormula: (tex: string, into: HTMLElement, display: boolean) => void;
}

/** Code is colored while it grows up to this length, in UTF-16 code units; longer code once it is complete. */
const MOST_COLORED_WHILE_GROWING = 20_000;

/** Shows an answer inside an element and keeps it up to date while it grows. */
export interface AnswerRenderer {
  readonly show: (source: string, growing: boolean) => void;
}

/**
 * Renders Markdown into `root` block by block: a block that did not change is left alone, one that did is changed where it differs, so that
 * nothing jumps while an answer arrives. Code is colored and formulas are drawn once the parts for it have been loaded.
 */
export function createAnswerRenderer(
  root: HTMLElement,
  marker: () => RestoredMarker,
  texts: () => AnswerTexts,
): AnswerRenderer {
  const parser = createBlockParser();
  let shown: { readonly key: string; readonly nodes: Node[] }[] = [];
  let last: { readonly source: string; readonly growing: boolean } | null = null;
  const loaded: { -readonly [K in keyof Tools]?: Tools[K] } = {};
  const loading = new Set<keyof Tools>();

  function need<K extends keyof Tools>(tool: K, load: () => Promise<Tools[K]>): Tools[K] | undefined {
    if (loaded[tool] === undefined && !loading.has(tool)) {
      loading.add(tool);
      load().then(
        (found) => {
          loaded[tool] = found;
          shown = shown.map(({ nodes }) => ({ key: '', nodes }));
          if (last) show(last.source, last.growing);
        },
        // Without it, code stays plain and formulas stay TeX.
        () => undefined,
      );
    }
    return loaded[tool];
  }
  const highlighter = () => need('highlightCode', async () => (await import('./highlighter.ts')).highlightCode);
  const formulas = () => need('drawFormula', async () => (await import('./formulas.ts')).drawFormula);

  function decorated(html: string, growing: boolean): Node[] {
    const fragment = safeFragment(html);
    for (const code of fragment.querySelectorAll<HTMLElement>('pre > code')) decorateCode(code, growing);
    marker().mark(fragment);
    for (const math of fragment.querySelectorAll<HTMLElement>('[data-math]')) {
      formulas()?.(math.textContent, math, math.dataset['math'] === 'display');
    }
    titleAlerts(fragment, texts().alert);
    for (const table of fragment.querySelectorAll('table')) table.tabIndex = 0;
    return [...fragment.childNodes].filter((node) => node.textContent?.trim() !== '' || node instanceof Element);
  }

  function decorateCode(code: HTMLElement, growing: boolean): void {
    const pre = code.parentElement!;
    const language = /(?:^|\s)language-(\S+)/.exec(code.className)?.[1] ?? '';
    const text = code.textContent;
    if (language !== '' && (!growing || text.length <= MOST_COLORED_WHILE_GROWING)) {
      const colored = highlighter()?.(text, language.toLowerCase());
      if (colored) code.replaceChildren(safeFragment(colored));
    }
    pre.tabIndex = 0;
    const frame = document.createElement('div');
    frame.className = 'code-frame';
    const head = document.createElement('div');
    head.className = 'code-head';
    const name = document.createElement('span');
    name.textContent = language || texts().code;
    const copy = document.createElement('button');
    copy.type = 'button';
    copy.className = 'code-copy';
    copy.dataset['copyCode'] = '';
    copy.textContent = texts().copy;
    head.append(name, copy);
    pre.replaceWith(frame);
    frame.append(head, pre);
  }

  function show(source: string, growing: boolean): void {
    last = { source, growing };
    const blocks = parser.blocks(source, growing);
    const keep = root.childNodes.length === shown.reduce((sum, { nodes }) => sum + nodes.length, 0);
    if (!keep) {
      root.replaceChildren();
      shown = [];
    }
    const next = blocks.map((html, index) => {
      const before = shown[index];
      const isLast = index === blocks.length - 1;
      // A long block that was left plain while it grew is colored when it is complete.
      const key = `${growing && isLast ? 'growing' : 'complete'} ${html}`;
      if (before?.key === key) return before;
      const nodes = decorated(html, growing && isLast);
      const following = shown.slice(index + 1).find((block) => block.nodes.length > 0)?.nodes[0] ?? null;
      return { key, nodes: placed(before?.nodes ?? [], nodes, following) };
    });
    for (const extra of shown.slice(blocks.length)) for (const node of extra.nodes) node.parentNode?.removeChild(node);
    shown = next;
  }

  /** Puts the nodes of a block where its earlier ones stand; a new block before those that follow, which is at the end while an answer grows. */
  function placed(old: readonly Node[], nodes: readonly Node[], following: Node | null): Node[] {
    const result: Node[] = [];
    for (const [index, node] of nodes.entries()) {
      const earlier = old[index];
      if (earlier) {
        result.push(patch(earlier, node));
      } else {
        const previous = result.at(-1);
        root.insertBefore(node, previous ? previous.nextSibling : following);
        result.push(node);
      }
    }
    for (const extra of old.slice(nodes.length)) extra.parentNode?.removeChild(extra);
    return result;
  }

  return { show };
}
