import type { DocumentView } from '../../../../server/contract/documentView.ts';
import type { Entity } from '../../../../server/contract/jobs.ts';

/** A file of an archive as the list beside it names it. */
export interface ArchiveEntry {
  /** Place in the archive, from 1. */
  readonly number: number;
  readonly name: string;
  /** The folders it lies in, the outermost first. */
  readonly folders: readonly string[];
  /** Whether it can be looked into; what cannot is not exported. */
  readonly isRead: boolean;
  readonly finds: number;
  /** Finds nobody has decided on. */
  readonly open: number;
}

/**
 * The files of an archive with what was found in them, their names included.
 * @param text - of the document, UTF-16
 * @param findsByPart - finds by the part that shows them, from 1
 */
export function archiveEntries(
  { files, parts }: Pick<DocumentView, 'files' | 'parts'>,
  text: string,
  findsByPart: ReadonlyMap<number, readonly Entity[]>,
  isReviewed: (id: string) => boolean,
): ArchiveEntry[] {
  const inFile = files.map(() => new Set<string>());
  for (const [part, finds] of findsByPart) {
    const own = inFile[(parts[part - 1]?.file ?? 0) - 1];
    for (const { id } of finds) own?.add(id);
  }
  return files.map(({ name, format }, index) => {
    const path = text.slice(name.start, name.end).split('/').filter(Boolean);
    const ids = [...inFile[index]!];
    return {
      number: index + 1,
      name: path.at(-1) ?? '',
      folders: path.slice(0, -1),
      isRead: format !== null,
      finds: ids.length,
      open: ids.filter((id) => !isReviewed(id)).length,
    };
  });
}
