import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import { CONTENT_MODES, VOID } from './vocabulary.ts';

/** A stretch of the source. UTF-16 code units, `end` exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface HtmlAttribute extends Stretch {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
  /** Inside the quotes; empty at the end where the attribute has no value. */
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly quoted: boolean;
}

export interface HtmlTag extends Stretch {
  /** In lower case. */
  readonly name: string;
  /** Whether content follows. */
  readonly opens: boolean;
  attributes(): readonly HtmlAttribute[];
}

/** What is heard of HTML while it is read, in the order of the source. */
export interface HtmlHandlers {
  open(tag: HtmlTag): void;
  close(name: string, tag: Stretch): void;
  text(stretch: Stretch): void;
  /** Comments, declarations and processing instructions. */
  comment(stretch: Stretch): void;
}

/** Reads HTML as browsers split it (WHATWG HTML, 13.2.5), in one pass; which elements close which is left open. */
export function readTags(source: string, handlers: HtmlHandlers): void {
  const foreign: string[] = [];
  let at = 0;
  /** Text is what lies between two tokens: it stands in the source as it is, also where it is split for the tree. */
  const reached = ({ start, end }: Stretch) => {
    for (const stretch of withoutMarks(source, at, start)) handlers.text(stretch);
    at = end;
  };
  const comment = (token: Token.CommentToken | Token.DoctypeToken) => {
    reached(stretchOf(token));
    handlers.comment(stretchOf(token));
  };
  const ignore = () => undefined;
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const name = token.tagName;
        const mode = CONTENT_MODES[name];
        if (foreign.length === 0 && mode !== undefined) tokenizer.state = TokenizerMode[mode];
        if ((name === 'svg' || name === 'math') && !token.selfClosing) foreign.push(name);
        tokenizer.inForeignNode = foreign.length > 0;
        // A start tag of HTML that says it is empty opens an element all the same.
        const opens = !VOID.has(name) && !(foreign.length > 0 && token.selfClosing);
        const stretch = stretchOf(token);
        reached(stretch);
        handlers.open({ ...stretch, name, opens, attributes: () => attributesOf(source, token) });
      },
      onEndTag(token) {
        if (token.tagName === foreign.at(-1)) foreign.pop();
        tokenizer.inForeignNode = foreign.length > 0;
        reached(stretchOf(token));
        handlers.close(token.tagName, stretchOf(token));
      },
      onCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onNullCharacter: ignore,
      onComment: comment,
      onDoctype: comment,
      onEof: () => reached({ start: source.length, end: source.length }),
    },
  );
  tokenizer.write(source, true);
}

const MARK = '<![CDATA[';
const SECTION = /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;

/** Stretches of text without the marks of the sections in drawings that hold no markup (WHATWG HTML, 13.2.5.69). */
function* withoutMarks(source: string, start: number, end: number): Generator<Stretch> {
  let at = start;
  for (const { 0: section, 1: content, index } of source.slice(start, end).matchAll(SECTION)) {
    const from = start + index;
    const inner = from + MARK.length;
    if (from > at) yield { start: at, end: from };
    if (content !== '') yield { start: inner, end: inner + content!.length };
    at = from + section.length;
  }
  if (end > at) yield { start: at, end };
}

const stretchOf = ({ location }: Token.Token): Stretch => ({ start: location!.startOffset, end: location!.endOffset });

function attributesOf(source: string, token: Token.TagToken): HtmlAttribute[] {
  const places = token.location!.attrs ?? {};
  return token.attrs.flatMap(({ name, value }) => {
    const place = places[name];
    if (place === undefined) return [];
    const { startOffset: start, endOffset: end } = place;
    return [{ name, value, start, end, ...valueRange(source.slice(start, end), start) }];
  });
}

/** `name = "value"`, `name=value`, `name` */
function valueRange(raw: string, from: number): Pick<HtmlAttribute, 'valueStart' | 'valueEnd' | 'quoted'> {
  // The first character may be an equals sign that belongs to the name.
  const equals = raw.indexOf('=', 1);
  const end = from + raw.length;
  if (equals < 0) return { valueStart: end, valueEnd: end, quoted: false };
  const at = equals + 1 + (/\S/.exec(raw.slice(equals + 1))?.index ?? raw.length);
  const quote = raw[at];
  if (quote !== '"' && quote !== "'") return { valueStart: Math.min(end, from + at), valueEnd: end, quoted: false };
  return {
    valueStart: from + at + 1,
    valueEnd: raw.endsWith(quote) && raw.length > at + 1 ? end - 1 : end,
    quoted: true,
  };
}
