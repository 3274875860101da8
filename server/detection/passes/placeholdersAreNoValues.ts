import { findPlaceholders } from '../../core/placeholders/find.ts';
import type { DocumentPass } from '../recognizer.ts';

/**
 * Takes back what lies inside a placeholder that somebody typed or left in the text: its code looks like an account. Masking guards such a placeholder as a whole, so that it comes
 * back as it was; a part of it would be masked for nothing.
 */
export function createPlaceholdersAreNoValuesPass(): DocumentPass {
  return (view, winners) => {
    const placeholders = findPlaceholders(view.text).filter(({ exact, likely }) => exact || likely);
    if (placeholders.length === 0) return winners;
    let next = 0;
    return winners.filter(({ start, end }) => {
      while (next < placeholders.length && placeholders[next]!.end <= start) next += 1;
      const over = placeholders[next];
      return over === undefined || start < over.start || end > over.end;
    });
  };
}
