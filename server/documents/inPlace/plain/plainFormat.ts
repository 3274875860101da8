import { LIMITS } from '../../../contract/limits.ts';
import { applyReplacements } from '../../../core/placeholders/apply.ts';
import { documentError } from '../../failures.ts';
import { readText } from '../../text/decode.ts';
import { encodeOrUtf8, encodingOf } from '../../text/encoding.ts';
import { checkExpectedText } from '../expectedText.ts';
import { createSweeper } from '../sweep/createSweeper.ts';
import type { InPlaceFormat } from '../types.ts';

/**
 * Text, Markdown and tables of separated values: the text is the file's own, with quotes and separators, and keeps its encoding and line ends. A
 * placeholder has no character that such a file would have to quote.
 */
export const plainFormat: InPlaceFormat = Object.freeze({
  read(bytes) {
    const text = open(bytes);
    return Promise.resolve({
      text,
      places: text === '' ? [] : [{ start: 0, end: text.length, part: { kind: 'body' as const } }],
    });
  },

  rewrite(bytes, { expectedText, replacements, forbidden, purpose }) {
    const text = open(bytes);
    checkExpectedText(text, expectedText);
    const sweeper = createSweeper(purpose === 'anonymize' ? forbidden : []);
    const all = sweeper.extend(text, replacements);
    const result = applyReplacements(
      text,
      all.map(({ start, end, text: placeholder }) => ({ start, end, placeholder })),
    ).text;
    if (sweeper.leaksText(result)) throw documentError('DOCUMENT_ANONYMIZATION_FAILED');
    return Promise.resolve({
      bytes: encodeOrUtf8(result, encodingOf(bytes, text) ?? 'utf-8-bom'),
      cleaned: [],
      removed: [],
    });
  },
} satisfies InPlaceFormat);

function open(bytes: Uint8Array): string {
  const text = readText(bytes);
  if (text.length > LIMITS.textCharacters) throw documentError('TEXT_TOO_LARGE');
  return text;
}
