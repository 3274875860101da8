import { CircleAlert, Info, Lightbulb, MessageSquareWarning, TriangleAlert } from '@lucide/vue';
import type MarkdownIt from 'markdown-it';
import { h, render } from 'vue';

/** What a quote that begins with `[!NOTE]` and the like is, as GitHub has it (docs.github.com, Basic formatting syntax, Alerts). */
const ICONS = Object.freeze({
  note: Info,
  tip: Lightbulb,
  important: MessageSquareWarning,
  warning: TriangleAlert,
  caution: CircleAlert,
});
export type AlertKind = keyof typeof ICONS;
export const ALERT_KINDS = Object.freeze(Object.keys(ICONS) as AlertKind[]);

/** The first line of the quote, alone. */
const MARKER = new RegExp(`^\\[!(${ALERT_KINDS.join('|')})\\][ \\t]*(?:\\n|$)`, 'i');

/** Makes quotes that are alerts into `<div data-alert="note" role="note">`, without the line that says so. */
export function addAlerts(parser: InstanceType<typeof MarkdownIt>): void {
  parser.core.ruler.after('block', 'alerts', ({ tokens }) => {
    const gone = new Set<number>();
    for (const [index, quote] of tokens.entries()) {
      const words = tokens[index + 2];
      if (quote.type !== 'blockquote_open' || tokens[index + 1]?.type !== 'paragraph_open' || !words) continue;
      const marker = MARKER.exec(words.content);
      if (marker === null) continue;
      let end = index + 1;
      while (tokens[end]!.type !== 'blockquote_close' || tokens[end]!.level !== quote.level) end += 1;
      for (const token of [quote, tokens[end]!]) token.tag = 'div';
      quote.attrSet('data-alert', marker[1]!.toLowerCase());
      quote.attrSet('role', 'note');
      words.content = words.content.slice(marker[0].length);
      if (words.content === '') for (const at of [index + 1, index + 2, index + 3]) gone.add(at);
    }
    if (gone.size > 0) tokens.splice(0, tokens.length, ...tokens.filter((_token, index) => !gone.has(index)));
  });
}

/** Says above each alert what it is. */
export function titleAlerts(fragment: DocumentFragment, titleOf: (kind: AlertKind) => string): void {
  for (const kind of ALERT_KINDS) {
    for (const alert of fragment.querySelectorAll(`[data-alert="${kind}"]`)) {
      const title = document.createElement('p');
      title.className = 'alert-title';
      render(h(ICONS[kind], { size: 16, 'aria-hidden': 'true' }), title);
      title.append(titleOf(kind));
      alert.prepend(title);
    }
  }
}
