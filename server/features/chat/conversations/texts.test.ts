import { describe, expect, it } from 'vitest';
import { foldForSearch } from '../../../core/text/foldForSearch.ts';
import { findSnippet } from './search.ts';
import { titleOf } from './title.ts';

describe('the title of a conversation', () => {
  it.each([
    ['', ''],
    ['\n \n---\n', ''],
    ['# **Offer** for `Ms` Haverstock\nsecond line', 'Offer for Ms Haverstock'],
    ['  one   two\tthree ', 'one two three'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['word '.repeat(30), `${'word '.repeat(11).trim()}…`],
    [`${'x'.repeat(58)}😀😀`, `${'x'.repeat(58)}…`],
  ])('of %j', (text, title) => {
    expect(titleOf(text)).toBe(title);
    expect(title.isWellFormed()).toBe(true);
  });
});

describe('a snippet', () => {
  const of = (text: string, sought: string) => {
    const found = findSnippet(text, foldForSearch(sought));
    return found && [found.snippet, found.snippet.slice(found.start, found.end)];
  };
  it.each([
    ['The Straße', 'STRASSE', ['The Straße', 'Straße']],
    ['A cafe\u0301 here', 'CAFÉ', ['A cafe\u0301 here', 'cafe\u0301']],
    ['ﬁnd', 'fin', ['ﬁnd', 'ﬁn']],
    ['nothing', 'else', null],
    [`${'😀'.repeat(40)}name${'😀'.repeat(40)}`, 'name', [`${'😀'.repeat(30)}name${'😀'.repeat(30)}`, 'name']],
  ])('of %j', (text, sought, snippet) => {
    expect(of(text, sought)).toEqual(snippet);
  });
});
