import type { ViewBlock } from '../../../contract/documentView.ts';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import { openZip } from '../../package/zip.ts';
import { shifted } from '../flow/shift.ts';
import type { ShownFile } from '../types.ts';
import { alignParts } from './align.ts';
import { fileBlocks, formatOf, quickText, type ContainerViews, type InnerFile } from './fileBlocks.ts';

/** An archive inside another file: the name of each file before what it looks like; null when the text is not that of the archive. */
export async function zipBlocks(
  bytes: Uint8Array,
  text: string,
  containers: ContainerViews,
  depth: number,
): Promise<ViewBlock[] | null> {
  const files = await zipFiles(bytes, text, containers, depth);
  return files?.flatMap(({ head, blocks }) => [head, ...blocks]) ?? null;
}

/** The files of an archive; null when the text is not that of the archive. */
export async function zipFiles(
  bytes: Uint8Array,
  text: string,
  containers: ContainerViews,
  depth: number,
): Promise<ShownFile[] | null> {
  const zip = await openZip(bytes);
  const entries: {
    readonly name: string;
    readonly file: InnerFile;
    readonly format: Awaited<ReturnType<typeof formatOf>>;
  }[] = [];
  for (const name of zip.names) {
    const content = (await zip.read(name, DOCUMENT_LIMITS.zipTotalBytes))!;
    const file = { name: name.slice(name.lastIndexOf('/') + 1), bytes: content };
    entries.push({ name, file, format: content.byteLength === 0 ? null : await formatOf(file) });
  }
  const places = alignParts(
    text,
    entries.flatMap(({ name, file, format }) => [name, file.bytes.byteLength === 0 ? '' : quickOrUnread(format, file)]),
  );
  if (places === null) return null;
  const files: ShownFile[] = [];
  for (const [index, { name, file, format }] of entries.entries()) {
    const [named, content] = [places[2 * index] ?? null, places[2 * index + 1] ?? null];
    // Folders are told by the paths of what is in them.
    if (named === null || (name.endsWith('/') && file.bytes.byteLength === 0)) continue;
    const blocks =
      content === null
        ? []
        : shifted(
            await fileBlocks(file, format, text.slice(content.start, content.end), containers, depth),
            content.start,
          );
    const head = { kind: 'file' as const, runs: [named], format, size_bytes: file.bytes.byteLength };
    files.push({ name: named, head, blocks });
  }
  return files;
}

/** Files that cannot be looked into have no text; that of others is known, or left to be found. */
const quickOrUnread = (format: Awaited<ReturnType<typeof formatOf>>, { bytes }: InnerFile): string | null =>
  format === null ? '' : quickText(format, bytes);
