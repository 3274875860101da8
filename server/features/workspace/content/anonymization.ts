import { type Clock, isoTime } from '../../../core/clock.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Logger } from '../../../core/log/logger.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import type { NodeNames } from '../nodes/names.ts';
import { addNote } from '../storage/activity.ts';
import { changeNode } from '../storage/nodes.ts';
import type { NodeAnonymizer } from '../types.ts';
import type { Objects } from './objects.ts';

/** Anonymization of files in the workspace; the result is a job of the caller, and the node knows it. */
export interface NodeAnonymization {
  /** Anonymizes the present content; returns the job's id. @throws AppError NOT_FOUND, FORBIDDEN, NOT_A_FILE, and those of the job */
  begin(principal: Principal, id: string): Promise<string>;
  /** As begin for a file that was just stored: what cannot be anonymized stays, and says that it failed. */
  beginOrMark(principal: Principal, id: string): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: Access;
  readonly names: NodeNames;
  readonly objects: Objects;
  readonly anonymizer: Pick<NodeAnonymizer, 'begin'>;
  readonly logger: Logger;
}

export function createNodeAnonymization({
  database,
  clock,
  access,
  names,
  objects,
  anonymizer,
  logger,
}: Parts): NodeAnonymization {
  const anonymization: NodeAnonymization = {
    async begin(principal, id) {
      const { node } = await access.find(database.db, principal, id, { role: 'editor', state: 'active' });
      if (node.file === null) throw new AppError('NOT_A_FILE', 'Only files can be anonymized.');
      const { revision, contentRef } = node.file;
      const bytes = await objects.read(node.spaceId, contentRef);
      const { jobId } = await anonymizer.begin(principal, id, { name: await names.open(node), bytes });
      await database.transaction(async (db) => {
        const current = await access.find(db, principal, id, { role: 'editor' });
        const anonymization = { jobId, accountId: principal.accountId, revision };
        const at = isoTime(clock.now());
        const anonymized = await changeNode(db, current.node, { anonymization, updatedAt: at });
        await addNote(db, principal, 'anonymized', anonymized, at);
      });
      return jobId;
    },

    async beginOrMark(principal, id) {
      try {
        await anonymization.begin(principal, id);
      } catch (error) {
        if (!(error instanceof AppError)) logger.failure('workspace.anonymization_failed', error);
        await database.transaction(async (db) => {
          const { node } = await access.find(db, principal, id, { role: 'editor' });
          if (node.file === null || node.anonymization !== null) return;
          const failed = { jobId: null, accountId: principal.accountId, revision: node.file.revision };
          await changeNode(db, node, { anonymization: failed, updatedAt: isoTime(clock.now()) });
        });
      }
    },
  };
  return anonymization;
}
