import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { addAlerts } from './alerts.ts';
import { addTasks } from './tasks.ts';

export type MarkdownParser = InstanceType<typeof MarkdownIt>;

const SAFE_LINK = /^(?:https?:|mailto:|tel:)/i;

/**
 * A parser of CommonMark with tables, tasks and alerts that lets no HTML through.
 * @param mayShowImage which sources of pictures are loaded; every other picture becomes its description, because asking for it would tell
 * its server who reads the text
 */
export function createMarkdownParser(mayShowImage: (source: string) => boolean): MarkdownParser {
  const parser = new MarkdownIt({ html: false, linkify: true });
  addAlerts(parser);
  addTasks(parser);
  // Columns are aligned by attribute: the content security policy refuses styles inside the page.
  parser.core.ruler.push('align-by-attribute', ({ tokens }) => {
    for (const token of tokens) {
      const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
      if (align === undefined) continue;
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
      token.attrSet('data-align', align);
    }
  });
  parser.renderer.rules['image'] = (tokens, index, options, env, renderer) => {
    const token = tokens[index]!;
    const source = String(token.attrGet('src') ?? '');
    const alternative = renderer.renderInlineAsText(token.children ?? [], options, env);
    const escaped = parser.utils.escapeHtml(alternative);
    return mayShowImage(source) ? `<img src="${source}" alt="${escaped}">` : `<span data-image>${escaped}</span>`;
  };
  return parser;
}

/** Elements of rendered Markdown in which nothing runs, and whose links lead to the web, by a click, or nowhere. */
export function safeFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    FORBID_ATTR: ['style', 'id', 'name'],
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'svg', 'math', 'iframe', 'video', 'audio'],
  });
  for (const link of fragment.querySelectorAll('a')) {
    if (SAFE_LINK.test(link.getAttribute('href') ?? '')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    } else {
      link.removeAttribute('href');
    }
  }
  return fragment;
}
