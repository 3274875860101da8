import { namesValue } from '../../server/detection/gazetteers/format.ts';
import type { Gazetteers } from '../../server/detection/gazetteers/index.ts';
import { fold } from '../../server/detection/characters.ts';
import type { AnnotatedText } from './annotated.ts';
import type { Pools } from './pools.ts';
import type { Random } from './random.ts';

/** Gives another spelling of a value, case kept. */
export type Rename = (text: string) => string;

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’](?!s\b)\p{L}[\p{L}\p{M}]*)*/gu;
/** Small words inside names; they stay. */
const PARTICLES = new Set(
  'von vom van der den de del della dello di da dal do dos das du des la le las los el al bin ibn ben zu zur zum y e i und ter ten af av san'.split(
    ' ',
  ),
);
const NICKNAME_SHARE = 0.06;

/** The pattern of capitals of `model`, put on `name`. */
export function withCaseOf(model: string, name: string): string {
  const letters = model.replace(/[^\p{L}]/gu, '');
  if (letters.length > 1 && letters === letters.toUpperCase()) return name.toUpperCase();
  return letters === letters.toLowerCase() ? name.toLowerCase() : name;
}

const isInitial = (word: string): boolean => word.length === 1;
const isParticle = (word: string): boolean => PARTICLES.has(word.toLowerCase()) && word.length < 6;

/** What every word in the marked names of a text is: of full names the last word is the surname, unless the lists say otherwise. */
function rolesOf(text: AnnotatedText, gazetteers: Gazetteers): Map<string, 'given' | 'surname'> {
  const roles = new Map<string, 'given' | 'surname'>();
  const lone: string[] = [];
  for (const { text: name, label, required } of text.pieces) {
    if (label !== 'PERSON' || required !== true) continue;
    const words = (name.match(WORD) ?? []).filter((word) => !isParticle(word) && !isInitial(word));
    if (words.length === 1) lone.push(words[0]!);
    if (words.length < 2) continue;
    const isReversed =
      /^[^\s,]+,/.test(name) || (words[0] === words[0]!.toUpperCase() && words[1] !== words[1]!.toUpperCase());
    const strengths = words.map((word) => gazetteers.names.getRange(word, 0, word.length));
    words.forEach((word, i) => {
      const at = isReversed ? words.length - 1 - i : i;
      const isMiddle = at > 0 && at < words.length - 1;
      const seemsGiven = namesValue.given(strengths[i]!) >= namesValue.surname(strengths[i]!);
      roles.set(fold(word), at === 0 || (isMiddle && seemsGiven) ? 'given' : 'surname');
    });
  }
  for (const word of lone) {
    const key = fold(word);
    if (roles.has(key) || (key.endsWith('s') && roles.has(key.slice(0, -1)))) continue;
    const value = gazetteers.names.getRange(word, 0, word.length);
    roles.set(key, namesValue.given(value) > namesValue.surname(value) ? 'given' : 'surname');
  }
  return roles;
}

/** New names for the persons of a text; every mention of one word gets the same new word, in its own case and ending. */
export function renamePersons(text: AnnotatedText, gazetteers: Gazetteers, pools: Pools, random: Random): Rename {
  const names = new Map<string, string>();
  const initials = new Map<string, string>();
  for (const [word, role] of rolesOf(text, gazetteers)) {
    const nickname =
      role === 'given' && random.chance(NICKNAME_SHARE) ? pools.nickname(text.language, random) : undefined;
    const { language } = text;
    const name = nickname ?? (role === 'given' ? pools.given(language, random) : pools.surname(language, random));
    names.set(word, name);
    if (!initials.has(word.charAt(0))) initials.set(word.charAt(0), name.charAt(0).toUpperCase());
  }
  return (value) =>
    value.replace(WORD, (word) => {
      if (isInitial(word)) return withCaseOf(`${word}${word}`, initials.get(fold(word)) ?? word);
      if (isParticle(word)) return word;
      const key = fold(word);
      const direct = names.get(key);
      if (direct !== undefined) return withCaseOf(word, direct);
      const stem = key.endsWith('s') ? names.get(key.slice(0, -1)) : undefined;
      return stem === undefined ? word : withCaseOf(word, `${stem}s`);
    });
}
