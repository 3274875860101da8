/** One token of a corpus with one token per line. */
export interface TaggedToken {
  readonly text: string;
  /** As the corpus writes it: `B-PER`, `I-PER`, `PERSON`, `O`. */
  readonly tag: string;
}

/** Which columns hold what; columns are separated by tabs or, where a line has none, by spaces. */
export interface ColumnFormat {
  readonly token: number;
  /** Negative counts from the end. */
  readonly tag: number;
}

/** Sentences of a corpus in columns; blank lines stand between them. Comments and document marks are left out. */
export function parseColumns(content: string, { token, tag }: ColumnFormat): TaggedToken[][] {
  const sentences: TaggedToken[][] = [];
  let sentence: TaggedToken[] = [];
  const close = (): void => {
    if (sentence.length > 0) sentences.push(sentence);
    sentence = [];
  };
  for (const line of content.split(/\r?\n/)) {
    const columns = line.includes('\t') ? line.split('\t') : line.trim().split(' ');
    const text = columns[token]?.trim() ?? '';
    const label = columns.at(tag)?.trim() ?? '';
    if (line.trim() === '' || line.startsWith('-DOCSTART-')) close();
    else if (/^#\s/.test(line) && columns[0] === '#') continue;
    else if (text !== '' && columns.length > 1) sentence.push({ text, tag: label === '' ? 'O' : label });
  }
  close();
  return sentences;
}

/** Tokens from `first` up to `last` that form one value. */
export interface TokenRange {
  readonly first: number;
  readonly last: number;
  readonly label: string;
}

/**
 * Values behind tags in any of the usual schemes: BIO (IOB2), IOB1, and bare labels without B- and I- (IO). Neighbouring tokens of one
 * label are one value unless a B- begins a new one.
 */
export function rangesOf(tokens: readonly TaggedToken[]): TokenRange[] {
  const ranges: { first: number; last: number; label: string }[] = [];
  tokens.forEach(({ tag }, index) => {
    if (tag === 'O') return;
    const [, prefix, label] = /^(?:([BIES])-)?(.*)$/.exec(tag)!;
    const open = ranges.at(-1);
    if (open?.last === index - 1 && open.label === label && prefix !== 'B') open.last = index;
    else ranges.push({ first: index, last: index, label: label! });
  });
  return ranges;
}
