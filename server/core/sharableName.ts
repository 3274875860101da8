/** Finds personal data in a short text. */
export type Detects = (text: string) => Promise<boolean>;

/** A shorter word stands in words that have nothing to do with it. */
const WORD_CHARACTERS = 3;
const SEPARATORS = /[^\p{L}\p{N}]+/u;
const UMLAUTS: Readonly<Record<string, string>> = Object.freeze({
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  å: 'aa',
});

/** A text as names of files write it: lower case, and umlauts in two letters or without their dots. */
function spellings(text: string): readonly string[] {
  const lower = text.normalize('NFC').toLowerCase();
  const long = lower.replace(/[äöüßæœøå]/g, (letter) => UMLAUTS[letter]!);
  return [...new Set([lower.replaceAll('ß', 'ss'), long].map((each) => each.normalize('NFD').replace(/\p{M}+/gu, '')))];
}

/** The words of originals, in all spellings in which a name may repeat them. Made once for many names. */
export function wordsOf(originals: Iterable<string>): ReadonlySet<string> {
  const words = new Set<string>();
  for (const original of originals) {
    for (const spelling of spellings(original)) {
      const parts = spelling.split(SEPARATORS);
      words.add(parts.join(''));
      for (const word of parts) if (word.length >= WORD_CHARACTERS) words.add(word);
    }
  }
  words.delete('');
  return words;
}

/**
 * Whether a name of a file or folder may hold a value, so that another has to stand in its place: a word of an original in it (in any case, joined to
 * others or not, with ae for ä), or something that is found in it. In doubt it does: such names often are names of clients.
 * @param words - of the originals of the documents that the name belongs to (`wordsOf`)
 */
export async function nameHoldsValue(name: string, words: ReadonlySet<string>, detects: Detects): Promise<boolean> {
  for (const spelling of spellings(name)) {
    const parts = spelling.split(SEPARATORS);
    const joined = parts.join('');
    for (const word of words) {
      if (word.length < WORD_CHARACTERS ? parts.includes(word) : joined.includes(word)) return true;
    }
  }
  for (const reading of readings(name)) if (await detects(reading)) return true;
  return false;
}

/** The name as it is, in words, and with capital letters: `anna_mueller` is one as well. */
function readings(name: string): ReadonlySet<string> {
  const apart = name
    .normalize('NFC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[_\-.\s]+/gu, ' ')
    .trim();
  const capitals = apart.replace(/(?<![\p{L}\p{N}])\p{Ll}/gu, (letter) => letter.toUpperCase());
  return new Set([name, apart, capitals]);
}
