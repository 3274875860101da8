import { createSourceText, type SourceText, type SourceTextBuilder, type SourceUnit } from '../source/sourceText.ts';
import { createEdits, type Edits } from '../text/edits.ts';
import type { CleanedKind } from '../types.ts';
import { createBodyText } from './bodyText.ts';
import { addressUnits, characters, escapeAttribute, escapeText, escapeUnquoted } from './characters.ts';
import { cleanAttribute, cleanTag, pictureAddresses, reportStyle, type TagCleaning } from './cleanTag.ts';
import { cleanStyle, escapeString, scanStyle, stringUnits } from './styles.ts';
import { readTags, type HtmlAttribute, type HtmlTag, type Stretch } from './tags.ts';
import { attributeKind, BLOCKS, CELLS, isRemoved, metaKind, PREFORMATTED, REMOVED } from './vocabulary.ts';

/** What cleans a document while it is read; null where values are only put back. */
export type Cleaning = Omit<TagCleaning, 'edits'>;

export interface ScannedHtml {
  readonly placed: SourceText;
  /** What cleaning changes; replacements are added to them. */
  readonly edits: Edits;
  /** Where the document names its encoding. */
  readonly charsets: readonly Stretch[];
  /** Offsets of angle brackets and ampersands that the text shows although the source does not escape them. */
  readonly bareSigns: readonly number[];
  /** Addresses that are pictures themselves, each once. */
  readonly pictures: readonly string[];
}

/** Text of an attribute: put on lines of its own behind the text of the body. */
interface AttributeText {
  readonly units: readonly SourceUnit[];
  readonly write: (text: string) => string;
}

/** Reads HTML: its text with where it stands, and what is to be cleaned. Linear in the length of the source. */
export function scanHtml(source: string, cleaning: Cleaning | null): ScannedHtml {
  const text = createSourceText();
  text.part({ kind: 'body' });
  const edits = createEdits();
  const scan = createScan(source, { text, edits, cleaning });
  readTags(source, scan);
  scan.end();
  text.part({ kind: 'property' });
  for (const { units, write } of scan.attributeTexts) text.line(units, write);
  const { charsets, bareSigns, pictures } = scan;
  return { placed: text.finish(), edits, charsets, bareSigns, pictures: [...pictures] };
}

interface ScanParts {
  readonly text: SourceTextBuilder;
  readonly edits: Edits;
  readonly cleaning: Cleaning | null;
}

