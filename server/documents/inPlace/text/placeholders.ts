/** A placeholder; its category and its hash are captured. */
const PLACEHOLDER = /\[\[([a-z][a-z0-9_]*)-([a-z0-9]{8,})\]\]/g;
const IN_IDENTIFIER = /__([a-z][a-z0-9_]{0,30}?)_([a-z0-9]{8,26})__/g;
const IN_SHEET_NAME = /\{\{([a-z][a-z0-9_]*)-([a-z0-9]{8,})\}\}/g;

/**
 * Ways to write placeholders where brackets are not allowed. Lengths stay the same, so offsets in the text hold, and reading turns them back.
 */
export interface PlaceholderForm {
  /** Text as it stands in the document → text with placeholders as everywhere else. */
  read(stored: string): string;
  write(text: string): string;
}

/** Names of bookmarks, of ranges and of tables: letters, digits and underscores only (ECMA-376 part 1, 17.13.6.2, 18.2.5). */
export const IDENTIFIER_FORM: PlaceholderForm = Object.freeze({
  read: (stored: string) => stored.replace(IN_IDENTIFIER, '[[$1-$2]]'),
  write: (text: string) => text.replace(PLACEHOLDER, '__$1_$2__'),
});

/** Names of sheets: no brackets (ECMA-376 part 1, 18.2.19). */
export const SHEET_NAME_FORM: PlaceholderForm = Object.freeze({
  read: (stored: string) => stored.replace(IN_SHEET_NAME, '[[$1-$2]]'),
  write: (text: string) => text.replace(PLACEHOLDER, '{{$1-$2}}'),
});

/** Letters, digits and hyphens only, for names of files inside a package. Not turned back. */
export const fileNameForm = (text: string): string => text.replace(/[^\p{L}\p{N}-]+/gu, '');
