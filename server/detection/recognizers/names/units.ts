import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';

/** A word of a name as it is written: with its hyphens and apostrophes ("Thaden-Ommen", "N'Guessan"), particles before it included. */
export interface Unit {
  /** First token, particles included. */
  readonly first: number;
  /** First token of the capitalised word itself. */
  readonly head: number;
  /** Last token, inclusive. */
  readonly last: number;
  /** Strength as given name, 0 to 7. */
  readonly given: number;
  /** Strength as surname, 0 to 7. */
  readonly surname: number;
  /** Strength as a common word, 0 to 7; the least of its parts. */
  readonly common: number;
  /** One letter or two with a full stop: "A.", "Ch.". */
  readonly initial: boolean;
  readonly upper: boolean;
  /** Roles of the first word. */
  readonly roles: number;
}

const APOSTROPHES = new Set(["'", '’', '‘', '`', '´']);
const HYPHENS = new Set(['-', '‐', '‑']);
/** Most words of one name; longer runs are lists or headings. */
export const UNITS_MAX = 7;

export function isApostrophe(text: string): boolean {
  return APOSTROPHES.has(text);
}

/** The capitalised word at token `index` with what is glued to it; undefined when there is none. */
export function readWord(lexicon: Lexicon, index: number): Unit | undefined {
  const { tokens, shape } = lexicon;
  let head = index;
  // dell'Orto, d'Agostino: a small elided particle glued to the name.
  if (shape[index] === SHAPE.small && lexicon.has(index, ROLE.particle) && isElision(lexicon, index)) head = index + 2;
  if (
    head >= tokens.length ||
    !(lexicon.isCapital(head) || (shape[head] === SHAPE.letter && isElision(lexicon, head)))
  ) {
    return undefined;
  }
  let last = head;
  let given = lexicon.given[head]!;
  let surname = lexicon.surname[head]!;
  let common = shape[head] === SHAPE.letter ? 7 : lexicon.common[head]!;
  for (let next = continuation(lexicon, last); next > 0; next = continuation(lexicon, last)) {
    last = next;
    if (shape[next] === SHAPE.small) continue;
    given = Math.max(given, lexicon.given[next]!);
    surname = Math.max(surname, lexicon.surname[next]!);
    common = Math.min(common, lexicon.common[next]!);
  }
  return {
    first: index,
    head,
    last,
    given,
    surname,
    common,
    initial: false,
    upper: shape[head] === SHAPE.upper,
    roles: last === head ? lexicon.roles[head]! : 0,
  };
}

/** True when an apostrophe and a capitalised word are glued to the token: "D'Agostino", "l'Église". */
function isElision({ tokens, shape, isGlued }: Lexicon, index: number): boolean {
  return (
    index + 2 < tokens.length &&
    isApostrophe(tokens[index + 1]!.text) &&
    isGlued(index + 1) &&
    isGlued(index + 2) &&
    shape[index + 2] !== SHAPE.small &&
    tokens[index + 2]!.kind === 'word'
  );
}

/** The token that continues the word ending at `last`, after a hyphen or an apostrophe; 0 when it ends there. */
function continuation(lexicon: Lexicon, last: number): number {
  const { tokens, shape, isGlued } = lexicon;
  const joint = tokens[last + 1];
  if (joint === undefined || !isGlued(last + 1)) return 0;
  const isHyphen = HYPHENS.has(joint.text);
  if (!isHyphen && !isApostrophe(joint.text)) return 0;
  let next = last + 2;
  // A name broken at the end of a line: "Oster-" / "kamp".
  const isBroken = isHyphen && tokens[next]?.kind === 'break';
  if (isBroken) next += 1;
  const word = tokens[next];
  if (word?.kind !== 'word' || !(isBroken ? tokens[next - 1]!.end === word.start : isGlued(next))) return 0;
  const isSmall = shape[next] === SHAPE.small;
  if (isHyphen) return !isSmall || (isBroken && lexicon.common[next]! < 7) ? next : 0;
  return isSmall || word.text.length < 2 ? 0 : next;
}

/** "M. Durand" begins with a title, "M.-C. Durand" and the second letter of "J.-M. Durand" are initials. */
const isTitle = (lexicon: Lexicon, index: number): boolean =>
  lexicon.has(index, ROLE.title) && !isHyphenatedInitial(lexicon, index);

/** True for a single letter with its full stop that a hyphen joins to another. */
export function isHyphenatedInitial({ tokens, shape, isGlued }: Lexicon, index: number): boolean {
  if (shape[index] !== SHAPE.letter) return false;
  const isBehind = HYPHENS.has(tokens[index - 1]?.text ?? '') && isGlued(index) && tokens[index - 2]?.text === '.';
  const isBefore = tokens[index + 1]?.text === '.' && HYPHENS.has(tokens[index + 2]?.text ?? '') && isGlued(index + 2);
  return isBehind || (isBefore && isGlued(index + 1) && isGlued(index + 3));
}

/** The initials at `index` ("A.", "J.-P.", "G.B."); undefined when there are none. */
export function readInitials(lexicon: Lexicon, index: number): Unit | undefined {
  const { tokens, shape, isGlued } = lexicon;
  let at = index;
  let last = -1;
  for (let count = 0; count < 4; count += 1) {
    const isShort = shape[at] === SHAPE.letter || (shape[at] === SHAPE.capitalised && tokens[at]!.text.length === 2);
    if (!isShort || tokens[at + 1]?.text !== '.' || !isGlued(at + 1) || isTitle(lexicon, at)) break;
    last = at + 1;
    at += 2;
    // "M.ª Carmen"
    if (/^[ªº°]$/.test(tokens[at]?.text ?? '') && isGlued(at)) {
      last = at;
      at += 1;
    }
    if (HYPHENS.has(tokens[at]?.text ?? '') && isGlued(at) && isGlued(at + 1)) at += 1;
    else if (!isGlued(at)) break;
  }
  if (last < 0 && isBareInitial(lexicon, index)) last = index;
  if (last < 0) return undefined;
  return { first: index, head: index, last, given: 0, surname: 0, common: 0, initial: true, upper: false, roles: 0 };
}

