import type { Db } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import type { ContentListener } from '../content/writer.ts';
import { addUse, imagesByIds, nodesShowing, setShown, usesIn } from '../storage/images.ts';
import { type FileTexts, IMAGE_EXTENSIONS } from '../types.ts';

/** Address of a stored picture in a text, also in JSON, where slashes may be escaped. */
const ADDRESS = new RegExp(
  String.raw`workspace\\?/images\\?/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:${IMAGE_EXTENSIONS.join('|')})`,
  'g',
);
/** Pictures that one document can show to others, and documents that are asked whether a writer has seen a picture there. */
const MOST = 500;

/** Identifiers of the pictures that a text shows, the first ones. */
export function imagesIn(text: string): string[] {
  const ids = new Set<string>();
  for (const [, id] of text.matchAll(ADDRESS)) {
    ids.add(id!);
    if (ids.size === MOST) break;
  }
  return [...ids];
}

/**
 * Keeps which documents show which pictures, because whoever may read such a document may see them (rights 3). A document shows a picture only when its
 * writer could see it at that time: an address that somebody has come by opens nothing. Agents show no picture that their document did not show before:
 * others might read it there.
 */
export function createImageUses({
  access,
  texts,
}: {
  readonly access: Pick<Access, 'lookAll'>;
  readonly texts: Pick<FileTexts, 'plain'>;
}): ContentListener {
  async function seesElsewhere(db: Db, principal: Principal, imageId: string): Promise<boolean> {
    const nodes = await nodesShowing(db, imageId, MOST);
    return nodes.length > 0 && (await access.lookAll(db, principal, nodes)).size > 0;
  }

  return {
    async written(db, { node, bytes, principal }) {
      const text = node.file === null ? null : await texts.plain(bytes, node.file);
      const shown = new Set(text === null ? [] : imagesIn(text));
      const known = await usesIn(db, node.id);
      for (const { imageId, isShown } of known) {
        if (isShown !== shown.has(imageId)) await setShown(db, { nodeId: node.id, imageId }, shown.has(imageId));
        shown.delete(imageId);
      }
      if (principal.agent !== null || shown.size === 0) return;
      for (const { id: imageId, accountId } of await imagesByIds(db, [...shown])) {
        const isSeen = accountId === principal.accountId || (await seesElsewhere(db, principal, imageId));
        if (isSeen) await addUse(db, { nodeId: node.id, imageId });
      }
    },
  };
}
