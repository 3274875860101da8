import type { Language } from '../../server/contract/languages.ts';
import type { Piece } from './annotated.ts';
import type { Pools } from './pools.ts';
import type { Random } from './random.ts';

/** Speakers from which a text is a chat or protocol. */
const SPEAKERS_MIN = 3;
/** What may stand in the line before a speaker: nothing, a bullet, a time or date, perhaps in brackets. */
const BEFORE = /(?:^|\n)[ \t]*(?:[-*•>]\s*)?(?:[[(<]?[\d.:,/ -]{4,22}(?:Uhr|h|am|pm|Z)?[\])>]?[ \t,–-]*)?[<[]?$/i;
const AFTER = /^(?: \([^)\n]{1,20}\))?[>\]]?\s*(?::|>|\t)/;

function isSpeaker(pieces: readonly Piece[], index: number): boolean {
  const { label, required } = pieces[index]!;
  if (label !== 'PERSON' || required !== true) return false;
  const before = pieces[index - 1];
  const after = pieces[index + 1];
  const isStart = before === undefined || (before.label === undefined && BEFORE.test(before.text));
  return isStart && after?.label === undefined && AFTER.test(after?.text ?? '');
}

/**
 * A chat whose speakers are named by their accounts: names at the beginnings of lines become user names, the same for the same name; names inside
 * the messages stay. Texts that are no chats stay as they are.
 */
export function withAccounts(
  pieces: readonly Piece[],
  language: Language,
  pools: Pools,
  random: Random,
): readonly Piece[] {
  const speakers = pieces.flatMap((_, index) => (isSpeaker(pieces, index) ? [index] : []));
  if (speakers.length < SPEAKERS_MIN) return pieces;
  const accounts = new Map<string, string>();
  return pieces.map((piece, index) => {
    if (!speakers.includes(index)) return piece;
    let account = accounts.get(piece.text);
    if (account === undefined) {
      account = pools.username(language, random) ?? piece.text.toLowerCase().replace(/\P{L}+/gu, '_');
      accounts.set(piece.text, account);
    }
    return { text: account, label: 'USERNAME', required: true };
  });
}
