import type MarkdownIt from 'markdown-it';

/** The mark at the begin of a task (GitHub Flavored Markdown, 5.3 Task list items). */
const MARK = /^\[([ xX])\](?=\s)/;

/** Shows list items that are tasks as `<li data-task>` with a box, ticked or not. */
export function addTasks(parser: InstanceType<typeof MarkdownIt>): void {
  parser.core.ruler.after('block', 'tasks', ({ tokens }) => {
    for (const [index, item] of tokens.entries()) {
      const words = tokens[index + 2];
      if (item.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open' || !words) continue;
      const mark = MARK.exec(words.content);
      if (mark === null) continue;
      item.attrSet('data-task', '');
      words.content = `${mark[1] === ' ' ? '☐' : '☑'}${words.content.slice(mark[0].length)}`;
    }
  });
}
