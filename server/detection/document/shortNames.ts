import { fold } from '../characters.ts';
import { SHAPE, type Lexicon } from '../gazetteers/lexicon.ts';
import { ROLE } from '../gazetteers/vocabulary/roles.ts';
import type { Candidate, Likelihood, TextView } from '../recognizer.ts';

const ACRONYM = /^\p{Lu}[\p{Lu}\d&-]{1,9}$/u;
/** "(WMB)", "(„WMB“)" right behind a name. */
const IN_BRACKETS = /[ ]\(["„“«]?(?<short>\p{Lu}[\p{Lu}\d&-]{1,9})["“”»]?\)/duy;
const INTRODUCED = String.raw`[ ,]{0,2}\(?[ ]?(?:im[ ]Folgenden|nachfolgend|nachstehend|fortan|künftig|kurz|ci-après|dénommée?|en[ ]adelante|en[ ]lo[ ]sucesivo|di[ ]seguito|d['’]ora[ ]in[ ]poi|hereinafter|hereafter|the)(?![\p{L}])[^()"„“”«»\n;]{0,30}?`;
/** ", nachfolgend „Holzwerk“", "(hereinafter “WMB”)". */
const QUOTED = new RegExp(`${INTRODUCED}["„“«][ ]?(?<short>[^"„“”«»\\n]{2,40}?)[ ]?["“”»]`, 'duy');
/** "(di seguito WMB)". */
const BARE = new RegExp(`${INTRODUCED}[ ](?<short>\\p{Lu}[\\p{Lu}\\d&-]{1,9})(?=[),;. \\n])`, 'duy');

const NICKNAME_QUOTED = /[ ]["„“«'‘](?<nick>[^"„“”«»'’\n]{2,24})["“”»'’](?:[ ](?<surname>\p{Lu}[\p{L}'’-]+))?/duy;
const NICKNAME_IN_BRACKETS =
  /[ ]\(["„“«]?(?<nick>\p{Lu}\p{Ll}[\p{L}'’-]{1,18})["“”»]?\)(?:[ ](?<surname>\p{Lu}\p{Ll}[\p{L}'’-]+))?/duy;
const NOT_A_NAME =
  ROLE.never |
  ROLE.title |
  ROLE.relation |
  ROLE.label |
  ROLE.greeting |
  ROLE.authority |
  ROLE.organizationHead |
  ROLE.placeLabel;

/** A word in brackets behind a name, below this probability of being a value, is what somebody is or brings; nicknames have far more. */
const LIKELY = 0.1;

/**
 * Names that the text introduces behind another one: the acronym or short name of a company, the nickname of a person. Each
 * find is looked behind once.
 *
 * @param finds - sorted by start, not overlapping
 * @param likelihood - decides about words in brackets
 */
export function findShortNames(
  view: TextView,
  lexicon: Lexicon,
  finds: readonly Candidate[],
  likelihood?: Likelihood,
): Candidate[] {
  const likely = likelihood?.(view);
  const found: Candidate[] = [];
  for (const find of finds) {
    if (find.category === 'organization') addShortName(view, lexicon, find, found);
    else if (find.category === 'person') addNickname(view, lexicon, find, found, likely);
  }
  return found;
}

function propose(category: string, start: number, end: number, source: string): Candidate {
  return { start, end, category, confidence: 0.75, sources: [source], priority: 37 };
}

function addShortName(view: TextView, lexicon: Lexicon, { start, end }: Candidate, found: Candidate[]): void {
  const { text } = view;
  const at = text[end] === '.' ? end + 1 : end;
  const bracket = groupAt(IN_BRACKETS, text, at, 'short');
  if (bracket !== undefined && isMadeOf(text.slice(...bracket), text.slice(start, end))) {
    found.push(propose('organization', ...bracket, 'document:short-name'));
    return;
  }
  const named = groupAt(QUOTED, text, at, 'short') ?? groupAt(BARE, text, at, 'short');
  if (named === undefined) return;
  if (ACRONYM.test(text.slice(...named)) || isNameLike(view, lexicon, named)) {
    found.push(propose('organization', ...named, 'document:short-name'));
  }
}

function groupAt(pattern: RegExp, text: string, at: number, group: string): [number, number] | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.indices?.groups?.[group];
}

/** True when the letters of an acronym stand in the name in this order: "WMB" in "Wackernagel Metallbau". */
function isMadeOf(acronym: string, name: string): boolean {
  const letters = fold(name);
  let at = -1;
  for (const letter of fold(acronym)) {
    if (!/\p{L}/u.test(letter)) continue;
    at = letters.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return letters !== fold(acronym);
}

/** True when every capitalised word can be a name and none says what somebody is in the contract ("the “Lender”"). */
function isNameLike(view: TextView, lexicon: Lexicon, [start, end]: readonly [number, number]): boolean {
  let names = 0;
  for (let at = view.tokenAt(start); at < lexicon.tokens.length && lexicon.tokens[at]!.start < end; at += 1) {
    if (!lexicon.isCapital(at)) continue;
    if (lexicon.common[at]! > 1 || lexicon.has(at, NOT_A_NAME)) return false;
    names += 1;
  }
  return names > 0;
}

function addNickname(
  view: TextView,
  lexicon: Lexicon,
  { end }: Candidate,
  found: Candidate[],
  likely: Float32Array | undefined,
): void {
  const { text } = view;
  for (const pattern of [NICKNAME_QUOTED, NICKNAME_IN_BRACKETS]) {
    pattern.lastIndex = end;
    const groups = pattern.exec(text)?.indices?.groups;
    const nick = groups?.['nick'];
    if (nick === undefined) continue;
    const surname = groups?.['surname'];
    const isWhole = surname !== undefined && isSurname(view, lexicon, surname);
    if (!isWhole && !isNickname(view, lexicon, nick)) continue;
    // "Vossberg (Streusel), Nguyen (Reis)": what somebody brings.
    const isUnlikely = (likely?.[view.tokenAt(nick[0])] ?? 1) < LIKELY;
    if (!isWhole && pattern === NICKNAME_IN_BRACKETS && isUnlikely) continue;
    found.push(propose('person', ...nick, 'document:nickname'));
    if (isWhole) found.push(propose('person', ...surname, 'document:nickname'));
    return;
  }
}

function isSurname(view: TextView, lexicon: Lexicon, [start]: readonly [number, number]): boolean {
  const at = view.tokenAt(start);
  return !lexicon.has(at, NOT_A_NAME) && (lexicon.common[at]! <= 1 || lexicon.surname[at]! >= 3);
}

function isNickname(view: TextView, lexicon: Lexicon, [start, end]: readonly [number, number]): boolean {
  const at = view.tokenAt(start);
  if (lexicon.tokens[at]!.end !== end || lexicon.shape[at] !== SHAPE.capitalised || lexicon.has(at, NOT_A_NAME))
    return false;
  return !lexicon.isTown(at) && (lexicon.common[at]! <= 1 || (lexicon.given[at]! >= 4 && lexicon.common[at]! <= 5));
}