function createScan(source: string, { text, edits, cleaning }: ScanParts) {
  const body = createBodyText(text);
  const attributeTexts: AttributeText[] = [];
  const charsets: Stretch[] = [];
  const bareSigns: number[] = [];
  const pictures = new Set<string>();
  /** The element that is taken out, and how many of its name are open. */
  let removing: { readonly name: keyof typeof REMOVED; readonly start: number; depth: number } | null = null;
  let raw: { readonly name: string; readonly start: number } | null = null;
  let keepsSpace = 0;

  const remove = (start: number, end: number, kind: CleanedKind) => {
    if (cleaning === null) return;
    edits.remove(start, end);
    if (kind === 'embedded_object') cleaning.report.removed(kind);
    else cleaning.report.cleaned(kind);
  };
  const separate = (name: string) => {
    if (CELLS.has(name)) body.separate('\t');
    else if (BLOCKS.has(name)) body.separate('\n');
  };
  const endRemoval = (end: number) => {
    if (removing !== null) remove(removing.start, end, REMOVED[removing.name]);
    removing = null;
  };
  const endStyle = (start: number, end: number) => {
    const css = source.slice(start, end);
    const style = scanStyle(css);
    for (const address of style.pictures) pictures.add(address);
    for (const string of style.strings) {
      attributeTexts.push({ units: [...stringUnits(css, string, start)], write: escapeString });
    }
    if (cleaning === null) return;
    const { edits: changes, ...cleaned } = cleanStyle(css, style, cleaning.sweeper, cleaning.pictures);
    for (const change of changes) edits.replace(start + change.start, start + change.end, change.css);
    reportStyle(cleaning.report, cleaned);
  };

  /** @param changes - null: nothing of the attribute is cleaned */
  const readAttribute = (tag: HtmlTag, attribute: HtmlAttribute, changes: Cleaning | null) => {
    const { valueStart, valueEnd, quoted, name } = attribute;
    const kind = attributeKind(tag.name, name);
    for (const address of pictureAddresses(attribute, kind)) pictures.add(address);
    const isFollowed = kind === 'link' && !/^\s*(?:javascript|vbscript|data):/i.test(attribute.value);
    if (kind === 'text' || isFollowed) {
      const units = [...characters(source, valueStart, valueEnd, 'attribute')];
      const write = quoted ? escapeAttribute : escapeUnquoted;
      if (kind === 'text') attributeTexts.push({ units, write });
      else attributeTexts.push({ units: addressUnits(units), write: (value) => write(encodeAddress(value)) });
    } else if (changes !== null) cleanAttribute(attribute, kind, { edits, ...changes });
  };

  const readMeta = (tag: HtmlTag, attributes: readonly HtmlAttribute[]): boolean => {
    const byName = (name: string) => attributes.find((attribute) => attribute.name === name);
    const charset = byName('charset');
    if (charset !== undefined) charsets.push({ start: charset.valueStart, end: charset.valueEnd });
    const content = byName('content');
    const declared = /charset\s*=\s*["']?([^\s"';]+)/i.exec(
      content === undefined ? '' : source.slice(content.valueStart, content.valueEnd),
    );
    if (content !== undefined && declared !== null && byName('http-equiv')?.value.toLowerCase() === 'content-type') {
      const end = content.valueStart + declared.index + declared[0].length;
      charsets.push({ start: end - declared[1]!.length, end });
      return true;
    }
    const kind = metaKind(byName('name')?.value ?? byName('property')?.value ?? '');
    if (kind === null) return false;
    const program = content === undefined ? null : SHOWN_BY.exec(content.value)?.[0];
    if (content === undefined || !program) remove(tag.start, tag.end, kind);
    else if (cleaning !== null) {
      edits.replace(content.valueStart, content.valueEnd, program);
      cleaning.report.cleaned(kind);
    }
    return true;
  };

  return {
    attributeTexts,
    charsets,
    bareSigns,
    pictures,
    open(tag: HtmlTag) {
      const { name, start, end, opens } = tag;
      if (removing !== null) {
        if (name === removing.name && opens) removing.depth += 1;
        return;
      }
      separate(name);
      if (isRemoved(name)) {
        if (opens) removing = { name, start, depth: 1 };
        else remove(start, end, REMOVED[name]);
        return;
      }
      if (opens && (name === 'style' || name === 'title')) raw = { name, start: end };
      if (opens && PREFORMATTED.has(name)) keepsSpace += 1;
      const attributes = tag.attributes();
      // Lines of a text in a drawing (SVG 2, 11.2).
      if (name === 'tspan' && attributes.some((each) => each.name === 'y' || each.name === 'dy')) body.separate('\n');
      if (name === 'meta' && readMeta(tag, attributes)) return;
      // What a tag says is read also where it is taken out: the text is the same whether a document is read or cleaned.
      const isKept = cleaning !== null && cleanTag(source, tag, attributes, { edits, ...cleaning }) === 'kept';
      for (const attribute of attributes) readAttribute(tag, attribute, isKept ? cleaning : null);
    },
    close(name: string, tag: Stretch) {
      if (removing !== null) {
        if (name === removing.name && (removing.depth -= 1) === 0) endRemoval(tag.end);
        return;
      }
      if (raw?.name === name) {
        if (name === 'style') endStyle(raw.start, tag.start);
        raw = null;
      }
      if (PREFORMATTED.has(name)) keepsSpace = Math.max(0, keepsSpace - 1);
      separate(name);
      if (cleaning === null) return;
      const written = source.slice(tag.start, tag.end);
      if (cleaning.sweeper.leaksText(written)) remove(tag.start, tag.end, 'hidden_content');
      // Browsers read no attributes of end tags.
      else if (!/^<\/[^\s/]+\s*>$/.test(written)) edits.replace(tag.start, tag.end, `</${name}>`);
    },
    text({ start, end }: Stretch) {
      if (removing !== null || raw?.name === 'style') return;
      for (const unit of characters(source, start, end, 'text')) {
        body.add(unit, escapeText, keepsSpace > 0);
        if (unit.text.length !== unit.end - unit.start) continue;
        for (const { index } of unit.text.matchAll(/[<&]/g)) bareSigns.push(unit.start + index);
      }
    },
    comment({ start, end }: Stretch) {
      if (removing !== null || cleaning === null) return;
      const isDeclaration = /^<(?:!doctype\b|\?xml\s)/i.test(source.slice(start, start + 10));
      if (!isDeclaration || cleaning.sweeper.leaksText(source.slice(start, end))) remove(start, end, 'comments');
    },
    end() {
      endRemoval(source.length);
      if (raw?.name === 'style') endStyle(raw.start, source.length);
    },
  };
}

/** Programs that lay their own pages out in another way than those of others: headers, for example. Versions and systems go. */
const SHOWN_BY = /^(?:LibreOffice|OpenOffice\.org|Apache OpenOffice)(?= )/;

/** Placeholders stay readable in addresses: brackets are kept, though RFC 3986 would have them coded. */
const encodeAddress = (text: string): string =>
  encodeURI(text.toWellFormed()).replaceAll('%25', '%').replaceAll('%5B', '[').replaceAll('%5D', ']');
