import { escapeXml } from '../../package/writePackage.ts';
import { fileNameForm } from '../text/placeholders.ts';
import type { Hit, Matcher } from './matcher.ts';
import { isInFixedName } from './partNames.ts';
import { standsInWord, type Pattern } from './patterns.ts';

/** What is known of a place in XML. */
interface Context {
  readonly kind: 'name' | 'attribute' | 'text' | 'comment';
  /** Of the attribute, or of the element whose start tag is the last one before the text. */
  readonly name: string;
  /** The whole value of the attribute or of the text up to the next tag. */
  readonly value: string;
  /** Where the value begins. UTF-16 offset into the XML. */
  readonly valueStart: number;
}

/** Attributes that hold names of namespaces, of types of parts and of features: no content. */
const VOCABULARY =
  /^(?:xmlns(?::.*)?|Type|ContentType|Extension|uri|Requires|Ignorable|(?:.*:)?(?:Ignorable|schemaLocation|type))$/;
/** Attributes that hold names of fonts, which may sound like people ("Times New Roman"). */
const FONTS =
  /(?:^|:)(?:typeface|ascii|hAnsi|cs|eastAsia|font|panose|font-family|font-name|font-family-\w+|font-name-\w+|font-style-name[^\s:]*)$/;
const FONT_ELEMENTS = /^(?:w:font|font|rFont|name|style:font-face)$/;
/** A target outside the package (RFC 3986, 3.1): no name of a part. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:/i;
/** Attributes of lists of parts that name one (ECMA-376 part 2, 6.5 and 7.2; OpenDocument 1.3 part 2, 4.8.4). */
const PART_NAME = /^(?:Target|PartName|(?:.*:)?full-path)$/;
/** Attributes by which a part of an OpenDocument package refers to another one. */
const PART_LINK = /^xlink:href$/;
const NUMBER = /^[+-]?[\d.,]+$/;
/** A word of a schema: values of lists begin with a small letter, names with a capital one. */
const SCHEMA_WORD = /^[a-z][A-Za-z0-9]*$/;
/** Numbers up to this length are sizes and positions where a format wants a number. */
const MEASURE_DIGITS = 9;

/** A value may stand alone only after the one beside it was replaced. What is left after so many passes is seen as a leak. */
export const MOST_PASSES = 16;

/** Replaces forbidden values in the XML of a part, wherever they stand but in names and in words of the schema. */
export function sweepXml(
  source: string,
  find: Matcher<Pattern>,
  isPackageList: boolean,
): { xml: string; count: number } {
  let xml = resolveCharacterReferences(source);
  let count = 0;
  let uncovers = true;
  for (let pass = 0; uncovers && pass < MOST_PASSES; pass += 1) {
    uncovers = false;
    const parts: string[] = [];
    let at = 0;
    for (const hit of leaks(xml, find)) {
      parts.push(xml.slice(at, hit.start), replacementFor(hit, hit.context, isPackageList));
      uncovers ||= standsInWord(xml, hit);
      at = hit.end;
      count += 1;
    }
    if (at > 0) xml = parts.join('') + xml.slice(at);
  }
  return { xml: count === 0 ? source : xml, count };
}

/** Whether a forbidden value stands in the XML. */
export function xmlLeaks(source: string, find: Matcher<Pattern>): boolean {
  return leaks(resolveCharacterReferences(source), find).next().done !== true;
}

interface Leak extends Hit<Pattern> {
  readonly context: Context;
}

function* leaks(xml: string, find: Matcher<Pattern>): Generator<Leak> {
  const locate = createLocator(xml);
  for (const hit of find(xml)) {
    if (hit.pattern.value === null) continue;
    const context = locate(hit.start);
    if (isContent(context, hit)) yield { ...hit, context };
  }
}

function isContent({ kind, name, value, valueStart }: Context, { start, pattern }: Hit<Pattern>): boolean {
  const { text, distinctness, encoding } = pattern;
  if (kind === 'name') return false;
  // What people read is theirs to judge; only names are made of values.
  if (encoding === 'identifier' && kind !== 'attribute') return false;
  if (NUMBER.test(text) && NUMBER.test(value) && text.replace(/\D/g, '').length <= MEASURE_DIGITS) return false;
  if (kind !== 'attribute') return true;
  const [element = '', attribute = ''] = name.split(' ');
  if (VOCABULARY.test(attribute)) return false;
  if (PART_NAME.test(attribute) && isInFixedName(value, start - valueStart)) return false;
  if (distinctness === 'anywhere') return true;
  if (SCHEMA_WORD.test(value)) return false;
  return !(FONTS.test(attribute) || FONT_ELEMENTS.test(element));
}

