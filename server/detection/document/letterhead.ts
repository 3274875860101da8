import { SHAPE, type Lexicon } from '../gazetteers/lexicon.ts';
import { ROLE } from '../gazetteers/vocabulary/roles.ts';
import type { Candidate } from '../recognizer.ts';

const WORDS_MAX = 8;
const JOINTS = new Set(['&', '-', '–', '.', "'", '’', '"', '„', '“', '«', '»', '+', '!']);
const BANNED =
  ROLE.greeting | ROLE.label | ROLE.placeLabel | ROLE.organizationLabel | ROLE.authority | ROLE.relation | ROLE.title;

/** Labels that a form puts on a line of their own above an address. */
const ADDRESS_LABEL =
  /^(?:(?:wohn|post|liefer|rechnungs|privat|heimat|melde)?(?:anschrift|adresse)|address|dirección|domicilio|domicile|indirizzo|residenza|recapito)$/i;

/**
 * Lines directly above an address that hold nothing but a name: the sender or addressee of a letter. What no recognizer knew
 * is taken for an organization.
 *
 * @param finds - sorted by start, not overlapping
 */
export function findAboveAddress(lexicon: Lexicon, finds: readonly Candidate[]): Candidate[] {
  const { tokens } = lexicon;
  const found: Candidate[] = [];
  let at = 0;
  let previousEnd = 0;
  for (const find of finds) {
    while (at < tokens.length && tokens[at]!.end <= find.start) at += 1;
    if (find.category === 'address' && tokens[at - 1]?.kind === 'break') {
      const line = nameLine(lexicon, at - 2, previousEnd);
      if (line !== undefined) {
        found.push({
          start: tokens[line.first]!.start,
          end: tokens[line.last]!.end,
          category: 'organization',
          confidence: 0.6,
          sources: ['document:above-address'],
          priority: 30,
        });
      }
    }
    previousEnd = find.end;
  }
  return found;
}

/** The line that ends with token `last` when it is a name and nothing of it is masked yet. */
function nameLine(lexicon: Lexicon, last: number, maskedUntil: number): { first: number; last: number } | undefined {
  const { tokens } = lexicon;
  let capitals = 0;
  let first = last;
  for (; first >= 0 && tokens[first]!.kind !== 'break'; first -= 1) {
    const token = tokens[first]!;
    if (token.start < maskedUntil || last - first > WORDS_MAX * 2) return undefined;
    if (token.kind === 'mark') {
      if (!JOINTS.has(token.text)) return undefined;
    } else if (token.kind !== 'word' || lexicon.has(first, BANNED)) return undefined;
    else if (lexicon.shape[first] !== SHAPE.small) capitals += 1;
    else if (token.text.length > 4) return undefined;
  }
  first += 1;
  if (first === last && ADDRESS_LABEL.test(tokens[first]!.text)) return undefined;
  return capitals >= 1 && capitals <= WORDS_MAX && lexicon.isCapital(first) ? { first, last } : undefined;
}
