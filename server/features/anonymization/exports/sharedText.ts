import type { AreaBody } from '../../../contract/documentView.ts';
import { AppError } from '../../../core/errors.ts';
import type { Replacement } from '../../../core/placeholders/apply.ts';
import { forEachInTurns } from '../../../core/turns.ts';
import type { Viewer } from '../documentView/viewer.ts';
import type { CompletedJob, JobReader } from '../jobs/jobReader.ts';
import { textWithout, wordsUnder } from './textUnderAreas.ts';

/**
 * The text of a job as it leaves: with its placeholders, and without the words under areas that people drew on its pages.
 * @throws AppError NOT_EXPORTABLE where it is not known which words stand under the areas
 */
export type SharedText = (job: CompletedJob) => Promise<string>;

export function createSharedText(parts: {
  readonly reader: JobReader;
  readonly viewer: Viewer;
  /** What people drew on its pages. */
  readonly areasOf: (job: CompletedJob) => Promise<readonly AreaBody[]>;
}): SharedText {
  const { reader, viewer, areasOf } = parts;

  return async (job) => {
    const areas = await areasOf(job);
    if (areas.length === 0) return reader.text(job, 'anonymized');
    if (!(await viewer.isLocated(job)))
      throw new AppError('NOT_EXPORTABLE', 'The document was read by an older version. Anonymize it again.');
    const covered: { readonly start: number; readonly end: number }[] = [];
    for (const page of new Set(areas.map((area) => area.page))) {
      const content = await viewer.contentOf(job, page);
      const onPage = areas.filter((area) => area.page === page);
      if (content.kind === 'page') covered.push(...wordsUnder(onPage, content.words));
    }
    const placeholders: Replacement[] = [];
    await forEachInTurns((await reader.entities(job)).entities, ({ start, end, placeholder }) => {
      if (placeholder !== null) placeholders.push({ start, end, placeholder });
    });
    return textWithout(await reader.text(job, 'original'), placeholders, covered);
  };
}
