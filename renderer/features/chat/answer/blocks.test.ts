import { describe, expect, it } from 'vitest';
import { createBlockParser } from './blocks.ts';

const parser = createBlockParser();
const whole = (source: string) => parser.blocks(source, false);
const growing = (source: string) => parser.blocks(source, true);

describe('blocks of an answer', () => {
  it('are the outermost ones', () => {
    const blocks = whole(
      '# Title\n\nText\n\n- one\n  - two\n- three\n\n> quote\n\n```js\nlet a;\n```\n\n| a | b |\n|--:|---|\n| 1 | 2 |',
    );
    expect(blocks.map((html) => /^<(\w+)/.exec(html)?.[1])).toEqual(['h1', 'p', 'ul', 'blockquote', 'pre', 'table']);
    expect(blocks.at(-1)).toContain('<th data-align="right">a</th>');
  });

  it('stay the same while later ones arrive', () => {
    const source = 'One **two** three.\n\n1. first\n2. second\n\n```py\nprint(1)\n```\n\nThe end with $x^2$.';
    let before: string[] = [];
    for (let length = 1; length <= source.length; length += 1) {
      const now = growing(source.slice(0, length));
      // A list may still grow after the blank line behind it, so the last two blocks are open.
      expect(now.slice(0, Math.max(0, before.length - 2))).toEqual(before.slice(0, Math.max(0, before.length - 2)));
      before = now;
    }
    expect(before).toEqual(whole(source));
  });

  it('show what has begun as if it ended', () => {
    expect(growing('some **bold te')).toEqual(['<p>some <strong>bold te</strong></p>\n']);
    expect(growing('```js\nlet a')[0]).toContain('<code class="language-js">let a');
    expect(growing('> [!IMPO')).toEqual(growing('>'));
    expect(growing('see [the page](https://exam')[0]).not.toContain('](');
  });

  it('know quotes that are alerts by their first line', () => {
    expect(whole('> [!NOTE]\n> One **two**\n>\n> > three')).toEqual([
      '<div data-alert="note" role="note">\n<p>One <strong>two</strong></p>\n<blockquote>\n<p>three</p>\n</blockquote>\n</div>\n',
    ]);
    expect(whole('> [!Warning]\n>\n> - one')[0]).toMatch(/^<div data-alert="warning" role="note">\n<ul>/);
    for (const plain of ['> [!NOTE] One', '> [!OTHER]\n> One', '> One\n> [!NOTE]', '[!NOTE]\nOne', '> # [!NOTE]']) {
      expect(whole(plain).join('')).not.toContain('data-alert');
    }
  });

  it('show tasks with boxes', () => {
    expect(whole('- [ ] one\n- [x] two\n- [z] three')).toEqual([
      '<ul>\n<li data-task="">☐ one</li>\n<li data-task="">☑ two</li>\n<li>[z] three</li>\n</ul>\n',
    ]);
  });

  it('let no HTML and no picture through', () => {
    expect(whole('<img src=x onerror=alert(1)>')[0]).not.toContain('<img');
    expect(whole('![secret](https://example.org/a.png?name=Anna)')).toEqual([
      '<p><span data-image>secret</span></p>\n',
    ]);
  });
});

describe('formulas', () => {
  it.each([
    ['a $x^2$ b', '<p>a <span data-math="inline">x^2</span> b</p>\n'],
    ['a \\(x_1\\) b', '<p>a <span data-math="inline">x_1</span> b</p>\n'],
    ['a $$x$$ b', '<p>a <span data-math="display">x</span> b</p>\n'],
    ['$$\nx < y\n$$', '<div data-math="display">x &lt; y</div>\n'],
    ['\\[ x \\]', '<div data-math="display">x</div>\n'],
    ['Text\n\\[\nx\n\\]\nmore', '<p>Text</p>\n'],
  ])('are found in %j', (source, html) => {
    expect(whole(source)[0]).toBe(html);
  });

  it.each([
    'costs $5 and $10',
    'a $ b $ c',
    'only $x',
    '\\$x\\$',
    '`$x$`',
    'US$ 5, A$',
    '$$ never ends',
    '\\[ never ends',
  ])('are not seen in %j', (source) => {
    expect(whole(source).join('')).not.toContain('data-math');
  });
});
