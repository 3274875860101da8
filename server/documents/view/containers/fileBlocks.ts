import { extname } from 'node:path';
import type { ViewBlock } from '../../../contract/documentView.ts';
import type { DocumentFormat } from '../../../contract/documentFormats.ts';
import { FORMATS } from '../../../contract/formats.ts';
import { AppError } from '../../../core/errors.ts';
import { identify } from '../../identify/identify.ts';
import { decodeHtml } from '../../inPlace/html/encoding.ts';
import { scanHtml } from '../../inPlace/html/scanHtml.ts';
import { scanRtf } from '../../inPlace/rtf/scanRtf.ts';
import { decodeText } from '../../text/decode.ts';
import { csvTable } from '../flow/csv.ts';
import { htmlBlocks } from '../flow/html.ts';
import { lineBlocks } from '../flow/lines.ts';
import { markdownBlocks } from '../flow/markdown.ts';
import { rtfBlocks } from '../flow/rtf.ts';

/** A file in a container. */
export interface InnerFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Shows files that hold files (messages and archives), and office documents in them. */
export interface ContainerViews {
  /** Null when the text is not that of the file. */
  blocks(format: DocumentFormat, bytes: Uint8Array, text: string, depth: number): Promise<ViewBlock[] | null>;
}

/** Containers in containers, as far as they are read. */
const DEPTH = 4;

/** The format of a file in a container; null for one that is not looked into. */
export async function formatOf({ bytes, name }: InnerFile): Promise<DocumentFormat | null> {
  try {
    return await identify(bytes, name);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The text of a file that is read in no time; null for others, and where words of pictures may follow it. */
export function quickText(format: DocumentFormat | null, bytes: Uint8Array): string | null {
  if (format === 'txt') return decodeText(bytes);
  if (format === 'html') {
    const decoded = decodeHtml(bytes);
    return decoded === null ? null : withoutPictures(scanHtml(decoded.source, null));
  }
  return format === 'rtf' ? withoutPictures(scanRtf(Buffer.from(bytes).toString('latin1'), null)) : null;
}

const withoutPictures = ({
  placed,
  pictures,
}: {
  readonly placed: { readonly text: string };
  readonly pictures: readonly unknown[];
}): string | null => (pictures.length === 0 ? placed.text : null);

/** What a file in a container looks like, by offsets of its own text. PDF files and pictures are shown as their text. */
export async function fileBlocks(
  { name, bytes }: InnerFile,
  format: DocumentFormat | null,
  text: string,
  containers: ContainerViews,
  depth: number,
): Promise<ViewBlock[]> {
  const found = await blocksOf();
  return found ?? lineBlocks(text);

  async function blocksOf(): Promise<ViewBlock[] | null> {
    if (format === 'html') return htmlBlocks(bytes, text);
    if (format === 'rtf') return rtfBlocks(bytes, text);
    if (format === 'txt') return namedTextBlocks(text, name);
    return format !== null && depth < DEPTH ? await containers.blocks(format, bytes, text, depth + 1) : null;
  }
}

const MARKDOWN: readonly string[] = FORMATS.markdown.endings;
const TABLES: readonly string[] = [...FORMATS.csv.endings, ...FORMATS.tsv.endings];
const endingOf = (name: string): string => extname(name).slice(1).toLowerCase();

export const isMarkdown = (name: string): boolean => MARKDOWN.includes(endingOf(name));
export const isTable = (name: string): boolean => TABLES.includes(endingOf(name));

/** A text by what its name says it is written in. */
export function namedTextBlocks(text: string, name: string): ViewBlock[] | null {
  if (isMarkdown(name)) return markdownBlocks(text);
  return isTable(name) ? csvTable(text, name) : null;
}
