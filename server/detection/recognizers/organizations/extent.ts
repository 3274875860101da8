import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';

/** Small words and marks that join the words of a company's name. */
const JOINING_WORDS = new Set(
  'de del della delle dei degli di da du des d la le les los las el y e et und and of the für fur for van von der den zur zum am im in an a au aux dell al alla i sur u per o il lo gli dal dalla the die das une un'.split(
    ' ',
  ),
);
const JOINING_MARKS = new Set(['&', '-', '–', '+', "'", '’', '.', ',', '/', '"', '„', '“', '”', '«', '»', '!', '@']);
const QUOTES_OPEN = new Set(['„', '“', '"', '«', '»']);
/** Abbreviations inside names: saints, brothers. */
const SAINT = /^(?:St|Sta|Ste|Sto|SS|Hl|Ntra|Gebr|Hnos)$/;
const WORDS_MAX = 9;
const PHRASE_OPENERS = new Set([
  'der',
  'dem',
  'die',
  'das',
  'vom',
  'zur',
  'zum',
  'beim',
  'im',
  'la',
  'le',
  'el',
  'il',
  'the',
]);

/** Words that end the leftward search although they are capitalised. */
const STOPS = ROLE.never | ROLE.title | ROLE.greeting | ROLE.organizationLabel | ROLE.label | ROLE.placeLabel;

/**
 * The first token of the name that ends before `index`, going left over capitalised words and what joins them; -1 when no name
 * word stands there. Bounded.
 */
