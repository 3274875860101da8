import { html } from 'parse5';
import type { Report } from '../package/scan.ts';
import type { Sweeper } from '../sweep/createSweeper.ts';
import type { Edits } from '../text/edits.ts';
import { escapeAttribute } from './characters.ts';
import { cleanStyle, swept } from './styles.ts';
import type { HtmlAttribute, HtmlTag } from './tags.ts';
import type { AttributeKind } from './vocabulary.ts';

export interface TagCleaning {
  readonly edits: Edits;
  readonly sweeper: Sweeper;
  readonly report: Report;
}

/**
 * Cleans what is special about a start tag: links to style sheets and icons go; so do tags and attributes whose names hold values
 * (`<anna@example.org>` is a tag to a browser).
 */
export function cleanTag(
  source: string,
  tag: HtmlTag,
  attributes: readonly HtmlAttribute[],
  { edits, sweeper, report }: TagCleaning,
): 'kept' | 'removed' {
  const { start, end, name } = tag;
  const isUnknown = html.getTagID(name) === html.TAG_ID.UNKNOWN;
  const written = source.slice(start + 1, start + 1 + name.length);
  if (name === 'link' || (isUnknown && sweeper.leaksText(written))) {
    edits.remove(start, end);
    report.cleaned(name === 'link' ? 'external_reference' : 'hidden_content');
    return 'removed';
  }
  let at = start + 1 + name.length;
  for (const attribute of attributes) {
    const nameEnd = Math.min(attribute.start + attribute.name.length, attribute.end);
    if (sweeper.leaksText(source.slice(attribute.start, nameEnd))) {
      // The tag is taken out as a whole: an attribute of such a name belongs to no format.
      edits.remove(start, end);
      report.cleaned('hidden_content');
      return 'removed';
    }
    removeUnread(source, at, attribute.start, edits);
    at = attribute.end;
  }
  removeUnread(source, at, end - 1, edits);
  return 'kept';
}

/** Takes out what stands between attributes and is none to a browser: attributes that an element has already. */
function removeUnread(source: string, start: number, end: number, edits: Edits): void {
  if (start < end && /[^\s/]/.test(source.slice(start, end))) edits.replace(start, end, ' ');
}

/** Cleans an attribute that is no text for people. */
export function cleanAttribute(
  attribute: HtmlAttribute,
  kind: AttributeKind,
  { edits, sweeper, report }: TagCleaning,
): void {
  const { start, end, value } = attribute;
  const setValue = (text: string) => {
    edits.replace(start, end, `${attribute.name}="${escapeAttribute(text)}"`);
  };
  switch (kind) {
    case 'script':
    case 'link':
      edits.remove(start, end);
      report.cleaned('script');
      return;
    case 'style': {
      const { css, comments, external, values } = cleanStyle(value, sweeper);
      if (css !== value) setValue(css);
      report.cleaned('comments', comments);
      report.cleaned('external_reference', external);
      report.cleaned('hidden_content', values);
      return;
    }
    case 'fetched': {
      // What stands in the same page or message stays.
      if (/^\s*(?:#|cid:)/i.test(value) || value === '') break;
      edits.remove(start, end);
      // A picture in an address: nobody has read the words in it.
      if (/^\s*data:image\//i.test(value)) report.removed('image_text');
      else if (/^\s*data:/i.test(value)) report.removed('embedded_object');
      else report.cleaned('external_reference');
      return;
    }
    case 'text':
    case 'other':
      break;
  }
  const { text, count } = swept(value, sweeper);
  if (count === 0) return;
  setValue(text);
  report.cleaned('hidden_content', count);
}
