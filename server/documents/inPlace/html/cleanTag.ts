import { html } from 'parse5';
import type { Report } from '../report.ts';
import type { Sweeper } from '../sweep/createSweeper.ts';
import { createEdits, type Edits } from '../text/edits.ts';
import { escapeAttribute } from './characters.ts';
import { isPictureAddress, readCandidates, writeCandidates } from './dataAddresses.ts';
import { cleanStyle, scanStyle, swept, type CleanStyle } from './styles.ts';
import type { HtmlAttribute, HtmlTag } from './tags.ts';
import type { AttributeKind } from './vocabulary.ts';

export interface TagCleaning {
  readonly edits: Edits;
  readonly sweeper: Sweeper;
  readonly report: Report;
  /** What comes in the place of addresses that are pictures; others cannot be looked into. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** Attributes that are lists of addresses. */
const LISTS = /^(?:imagesrcset|srcset)$/;

/** The pictures in the addresses of an attribute that is fetched or a style. */
export function pictureAddresses({ name, value }: HtmlAttribute, kind: AttributeKind): readonly string[] {
  if (kind === 'style') return /data:/i.test(value) ? scanStyle(value).pictures : [];
  if (kind !== 'fetched' || !/data:/i.test(value)) return [];
  const addresses = LISTS.test(name) ? readCandidates(value).map(({ address }) => address) : [value];
  return addresses.filter(isPictureAddress);
}

/**
 * Cleans what is special about a start tag: links to style sheets and icons go; so do tags and attributes whose names hold values
 * (`<anna@example.org>` is a tag to a browser).
 */
export function cleanTag(
  source: string,
  tag: HtmlTag,
  attributes: readonly HtmlAttribute[],
  { edits, sweeper, report }: Omit<TagCleaning, 'pictures'>,
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
  { edits, sweeper, report, pictures }: TagCleaning,
): void {
  const { start, end, name, value } = attribute;
  const setValue = (text: string) => {
    edits.replace(start, end, `${attribute.name}="${escapeAttribute(text)}"`);
  };
  switch (kind) {
    case 'script':
    case 'link':
      edits.remove(start, end);
      report.cleaned('script');
      return;
    case 'editor':
      edits.remove(start, end);
      report.cleaned('properties');
      return;
    case 'style': {
      const style = scanStyle(value);
      const { edits: changes, ...cleaned } = cleanStyle(value, { ...style, strings: [] }, sweeper, pictures);
      // Elements show no strings of their own style.
      const own = createEdits();
      for (const { start: from, end: to, css } of changes) own.replace(from, to, css);
      for (const { start: from, end: to } of style.strings) own.remove(from, to);
      if (!own.isEmpty()) setValue(own.apply(value));
      reportStyle(report, { ...cleaned, values: cleaned.values + style.strings.length });
      return;
    }
    case 'fetched': {
      // What stands in the same page or message stays.
      if (/^\s*(?:#|cid:)/i.test(value) || value === '') break;
      const candidates = LISTS.test(name) ? readCandidates(value) : [{ address: value, descriptor: '' }];
      const kept = candidates.flatMap(({ address, descriptor }) => {
        const own = pictures.get(address);
        if (own !== undefined) return [{ address: own, descriptor }];
        // A picture in an address: nobody has read the words in it.
        if (/^\s*data:image\//i.test(address)) report.removed('image_text');
        else if (/^\s*data:/i.test(address)) report.removed('embedded_object');
        else report.cleaned('external_reference');
        return [];
      });
      if (kept.length === 0) edits.remove(start, end);
      else setValue(writeCandidates(kept));
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

/** Reports what was cleaned from a style. */
export function reportStyle(report: Report, { comments, external, unread, values }: Omit<CleanStyle, 'edits'>): void {
  report.cleaned('comments', comments);
  report.cleaned('external_reference', external);
  report.removed('image_text', unread);
  report.cleaned('hidden_content', values);
}
