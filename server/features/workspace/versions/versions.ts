import { z } from 'zod';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { listVersions, VersionRecord } from '../../../contract/workspace/versions.ts';
import { decodeCursor, toPage } from '../../../core/db/paging.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import { type Access, notFound } from '../access/access.ts';
import { changeVersion, findVersionById, versionsBefore } from '../storage/versions.ts';
import type { VersionPresenter } from './presenter.ts';

/** Kept states of files (interface 2.4). */
export interface Versions {
  /** Newest first; the first one is the present state. @throws AppError NOT_FOUND, NOT_A_FILE, INVALID_QUERY */
  list(
    principal: Principal,
    query: { node_id: string; limit: number; cursor?: string | undefined },
  ): Promise<ResponseOf<typeof listVersions>>;
  /** Pins a version, so that it is kept for good, or gives it a label. @throws AppError NOT_FOUND, FORBIDDEN */
  change(
    principal: Principal,
    id: string,
    change: { pinned?: boolean | undefined; label?: string | null | undefined },
  ): Promise<VersionRecord>;
}

const revisionKey = z.tuple([z.number().int()]);

export function createVersions({
  database,
  access,
  presenter,
  maxVersions,
}: {
  database: Database;
  access: Access;
  presenter: VersionPresenter;
  maxVersions: number;
}): Versions {
  return {
    async list(principal, { node_id, limit, cursor }) {
      const { db } = database;
      const { node } = await access.find(db, principal, node_id);
      if (node.file === null) throw new AppError('NOT_A_FILE', 'Only files have versions.');
      const before = decodeCursor(cursor, revisionKey)?.[0];
      const rows = await versionsBefore(db, node_id, { before, limit: limit + 1 });
      const page = toPage(rows, limit, ({ revision }) => [revision]);
      return {
        node_id,
        current_revision: node.file.revision,
        max_versionen: maxVersions,
        versions: await presenter.versions(db, node, page.items),
        cursor: page.cursor,
      };
    },

    change: (principal, id, { pinned, label }) =>
      database.transaction(async (db) => {
        const version = await findVersionById(db, id);
        if (version === undefined) throw notFound();
        const { node } = await access.find(db, principal, version.nodeId, { role: 'editor', state: 'active' });
        const changed = await changeVersion(db, version, {
          pinned: pinned ?? version.pinned,
          label: label === undefined ? version.label : await presenter.sealLabel(node, version, label),
        });
        const [record] = await presenter.versions(db, node, [changed]);
        return record!;
      }),
  };
}
