import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import type { Context } from './context.ts';
import { isRare } from './evidence.ts';
import { COORDINATED, GIVEN_WEAK, SMALL_GIVEN, type Emit } from './reasons.ts';
import { readParticled, type Unit } from './units.ts';

/** "frau müller" in a message without capitals. */
export function smallAfterTitle(lexicon: Lexicon, index: number, emit: Emit): number {
  const unit = smallUnit(lexicon, index);
  if (unit === undefined || unit.common > 1 || lexicon.shape[index - 1] === SHAPE.capitalised) return -1;
  emit([unit], COORDINATED);
  return unit.last + 1;
}

/** A word in small letters as a unit; undefined for what no name can be. */
function smallUnit(lexicon: Lexicon, index: number): Unit | undefined {
  const token = lexicon.tokens[index];
  if (
    token?.kind !== 'word' ||
    token.text.length < 3 ||
    lexicon.shape[index] !== SHAPE.small ||
    lexicon.roles[index] !== 0
  )
    return undefined;
  return {
    first: index,
    head: index,
    last: index,
    given: 0,
    surname: 0,
    common: lexicon.common[index]!,
    initial: false,
    upper: false,
    roles: 0,
  };
}

/** "von der Heydt sagt", "v. Dahlwitz": particles that only a name has, with a name after them. */
export function readNoble(lexicon: Lexicon, index: number): Unit | undefined {
  const { tokens, shape } = lexicon;
  if (!/^(?:v|von|van)$/.test(tokens[index]!.text)) return undefined;
  const isChain =
    tokens[index]!.text === 'v'
      ? tokens[index + 1]?.text === '.'
      : /^(?:der|den|dem|de|d)$/.test(tokens[index + 1]?.text ?? '');
  const unit = isChain ? readParticled(lexicon, index) : undefined;
  if (unit === undefined || shape[unit.head] === SHAPE.upper || lexicon.isTown(unit.head)) return undefined;
  return unit.common <= 1 && isRare({ ...unit, common: 0 }, lexicon.language) ? unit : undefined;
}

/** A name in small letters: "[10:12] jana:", "hallo zeynep", "frag luca". @returns the token after it or -1 */
export function smallName(lexicon: Lexicon, index: number, context: Context, emit: Emit): number {
  const unit = smallUnit(lexicon, index);
  if (unit === undefined) return -1;
  const isSigned = context === 'greeting' || context === 'speaker' || context === 'naming';
  const speaks = context === 'speaker' && lexicon.tokens[index + 1]?.text === ':';
  if (isSigned && unit.common <= (speaks ? 5 : context === 'naming' ? 0 : 1)) {
    emit([unit], context === 'speaker' ? COORDINATED : GIVEN_WEAK);
    return index + 1;
  }
  const isGlued = lexicon.isGlued(index) && !isOpeningMark(lexicon.tokens[index - 1]!.text);
  if (isGlued || isJoinedOn(lexicon, index + 1) || lexicon.given[index]! < (unit.common === 0 ? 4 : 5)) return -1;
  emit([unit], SMALL_GIVEN);
  return index + 1;
}

function isOpeningMark(mark: string): boolean {
  return mark === '(' || mark === '"' || mark === '«' || mark === '/';
}

/** "luca.rossi", "anna-lena", "maria_3": parts of something else. */
function isJoinedOn({ tokens, isGlued }: Lexicon, index: number): boolean {
  const next = tokens[index];
  return (
    next !== undefined &&
    isGlued(index) &&
    (/^[._@\-/]$/.test(next.text) ? isGlued(index + 1) : next.kind !== 'mark' && next.kind !== 'break')
  );
}
