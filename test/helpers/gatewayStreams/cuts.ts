import fc from 'fast-check';
import type { JsonObject, ServerSentEvent, StreamTransform } from '../../../server/providers/types.ts';
import type { RestoreBook } from '../../../server/features/gateway/anonymizing/restoring/book.ts';
import type { PieceRestorer } from '../../../server/features/gateway/anonymizing/restoring/pieces.ts';

/** Values of a request for tests, with what makes restoring hard: quotes, line breaks, brackets, placeholders of others. */
export const BOOK: RestoreBook = {
  originals: new Map([
    ['k3v9q2xd', 'Henrike "Rike" Öztürk'],
    ['k3v9q2aa', 'Öztürk\nund [Söhne]'],
    ['00001111', 'C:\\Akten\\[[person-zzzzzzzz]]'],
    ['7n8m6p5q', '4934186714099'],
    ['k3v9q2xd0', '👩‍🚀 \ud83d'],
  ]),
  numbers: new Set(['7n8m6p5q']),
  names: new Map([['custom_b1b2b3b4', 'kunde_öztürk']]),
};

/** What models write: exact placeholders, altered ones, unknown ones, and text that begins like one. */
export const ANSWER_PIECES: readonly string[] = Object.freeze([
  ...['[[person-k3v9q2xd]]', '[[person-k3v9q2aa]]', '[[iban-00001111]]', '[[phone-7n8m6p5q]]', '[[person-k3v9q2xd0]]'],
  ...['[person-k3v9q2xd]', '\\[\\[person-k3v9q2xd\\]\\]', '**[[Person-K3V9Q2XD]]**', '[[ person - k3v9 q2xd ]]'],
  ...['［［person-k3v9q2xd］］', '[[k3v9q2xd]]', '[[persona-k3v9q2xd]', '[[person‑oooo1111]]', '[[person-unknown00]]'],
  ...[
    'custom_b1b2b3b4',
    '[',
    '[[',
    ']',
    ']]',
    '\\',
    '\\[',
    '[1]',
    '[link](https://x.example/)',
    '[[person-',
    'k3v9q2xd',
  ],
  ...['"', '\n', ' ', 'und ', 'Guten Tag', '👩‍🚀', '\ud83d', '\udc00', '{', '}', ',', ': ', '\u200b', '😀['],
]);

export const answerText = fc
  .array(fc.constantFrom(...ANSWER_PIECES), { minLength: 1, maxLength: 14 })
  .map((pieces) => pieces.join(''));

/** A text in pieces: cut behind the given offsets. */
export function cutAt(text: string, offsets: readonly number[]): string[] {
  const ends = [...new Set(offsets.map((offset) => offset % (text.length + 1)))].sort((a, b) => a - b);
  return [...ends, text.length].map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end));
}

/** What a restorer makes of pieces. */
export function through(restorer: PieceRestorer, pieces: readonly string[]): string {
  return pieces.map((piece) => restorer.push(piece)).join('') + restorer.end();
}

/** The data of all events that a transform makes of others. */
export function streamed(transform: StreamTransform, events: readonly ServerSentEvent[]): JsonObject[] {
  return [...events.flatMap((event) => transform.push(event)), ...transform.end()]
    .filter(({ data }) => data !== '[DONE]')
    .map(({ data }) => JSON.parse(data) as JsonObject);
}

/** A text of an answer; empty where there is none. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
