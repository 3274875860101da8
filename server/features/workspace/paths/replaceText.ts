import { LIMITS } from '../../../contract/limits.ts';
import { AppError } from '../../../core/errors.ts';

/**
 * Replaces a text in another one, literally.
 * @throws AppError INVALID_BODY when it is not there, or more than once without `all`; FILE_TOO_LARGE when the result is longer than a text may be
 */
export function replaceText(
  text: string,
  { from, to, all }: { readonly from: string; readonly to: string; readonly all: boolean },
): { readonly text: string; readonly replacements: number } {
  const pieces = text.split(from);
  const replacements = pieces.length - 1;
  if (replacements === 0 || (replacements > 1 && !all)) {
    throw new AppError(
      'INVALID_BODY',
      replacements === 0 ? 'The text is not in the file.' : 'The text is in the file more than once.',
      { details: { occurrences: replacements } },
    );
  }
  // Told before it is made: many places times a long text would fill the memory.
  if (text.length + replacements * (to.length - from.length) > LIMITS.textCharacters) {
    throw new AppError('FILE_TOO_LARGE', 'The text would become too long.', {
      details: { maxCharacters: LIMITS.textCharacters },
    });
  }
  return { text: pieces.join(to), replacements };
}
