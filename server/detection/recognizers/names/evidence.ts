import type { Language } from '../../../contract/common.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import type { Unit } from './units.ts';

/** How much a word loses as a name for being a common word, by its strength 0 to 7 as common word. */
const PENALTY = Object.freeze([0, 0, 0, 0.5, 1, 2.5, 4, 7]);

const NEVER_NAME = ROLE.never | ROLE.greeting;
const OTHER_THING = ROLE.authority | ROLE.organizationHead | ROLE.label | ROLE.placeLabel | ROLE.organizationLabel;

/** Strength as given name after the penalty; at most 7, may be negative. */
export function givenStrength(unit: Unit): number {
  return unit.given - PENALTY[unit.common]!;
}

/** Strength as surname after the penalty; at most 7, may be negative. */
export function surnameStrength(unit: Unit): number {
  return unit.surname - PENALTY[unit.common]!;
}

/** A word that can hardly be anything but a given name. */
export function isGiven(unit: Unit): boolean {
  return (
    !unit.initial && (unit.roles & NEVER_NAME) === 0 && (unit.roles & OTHER_THING) === 0 && givenStrength(unit) >= 2.5
  );
}

/** A word that may continue a name that has begun beyond doubt: after a title or a given name. */
export function canFollow(unit: Unit): boolean {
  if (unit.initial) return true;
  if ((unit.roles & ROLE.never) !== 0) return false;
  if ((unit.roles & (OTHER_THING | ROLE.greeting | ROLE.relation | ROLE.title)) !== 0)
    return unit.surname >= 4 && unit.common <= 6;
  return (
    unit.common <= 3 ||
    (unit.surname >= 3 && unit.common <= 6) ||
    (unit.surname >= 3 && unit.common === 7) ||
    unit.given >= 4
  );
}

/** A word that may be a name directly after a title, a label or another strong sign. */
export function canStand(unit: Unit): boolean {
  if (unit.initial || (unit.roles & NEVER_NAME) !== 0) return false;
  if ((unit.roles & (OTHER_THING | ROLE.relation | ROLE.title)) !== 0) return unit.surname >= 3;
  return true;
}

/** A capitalised word that no list knows as anything but a name. Languages with capitalised nouns need more. */
export function isRare(unit: Unit, language: Language): boolean {
  return (
    !unit.initial &&
    (unit.roles & (NEVER_NAME | OTHER_THING | ROLE.relation | ROLE.title)) === 0 &&
    unit.common <= (language === 'de' ? 0 : 1)
  );
}
