import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPlaceholder } from '../../../core/placeholders/format.ts';
import { createAnswerText, maskedValuesOf, restoredText } from './answerText.ts';

const VALUES = [
  { original: 'Anna Müller', placeholder: formatPlaceholder('person', 'k3v9q2xd'), category: 'person' },
  { original: '[[not-a-placeholder', placeholder: formatPlaceholder('custom', '00000000'), category: 'custom' },
  { original: '', placeholder: formatPlaceholder('email', 'zzzzzzzz'), category: 'email' },
];
const values = maskedValuesOf({ body: {}, maskedValues: 3, categories: {}, values: VALUES });
const [person, custom, empty] = VALUES.map(({ placeholder }) => placeholder) as [string, string, string];

/** Texts of a model: placeholders, altered ones, foreign ones, and brackets that mean nothing. */
const written = fc
  .array(
    fc.constantFrom(
      ...[person, custom, empty, '[[ Person - K3V9Q2XD ]]', '\\[\\[person-k3v9q2xd\\]\\]', '[k3v9q2xd]'],
      ...['[[person-aaaaaaaa]]', '[[', ']]', '[', '\\', '[link](https://example.org)', 'ä😀', ' ', 'x'],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('the text of an answer', () => {
  it('is the same however it is cut, and its pieces add up', () => {
    fc.assert(
      fc.property(written, fc.array(fc.nat(400), { maxLength: 30 }), (sent, cuts) => {
        const whole = restoredText(sent, values);
        const text = createAnswerText(values);
        const pieces = [];
        let position = 0;
        for (const cut of [...new Set(cuts)].sort((a, b) => a - b)) {
          pieces.push(text.push(sent.slice(position, Math.max(position, cut))));
          position = Math.max(position, cut);
        }
        pieces.push(text.push(sent.slice(position)), text.end());
        expect(text.soFar).toEqual(whole);
        expect(pieces.map((piece) => piece.text).join('')).toBe(whole.content);
        expect(pieces.map((piece) => piece.sent).join('')).toBe(sent);
        expect(pieces.flatMap(({ marks }) => marks)).toEqual(whole.marks);
      }),
    );
  });

  it('marks every restored value where it stands in both texts', () => {
    fc.assert(
      fc.property(written, (sent) => {
        const { content, marks } = restoredText(sent, values);
        let at = { content: 0, sent: 0 };
        let rebuilt = '';
        for (const { start, end, sentStart, sentEnd, placeholder } of marks) {
          expect(content.slice(at.content, start)).toBe(sent.slice(at.sent, sentStart));
          expect(VALUES.find((value) => value.placeholder === placeholder)?.original).toBe(content.slice(start, end));
          rebuilt += sent.slice(at.sent, sentStart) + content.slice(start, end);
          at = { content: end, sent: sentEnd };
        }
        expect(rebuilt + sent.slice(at.sent)).toBe(content);
      }),
    );
  });

  it('does not wait where nothing was masked', () => {
    const text = createAnswerText(maskedValuesOf(null));
    expect(text.push('an open [[')).toEqual({ text: 'an open [[', sent: 'an open [[', marks: [] });
  });

  it('waits for no more than what may become a placeholder', () => {
    const text = createAnswerText(values);
    expect(text.push('Dear [[per').text).toBe('Dear ');
    expect(text.push('son-k3v9q2xd]]').text).toBe('Anna Müller');
    expect(text.push(', [[nobody-aaaaaaaa]] is').text).toBe(', [[nobody-aaaaaaaa]] is');
  });
});
