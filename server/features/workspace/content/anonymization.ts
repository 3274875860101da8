import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import type { NodeNames } from '../nodes/names.ts';
import { changeNode } from '../storage/nodes.ts';
import type { NodeAnonymizer } from '../types.ts';
import type { Objects } from './objects.ts';

/** Anonymization of files in the workspace; the result is a job of the caller, and the node knows it. */
export interface NodeAnonymization {
  /** Anonymizes the present content; returns the job's id. @throws AppError NOT_FOUND, FORBIDDEN, NOT_A_FILE, and those of the job */
  begin(principal: Principal, id: string): Promise<string>;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: Access;
  readonly names: NodeNames;
  readonly objects: Objects;
  readonly anonymizer: Pick<NodeAnonymizer, 'begin'>;
}

export function createNodeAnonymization({
  database,
  clock,
  access,
  names,
  objects,
  anonymizer,
}: Parts): NodeAnonymization {
  return {
    async begin(principal, id) {
      const { node } = await access.find(database.db, principal, id, { role: 'editor', state: 'active' });
      if (node.file === null) throw new AppError('NOT_A_FILE', 'Only files can be anonymized.');
      const { revision, contentRef } = node.file;
      const bytes = await objects.read(node.spaceId, contentRef);
      const { jobId } = await anonymizer.begin(principal, { name: await names.open(node), bytes });
      await database.transaction(async (db) => {
        const current = await access.find(db, principal, id, { role: 'editor' });
        const anonymization = { jobId, accountId: principal.accountId, revision };
        await changeNode(db, current.node, { anonymization, updatedAt: isoTime(clock.now()) });
      });
      return jobId;
    },
  };
}
