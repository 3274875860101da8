import type { AnyJson, JsonObject } from '../json.ts';
import { objectsOf, textOf } from './common/read.ts';
import { inputItems } from './requests/responsesToChat/items.ts';

/**
 * What a response leaves behind for the next one that names it as `previous_response_id`: the input of its request and its
 * output. Instructions are not among it; each request brings its own.
 * @param request - the request with earlier items already in its `input` (see {@link withStoredItems})
 * @param answer - the response object
 */
export function responseItemsOf(request: JsonObject, answer: JsonObject): readonly JsonObject[] {
  return [...inputItems(request['input']), ...objectsOf(answer['output'])];
}

/** Identifiers of the stored items that a request refers to (`item_reference`), in the order of its input. */
export function itemReferencesOf(request: JsonObject): readonly string[] {
  return inputItems(request['input'])
    .filter((item) => item['type'] === 'item_reference')
    .map((item) => textOf(item['id']));
}

/**
 * A request with stored items in it: those of the previous response come first, references are replaced by what they name.
 * References to items that are not given stay, and are refused by the translation.
 */
export function withStoredItems(
  request: JsonObject,
  stored: { readonly previous: readonly JsonObject[]; readonly byId: ReadonlyMap<string, JsonObject> },
): JsonObject {
  const input = inputItems(request['input']).map((item): AnyJson => {
    return item['type'] === 'item_reference' ? (stored.byId.get(textOf(item['id'])) ?? item) : item;
  });
  return { ...request, input: [...stored.previous, ...input] };
}
