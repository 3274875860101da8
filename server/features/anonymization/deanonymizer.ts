import type { z } from 'zod';
import type { deanonymized } from '../../contract/anonymization.ts';
import { isBuiltInCategory } from '../../contract/categories.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Database } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';
import { findPlaceholdersInTurns } from '../../core/placeholders/find.ts';
import { mentionedHashesInTurns, restoreInTurns } from '../../core/placeholders/restore.ts';
import { unresolvedIn } from '../../core/placeholders/unresolved.ts';
import type { Principal } from '../../http/types.ts';
import type { Originals } from './mappings/originals.ts';
import type { AnonymizationAudit } from './types.ts';

/** Longest answer, in UTF-16 code units: a short text may repeat the placeholder of a very long value. */
const LONGEST_RESULT = LIMITS.maskedCharacters;

/** Puts the originals back that the caller may see; all other placeholders stay, whether somebody knows them or not. */
export type Deanonymizer = (principal: Principal, text: string) => Promise<z.output<typeof deanonymized>>;

export function createDeanonymizer(parts: {
  readonly database: Database;
  readonly originals: Originals;
  readonly audit: AnonymizationAudit;
}): Deanonymizer {
  const { database, audit } = parts;
  return async (principal, text) => {
    const found = await findPlaceholdersInTurns(text);
    const originals = await parts.originals(principal, await mentionedHashesInTurns(found));
    const result = await restoreInTurns(text, originals, found, LONGEST_RESULT);
    if (result === null) throw new AppError('TEXT_TOO_LARGE', 'The restored text would be too long.');
    const unresolved = await unresolvedIn(text, found, originals, isBuiltInCategory);
    await audit.record(database.db, { action: 'text.deanonymized', principal });
    return {
      ...result,
      unresolved: unresolved.map(({ placeholder }) => placeholder),
      unresolved_placeholders: unresolved,
    };
  };
}
