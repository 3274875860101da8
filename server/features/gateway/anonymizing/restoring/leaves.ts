import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import type { RestoreBook } from './book.ts';
import { wholeNumber } from './jsonRestorer.ts';
import { restoreText } from './textRestorer.ts';

/** In the input of a tool a name is a whole text or nothing. */
const NO_NAMES: RestoreBook['names'] = new Map();

/** Restores every text in a JSON value, aliases of property names among them. */
export function restoreLeaves(value: AnyJson, book: RestoreBook): AnyJson {
  if (typeof value === 'string') return restoreText(value, book);
  if (Array.isArray(value)) return (value as readonly AnyJson[]).map((item) => restoreLeaves(item, book));
  return isJsonObject(value) ? mapObject(value, (_name, item) => restoreLeaves(item, book)) : value;
}

/**
 * The input of a tool as an object: {@link restoreLeaves}, and besides numbers where a text is nothing but a number's placeholder, and
 * aliases of names as keys and as whole texts.
 */
export function restoreInput(value: AnyJson, book: RestoreBook): AnyJson {
  const values = { originals: book.originals, names: NO_NAMES };
  if (typeof value === 'string') {
    const name = book.names.get(value);
    if (name !== undefined) return name;
    const number = wholeNumber(value, book);
    return number === undefined ? restoreText(value, values) : (JSON.parse(number) as number);
  }
  if (Array.isArray(value)) return (value as readonly AnyJson[]).map((item) => restoreInput(item, book));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      item === undefined ? [] : [[book.names.get(name) ?? restoreText(name, values), restoreInput(item, book)]],
    ),
  );
}

/** An object with other values; what `change` makes undefined is left out. */
export function mapObject(
  object: JsonObject,
  change: (name: string, value: AnyJson) => AnyJson | undefined,
): JsonObject {
  const entries = Object.entries(object).flatMap(([name, value]): [string, AnyJson][] => {
    const changed = value === undefined ? undefined : change(name, value);
    return changed === undefined ? [] : [[name, changed]];
  });
  return Object.fromEntries(entries);
}
