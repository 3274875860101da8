import { listEntities, type EntityList } from '../../server/contract/jobs.ts';
import { call } from './index.ts';
import { isApiError } from './errors.ts';

/** Reviews of others that may come between two pages before the reading is given up. */
const MOST_CHANGES = 5;

/** Every mention of a job, as they are in one revision of it. */
export async function allEntities(
  jobId: string,
  signal?: AbortSignal,
): Promise<Pick<EntityList, 'revision' | 'entities'>> {
  for (let changes = 0; ; changes += 1) {
    try {
      return await onePass(jobId, signal);
    } catch (error) {
      if (!isApiError(error, 'REVISION_CONFLICT') || changes === MOST_CHANGES) throw error;
    }
  }
}

async function onePass(jobId: string, signal: AbortSignal | undefined) {
  const entities: EntityList['entities'] = [];
  for (let cursor: string | null = null; ;) {
    const page: EntityList = await call(listEntities, {
      params: { id: jobId },
      query: cursor === null ? {} : { cursor },
      ...(signal !== undefined && { signal }),
    });
    entities.push(...page.entities);
    ({ cursor } = page);
    if (cursor === null) return { revision: page.revision, entities };
  }
}
