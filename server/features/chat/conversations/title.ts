/** Longest title that is made of a message, in UTF-16 code units. */
const LONGEST = 60;

/**
 * A title made of the beginning of a first message: its first line with words, without marks of Markdown. Empty when it has no words.
 */
export function titleOf(text: string): string {
  const line = text
    .slice(0, 2_000)
    .split('\n')
    .map((each) =>
      each
        .replace(/^[\s#>*+-]+|[*_`]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .find((each) => /[\p{L}\p{N}]/u.test(each));
  if (line === undefined) return '';
  if (line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST - 1);
  const space = cut.lastIndexOf(' ');
  // A cut in the middle of a character would leave half of it.
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')).trimEnd()}…`;
}
