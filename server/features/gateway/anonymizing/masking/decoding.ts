import { isUtf8 } from 'node:buffer';

/** What one way of writing a character says, or undefined when it only looks like it. */
type Decode = (raw: string) => string | undefined;

const ACCENTS: Readonly<Record<string, string>> = Object.freeze({
  uml: '\u0308',
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
});
/** Named character references (WHATWG HTML, 13.5) that names and values are made of, beside letters with accents. */
const NAMED: Readonly<Record<string, string>> = Object.freeze({
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', shy: '' },
  ...{ zwnj: '', zwj: '', lrm: '', rlm: '', szlig: 'ß', aelig: 'æ', AElig: 'Æ', oelig: 'œ', OElig: 'Œ', oslash: 'ø' },
  ...{ Oslash: 'Ø', eth: 'ð', ETH: 'Ð', thorn: 'þ', THORN: 'Þ', commat: '@', period: '.', comma: ',', colon: ':' },
  ...{ semi: ';', plus: '+', lowbar: '_', hyphen: '-', dash: '-', ndash: '–', mdash: '—', sol: '/', bsol: '\\' },
  ...{ lpar: '(', rpar: ')', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bdquo: '„', sbquo: '‚', laquo: '«' },
  ...{ raquo: '»', num: '#', dollar: '$', euro: '€', NewLine: '\n', Tab: '\t' },
});

const decodeEntity: Decode = (raw) => {
  const name = raw.slice(1, -1);
  if (name.startsWith('#')) {
    const isHex = /^#x/i.test(name);
    return codePoint(Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10));
  }
  if (Object.hasOwn(NAMED, name)) return NAMED[name];
  const accent = Object.hasOwn(ACCENTS, name.slice(1)) ? ACCENTS[name.slice(1)]! : undefined;
  return accent === undefined || !/^[a-z]/i.test(name) ? undefined : (name.charAt(0) + accent).normalize('NFC');
};

const decodeEscape: Decode = (raw) => {
  const kind = raw.charAt(1);
  if (kind === 'u' || kind === 'x') return codePoint(Number.parseInt(raw.replace(/^\\[ux]\{?|\}$/g, ''), 16));
  return 'nrt'.includes(kind) ? '\n' : kind;
};

/** Bytes as UTF-8; bytes of Latin-1 letters where they are not. */
const decodeBytes: Decode = (raw) => {
  const bytes = Buffer.from(raw.replace(/[%=]/g, ''), 'hex');
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes.every((byte) => byte >= 0xc0) ? bytes.toString('latin1') : undefined;
};

function codePoint(code: number): string | undefined {
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Soft hyphen, zero-width characters, direction marks, variation selectors and tags: nothing a reader sees. */
const INVISIBLE =
  '[\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\u{e0000}-\\u{e01ef}]';

/** Cyrillic and Greek letters that look like Latin ones (Unicode TR 39, confusables), each with the letter that it looks like. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  ['аaеeоoрpсcуyхxіiјjѕsԁdһhӏlԛqԝw', 'АAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSԚQԜW', 'οoαaνvρpιiυuΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX']
    .flatMap((pairs) => pairs.match(/../g)!)
    .map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);
const LOOKALIKE = `[${[...LOOKALIKES.keys()].join('')}]`;

/** Ways of writing characters: escapes of programs, addresses, HTML, mail; characters that look the same as others. */
const WAYS: readonly (readonly [pattern: string, decode: Decode])[] = [
  [String.raw`\\(?:u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[nrt"'/\\])`, decodeEscape],
  ['(?:%[0-9a-fA-F]{2})+', decodeBytes],
  ['&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});', decodeEntity],
  [String.raw`=\r?\n`, () => ''],
  ['(?:=[0-9A-F]{2})+', decodeBytes],
  // A space in the query of an address.
  [String.raw`(?<=[\p{L}\p{N}])\+(?=[\p{L}%])`, () => ' '],
  [`${INVISIBLE}+`, () => ''],
  // Beside Latin letters only: a word of one script is what it looks like. Runs have a limit, which keeps the search linear.
  [
    String.raw`(?<!${LOOKALIKE})${LOOKALIKE}{1,40}(?:(?=\p{Script=Latin})|(?<=\p{Script=Latin}${LOOKALIKE}{1,40}))`,
    (raw) => raw.replace(/./g, (letter) => LOOKALIKES.get(letter)!),
  ],
  [String.raw`[^\p{M}\s]\p{M}+`, (raw) => raw.normalize('NFC')],
  [
    '[\\uff01-\\uff5e\\ufb00-\\ufb06\\u{1d400}-\\u{1d7ff}\\u2100-\\u214f\\u2460-\\u24ff\\u00aa\\u00ba\\u00b2\\u00b3\\u00b9\\u2070-\\u209c]',
    (raw) => raw.normalize('NFKC'),
  ],
];
const ANY_WAY = new RegExp(WAYS.map(([pattern]) => `(${pattern})`).join('|'), 'gu');

/** A part of a text that says something else than it shows. Offsets are UTF-16 code units; `end` is exclusive. */
export interface Encoded {
  readonly start: number;
  readonly end: number;
  readonly says: string;
}

/** Everything in a text that is written in one of the ways, once decoded; what it says may be written so again. */
export function findEncoded(text: string): Encoded[] {
  const found: Encoded[] = [];
  for (const match of text.matchAll(ANY_WAY)) {
    const way = match.slice(1).findIndex((group: string | undefined) => group !== undefined);
    const says = WAYS[way]![1](match[0]);
    if (says !== undefined && says !== match[0]) {
      found.push({ start: match.index, end: match.index + match[0].length, says });
    }
  }
  return found;
}
