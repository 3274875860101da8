import type { Migration } from '../../core/db/types.ts';
import './tables.ts';

/** Schema history of the detectors that were added to those of the product. */
export const migrations: readonly Migration[] = Object.freeze([
  {
    id: '0005-detectors',
    async up(db) {
      await db.schema
        .createTable('detectors')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('definition', 'text', (column) => column.notNull())
        .execute();
    },
  } satisfies Migration,
]);
