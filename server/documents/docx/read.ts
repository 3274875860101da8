import { LIMITS } from '../../contract/limits.ts';
import { documentError } from '../failures.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { decodeXml } from '../package/xml.ts';
import { openZip, type ZipPackage } from '../package/zip.ts';
import { readPart, type PartText, type Piece } from './part.ts';
import { readRelationships, relationshipsPart } from './relationships.ts';

/** A text element of the document and the stretch of the text it holds. */
export interface TextNode {
  /** Name of the part in the package, for example word/header1.xml. */
  readonly part: string;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** UTF-16 offsets of the element's content in the decoded XML of the part. */
  readonly sourceStart: number;
  readonly sourceEnd: number;
}

export interface DocxText {
  readonly text: string;
  /** In the order of the text, never overlapping. What lies between two nodes is markup (breaks, tabs, symbols). */
  readonly nodes: readonly TextNode[];
}

/** Kinds of parts around the main one, in the order in which their text stands; null is the place of the body. */
const READING_ORDER = Object.freeze([
  'header',
  null,
  'footnotes',
  'endnotes',
  'comments',
  'diagramData',
  'chart',
  'footer',
]);

/**
 * Reads a Word document (ECMA-376): headers, body with its text boxes, footnotes, endnotes, comments, diagrams, charts, footers, and last the
 * deleted text of tracked changes. A blank line separates the parts. Throws AppError UNREADABLE_FILE, PASSWORD_PROTECTED,
 * ZIP_RATIO_SUSPICIOUS or TEXT_TOO_LARGE.
 */
export async function readDocx(bytes: Uint8Array): Promise<DocxText> {
  const zip = await openZip(bytes);
  const parts = new Map<string, PartText>();
  let xmlBytes = 0;
  for (const name of await partsInOrder(zip)) {
    const part = await zip.read(name, DOCUMENT_LIMITS.xmlPartBytes);
    if (part === null) continue;
    xmlBytes += part.byteLength;
    if (xmlBytes > DOCUMENT_LIMITS.xmlTotalBytes) throw documentError('ZIP_RATIO_SUSPICIOUS');
    parts.set(name, readPart(decodeXml(part)));
  }
  return assemble(parts);
}

async function partsInOrder(zip: ZipPackage): Promise<string[]> {
  const root = await zip.read(relationshipsPart(''), DOCUMENT_LIMITS.xmlPartBytes);
  const main = root === null ? undefined : readRelationships(root, '').find(({ type }) => type === 'officeDocument');
  if (main === undefined || !zip.names.has(main.target)) throw documentError('UNREADABLE_FILE');
  const links = await zip.read(relationshipsPart(main.target), DOCUMENT_LIMITS.xmlPartBytes);
  const related = links === null ? [] : readRelationships(links, main.target);
  const names = READING_ORDER.flatMap((kind) =>
    kind === null ? [main.target] : related.filter(({ type }) => type === kind).map(({ target }) => target),
  );
  return [...new Set(names)];
}

/** Joins the parts and turns positions inside a part into positions inside the text. */
function assemble(parts: ReadonlyMap<string, PartText>): DocxText {
  const nodes: TextNode[] = [];
  const texts: string[] = [];
  let length = 0;
  const append = (text: string) => {
    texts.push(text);
    length += text.length;
    if (length > LIMITS.textCharacters) throw documentError('TEXT_TOO_LARGE');
  };
  const appendAll = (part: string, pieces: readonly Piece[]) => {
    if (pieces.every(({ text }) => text.trim() === '')) return;
    if (length > 0) append('\n');
    // Notes begin with separators, paragraphs without text.
    const first = pieces.findIndex(({ text }) => text !== '\n');
    const last = pieces.findLastIndex(({ text }) => text !== '\n');
    for (const { text, source } of pieces.slice(first, last + 2)) {
      if (source !== undefined) {
        nodes.push({
          part,
          start: length,
          end: length + text.length,
          sourceStart: source.start,
          sourceEnd: source.end,
        });
      }
      append(text);
    }
  };
  for (const [name, { pieces }] of parts) appendAll(name, pieces);
  for (const [name, { deleted }] of parts) appendAll(name, deleted);
  return { text: texts.join(''), nodes };
}
