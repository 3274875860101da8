import type { CleanedKind, TextPlace } from '../types.ts';

/** What a group of RTF (Rich Text Format 1.9.1) is for. */
export type Destination =
  | { readonly do: 'text'; readonly kind: TextPlace['part']['kind'] }
  /** Nothing for people: tables of fonts, colours and styles. */
  | { readonly do: 'skip' }
  /** Names that are used by number; those that people gave are text. */
  | { readonly do: 'names'; readonly of: 'styles' | 'fonts' }
  | { readonly do: 'picture' }
  | { readonly do: 'remove'; readonly kind: CleanedKind };

const text = (kind: TextPlace['part']['kind'], words: string) =>
  words.split(' ').map((word) => [word, { do: 'text', kind }] as const);
const skip = (words: string) => words.split(' ').map((word) => [word, { do: 'skip' }] as const);
const remove = (kind: CleanedKind, words: string) =>
  words.split(' ').map((word) => [word, { do: 'remove', kind }] as const);

const DESTINATIONS: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ...text('header', 'header headerl headerr headerf'),
  ...text('footer', 'footer footerl footerr footerf'),
  ...text('footnote', 'footnote ftnsep ftnsepc aftnsep aftnsepc'),
  ...text('comment', 'annotation'),
  ...text('textbox', 'shptxt dptxbxtext'),
  ...text(
    'property',
    'fldinst sv bkmkstart bkmkend xe tc ffname ffdeftext ffformat ffhelptext ffstattext ffl datafield',
  ),
  ...skip('colortbl listtable listoverridetable listpicture latentstyles sn pntext pntxta pntxtb pnseclvl mmathPr'),
  ['stylesheet', { do: 'names', of: 'styles' }],
  ['fonttbl', { do: 'names', of: 'fonts' }],
  ['pict', { do: 'picture' }],
  ...remove(
    'properties',
    'info userprops docvar generator template rsidtbl xmlnstbl wgrffmtfilter passwordhash protusertbl blipuid',
  ),
  ...remove('authors', 'atnauthor atnid revtbl'),
  ...remove('embedded_object', 'objdata objalias objsect'),
  ...remove('custom_xml', 'datastore xmlopen xmlattrname xmlattrvalue factoidname'),
  // The same picture for programs that do not know its format.
  ...remove('cache', 'themedata colorschememapping panose nonshppict'),
  ...remove('external_reference', 'mailmerge filetbl nextfile linkval'),
]);
/** Optional groups that hold text or other groups of the place they stand in. */
const TRANSPARENT: ReadonlySet<string> = new Set(
  'shppict shpinst shprslt shpgrp picprop falt fchars lchars ud upr cs ds ts pn listname listtext atnref atndate atntime atrfstart atrfend formfield result field'.split(
    ' ',
  ),
);

/** @param optional - marked with `\*`: programs that do not know the group leave it out */
export function destination(word: string, optional: boolean): Destination | null {
  const known = DESTINATIONS.get(word);
  if (known !== undefined) return known;
  return optional && !TRANSPARENT.has(word) ? { do: 'remove', kind: 'hidden_content' } : null;
}

/** Control words that stand for characters. */
export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...([
    ['emdash', '\u2014'],
    ['endash', '\u2013'],
    ['lquote', '\u2018'],
    ['rquote', '\u2019'],
    ['bullet', '\u2022'],
  ] as const),
  ...([
    ['ldblquote', '\u201C'],
    ['rdblquote', '\u201D'],
    ['emspace', ' '],
    ['enspace', ' '],
    ['qmspace', ' '],
  ] as const),
]);
export const BREAKS: ReadonlyMap<string, string> = new Map([
  ...(['par', 'line', 'sect', 'page', 'row', 'column'] as const).map((word) => [word, '\n'] as const),
  ...(['tab', 'cell', 'nestcell'] as const).map((word) => [word, '\t'] as const),
]);

/** Code pages by the character set of a font (`\fcharset`). */
const CHARSETS: Readonly<Record<number, number>> = Object.freeze({
  ...{
    0: 1252,
    77: 10000,
    128: 932,
    129: 949,
    134: 936,
    136: 950,
    161: 1253,
    162: 1254,
    163: 1258,
    177: 1255,
    178: 1256,
  },
  ...{ 186: 1257, 204: 1251, 222: 874, 238: 1250 },
});

export const pageOfCharset = (charset: number): number | null => CHARSETS[charset] ?? null;
