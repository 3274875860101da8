import { titleAlerts, type AlertKind } from '../../../ui/markdown/alerts.ts';
import { createMarkdownParser, safeFragment } from '../../../ui/markdown/safeMarkdown.ts';

/** Where pictures may come from: the server itself. */
const OWN_IMAGE = /^\/api\/v1\/workspace\/images\/[0-9a-f-]{36}\.(?:png|jpg|gif|webp)$/;

/** Turns Markdown (CommonMark with tables, tasks and alerts) into elements; nothing in them runs, loads or leads anywhere but to the web by a click. */
export function createMarkdownRenderer(alertTitle: (kind: AlertKind) => string): (source: string) => DocumentFragment {
  const parser = createMarkdownParser((source) => OWN_IMAGE.test(source));
  return (source) => {
    const fragment = safeFragment(parser.render(source));
    titleAlerts(fragment, alertTitle);
    return fragment;
  };
}
