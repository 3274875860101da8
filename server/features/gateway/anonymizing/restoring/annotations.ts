import { findPlaceholders } from '../../../../core/placeholders/find.ts';
import { resolvePlaceholder } from '../../../../core/placeholders/restore.ts';
import { type AnyJson, isJsonObject } from '../../../../providers/types.ts';
import type { RestoreBook } from './book.ts';
import { mapObject, restoreLeaves } from './leaves.ts';
import { restoreText } from './textRestorer.ts';

/**
 * Restores the annotations of a message (`url_citation` and others): their texts, and `start_index` and `end_index`, which then are those of
 * the restored text. Offsets count Unicode code points, as the servers of the reference do; one inside of a placeholder becomes the beginning
 * or the end of its original.
 * @param written - the text of the message as the model wrote it, as far as it has come
 */
export function restoreAnnotations(annotations: AnyJson, written: string, book: RestoreBook): AnyJson {
  if (book.originals.size === 0 && book.names.size === 0) return annotations;
  const walk = (value: AnyJson): AnyJson => {
    if (Array.isArray(value)) return (value as readonly AnyJson[]).map(walk);
    if (!isJsonObject(value)) return restoreLeaves(value, book);
    return mapObject(value, (name, item) => {
      const isOffset = name === 'start_index' || name === 'end_index';
      return isOffset && typeof item === 'number' ? restoredOffset(written, item, name, book) : walk(item);
    });
  };
  return walk(annotations);
}

function restoredOffset(written: string, at: number, edge: 'start_index' | 'end_index', book: RestoreBook): number {
  const points = Array.from(written);
  const beyond = Math.max(0, at - points.length);
  const cut = points.slice(0, at).join('').length;
  const split = findPlaceholders(written).find(
    (find) => find.start < cut && cut < find.end && resolvePlaceholder(find, book.originals) !== undefined,
  );
  const whole = split === undefined ? cut : edge === 'start_index' ? split.start : split.end;
  return Array.from(restoreText(written.slice(0, whole), book)).length + beyond;
}
