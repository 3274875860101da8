import { expect, it } from 'vitest';
import { HOSTILE_SHAPES, ON_ANY_MACHINE, tooFast } from '../../../../test/helpers/growth.ts';
import { scanStyle } from './styles.ts';

const filled =
  (piece: string) =>
  (length: number): string =>
    piece.repeat(Math.ceil(length / piece.length));
/** What begins something that never ends, again and again. */
const SHAPES = {
  ...HOSTILE_SHAPES,
  'beginnings of comments': filled('/*'),
  'beginnings of addresses in styles': filled('url('),
  'addresses with quotes': filled('url("'),
  'strings with escapes': filled('"\\'),
  'single quotes': filled("'\\a"),
  imports: filled('@import '),
  declarations: filled('a:b;'),
};

it('reads a style in time that grows with its length', ON_ANY_MACHINE, async () => {
  expect(await tooFast(scanStyle, 128 * 1024, SHAPES)).toEqual([]);
});
