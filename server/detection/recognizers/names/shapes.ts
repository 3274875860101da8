import type { Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import type { Candidate } from '../../recognizer.ts';

/** "M-R-O-U-E-H": a word spelled out in a dictation or on the telephone. */
const SPELLED = /(?<![\p{L}\p{N}-])\p{L}(?:-\p{L}){3,24}(?![\p{L}\p{N}-])/gu;
/** The name of a mailbox before its address (RFC 5322): `Anna Müller <a@b.example>`, `"Müller, Anna" <…>`. */
const MAILBOX = /[<[(][^\s<>@[\]()]{1,64}@[^\s<>@[\]()]{1,255}[>\])]/gu;
const MAILBOX_NAME =
  /(?:(?<=["'])[^"'\n<>@:;]{2,60}(?=["'][ ]$)|(?<![\p{L}\p{N}.])\p{L}[\p{L}.'’-]*(?:,?[ ]\p{L}[\p{L}.'’-]*){0,4}(?=[ ]$))/u;
const BEFORE_MAX = 70;

/** Words that say a mailbox belongs to an office rather than to a person. */
const OFFICE =
  ROLE.organizationHead | ROLE.organizationTail | ROLE.organizationLabel | ROLE.authority | ROLE.label | ROLE.relation;

/** Names told by their shape alone: spelled out letter by letter, or before an e-mail address in angle brackets. */
export function* findShapedNames(lexicon: Lexicon): Generator<Candidate> {
  const { text } = lexicon;
  for (const { 0: letters, index } of text.matchAll(SPELLED)) {
    yield candidate(index, index + letters.length, 'names:spelled', 0.6, 34);
  }
  for (const { index } of text.matchAll(MAILBOX)) {
    const from = Math.max(text.lastIndexOf('\n', index - 1) + 1, index - BEFORE_MAX);
    const name = MAILBOX_NAME.exec(text.slice(from, index));
    if (name === null) continue;
    const start = from + name.index;
    const end = start + name[0].length;
    if (isPersonal(lexicon, start, end)) yield candidate(start, end, 'names:mailbox', 0.85, 48);
  }
}

function candidate(start: number, end: number, source: string, confidence: number, priority: number): Candidate {
  return { start, end, category: 'person', confidence, sources: [source], priority };
}

/** At least one word that can be a name, and none that names an office. */
function isPersonal(lexicon: Lexicon, start: number, end: number): boolean {
  const { tokens, common, given, surname } = lexicon;
  let names = 0;
  for (let at = firstToken(lexicon, start); at < tokens.length && tokens[at]!.start < end; at += 1) {
    if (tokens[at]!.kind !== 'word') continue;
    if (lexicon.has(at, OFFICE)) return false;
    if (common[at]! <= 3 || given[at]! >= 4 || surname[at]! >= 4) names += 1;
  }
  return names > 0;
}

function firstToken({ tokens }: Lexicon, offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
