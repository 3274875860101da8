import { z } from 'zod';
import { exportObstacle, type ExportObstacle } from '../../../contract/exports.ts';
import { AppError } from '../../../core/errors.ts';
import { parsePlaceholder } from '../../../core/placeholders/format.ts';
import type { RemainingValue } from '../../../documents/types.ts';
import type { Viewer } from '../documentView/viewer.ts';
import type { CompletedJob, JobReader } from '../jobs/jobReader.ts';
import type { StoredEntity } from '../types.ts';

const remainingValues: z.ZodType<RemainingValue[]> = z.array(
  exportObstacle.pick({ page: true, box: true, reason: true }).extend({ replacement: z.string() }),
);

/** What the rewriting of a document has told of values that would stay; empty for every other error. */
function remainingOf(error: unknown): readonly RemainingValue[] {
  if (!(error instanceof AppError) || error.code !== 'DOCUMENT_ANONYMIZATION_FAILED') return [];
  return remainingValues.safeParse(error.details?.['remaining']).data ?? [];
}

/** Finds out which mentions of a job stand in the way of its export; an empty list where the error tells nothing of that. */
export type Obstacles = (job: CompletedJob, error: unknown) => Promise<readonly ExportObstacle[]>;

export function createObstacles({
  reader,
  viewer,
}: {
  readonly reader: JobReader;
  readonly viewer: Viewer;
}): Obstacles {
  return async (job, error) => {
    const remaining = remainingOf(error);
    if (remaining.length === 0) return [];
    const { entities } = await reader.entities(job);
    const pageAt = await viewer.pageAt(job);
    const seen = new Set<string>();
    return remaining.flatMap((value): ExportObstacle[] => {
      const key = JSON.stringify(value);
      if (seen.has(key)) return [];
      seen.add(key);
      const { replacement: placeholder, page, box, reason } = value;
      const entity = mentionOf(entities, value, pageAt);
      const category = entity?.category ?? parsePlaceholder(placeholder)?.category;
      // Without a category it is none of this product's placeholders.
      return category === undefined ? [] : [{ entityId: entity?.id ?? null, placeholder, category, page, box, reason }];
    });
  };
}

/** A mention of the value: on its page where there is one, else the first. */
function mentionOf(
  entities: readonly StoredEntity[],
  { replacement, page }: RemainingValue,
  pageAt: (offset: number) => number | null,
): StoredEntity | undefined {
  const mentions = entities.filter(({ placeholder }) => placeholder === replacement);
  return mentions.find(({ start }) => page !== null && pageAt(start) === page) ?? mentions[0];
}

/** The error that tells a caller what stands in the way; the given one where that is not known. */
export function withObstacles(error: unknown, items: readonly ExportObstacle[]): unknown {
  if (!(error instanceof AppError) || items.length === 0) return error;
  return new AppError(error.code, error.message, { details: { items } });
}
