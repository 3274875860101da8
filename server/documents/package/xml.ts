import { SaxesParser, type SaxesTagNS } from 'saxes';
import { documentError } from '../failures.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';

export type XmlTag = SaxesTagNS;

/** What a reader wants to hear of. Positions are UTF-16 offsets into the source string. */
export interface XmlHandlers {
  /** `start` is at the `<` of the start tag, `end` just after its `>`. */
  open?(tag: XmlTag, end: number, start: number): void;
  /** `end` is just after the `>` of the end tag, or of the tag itself where it is empty. */
  close?(tag: XmlTag, end: number): void;
  /** Character data with entities resolved; `end` is at the `<` that follows. */
  text?(text: string): void;
}

/**
 * Reads namespace-aware XML in one pass. Document types that declare something themselves are refused: they carry entity bombs and external entities. One that
 * only names its definition, as old formulas of OpenOffice do, is passed over, and nothing is fetched. Nesting beyond the limit is refused too.
 * Throws AppError UNREADABLE_FILE on anything that is not well-formed.
 */
export function parseXml(source: string, handlers: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  let start = 0;
  parser.on('error', (error) => {
    throw documentError('UNREADABLE_FILE', error);
  });
  parser.on('doctype', (declaration) => {
    if (declaration.includes('[')) throw documentError('UNREADABLE_FILE');
  });
  parser.on('opentagstart', () => {
    start = source.lastIndexOf('<', parser.position - 1);
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > DOCUMENT_LIMITS.xmlDepth) throw documentError('UNREADABLE_FILE');
    handlers.open?.(tag, parser.position, start);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    handlers.close?.(tag, parser.position);
  });
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('cdata', (text) => handlers.text?.(text));
  parser.write(source).close();
}

/** Decodes an XML part: UTF-16 by its byte order mark, else UTF-8, the two encodings ECMA-376 part 2 allows. Throws AppError UNREADABLE_FILE. */
export function decodeXml(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw documentError('UNREADABLE_FILE', error);
  }
}

/** Value of an attribute without a namespace prefix, or of the prefix's namespace `uri`. */
export function attribute(tag: XmlTag, local: string, uri?: string): string | undefined {
  for (const candidate of Object.values(tag.attributes)) {
    if (candidate.local === local && (uri === undefined || candidate.uri === uri)) return candidate.value;
  }
  return undefined;
}