const BARE_EXCLUDED = /^[AEIOUYÀÈÉÓ]$/;

/** "D Lamb", "M JONES": a letter without its full stop before a known surname, at the beginning of a run. */
function isBareInitial(lexicon: Lexicon, index: number): boolean {
  const { tokens, shape } = lexicon;
  if (shape[index] !== SHAPE.letter || BARE_EXCLUDED.test(tokens[index]!.text) || !lexicon.isSpaced(index + 1))
    return false;
  const before = tokens[index - 1];
  const startsRun = before?.kind !== 'word' || shape[index - 1] === SHAPE.small || lexicon.has(index - 1, ROLE.title);
  return (
    startsRun &&
    before?.kind !== 'number' &&
    lexicon.isCapital(index + 1) &&
    lexicon.surname[index + 1]! >= 3 &&
    lexicon.common[index + 1]! <= 5
  );
}

/** Particles that stand only after another one or with a capital: articles of their language. */
const INNER_PARTICLES = new Set([
  'der',
  'den',
  'dem',
  'die',
  'das',
  'la',
  'le',
  'les',
  'lo',
  'el',
  'los',
  'las',
  'al',
  'st',
  'of',
  'the',
]);

const NOT_AFTER_PARTICLE = ROLE.never | ROLE.title | ROLE.label | ROLE.organizationHead | ROLE.authority;

/** A capitalised word with the particles before it ("von der Heydt", "v. d. Heydt"); undefined when none stands at `index`. */
export function readParticled(lexicon: Lexicon, index: number): Unit | undefined {
  const { tokens, shape } = lexicon;
  let at = index;
  for (let count = 0; count < 3 && lexicon.has(at, ROLE.particle); count += 1) {
    const { text } = tokens[at]!;
    const isSmall = shape[at] === SHAPE.small;
    if (isSmall ? at === index && INNER_PARTICLES.has(text) : !isCapitalParticle(lexicon, at)) break;
    const hasStop = text.length === 1 && tokens[at + 1]?.text === '.';
    // A single small letter is a particle only when abbreviated, or the Catalan "i".
    if (isSmall && text.length === 1 && !hasStop && text !== 'i') break;
    const next = hasStop ? at + 2 : at + 1;
    if (!lexicon.isSpaced(next)) break;
    at = next;
  }
  if (at === index) return undefined;
  const word = readWord(lexicon, at);
  return word === undefined || (word.roles & NOT_AFTER_PARTICLE) !== 0
    ? undefined
    : { ...word, first: index, roles: 0 };
}

/** "De Santis", "La Rosa", "Ó Conghaile": a capitalised particle with a capitalised word after it. */
function isCapitalParticle(lexicon: Lexicon, index: number): boolean {
  if (lexicon.tokens[index]!.text.length > 5 || !lexicon.isSpaced(index + 1)) return false;
  const isInner = lexicon.has(index + 1, ROLE.particle) && lexicon.isSpaced(index + 2) && lexicon.isCapital(index + 2);
  return lexicon.isCapital(index + 1) || isInner;
}

/** True when the name word has a particle in small letters before it. */
export function hasSmallParticle(lexicon: Lexicon, unit: Unit): boolean {
  return unit.first !== unit.head && lexicon.shape[unit.first] === SHAPE.small;
}

/** The unit that starts at token `index`; undefined when no name word stands there. */
export function readUnit(lexicon: Lexicon, index: number): Unit | undefined {
  if (index >= lexicon.tokens.length || lexicon.tokens[index]!.kind !== 'word') return undefined;
  return readInitials(lexicon, index) ?? readParticled(lexicon, index) ?? readWord(lexicon, index);
}

/** "Prokura von Norwin": the word before a particle must be a name itself, else a new run begins after it. */
function mayTakeParticle({ initial, given, surname, common, roles }: Unit): boolean {
  return initial || (roles & ROLE.title) !== 0 || common <= 1 || given + surname - common >= 1;
}

const SPACE = 32;

/** One space between: a tab or two spaces set columns apart. */
function isNextWord({ text, tokens, isSpaced }: Lexicon, index: number): boolean {
  if (!isSpaced(index)) return false;
  const { end } = tokens[index - 1]!;
  return tokens[index]!.start === end + 1 && (text.charCodeAt(end) === SPACE || text.charCodeAt(end) > 127);
}

/** Name words that follow each other with one space between, beginning at `index`. */
export function readRun(lexicon: Lexicon, index: number): Unit[] {
  const units: Unit[] = [];
  let at = index;
  while (units.length < UNITS_MAX) {
    const unit = readUnit(lexicon, at);
    if (
      unit === undefined ||
      (units.length > 0 && hasSmallParticle(lexicon, unit) && !mayTakeParticle(units[units.length - 1]!))
    )
      break;
    units.push(unit);
    at = unit.last + 1;
    // "A.Müller": an initial glued to the name; "Drossel_Yannik": a file name.
    if (lexicon.tokens[at]?.text === '_' && lexicon.isGlued(at) && lexicon.isGlued(at + 1)) at += 1;
    else if (!isNextWord(lexicon, at) && !(unit.initial && lexicon.isGlued(at))) break;
  }
  return units;
}
