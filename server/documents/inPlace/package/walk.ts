import { attribute, parseXml, type XmlTag } from '../../package/xml.ts';

/** An element while its part is read. */
export interface XmlElement {
  /** With the prefix everybody knows the namespace by; `?:local` where the namespace is unknown. */
  readonly name: string;
  readonly tag: XmlTag;
  readonly parent: XmlElement | null;
  /** At the `<`. UTF-16 offsets into the part's source. */
  readonly start: number;
  /** Just after the `>` of the start tag. */
  readonly openEnd: number;
}

export interface ElementEnd {
  /** At the `<` of the end tag; the end of the element where it is empty. */
  readonly contentEnd: number;
  readonly end: number;
}

export interface Walker {
  open?(element: XmlElement): void;
  /** `text` is the element's own text that was not reported yet, with entities resolved. */
  text?(text: string, element: XmlElement): void;
  close?(element: XmlElement, end: ElementEnd): void;
}

/**
 * Walks through XML with names that do not depend on the prefixes of the file.
 * @param prefixes - namespace → prefix
 * @throws AppError UNREADABLE_FILE
 */
export function walk(source: string, prefixes: Readonly<Record<string, string>>, walker: Walker): void {
  let current: XmlElement | null = null;
  parseXml(source, {
    open(tag, openEnd, start) {
      const prefix = tag.uri === '' ? '' : `${prefixes[tag.uri] ?? '?'}:`;
      current = { name: prefix + tag.local, tag, parent: current, start, openEnd };
      walker.open?.(current);
    },
    text(text) {
      if (current !== null) walker.text?.(text, current);
    },
    close(_tag, end) {
      const element = current!;
      const contentEnd = end === element.openEnd ? end : source.lastIndexOf('</', end - 1);
      walker.close?.(element, { contentEnd, end });
      current = element.parent;
    },
  });
}

/** The value of an attribute, whatever its namespace. */
export const value = (element: XmlElement, local: string): string | undefined => attribute(element.tag, local);

/** Where an attribute stands. */
export interface AttributeRange {
  /** Local name. */
  readonly local: string;
  readonly value: string;
  /** Inside the quotes. */
  readonly start: number;
  readonly end: number;
  /** From the white space before the name to behind the closing quote. */
  readonly outerStart: number;
  readonly outerEnd: number;
}

const ATTRIBUTE = /\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/y;

/** All attributes of an element in the order of the file. */
export function attributeRanges(source: string, { tag, start }: XmlElement): AttributeRange[] {
  const ranges: AttributeRange[] = [];
  let at = start + 1 + tag.name.length;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(source);
    if (match === null) return ranges;
    const outerStart = at;
    at = ATTRIBUTE.lastIndex;
    const known = tag.attributes[match[1]!];
    if (known === undefined) continue;
    ranges.push({
      local: known.local,
      value: known.value,
      start: at - match[2]!.length + 1,
      end: at - 1,
      outerStart,
      outerEnd: at,
    });
  }
}

export const attributeRange = (source: string, element: XmlElement, local: string): AttributeRange | undefined =>
  attributeRanges(source, element).find((range) => range.local === local);

/** The prefix of an element as the file writes it, with its colon; empty where it has none. */
export const prefixOf = ({ tag }: XmlElement): string => (tag.prefix === '' ? '' : `${tag.prefix}:`);
