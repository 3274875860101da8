import { createPause } from '../turns.ts';
import { jsonReaches } from './jsonReaches.ts';

/** Code units that are written at once. */
const PIECE = 128 * 1024;

/** Whether the JSON of a value has so many code units that writing it holds the thread. */
export function isLargeJson(value: unknown): boolean {
  return jsonReaches(value, PIECE);
}

/** `JSON.stringify` of JSON data, in pieces, with a turn for everybody else between them now and then. */
export async function* jsonInTurns(value: unknown): AsyncGenerator<string> {
  const pause = createPause();
  let waiting = '';
  for (const piece of piecesOf(value)) {
    waiting += piece;
    if (waiting.length >= PIECE) {
      yield waiting;
      waiting = '';
    }
    await pause();
  }
  if (waiting !== '') yield waiting;
}

/** The UTF-8 bytes of {@link jsonInTurns}. */
export async function jsonBytesInTurns(value: unknown): Promise<Buffer> {
  if (!isLargeJson(value)) return Buffer.from(JSON.stringify(value), 'utf8');
  const parts: Buffer[] = [];
  for await (const piece of jsonInTurns(value)) parts.push(Buffer.from(piece, 'utf8'));
  return Buffer.concat(parts);
}

function* piecesOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* piecesOfText(value);
  else if (typeof value !== 'object' || value === null || 'toJSON' in value || !isLargeJson(value)) {
    // Of a list; undefined members of objects are left out before.
    yield value === undefined ? 'null' : JSON.stringify(value);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ',';
      yield* piecesOf(item);
    }
    yield ']';
  } else {
    let isFirst = true;
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${isFirst ? '{' : ','}${JSON.stringify(name)}:`;
      isFirst = false;
      yield* piecesOf(item);
    }
    yield isFirst ? '{}' : '}';
  }
}

/** A pair of surrogates stands in one piece: JSON writes a half of one as an escape. */
function* piecesOfText(text: string): Generator<string> {
  if (text.length <= PIECE) {
    yield JSON.stringify(text);
    return;
  }
  yield '"';
  for (let start = 0; start < text.length;) {
    let end = start + PIECE;
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end -= 1;
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}
