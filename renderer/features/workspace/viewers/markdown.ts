import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';

/** Where pictures may come from: the server itself. A picture elsewhere would tell its server who reads the document. */
const OWN_IMAGE = /^\/api\/v1\/workspace\/images\/[0-9a-f-]{36}\.(?:png|jpg|gif|webp)$/;
const SAFE_LINK = /^(?:https?:|mailto:|tel:)/i;

function createParser(): InstanceType<typeof MarkdownIt> {
  const parser = new MarkdownIt({ html: false, linkify: true });
  // Columns are aligned by attribute: the content security policy refuses styles inside the page.
  parser.core.ruler.push('align-by-attribute', ({ tokens }) => {
    for (const token of tokens) {
      const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
      if (align === undefined) continue;
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
      token.attrSet('data-align', align);
    }
  });
  return parser;
}

/** Turns Markdown (CommonMark with tables) into elements; nothing in them runs, loads or leads anywhere but to the web by a click. */
export function createMarkdownRenderer(): (source: string) => DocumentFragment {
  const parser = createParser();
  // Pictures that do not come from the server become their description.
  parser.renderer.rules['image'] = (tokens, index, options, env, renderer) => {
    const token = tokens[index]!;
    const source = String(token.attrGet('src') ?? '');
    const alternative = renderer.renderInlineAsText(token.children ?? [], options, env);
    const escaped = parser.utils.escapeHtml(alternative);
    return OWN_IMAGE.test(source) ? `<img src="${source}" alt="${escaped}">` : `<span data-image>${escaped}</span>`;
  };
  return (source) => {
    const fragment = DOMPurify.sanitize(parser.render(source), {
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
  };
}