export function leftExtent(lexicon: Lexicon, index: number): number {
  const { tokens } = lexicon;
  let first = -1;
  // "Nogal y Fresno, S.L.": a comma before the legal form.
  let at = tokens[index - 1]?.text === ',' ? index - 2 : index - 1;
  for (let words = 0; at >= 0 && words < WORDS_MAX; at -= 1) {
    const token = tokens[at]!;
    if (token.kind === 'break' || isWideGap(lexicon, at + 1)) break;
    if (token.kind === 'mark') {
      if (!isJoiningMark(lexicon, at)) break;
      continue;
    }
    if (token.kind === 'number' || token.kind === 'mixed') {
      if (first < 0 && token.kind === 'number') break;
      if (token.kind === 'number' && (token.text.length > 4 || !isInsideName(lexicon, at))) break;
      first = at;
      words += 1;
      continue;
    }
    // "St Aidan's Pastoral Centre"
    if (token.text === 's' && lexicon.isGlued(at) && /^['’]$/.test(tokens[at - 1]!.text)) continue;
    const isCapital = lexicon.isCapital(at) || lexicon.shape[at] === SHAPE.letter;
    if (isCapital) {
      if (isStop(lexicon, at, first)) break;
      first = at;
      words += 1;
      if (opensPhrase(lexicon, at)) break;
      continue;
    }
    if (!JOINING_WORDS.has(token.text.toLowerCase()) || first < 0 || !isInsideName(lexicon, at)) break;
  }
  return first;
}

/** "Herr Aydoğan von der Kanzlei Rabe": a kind of organization after a preposition or an article begins its name. */
function opensPhrase(lexicon: Lexicon, at: number): boolean {
  return (
    lexicon.has(at, ROLE.organizationHead) &&
    lexicon.isSpaced(at) &&
    lexicon.shape[at - 1] === SHAPE.small &&
    PHRASE_OPENERS.has(lexicon.tokens[at - 1]!.text)
  );
}

function isWideGap({ tokens, text }: Lexicon, index: number): boolean {
  const left = tokens[index - 1];
  const right = tokens[index];
  if (left === undefined || right === undefined) return false;
  return right.start - left.end >= 3 || text.charCodeAt(left.end) === 9;
}

/** A capitalised word that is not part of the name: a form word at the beginning of the sentence, a title, a label. */
function isStop(lexicon: Lexicon, at: number, first: number): boolean {
  const next = lexicon.tokens[at + 1];
  const isGluedOn = next !== undefined && lexicon.isGlued(at + 1) && next.kind === 'mark' && next.text !== '.';
  if (isGluedOn || next?.text === '&' || lexicon.tokens[at - 1]?.text === '&') return false;
  if (lexicon.shape[at] === SHAPE.letter) return false;
  if (lexicon.has(at, ROLE.organizationHead)) return false;
  if (isInnerArticle(lexicon, at)) return false;
  if (lexicon.has(at, STOPS) || lexicon.has(at, ROLE.relation)) return first >= 0 || lexicon.has(at, ROLE.never);
  // "Die Firma", "Der Verein": a capital only because the sentence begins.
  return lexicon.opens[at] === 1 && lexicon.common[at] === 7 && lexicon.capsLine[at] === 0;
}

/** "VIVAI DELTA DI CREPALDI", "Les Toitures Ondulées": articles and prepositions in capitals inside a name. */
function isInnerArticle(lexicon: Lexicon, at: number): boolean {
  const isJoining = JOINING_WORDS.has(lexicon.tokens[at]!.text.toLowerCase());
  return (
    isJoining &&
    lexicon.isSpaced(at + 1) &&
    lexicon.isCapital(at + 1) &&
    (lexicon.opens[at] === 0 || lexicon.capsLine[at] === 1)
  );
}

function isJoiningMark({ tokens, isGlued, isCapital, shape }: Lexicon, at: number): boolean {
  const { text } = tokens[at]!;
  if (!JOINING_MARKS.has(text)) return false;
  if (text === '&' || text === '+') return true;
  if (text === ',') {
    // "Weber, Koch & Partner": only before a capitalised word that an ampersand follows soon.
    for (let next = at + 1; next < at + 5; next += 1) if (tokens[next]?.text === '&') return isCapital(at - 1);
    return false;
  }
  if (text === '.')
    return isGlued(at) && (isGlued(at + 1) || (tokens[at - 1]?.text.length ?? 9) <= 4) && shape[at - 1] !== SHAPE.small;
  // "Kälte- und Klimatechnik"
  if (text === '-' && isGlued(at) && tokens[at + 1]?.kind === 'word' && JOINING_WORDS.has(tokens[at + 1]!.text))
    return true;
  if (text === '-' || text === '–' || text === '/' || text === "'" || text === '’')
    return isGlued(at) && isGlued(at + 1);
  return QUOTES_OPEN.has(text) || text === '!' || text === '@';
}

/** A joining word or number counts only with a capitalised word or an ampersand before it. */
function isInsideName(lexicon: Lexicon, at: number): boolean {
  const { tokens } = lexicon;
  for (let back = at - 1; back >= 0 && back >= at - 3; back -= 1) {
    const token = tokens[back]!;
    if (token.kind === 'break') return false;
    if (lexicon.isCapital(back))
      return !lexicon.has(back, STOPS) && !(lexicon.opens[back] === 1 && lexicon.common[back]! >= 6);
    if (token.text === '&') return true;
    if (token.kind === 'word' && !JOINING_WORDS.has(token.text.toLowerCase())) return false;
    if (token.kind === 'mark' && !JOINING_MARKS.has(token.text)) return false;
  }
  return false;
}

/**
 * The last token of a name that begins at `index`, going right over capitalised words and what joins them. `index` itself
 * counts as part of the name.
 */
export function rightExtent(lexicon: Lexicon, index: number): number {
  const { tokens } = lexicon;
  let last = index;
  let at = index + 1;
  for (let words = 0; at < tokens.length && words < WORDS_MAX; at += 1) {
    const token = tokens[at]!;
    if (token.kind === 'break' || isWideGap(lexicon, at)) break;
    if (token.kind === 'mark') {
      const { text } = token;
      if (text === '&' || text === '+') continue;
      if (QUOTES_OPEN.has(text)) {
        const close = closingQuote(lexicon, at);
        if (close < 0) break;
        last = close;
        at = close;
        continue;
      }
      const isJoint =
        (text === '-' || text === '–' || text === "'" || text === '’' || text === '/') &&
        lexicon.isGlued(at) &&
        lexicon.isGlued(at + 1);
      const isAbbreviation =
        text === '.' &&
        lexicon.isGlued(at) &&
        tokens[at - 1]!.text.length <= 4 &&
        (lexicon.has(at - 1, ROLE.title) || lexicon.shape[at - 1] === SHAPE.letter || SAINT.test(tokens[at - 1]!.text));
      if (!isJoint && !isAbbreviation) break;
      continue;
    }
    if (token.kind === 'number') break;
    if (token.kind === 'mixed' || lexicon.isCapital(at) || lexicon.shape[at] === SHAPE.letter) {
      if (
        lexicon.has(at, ROLE.never | ROLE.relation | ROLE.label) &&
        tokens[at - 1]?.text !== '&' &&
        !isInnerArticle(lexicon, at)
      )
        break;
      last = at;
      words += 1;
      continue;
    }
    if (!JOINING_WORDS.has(token.text.toLowerCase()) || !joinsOn(lexicon, at)) {
      // A glued word after a hyphen or apostrophe belongs to the name in small letters as well.
      if (lexicon.isGlued(at) && tokens[at - 1]!.kind === 'mark' && last >= at - 2) last = at;
      else break;
    }
  }
  return last;
}

function joinsOn(lexicon: Lexicon, at: number): boolean {
  for (let next = at + 1; next <= at + 3; next += 1) {
    const token = lexicon.tokens[next];
    if (token === undefined || token.kind === 'break') return false;
    if (lexicon.isCapital(next)) return !lexicon.has(next, ROLE.never | ROLE.title);
    if (token.kind === 'word' && !JOINING_WORDS.has(token.text.toLowerCase())) return false;
    if (token.kind === 'mark' && token.text !== "'" && token.text !== '’') return false;
  }
  return false;
}

function closingQuote({ tokens }: Lexicon, open: number): number {
  for (let at = open + 1; at < open + 8 && at < tokens.length; at += 1) {
    if (tokens[at]!.kind === 'break') return -1;
    if (QUOTES_OPEN.has(tokens[at]!.text)) return at;
  }
  return -1;
}