function replacementFor({ pattern }: Leak, { value, kind, name }: Context, isPackageList: boolean): string {
  const { replacement } = pattern.value!;
  if (kind === 'comment') return '';
  // What was a number has to stay one, or the file does not open.
  if (NUMBER.test(value)) return '0';
  if (isPackageList) return ADDRESS.test(value) ? encodeURIComponent(replacement) : fileNameForm(replacement);
  if (PART_LINK.test(name.replace(/^.* /, '')) && !/^[#/]/.test(value) && !ADDRESS.test(value))
    return fileNameForm(replacement);
  if (pattern.encoding === 'identifier') return fileNameForm(replacement);
  return pattern.encoding === 'percent' ? encodeURIComponent(replacement) : escapeXml(replacement);
}

const TAG_NAME = /<[?/]?([^\s/>]*)/y;
const ATTRIBUTE = /\s*([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/y;

interface AttributeRange {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Tells what stands at a place of well-formed XML. Places must be asked for in rising order: each tag is then looked at once. */
function createLocator(xml: string): (position: number) => Context {
  let tagStart = xml.indexOf('<');
  let nextTag = xml.indexOf('<', tagStart + 1);
  let read: Tag | null = null;
  return (position) => {
    while (nextTag >= 0 && nextTag <= position) {
      tagStart = nextTag;
      nextTag = xml.indexOf('<', tagStart + 1);
    }
    if (xml.startsWith('<!--', tagStart)) {
      return { kind: xml.indexOf('-->', tagStart) > position ? 'comment' : 'text', name: '', value: '', valueStart: 0 };
    }
    if (xml.startsWith('<![CDATA[', tagStart)) return { kind: 'text', name: '', value: '', valueStart: 0 };
    if (read?.start !== tagStart) read = readTag(xml, tagStart);
    const { end, element, attributes } = read;
    if (position >= end) {
      return { kind: 'text', name: element, value: xml.slice(end, nextTag < 0 ? end : nextTag), valueStart: end };
    }
    // Places rise, so attributes before this one are never asked for again.
    while (read.next < attributes.length && attributes[read.next]!.end <= position) read.next += 1;
    const candidate = attributes[read.next];
    const found = candidate !== undefined && candidate.start <= position ? candidate : undefined;
    if (found === undefined) return { kind: 'name', name: element, value: '', valueStart: 0 };
    const value = xml.slice(found.start, found.end);
    return { kind: 'attribute', name: `${element} ${found.name}`, value, valueStart: found.start };
  };
}

/** A start tag; `next` is the first attribute that was not passed yet. */
interface Tag {
  readonly start: number;
  readonly end: number;
  readonly element: string;
  readonly attributes: readonly AttributeRange[];
  next: number;
}

function readTag(xml: string, start: number): Tag {
  TAG_NAME.lastIndex = start;
  const name = TAG_NAME.exec(xml);
  let at = name === null ? start + 1 : TAG_NAME.lastIndex;
  const attributes: AttributeRange[] = [];
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(xml);
    if (match === null) break;
    at = ATTRIBUTE.lastIndex;
    attributes.push({ name: match[1]!, start: at - match[2]!.length + 1, end: at - 1 });
  }
  const close = xml.indexOf('>', at);
  return { start, end: close < 0 ? xml.length : close + 1, element: name?.[1] ?? '', attributes, next: 0 };
}

/** Characters written by their number (`&#252;`) become themselves, so that values are found; those that need an escape stay. */
function resolveCharacterReferences(xml: string): string {
  if (!xml.includes('&#')) return xml;
  return xml.replace(/&#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}));/g, (reference, hexadecimal?: string, decimal?: string) => {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    const mustStay =
      code < 0x20 ||
      code > 0x10ffff ||
      (code >= 0xd800 && code <= 0xdfff) ||
      '&<>"\''.includes(String.fromCodePoint(code));
    return mustStay ? reference : String.fromCodePoint(code);
  });
}
