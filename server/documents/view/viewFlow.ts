import type { DocumentFormat } from '../../contract/documentFormats.ts';
import type { ViewBlock } from '../../contract/documentView.ts';
import { AppError } from '../../core/errors.ts';
import { emlBlocks } from './containers/eml.ts';
import { isMarkdown, isTable, type ContainerViews } from './containers/fileBlocks.ts';
import { msgBlocks } from './containers/msg.ts';
import { zipBlocks, zipFiles } from './containers/zip.ts';
import { csvSheet } from './flow/csv.ts';
import { htmlBlocks } from './flow/html.ts';
import { markdownBlocks } from './flow/markdown.ts';
import { rtfBlocks } from './flow/rtf.ts';
import { archiveView, flowView, sheetsView } from './office/assemble.ts';
import { isViewedOffice, officeBlocks, type ViewedOfficeFormat } from './office/viewOffice.ts';
import type { BuiltView, ViewSource } from './types.ts';

/** Longer texts are shown as text alone, which is fast for any length. */
const MOST_CHARACTERS = 1_500_000;

/** Office documents in one view that are shown with their looks, and their size; others are shown as their text. */
const OFFICE = Object.freeze({ files: 60, bytes: 20 * 1024 * 1024 });

/** What shows files in one view. */
function createContainerViews(): ContainerViews {
  const left: { files: number; bytes: number } = { ...OFFICE };
  const office = async (format: ViewedOfficeFormat, bytes: Uint8Array, text: string): Promise<ViewBlock[] | null> => {
    if (left.files === 0 || left.bytes < bytes.byteLength) return null;
    left.files -= 1;
    left.bytes -= bytes.byteLength;
    return await officeBlocks(format, bytes, text);
  };
  const views: ContainerViews = {
    async blocks(format, bytes, text, depth) {
      if (format === 'eml') return await emlBlocks(bytes, text, views, depth);
      if (format === 'msg') return await msgBlocks(bytes, text, views, depth);
      if (format === 'zip') return await zipBlocks(bytes, text, views, depth);
      return isViewedOffice(format) ? await office(format, bytes, text) : null;
    },
  };
  return views;
}

/**
 * What a page, a Rich Text document, a message, an archive, a Markdown text or a table of separated values looks like. Null: it is text alone, too large
 * to be shown in parts, or was read by an older version.
 */
export async function viewFlow({ bytes, format, name, text }: ViewSource): Promise<BuiltView | null> {
  if (text.length > MOST_CHARACTERS) return null;
  if (format === 'txt' && isTable(name)) {
    const sheet = csvSheet(text, name);
    return sheet === null ? null : sheetsView([sheet]);
  }
  try {
    if (format === 'zip') {
      const files = await zipFiles(bytes, text, createContainerViews(), 0);
      return files === null ? null : archiveView(files);
    }
    const blocks = await blocksOf(format, { bytes, name, text });
    return blocks === null ? null : flowView(blocks);
  } catch (error) {
    // The file reads otherwise than it did: the text can still be reviewed.
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function blocksOf(
  format: DocumentFormat,
  { bytes, name, text }: Pick<ViewSource, 'bytes' | 'name' | 'text'>,
): Promise<ViewBlock[] | null> {
  if (format === 'html') return htmlBlocks(bytes, text);
  if (format === 'rtf') return rtfBlocks(bytes, text);
  if (format === 'txt') return isMarkdown(name) ? markdownBlocks(text) : null;
  return await createContainerViews().blocks(format, bytes, text, 0);
}
