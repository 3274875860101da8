import { createMarkdownParser, safeFragment } from '../../../ui/markdown/safeMarkdown.ts';

/** Where pictures may come from: the server itself. */
const OWN_IMAGE = /^\/api\/v1\/workspace\/images\/[0-9a-f-]{36}\.(?:png|jpg|gif|webp)$/;

/** Turns Markdown (CommonMark with tables) into elements; nothing in them runs, loads or leads anywhere but to the web by a click. */
export function createMarkdownRenderer(): (source: string) => DocumentFragment {
  const parser = createMarkdownParser((source) => OWN_IMAGE.test(source));
  return (source) => safeFragment(parser.render(source));
}
