import { type FoundPlaceholder, scanPlaceholders } from '../../../../core/placeholders/find.ts';
import { resolvePlaceholder } from '../../../../core/placeholders/restore.ts';
import { createAddressTracker } from './addresses.ts';
import type { LinkTally, RestoreBook } from './book.ts';
import type { PieceRestorer } from './pieces.ts';

/** Around the number of what is held back: noncharacters (Unicode 23.7), which no text is made of. */
const [OPEN, CLOSE] = ['\ufdd0', '\ufdd1'];
const MARK = new RegExp(`${OPEN}([0-9]{1,9})${CLOSE}`, 'g');
const ADDRESS = /^(?:[a-z][a-z0-9+.-]{0,30}:\/\/|mailto:|tel:|www\.)\S+$/i;
const WORD_CHARACTER = /[A-Za-z0-9_]/;
const LONGEST_WORD = 64;

/**
 * Restores a text but for what stands in an address that a program would open: there placeholders stay, so that no answer of a model carries a
 * value to somebody's server. An address that is a value as a whole comes back, and so does what stands behind mailto: and tel:. However the
 * text is cut, the pieces together are what guarding the whole gives.
 * @param restorer - restores everything that it gets; what is held back does not reach it
 */
export function guardLinks(
  restorer: PieceRestorer,
  { originals, names }: Pick<RestoreBook, 'originals' | 'names'>,
  tally: LinkTally,
): PieceRestorer {
  let tracker = createAddressTracker();
  let waiting = '';
  let marked = '';
  const held: string[] = [];

  const hold = (text: string, what: string): string => {
    tally.add(what);
    held.push(text);
    return `${OPEN}${held.length - 1}${CLOSE}`;
  };
  /** undefined: what follows has to be seen first. */
  const passOne = (text: string, found: FoundPlaceholder, isWhole: boolean): string | undefined => {
    const written = text.slice(found.start, found.end);
    const original = resolvePlaceholder(found, originals);
    if (original === undefined) {
      tracker.take(written);
      return written;
    }
    const { place } = tracker;
    const isAddress = ADDRESS.test(original);
    let isHeld = place.kind === 'inside';
    if (place.kind === 'whole') {
      const next = text.charAt(found.end);
      if (next === '' && !isWhole && isAddress) return undefined;
      isHeld = !isAddress || !(next === '' || place.ends.test(next));
    }
    // What follows an address is a part of it, also when a value began it.
    tracker.take(isAddress && !isHeld ? original : 'x');
    return isHeld ? hold(written, found.hashes[0]!) : written;
  };
  /** Text between placeholders, with aliases of names. */
  const passText = (text: string): string => {
    if (names.size === 0) {
      tracker.take(text);
      return text;
    }
    return text
      .split(/([A-Za-z0-9_]+)/)
      .map((piece, index) => {
        const isHeld = index % 2 === 1 && names.has(piece) && !['text', 'harmless'].includes(tracker.place.kind);
        tracker.take(piece);
        return isHeld ? hold(piece, piece) : piece;
      })
      .join('');
  };
  const pass = (isWhole: boolean): string => {
    const { found, settled } = scanPlaceholders(waiting, isWhole);
    const out: string[] = [];
    let at = 0;
    for (const placeholder of found) {
      out.push(passText(waiting.slice(at, placeholder.start)));
      at = placeholder.start;
      const passed = passOne(waiting, placeholder, isWhole);
      if (passed === undefined) {
        waiting = waiting.slice(at);
        return out.join('');
      }
      out.push(passed);
      at = placeholder.end;
    }
    const rest = waiting.slice(at, settled);
    const tail = names.size === 0 || isWhole ? '' : tailWord(rest);
    out.push(passText(rest.slice(0, rest.length - tail.length)));
    waiting = tail + waiting.slice(settled);
    return out.join('');
  };
  const unmarked = (text: string, isWhole: boolean): string => {
    marked += text;
    const open = isWhole ? -1 : marked.lastIndexOf(OPEN);
    const isCut = open !== -1 && !marked.includes(CLOSE, open) && marked.length - open < 12;
    const settled = marked.slice(0, isCut ? open : marked.length);
    marked = marked.slice(settled.length);
    return settled.replace(MARK, (mark, index: string) => held[Number(index)] ?? mark);
  };
  return {
    push(piece) {
      waiting += piece;
      return unmarked(restorer.push(pass(false)), false);
    },
    end() {
      const out = unmarked(restorer.push(pass(true)) + restorer.end(), true);
      tracker = createAddressTracker();
      waiting = '';
      marked = '';
      return out;
    },
  };
}

/** The beginning of a word at the end of a text, which may be an alias that is not whole yet. */
function tailWord(text: string): string {
  let start = text.length;
  while (start > 0 && text.length - start < LONGEST_WORD && WORD_CHARACTER.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}
