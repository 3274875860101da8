import type { Database } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import { type JobRights, seesOriginals } from '../jobs/jobRights.ts';
import { jobsUsing } from './mappingStorage.ts';
import type { MappingVault } from './mappingVault.ts';

/**
 * The originals behind hashes that a caller may have put back; what is absent stays a placeholder. People have those of their account, agents those of jobs
 * whose originals they may see.
 */
export type Originals = (principal: Principal, hashes: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export function createOriginals(parts: {
  readonly database: Database;
  readonly mappingVault: MappingVault;
  readonly rights: JobRights;
}): Originals {
  const { database, mappingVault, rights } = parts;

  const ofAgent = async (principal: Principal, hashes: readonly string[]): Promise<string[]> => {
    const uses = await jobsUsing(database.db, principal.accountId, hashes);
    const seen = uses.filter((job) => seesOriginals(principal, job));
    return [...new Set((await rights.existing(principal, seen)).map(({ hash }) => hash))];
  };

  return async (principal, hashes) => {
    const book = await mappingVault.bookOf(principal.accountId);
    return book.originals(principal.agent === null ? hashes : await ofAgent(principal, hashes));
  };
}
