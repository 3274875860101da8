import remend from 'remend';
import { createMarkdownParser } from '../../../ui/markdown/safeMarkdown.ts';
import { addMath } from './math.ts';

/** What may become the first line of an alert is no text yet. */
const ALERT_BEGINS = /(?<=(?:^|\n) {0,3}> ?)\[![a-z]*$/i;

/** Cuts Markdown into its outermost blocks. */
export interface BlockParser {
  /**
   * HTML of each outermost block (a paragraph, a list, a table, …), in order.
   * @param growing the text is still arriving: emphasis, code and formulas that have begun are shown as if they ended here
   */
  readonly blocks: (source: string, growing: boolean) => string[];
}

/** Parses the Markdown of answers: CommonMark with tables, tasks, alerts, strikethrough and formulas; no HTML, no pictures from anywhere. */
export function createBlockParser(): BlockParser {
  const parser = createMarkdownParser(() => false);
  addMath(parser);
  return {
    blocks(source, growing) {
      const text = growing
        ? remend(source.replace(ALERT_BEGINS, ''), { linkMode: 'text-only', htmlTags: false, images: false })
        : source;
      const env = {};
      const tokens = parser.parse(text, env);
      const blocks: string[] = [];
      let from = 0;
      tokens.forEach((token, index) => {
        if (token.level !== 0 || token.nesting === 1) return;
        blocks.push(parser.renderer.render(tokens.slice(from, index + 1), parser.options, env));
        from = index + 1;
      });
      return blocks;
    },
  };
}
