import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';

/** What stands before a capitalised word and says that a person is meant. */
export type Context = 'label' | 'relation' | 'greeting' | 'naming' | 'article' | 'speaker' | 'none';

const BULLETS = new Set(['-', '–', '—', '•', '*', '·', '.', '…', '_', '=', '>']);
const QUOTES = new Set(['"', '“', '„', '«', '»', '‹', '*', '[', '_']);
const LABEL_WORDS_BACK = 5;

/** The sign before token `index`. Looks back a bounded number of tokens. */
export function contextBefore(lexicon: Lexicon, index: number): Context {
  const { tokens } = lexicon;
  const quoted = QUOTES.has(tokens[index - 1]?.text ?? '') && lexicon.isGlued(index) ? 1 : 0;
  const before = tokens[index - 1 - quoted];
  if (before === undefined) return 'none';
  if (quoted === 1) return before.text === ':' && labelBefore(lexicon, index - 3) ? 'label' : 'none';
  if (before.text === ':' || before.text === '=')
    return labelBefore(lexicon, index - 2) ? 'label' : timeBefore(lexicon, index - 1) ? 'speaker' : 'none';
  if (before.text === ']' || before.text === '>') return timeInBrackets(lexicon, index - 1) ? 'speaker' : 'none';
  if (before.kind === 'break') return labelOnLineAbove(lexicon, index - 1) ? 'label' : 'none';
  if (before.kind === 'word') {
    if (isWideGap(lexicon, index)) return labelBefore(lexicon, index - 1) ? 'label' : 'none';
    if (lexicon.has(index - 1, ROLE.naming)) return 'naming';
    if (lexicon.has(index - 1, ROLE.relation)) return 'relation';
    if (lexicon.has(index - 1, ROLE.greeting)) return 'greeting';
    if (lexicon.has(index - 1, ROLE.article)) return 'article';
    return 'none';
  }
  // "mon voisin, Marc": a comma between.
  if (before.text === ',' && lexicon.has(index - 2, ROLE.relation) && lexicon.shape[index - 2] !== SHAPE.letter)
    return 'relation';
  if (before.text === '.' && lexicon.has(index - 2, ROLE.naming) && lexicon.isGlued(index - 1)) return 'naming';
  if (BULLETS.has(before.text)) {
    // "Client ............ DUBOIS": leaders between label and value.
    let at = index - 1;
    while (at > 0 && BULLETS.has(tokens[at]!.text)) at -= 1;
    if (index - 1 - at >= 3 && labelBefore(lexicon, at)) return 'label';
  }
  return 'none';
}

/** Two or more spaces or a tab before the token: a column of a form. */
function isWideGap({ tokens, text }: Lexicon, index: number): boolean {
  const gapStart = tokens[index - 1]!.end;
  const gap = tokens[index]!.start - gapStart;
  return gap >= 3 || (gap >= 1 && text.charCodeAt(gapStart) === 9);
}

/** True when the words that end at `index` are the label of a person's field. */
function labelBefore(lexicon: Lexicon, index: number): boolean {
  const { tokens } = lexicon;
  let at = index;
  // "Mieter/in:", "Name (Kind):", "Nom :", "An (To):"
  for (let steps = 0; steps < LABEL_WORDS_BACK && at >= 0; steps += 1, at -= 1) {
    const token = tokens[at]!;
    if (token.kind === 'break' || token.text === '.' || token.text === ',' || token.text === ';' || token.text === '|')
      return false;
    if (token.kind !== 'word') continue;
    if (lexicon.has(at, ROLE.label | ROLE.relation)) return true;
  }
  return false;
}

/** True when the line above holds nothing but a label: forms that put the value under it. */
function labelOnLineAbove(lexicon: Lexicon, breakIndex: number): boolean {
  const { tokens } = lexicon;
  let words = 0;
  let found = false;
  let at = breakIndex - 1;
  if (at >= 0 && tokens[at]!.text === ':') at -= 1;
  for (; at >= 0 && tokens[at]!.kind !== 'break'; at -= 1) {
    if (tokens[at]!.kind === 'word') {
      words += 1;
      if (lexicon.has(at, ROLE.label) && tokens[at]!.text.length > 2) found = true;
    }
    if (words > 3 || tokens[at]!.kind === 'number') return false;
  }
  return found;
}

/** "10:12 Jana", "[10:12] Jana": a time of day ends before the token. */
function timeBefore({ tokens }: Lexicon, index: number): boolean {
  return tokens[index - 1]?.kind === 'number' && tokens[index - 2]?.text === ':';
}

function timeInBrackets({ tokens }: Lexicon, index: number): boolean {
  for (let at = index - 1; at >= 0 && at > index - 12; at -= 1) {
    if (tokens[at]!.kind === 'break') return false;
    if (tokens[at]!.text === ':' && tokens[at - 1]?.kind === 'number' && tokens[at + 1]?.kind === 'number') return true;
  }
  return false;
}
