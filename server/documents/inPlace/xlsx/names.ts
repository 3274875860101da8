import { LIMITS } from '../../../contract/limits.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { attributeRange, type AttributeRange, type XmlElement } from '../package/walk.ts';
import { xmlAttribute } from '../text/escape.ts';
import { IDENTIFIER_FORM, SHEET_NAME_FORM } from '../text/placeholders.ts';
import type { TextNode } from '../text/pieces.ts';

/** Names of a workbook that formulas refer to: of sheets, and of ranges and tables. */
export interface WorkbookNames {
  sheet(part: XmlPart, element: XmlElement): TextNode | null;
  /** A defined name, or the name of a table; `attributes` have the same value. Null for names of the format itself. */
  identifier(part: XmlPart, element: XmlElement, attributes: readonly string[]): TextNode | null;
  /** Writes the new names; old name in lower case → new name. */
  finish(): { readonly sheets: ReadonlyMap<string, string>; readonly names: ReadonlyMap<string, string> };
}

interface Named {
  readonly part: XmlPart;
  readonly ranges: readonly AttributeRange[];
  readonly old: string;
  text: string | null;
}

/** Signs that a sheet's name may not have (18.2.19). */
const FORBIDDEN_IN_SHEET = /[[\]:*?/\\]/g;
const PLACEHOLDER = /\{\{[^{}]*\}\}/;
const NOT_IN_IDENTIFIER = /[^\p{L}\p{N}_.\\]/gu;
const BUILT_IN = /^_xlnm\./i;

export function createWorkbookNames(): WorkbookNames {
  const sheets: Named[] = [];
  const identifiers: Named[] = [];
  return {
    sheet(part, element) {
      const range = attributeRange(part.source, element, 'name');
      if (range === undefined) return null;
      const named: Named = { part, ranges: [range], old: range.value, text: null };
      sheets.push(named);
      return { text: SHEET_NAME_FORM.read(range.value), write: (changed) => void (named.text = changed) };
    },
    identifier(part, element, attributes) {
      const ranges = attributes.flatMap((local) => attributeRange(part.source, element, local) ?? []);
      const old = ranges[0]?.value;
      if (old === undefined || BUILT_IN.test(old)) return null;
      const named: Named = { part, ranges, old, text: null };
      identifiers.push(named);
      return { text: IDENTIFIER_FORM.read(old), write: (changed) => void (named.text = changed) };
    },
    finish: () => ({ sheets: rename(sheets, sheetName), names: rename(identifiers, identifierName) }),
  };
}

function rename(list: readonly Named[], write: (text: string, number: number) => string): ReadonlyMap<string, string> {
  const taken = new Set(list.flatMap(({ old, text }) => (text === null ? [old.toLowerCase()] : [])));
  const renamed = new Map<string, string>();
  for (const [index, { part, ranges, old, text }] of list.entries()) {
    if (text === null) continue;
    let name = write(text, index + 1);
    if (taken.has(name.toLowerCase())) name = write(`${index + 1} ${text}`, index + 1);
    taken.add(name.toLowerCase());
    renamed.set(old.toLowerCase(), name);
    for (const { start, end } of ranges) part.edits.replace(start, end, xmlAttribute(name));
  }
  return renamed;
}

/** At most 31 characters, without the signs that are not allowed; the placeholder is what stays when there is no room. */
function sheetName(text: string, number: number): string {
  const name = SHEET_NAME_FORM.write(text)
    .replace(FORBIDDEN_IN_SHEET, ' ')
    .replace(/^'+|(?<!')'+$/g, '')
    .trim();
  if (name !== '' && name.length <= LIMITS.sheetNameCharacters) return name;
  const placeholder = PLACEHOLDER.exec(name)?.[0] ?? '';
  if (placeholder !== '' && placeholder.length <= LIMITS.sheetNameCharacters) return placeholder;
  return placeholder === '' && name !== '' ? name.slice(0, LIMITS.sheetNameCharacters) : `Sheet ${number}`;
}

/** Begins with a letter or an underscore. */
function identifierName(text: string): string {
  const name = IDENTIFIER_FORM.write(text).replace(NOT_IN_IDENTIFIER, '_');
  return /^[\p{L}_\\]/u.test(name) ? name : `_${name}`;
}
