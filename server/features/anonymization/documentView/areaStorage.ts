import { z } from 'zod';
import type { Db } from '../../../core/db/types.ts';

/** An area's row, parsed. */
export interface AreaRow {
  readonly id: string;
  /** Encrypted. */
  readonly place: Uint8Array;
}

const row = z.object({ id: z.string(), place: z.instanceof(Uint8Array) });

/** The areas of a job in the order in which they were drawn. */
export async function listAreaRows(db: Db, jobId: string): Promise<AreaRow[]> {
  const rows = await db
    .selectFrom('job_areas')
    .select(['id', 'place'])
    .where('job_id', '=', jobId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return z.array(row).parse(rows);
}

/** Writes an area; one with the same identifier in the same job takes the new place. */
export async function writeAreaRow(
  db: Db,
  jobId: string,
  area: AreaRow & { readonly createdAt: string },
): Promise<void> {
  await db
    .insertInto('job_areas')
    .values({ job_id: jobId, id: area.id, place: area.place, created_at: area.createdAt })
    .onConflict((conflict) => conflict.columns(['job_id', 'id']).doUpdateSet({ place: area.place }))
    .execute();
}

/** Whether there was one. */
export async function deleteAreaRow(db: Db, jobId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('job_areas')
    .where('job_id', '=', jobId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

export async function countAreas(db: Db, jobId: string): Promise<number> {
  const { count } = await db
    .selectFrom('job_areas')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
