import { AppError } from '../../../core/errors.ts';
import type { FileFacts } from '../storage/nodes.ts';

/** Names the content of a file among all that it had (RFC 9110, 8.8.3). */
export const etagOf = ({ revision }: Pick<FileFacts, 'revision'>): string => String(revision);

/** The refusal of a write by someone who has not seen the present content. */
export const revisionConflict = (currentRevision: number): AppError =>
  new AppError('REVISION_CONFLICT', 'The file has changed meanwhile.', { details: { currentRevision } });
