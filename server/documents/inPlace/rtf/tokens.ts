/** A control word, a character or a brace of RTF (Rich Text Format 1.9.1). UTF-16 offsets into the source, `end` exclusive. */
export interface RtfToken {
  readonly start: number;
  readonly end: number;
  readonly kind: 'open' | 'close' | 'word' | 'byte' | 'symbol' | 'break' | 'text';
  /** Of a control word; the sign of a symbol. */
  readonly name: string;
  /** Of a control word, or the byte. */
  readonly value: number | null;
}

const TOKEN = /([{}])|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([\s\S])|([\r\n]+)|([^\\{}\r\n]+)/y;

/** The tokens of RTF in one pass; bytes behind `\bin` belong to it. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  for (let at = 0; at < source.length;) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (match === null) return;
    const [all, brace, name, number, hexadecimal, symbol, lineBreak] = match;
    const stretch = { start: at, end: at + all.length };
    at = stretch.end;
    if (brace !== undefined) yield { ...stretch, kind: brace === '{' ? 'open' : 'close', name: '', value: null };
    else if (name !== undefined) {
      const value = number === undefined ? null : Number(number);
      if (name === 'bin' && value !== null && value > 0) at += value;
      yield { start: stretch.start, end: at, kind: 'word', name, value };
    } else if (hexadecimal !== undefined) {
      yield { ...stretch, kind: 'byte', name: '', value: Number.parseInt(hexadecimal, 16) };
    } else if (symbol !== undefined) yield { ...stretch, kind: 'symbol', name: symbol, value: null };
    else yield { ...stretch, kind: lineBreak === undefined ? 'text' : 'break', name: '', value: null };
  }
}
